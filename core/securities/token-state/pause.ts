import { desc, eq } from 'drizzle-orm'
import { z } from 'zod'
import { isUnavailable, type NotBuilt, type StandardId } from '#chains/adapter.ts'
import type { ChainKey } from '#chains/chains.ts'
import { createEvmAdapter } from '#chains/evm/adapter.ts'
import { tenantCtx } from '#core/access/accounts/personal.ts'
import { isOperator } from '#core/access/second-person/scope.ts'
import type { Ctx, Environment } from '#core/kernel/context.ts'
import { AppError, notFound } from '#core/kernel/errors.ts'
import { byId, reasonCode } from '#core/kernel/fields.ts'
import { chainIdOf, solanaOf } from '#core/record/chain-receipts.ts'
import { write } from '#core/record/transaction.ts'
import { defineVerb } from '#core/record/verb.ts'
import { issuances, offerings } from '#db/schema.ts'
import { findScoped, inScope, lockScoped } from '#db/scoped.ts'
import type { OfferingRow } from '../offerings/facts.ts'
import { TOKEN_STATES, tokenState } from './state.ts'
import { type UnsignedTransaction, unsignedTransaction } from './unsigned.ts'

export const pauseTokenInput = z.strictObject({
  reason_code: reasonCode.meta({ description: 'Why, as a short code such as key_at_risk' }),
  note: z.string().trim().max(2_000).optional().meta({ description: 'Kept in the log, so no names' }),
  standard: z
    .enum(['erc3643', 'erc1404', 'erc20'])
    .optional()
    .meta({ description: 'Of the contract, for the transaction to sign; that of its last issuance unless given' }),
})
type PauseTokenInput = z.output<typeof pauseTokenInput>

/** Why there is no transaction that pauses the contract itself. */
const CONTROL_REASONS = [
  'sandbox_has_no_chain',
  'chain_not_configured',
  'chain_not_answering',
  'not_a_mint',
  'not_pausable',
  'authority_cannot_sign',
] as const

/** A token that was paused or resumed. */
const tokenPauseAnswer = z.object({
  success: z.literal(true),
  object: z.literal('token_pause'),
  offering_id: z.string(),
  state: z.enum(TOKEN_STATES),
  paused_at: z.string().nullable(),
  paused_by: z.enum(['issuer', 'admin']).nullable(),
  unsigned_transaction: unsignedTransaction,
  unsigned_reason: z.enum(CONTROL_REASONS).nullable().meta({ description: 'Why there is no transaction to sign' }),
})

export type TokenPauseView = z.output<typeof tokenPauseAnswer>

/**
 * Pauses the token of an offering: nothing of it is issued or transferred until it is resumed; units may still go back to the issuer.
 * One person is enough, because it only stops. An administrator may pause anybody's. Throws `invalid_transition` when it is not active.
 */
export const pauseToken = defineVerb({
  name: 'offerings.token_pause',
  permission: 'offerings.write',
  input: byId('Offering id, off_…').extend(pauseTokenInput.shape),
  output: tokenPauseAnswer,
  run: ({ ctx, input }) => setPause(ctx, input, true),
})

/** Lets a paused token go on. What an administrator paused, only an administrator resumes: `forbidden`. Throws `invalid_transition`. */
export const resumeToken = defineVerb({
  name: 'offerings.token_resume',
  permission: 'offerings.write',
  input: byId('Offering id, off_…').extend(pauseTokenInput.shape),
  output: tokenPauseAnswer,
  run: ({ ctx, input }) => setPause(ctx, input, false),
})

async function setPause(caller: Ctx, input: { id: string } & PauseTokenInput, pause: boolean): Promise<TokenPauseView> {
  const ctx = await offeringCtx(caller, input.id)
  const seen = await findScoped(ctx.db, offerings, ctx, input.id)
  if (!seen) throw notFound()
  // Asked before anything is locked: nobody waits for a node that is slow.
  const unsigned = await buildPause(ctx, seen, input.standard, pause)
  const role = ctx.organizationId === caller.organizationId ? ('issuer' as const) : ('admin' as const)
  return write(ctx, async (tx) => {
    const row = await lockScoped(tx, offerings, ctx, input.id)
    if (!row) throw notFound()
    refuse(row, pause, role)
    const at = new Date(ctx.now)
    const token_pause = pause ? { at: at.toISOString(), by: ctx.actor.id, role, reason_code: input.reason_code } : null
    await tx
      .update(offerings)
      .set({ token_pause, updated_at: at })
      .where(inScope(offerings, ctx, eq(offerings.id, row.id)))
    const state = tokenState({ ...row, token_pause })
    const { token_address } = row
    return {
      result: {
        success: true as const,
        object: 'token_pause' as const,
        offering_id: row.id,
        state,
        paused_at: token_pause?.at ?? null,
        paused_by: token_pause?.role ?? null,
        ...unsigned,
      },
      audit: {
        action: pause ? 'token_paused' : 'token_resumed',
        category: 'investment',
        subject: { type: 'offering', id: row.id },
        details: { reason_code: input.reason_code, ...(input.note && { note: input.note }), role },
        standing: [`offering:${row.id}`],
      },
      events: [
        {
          type: pause ? ('offering.token_paused' as const) : ('offering.token_resumed' as const),
          resource: { type: 'offering', id: row.id },
          object: { id: row.id, token_address, reason_code: input.reason_code, by: role, state },
          previous: { state: tokenState(row) },
        },
      ],
    }
  })
}

