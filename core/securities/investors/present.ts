import { z } from 'zod'
import type { WalletRow } from '#core/chain/wallets/find.ts'
import type { CredentialSummary } from '#core/identity/credentials/live.ts'
import type { PersonData } from '#core/identity/persons/ensure.ts'
import { credential, decision, secondPerson } from '#core/kernel/answers.ts'
import type { investors } from '#db/schema.ts'
import { AFFILIATIONS } from '../holdings/holder-facts.ts'

type InvestorRow = typeof investors.$inferSelect

const STATUSES = ['incomplete', 'pending', 'verified', 'rejected'] as const
export type Status = (typeof STATUSES)[number]

/** A stored status; anything unknown counts as incomplete. */
export const readStatus = (stored: string): Status => (STATUSES.includes(stored as Status) ? (stored as Status) : 'incomplete')

/** Whether a proof of accreditation that was verified is over. Its row keeps what was found, so this is asked each time. */
export const accreditationEnded = (row: Pick<InvestorRow, 'accreditation_status' | 'accreditation_expires_at'>, now: number): boolean =>
  row.accreditation_status === 'verified' && row.accreditation_expires_at !== null && row.accreditation_expires_at.getTime() <= now

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
      accreditation_status: ended(readStatus(row.accreditation_status), accreditationEnded(row, now)),
      documents_status: readStatus(row.documents_status),
    },
  }
}

const status = z.enum(['incomplete', 'pending', 'verified', 'rejected'])

export const verificationStatuses = z.object({ identity_status: status, accreditation_status: status, documents_status: status })

export const investorAnswer = z.object({
  success: z.literal(true),
  id: z.string(),
  object: z.literal('investor'),
  type: z.string(),
  full_name: z.string().nullable(),
  email: z.string().nullable(),
  wallet_address: z.string().nullable(),
  wallet_id: z.string().nullable(),
  country: z.string().nullable(),
  region: z.string().nullable().meta({ description: 'ISO 3166-2' }),
  status,
  verification: verificationStatuses,
  credential: credential.nullable(),
  affiliation: z
    .enum(AFFILIATIONS)
    .nullable()
    .meta({ description: 'Whether the holder controls the issuer, as the issuer said; null while it said nothing' }),
  external_id: z.string().nullable(),
  metadata: z.record(z.string(), z.string()),
  environment: z.string(),
  created_at: z.string(),
  updated_at: z.string(),
})

export const investorVerificationAnswer = z.object({
  success: z.literal(true),
  object: z.literal('investor_verification'),
  investor_id: z.string(),
  verification_id: z.string(),
  status,
  verification: verificationStatuses,
  missing: z.array(z.string()),
  rejection: z.object({ code: z.string(), message: z.string(), retryable: z.boolean() }).nullable(),
  credential: credential.nullable(),
  next_action: z.object({ type: z.enum(['none', 'provide', 'wait', 'contact']), detail: z.string() }),
  expires_at: z.string().nullable(),
  decision,
})

/** An investor after something verified was doubted. */
export const investorDoubtAnswer = z.object({
  success: z.literal(true),
  object: z.literal('investor_doubt'),
  investor_id: z.string(),
  status,
  verification: verificationStatuses,
  second_person: secondPerson.nullable().meta({ description: 'What waits for another person; null when it is done' }),
})

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
    region: data?.region ?? null,
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
