import type { WalletRow } from '#core/chain/wallets/find.ts'
import type { Ctx, TenantNow } from '#core/kernel/context.ts'
import { rulesDay } from '#core/kernel/rules-day.ts'
import type { DecisionInput } from '#core/record/decisions/decide.ts'
import { baseFacts, partyFacts } from '#core/record/decisions/party-facts.ts'
import type { WireDecision } from '#core/record/decisions/present.ts'
import type { Screened, SubjectToScreen } from '#core/screening/matching/screen-subject.ts'
import { furtherFacts } from '#core/screening/matching/subject.ts'
import { evidencedBy, verificationRoom } from '#core/sources/identity/found.ts'
import type { Identity } from '#core/sources/identity/source.ts'
import type { Persona } from '#core/sources/personas/source.ts'
import { exactFacts } from '#engine/facts/of-checks.ts'
import type { CredentialRow } from '../credentials/issue.ts'
import type { CredentialSummary } from '../credentials/live.ts'
import type { DueDiligence } from '../due-diligence/facts.ts'
import type { PersonData, PersonRow } from '../persons/ensure.ts'
import { placesOf, ukraineAreaOf } from '../persons/places.ts'
import { fileFacts, saidOfFile, taxedThere } from './identification.ts'
import { usableMarkets } from './markets.ts'
import type { WalletVerification, WalletVerifyInput } from './verification-fields.ts'

/** What a verification came to, as its answer tells it. */
export type Conclusion = Pick<WalletVerification, 'verified' | 'rejection'> & {
  status: WalletVerification['verification_status']
  credential: CredentialRow | null
}

/** The answer, with the documented fields first. */
export function presentVerification(
  to: { wantsProof: boolean; publicUrl: string },
  p: {
    address: WalletVerifyInput['wallet_address']
    wallet: Pick<WalletRow, 'id'>
    outcome: Conclusion
    summary: CredentialSummary | null
    /** How many other wallets the person has. */
    also: number
    screened: Screened
    decision: WireDecision
    allowed: boolean
    denied: boolean
  },
): WalletVerification {
  const { address, outcome, summary } = p
  const clear = p.screened.status === 'clear' && !p.denied
  // What a credential in use still lacks for another level is no matter of sanctions.
  const cleared = p.allowed || (clear && !p.decision.reason_codes.some((code) => code.startsWith('sanctions_')))
  return {
    success: true,
    wallet_id: p.wallet.id,
    verification_status: outcome.status,
    verified_at: outcome.verified ? outcome.credential!.issued_at.toISOString() : null,
    wallet_address: address.canonical,
    object: 'wallet_verification',
    verified: outcome.verified,
    expires_at: outcome.verified ? outcome.credential!.expires_at.toISOString() : null,
    credential: summary,
    rejection: outcome.rejection,
    uniqueness: { status: p.also > 0 ? 'also_bound' : 'unique', count: bucketOf(p.also + 1), policy: 'allow' },
    sanctions_cleared: clear,
    markets: usableMarkets(summary, cleared, to.wantsProof),
    public_url: outcome.credential ? `${to.publicUrl}/c/${outcome.credential.id}` : null,
    warnings: [],
    decision: p.decision,
  }
}

/** Whom the lists are asked about: the holder, or who a persona says holds it. */
export function subjectToScreen(address: string, data: PersonData, persona: Persona | null): SubjectToScreen {
  const holder = persona?.effects.holder
  return {
    wallet_address: address,
    full_name: holder?.full_name ?? data.full_name,
    date_of_birth: (holder ?? data).date_of_birth ?? undefined,
    country: data.country ?? undefined,
    entity_type: 'person',
    // Whom a scenario plays is somebody else.
    ...(!holder && furtherFacts(data)),
  }
}

/** Every country that was said of somebody whose wallet is verified. */
const placesToVerify = (data: PersonData) => [
  ...placesOf(data, data.country ?? null, [(data.document as { country?: string } | undefined)?.country]),
  ...(data.nationality ? [{ source: 'nationality' as const, country: data.nationality, proven: false }] : []),
]

/** Who somebody is, by their own word, while no source of identity says more. */
const SAID_OF_WHO = ['subject.full_name', 'subject.date_of_birth', 'subject.places', 'subject.us_person', 'subject.ukraine_area']

/** Whose wallet is verified, and what is known of them when it is judged. */
export interface Verified {
  input: WalletVerifyInput
  wallet: WalletRow
  person: PersonRow
  data: PersonData
  screened: Screened
  identity: Identity
  persona: Persona | null
}

/** What is to be decided of somebody whose wallet is verified: the facts, and whose they are. `files` are those of due diligence. */
export async function toDecide(at: TenantNow & Pick<Ctx, 'world'>, p: Verified, files: DueDiligence | null): Promise<DecisionInput> {
  const { wallet, person, data } = p
  return {
    facts: await verificationFacts(at, p, files),
    market: 'platform',
    subject: { type: 'wallet', id: wallet.id },
    walletAddress: wallet.address,
    subjectKeyId: person.subject_key_id,
    category: 'user',
    stated: [...(p.persona ? [] : SAID_OF_WHO), ...saidOfFile(data, 'subject')],
    again: !p.input.kyc_data ? {} : undefined,
    ...evidencedBy({ subject: p.identity }),
  }
}

/** What the rules are told of them. */
async function verificationFacts(at: TenantNow & Pick<Ctx, 'world'>, p: Verified, files: DueDiligence | null) {
  return exactFacts('wallet.verify', {
    ...(await baseFacts(at, 'wallet.verify', p.screened.lists, { level: p.input.level, market: 'any', moves_value: false })),
    subject: {
      ...partyFacts({
        kind: 'natural',
        personId: p.person.id,
        address: p.wallet.address,
        fullName: p.data.full_name,
        dateOfBirth: p.data.date_of_birth ?? null,
        places: placesToVerify(p.data),
        ukraineArea: ukraineAreaOf(p.data),
        dueDiligence: files,
        screened: p.screened,
        wasListed: p.persona?.effects.wasListed ? { address: p.wallet.address, list: 'sandbox_sample' } : null,
      }),
      control: p.wallet.control,
      verification: verificationRoom(p.identity, p.data.document ? 'document' : 'non_documentary'),
      opened_on: rulesDay(p.wallet.created_at),
      ...taxedThere(p.data.country, p.data),
      ...(p.input.level === 'enhanced' && fileFacts(at, p.data, p.identity)),
    },
  })
}

export const bucketOf = (count: number) => (count <= 1 ? '1' : count <= 3 ? '2-3' : '4+')
