import { ExternalLink } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { shortDate } from '../../lib/dates.ts'
import { shortAddress, words } from '../../lib/format.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Seal } from '../seal.tsx'
import { StateBadge } from '../state-badge.tsx'
import { SandboxBadge } from './sandbox-badge.tsx'

export interface CardCredential {
  id: string
  organization: string | null
  environment: string
  level: string
  state: string
  reason_code: string | null
  hash: string
  wallet_address: string
  issued_at: string
  expires_at: string
  public_url: string
}

/** One credential with its seal, as a certificate is printed. */
export function CredentialCard({ credential, act }: { credential: CardCredential; act?: ReactNode }) {
  return (
    <article
      className="flex h-full gap-4 border border-rule bg-raised p-4 outline outline-rule -outline-offset-4"
      aria-label={`Credential ${credential.level}`}
    >
      <Seal hash={credential.hash} className="size-20 shrink-0 sm:size-24" />
      <div className="min-w-0 flex-1 basis-44">
        <p className="flex flex-wrap items-center gap-2">
          <span className="font-display text-[1.25rem] capitalize leading-tight">{credential.level}</span>
          <StateBadge of="credential" state={credential.state} />
          <SandboxBadge environment={credential.environment} />
        </p>
        <p className="mt-0.5 truncate text-[0.9375rem] text-soft">
          {credential.organization === null ? 'Yours' : `At ${credential.organization}`}
          {credential.reason_code && credential.state !== 'active' ? `, ${words(credential.reason_code)}` : ''}
        </p>
        <dl className="mt-3 grid grid-cols-[auto_1fr] gap-x-4 text-[0.875rem]">
          <dt className="text-soft">Wallet</dt>
          <dd className="truncate">
            <code title={credential.wallet_address}>{shortAddress(credential.wallet_address)}</code>
          </dd>
          <dt className="text-soft">Issued</dt>
          <dd className="tabular">{shortDate(credential.issued_at)}</dd>
          <dt className="text-soft">Until</dt>
          <dd className="tabular">{shortDate(credential.expires_at)}</dd>
        </dl>
        <p className="mt-2 flex items-center gap-1">
          <Link to={`/c/${credential.id}`} className="link inline-flex items-center gap-1 text-[0.9375rem]">
            Public page <ExternalLink className="size-3.5" aria-hidden />
          </Link>
          <CopyButton text={credential.public_url} label="Copy the public address" />
        </p>
        {act}
      </div>
    </article>
  )
}