function refuse(row: OfferingRow, pause: boolean, role: 'issuer' | 'admin'): void {
  if (row.fixed) throw new AppError('invalid_transition', 'This offering belongs to the sandbox and stays as it is.')
  const state = tokenState(row)
  if (state === (pause ? 'active' : 'paused')) {
    if (!pause && row.token_pause!.role === 'admin' && role !== 'admin')
      throw new AppError(
        'forbidden',
        'An administrator of Sealwright paused this token, and only one of them resumes it. Write to support.',
      )
    return
  }
  const why = {
    unlinked: 'No contract is linked to this offering by signature yet, so there is none to pause.',
    linked: 'The offering has not begun, so nothing of its token moves yet.',
    active: 'The token is not paused.',
    paused: 'The token is paused already.',
    deactivated: 'The token of this offering is deactivated, for good.',
  }
  throw new AppError('invalid_transition', why[state])
}

/** The platform stops a token of any organisation, by an administrator; everybody else acts on the offerings of their own. */
async function offeringCtx(ctx: Ctx, id: string): Promise<Ctx> {
  if (!isOperator(ctx) || (await findScoped(ctx.db, offerings, ctx, id))) return ctx
  const [row] = await ctx.db
    .select({ organization: offerings.organization_id, environment: offerings.environment })
    .from(offerings)
    .where(eq(offerings.id, id))
    .limit(1)
  if (!row) throw notFound()
  return tenantCtx(ctx, row.organization, row.environment as Environment)
}

type Unsigned = Pick<TokenPauseView, 'unsigned_transaction' | 'unsigned_reason'>
const none = (unsigned_reason: NonNullable<Unsigned['unsigned_reason']>): Unsigned => ({ unsigned_transaction: null, unsigned_reason })

/** The pause of the contract itself, for the wallet that linked it to sign. */
async function buildPause(ctx: Ctx, row: OfferingRow, asked: StandardId | undefined, pause: boolean): Promise<Unsigned> {
  const operation = pause ? 'pause' : 'unpause'
  const { token_address: token, token_link: link } = row
  const chain = (row.chain ?? 'ethereum') as ChainKey
  if (!token || !link) return none('not_pausable')
  if (chain !== 'solana') {
    const evm = createEvmAdapter({ chainId: chainIdOf(ctx, chain)!, urls: [] })
    const standard = asked ?? (await lastStandard(ctx, row.id)) ?? 'erc3643'
    const built = await evm.buildControl(operation, { token, standard, issuer: link.wallet, decimals: row.token_decimals ?? 0 })
    if (isUnavailable(built) || built.kind !== 'evm') return none('not_pausable')
    const { to, data, chain_id, value } = built
    return { unsigned_transaction: { to, data, chain_id, value }, unsigned_reason: null }
  }
  if (!ctx.world.chain.real) return none('sandbox_has_no_chain')
  const solana = solanaOf(ctx.services)
  const mint = await solana.mintAt(token)
  if (typeof mint === 'string') return none('not_a_mint')
  if (isUnavailable(mint)) return none(WHY_NOT[mint.unavailable] ?? 'chain_not_answering')
  if (!mint.pauseAuthority) return none('not_pausable')
  const built = await solana.buildControl(operation, {
    token,
    standard: 'spl_token_2022',
    issuer: mint.pauseAuthority,
    decimals: mint.decimals,
  })
  return isUnavailable(built)
    ? none(WHY_NOT[built.unavailable] ?? 'chain_not_answering')
    : { unsigned_transaction: built as UnsignedTransaction, unsigned_reason: null }
}

const WHY_NOT: Partial<Record<NotBuilt['unavailable'], NonNullable<Unsigned['unsigned_reason']>>> = {
  chain_not_configured: 'chain_not_configured',
  not_the_authority: 'authority_cannot_sign',
}

/** The standard of the last issuance, which the contract follows; null where there was none. */
export async function lastStandard(ctx: Ctx, offeringId: string): Promise<StandardId | null> {
  const [row] = await ctx.db
    .select({ standard: issuances.standard })
    .from(issuances)
    .where(inScope(issuances, ctx, eq(issuances.offering_id, offeringId)))
    .orderBy(desc(issuances.created_at))
    .limit(1)
  return (row?.standard as StandardId | undefined) ?? null
}
