import { desc, eq, lt } from 'drizzle-orm'
import { z } from 'zod'
import type { Tx } from '#db/connect.ts'
import { credentials, wallets } from '#db/schema.ts'
import { findScoped, inScope, lockScoped } from '#db/scoped.ts'
import { CREDENTIAL, InvalidTransition, transition } from '#engine/lifecycles/index.ts'
import { requireStepUp } from '../accounts/step-up.ts'
import type { Ctx } from '../context.ts'
import { AppError, notFound } from '../errors.ts'
import type { EventType } from '../event-types.ts'
import { walletAddress } from '../fields.ts'
import { decodeCursor, pageOf, pageQuery } from '../pagination.ts'
import { requirePermission } from '../permissions.ts'
import { write } from '../transaction.ts'
import type { WalletRow } from '../wallets/find.ts'
import type { CredentialRow } from './issue.ts'
import { stateAt, summarise } from './live.ts'
import { ownReliance, tellRelyingTenants } from './relying.ts'
import { requireClear } from './require-clear.ts'

export const listCredentialsQuery = z.strictObject({
  ...pageQuery,
  state: z.enum(['active', 'suspended', 'revoked', 'superseded']).optional().meta({ description: 'Stored state' }),
  level: z.enum(['basic', 'enhanced', 'accredited']).optional(),
  wallet_address: walletAddress.optional(),
})

export const actInput = z.strictObject({
  reason_code: z
    .string()
    .regex(/^[a-z][a-z0-9_]{1,60}$/)
    .meta({ description: 'Why, as a short code such as key_compromise' }),
  note: z.string().max(2_000).optional(),
  document_sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .optional(),
})
type Act = z.output<typeof actInput>

/** A credential with what its owner may see of it. Nothing personal. */
export function presentCredential(row: CredentialRow, wallet: Pick<WalletRow, 'address' | 'control'>, now: number) {
  return {
    object: 'credential' as const,
    ...summarise(row, wallet, now, false),
    wallet_id: row.wallet_id,
    wallet_address: wallet.address,
    evidence: row.evidence,
    reason_code: row.reason_code,
    superseded_by: row.superseded_by,
    decision_id: row.decision_id,
    status_list: row.status_list,
    status_index: row.status_index,
    environment: row.environment,
    updated_at: row.updated_at.toISOString(),
  }
}

/** The caller's credentials, newest first. */
export async function listCredentials({ ctx, input }: { ctx: Ctx; input: z.output<typeof listCredentialsQuery> }) {
  requirePermission(ctx, 'credentials.read')
  const after = decodeCursor(ctx, 'credentials', input.cursor)
  const rows = await ctx.db
    .select({ credential: credentials, wallet: wallets })
    .from(credentials)
    .innerJoin(wallets, eq(wallets.id, credentials.wallet_id))
    .where(
      inScope(
        credentials,
        ctx,
        after ? lt(credentials.id, after[0] as string) : undefined,
        input.state ? eq(credentials.state, input.state) : undefined,
        input.level ? eq(credentials.level, input.level) : undefined,
        input.wallet_address ? eq(wallets.address, input.wallet_address.canonical) : undefined,
      ),
    )
    .orderBy(desc(credentials.id))
    .limit(input.limit + 1)
  return {
    success: true as const,
    ...pageOf(
      ctx,
      'credentials',
      rows,
      input.limit,
      (r) => presentCredential(r.credential, r.wallet, ctx.now),
      (r) => [r.credential.id],
    ),
  }
}

/** One credential and the wallet it is sealed to. Throws `not_found` outside the caller's tenant. */
export async function findCredential(db: Tx | Ctx['db'], ctx: Ctx, id: string): Promise<{ row: CredentialRow; wallet: WalletRow }> {
  const row = await findScoped(db, credentials, ctx, id)
  const wallet = row && (await findScoped(db, wallets, ctx, row.wallet_id))
  if (!row || !wallet) throw notFound()
  return { row, wallet }
}

export async function getCredential({ ctx, input }: { ctx: Ctx; input: { id: string } }) {
  requirePermission(ctx, 'credentials.read')
  const { row, wallet } = await findCredential(ctx.db, ctx, input.id)
  return { success: true as const, ...presentCredential(row, wallet, ctx.now) }
}

/** The state after an event, or `invalid_transition`. Expiry counts even before a job wrote it down. */
export function stateAfter(row: CredentialRow, event: string, now: number): string {
  try {
    return transition(CREDENTIAL, stateAt(row, now), event)
  } catch (error) {
    if (error instanceof InvalidTransition) throw new AppError('invalid_transition', error.message)
    throw error
  }
}

async function act(ctx: Ctx, id: string, event: 'suspend' | 'resume' | 'revoke', type: EventType, input: Act) {
  requirePermission(ctx, 'credentials.write')
  return write(ctx, async (tx) => {
    const found = await lockScoped(tx, credentials, ctx, id)
    if (!found) throw notFound()
    const { wallet } = await findCredential(tx, ctx, id)
    const state = stateAfter(found, event, ctx.now)
    if (event === 'resume') {
      if (found.expires_at.getTime() <= ctx.now) throw new AppError('invalid_transition', 'The credential has expired.')
      await requireClear(tx, ctx, found, wallet)
    }
    const [row] = await tx
      .update(credentials)
      .set({ state, reason_code: event === 'resume' ? null : input.reason_code, updated_at: new Date(ctx.now) })
      .where(inScope(credentials, ctx, eq(credentials.id, id)))
      .returning()
    const view = presentCredential(row!, wallet, ctx.now)
    const object = { credential: summarise(row!, wallet, ctx.now, false), reason_code: input.reason_code }
    if (event === 'revoke') await tellRelyingTenants(tx, ctx, id, object)
    return {
      result: { success: true as const, ...view },
      audit: {
        action: `credential_${event}`,
        category: 'user',
        subject: { type: 'credential', id },
        details: {
          reason_code: input.reason_code,
          from: found.state,
          to: state,
          ...(input.document_sha256 && { document_sha256: input.document_sha256 }),
        },
      },
      events: [
        {
          type,
          resource: { type: 'credential', id },
          object: event === 'revoke' ? { ...object, affected_decisions: await ownReliance(tx, ctx, id) } : object,
        },
      ],
    }
  })
}

type ActCall = { ctx: Ctx; input: { id: string } & Act }
/** Takes a credential out of use until it is resumed. */
export const suspendCredential = ({ ctx, input }: ActCall) => act(ctx, input.id, 'suspend', 'credential.suspended', input)
/** Puts a suspended credential back in use, after a new screening found nothing. */
export const resumeCredential = ({ ctx, input }: ActCall) => act(ctx, input.id, 'resume', 'credential.resumed', input)
/** Ends a credential for good. A person at a page confirms it first: throws `step_up_required`. */
export async function revokeCredential({ ctx, input }: ActCall) {
  requirePermission(ctx, 'credentials.write')
  requireStepUp(ctx, { own: true })
  return act(ctx, input.id, 'revoke', 'credential.revoked', input)
}
