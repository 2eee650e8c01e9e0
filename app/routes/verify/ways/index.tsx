import { documentReview } from './document_review.tsx'
import { ForeignCredential } from './foreign_credential.tsx'
import { PassportChip } from './passport_chip.tsx'
import { Provider } from './provider.tsx'
import { WalletPresentation } from './wallet_presentation.tsx'
import type { Way } from './way.ts'

/** The ways that have a place on the page. Which of them a session offers, and in which order, the session says. */
export const WAYS: readonly Way[] = [
  documentReview,
  {
    method: 'wallet_presentation',
    title: 'Digital identity wallet',
    lead: 'A mobile driving licence or an identity card in a wallet on your telephone. One minute, and only what is needed is shown.',
    View: ({ page, token }) => <WalletPresentation secret={token} accreditation={page.claims?.includes('accreditation') ?? false} />,
  },
  {
    method: 'passport_chip',
    title: 'Chip of a passport',
    lead: 'A passport or identity card with a chip, and an app that reads it. Two minutes.',
    View: ({ token }) => <PassportChip secret={token} />,
  },
  {
    method: 'provider',
    title: 'Identity provider',
    lead: 'On the pages of a company that checks documents and faces. You come back here afterwards.',
    View: ({ token, page, busy }) => <Provider secret={token} page={page} busy={busy} />,
  },
  {
    method: 'foreign_credential',
    title: 'Credential of another company',
    lead: 'What somebody else has already confirmed of you and your wallet: an attestation, a claim on a chain, or a credential as text. Two minutes.',
    View: ({ page, token }) => <ForeignCredential page={page} secret={token} />,
  },
]
