import { sql } from 'drizzle-orm'
import type { WalletRow } from '#core/chain/wallets/find.ts'
import type { Sealing } from '#core/kernel/context.ts'
import { newId } from '#core/kernel/ids.ts'
import type { Identity } from '#core/sources/identity/source.ts'
import { credentialHash, type Level } from '#credentials/record.ts'
import { statusPlace } from '#credentials/status-list.ts'
import type { Queryable } from '#db/connect.ts'
import { credentials } from '#db/schema.ts'
import { countFor } from '../persons/count-for.ts'
import type { PersonRow } from '../persons/ensure.ts'

export type CredentialRow = typeof credentials.$inferSelect

const DAY_MS = 86_400_000
/** How long a credential is good for, by level, in days. */
export const VALID_DAYS: Record<Level, number> = { basic: 365, enhanced: 365, accredited: 90 }

export interface IssueInput {
  person: Pick<PersonRow, 'id'>
  wallet: WalletRow
  level: Level
  source: 'verification' | 'sandbox_implicit' | 'import'
  evidence?: 'self_declared' | 'credential' | 'document'
  decisionId?: string | null
  /** Of one that goes on with another: what that rests on. */
  evidenceId?: string | null
  /** What it rests on, as far as somebody looked. It ends with it. */
  identity?: Identity
  state?: CredentialRow['state']
  /** Of one that begins suspended: why. */
  reasonCode?: string | null
  expiresAt?: Date
}

/** Writes a new credential for a wallet, with its place in the status lists and its hash. */
export async function issueCredential(tx: Queryable, ctx: Sealing, input: IssueInput): Promise<CredentialRow> {
  const id = newId('credential', ctx.now)
  const { rows } = await tx.execute<{ ordinal: string }>(sql`select nextval(${`credential_ordinal_${ctx.environment}`}) as ordinal`)
  const place = statusPlace(Buffer.from(ctx.services.keyring.derive(`status-places/${ctx.environment}`), 'hex'), Number(rows[0]!.ordinal))
  const issued = new Date(Math.floor(ctx.now / 1000) * 1000)
  const expires = input.expiresAt ?? endOf(input, issued)
  const hash = credentialHash({
    id,
    environment: ctx.environment,
    wallet: { family: input.wallet.family, address: input.wallet.address },
    level: input.level,
    issuedAt: Math.floor(issued.getTime() / 1000),
    expiresAt: Math.floor(expires.getTime() / 1000),
    statusList: place.list,
    statusIndex: place.index,
  })
  const [row] = await tx
    .insert(credentials)
    .values({
      id,
      organization_id: ctx.organizationId,
      environment: ctx.environment,
      person_id: input.person.id,
      wallet_id: input.wallet.id,
      level: input.level,
      state: input.state ?? 'active',
      reason_code: input.reasonCode ?? null,
      source: input.source,
      evidence: evidenceOf(input),
      evidence_id: input.identity?.evidence ?? input.evidenceId ?? null,
      credential_hash: hash,
      status_list: place.list,
      status_index: place.index,
      decision_id: input.decisionId ?? null,
      issued_at: issued,
      expires_at: expires,
      updated_at: issued,
    })
    .returning()
  // What it rests on was shown for whoever holds this wallet, also where it is sealed anew to it.
  if (row!.evidence_id) await countFor(tx, ctx, row!.evidence_id, [input.wallet.id])
  return row!
}

/** By its level, and never beyond what it rests on. */
function endOf({ level, identity }: IssueInput, issued: Date): Date {
  const own = issued.getTime() + VALID_DAYS[level] * DAY_MS
  return new Date(Math.min(own, identity?.expires_at?.getTime() ?? own))
}

/** Whose word the identity is. What the sandbox plays is as good as what the call said of a document. */
function evidenceOf({ identity, evidence = 'self_declared' }: IssueInput): CredentialRow['evidence'] {
  if (!identity?.evidence) return evidence
  return identity.method === 'document' ? 'document' : 'credential'
}
