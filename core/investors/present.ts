import type { investors } from '#db/schema.ts'
import type { CredentialSummary } from '../credentials/live.ts'
import type { PersonData } from '../persons/ensure.ts'
import type { WalletRow } from '../wallets/find.ts'

type InvestorRow = typeof investors.$inferSelect

const STATUSES = ['incomplete', 'pending', 'verified', 'rejected'] as const
export type Status = (typeof STATUSES)[number]

/** A stored status; anything unknown counts as incomplete. */
export const readStatus = (stored: string): Status => (STATUSES.includes(stored as Status) ? (stored as Status) : 'incomplete')

/**
 * The statuses as they stand at `now`: what was verified and has ended since is incomplete again, until it is checked anew. Rows keep
 * what was found, so a renewed credential or proof needs no second step.
 */
export function readStatuses(row: InvestorRow, credential: Pick<CredentialSummary, 'state'> | null, now: number) {
  const ended = (status: Status, over: boolean): Status => (status === 'verified' && over ? 'incomplete' : status)
  const noCredential = credential?.state === 'expired'
  return {
    status: ended(readStatus(row.status), noCredential),
    verification: {
      identity_status: ended(readStatus(row.identity_status), noCredential),
      accreditation_status: ended(
        readStatus(row.accreditation_status),
        row.accreditation_expires_at !== null && row.accreditation_expires_at.getTime() <= now,
      ),
      documents_status: readStatus(row.documents_status),
    },
  }
}

/** An investor as the API shows it (api.md, 4.4). */
export function presentInvestor(
  row: InvestorRow,
  data: PersonData | null,
  wallet: WalletRow | null,
  credential: CredentialSummary | null,
  now: number,
) {
  return {
    success: true as const,
    id: row.id,
    object: 'investor' as const,
    type: row.type,
    full_name: data?.full_name || null,
    email: data?.email ?? null,
    wallet_address: wallet?.address ?? null,
    wallet_id: row.wallet_id,
    country: row.country,
    ...readStatuses(row, credential, now),
    credential,
    affiliation: row.affiliation?.role ?? null,
    external_id: row.external_id,
    metadata: row.metadata,
    environment: row.environment,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  }
}
export type InvestorView = ReturnType<typeof presentInvestor>
