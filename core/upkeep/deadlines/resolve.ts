import { and, eq, inArray } from 'drizzle-orm'
import { z } from 'zod'
import { openPerson } from '#core/identity/persons/ensure.ts'
import { type WalletVerifyInput, walletVerifyInput } from '#core/identity/wallets/verification-fields.ts'
import { runWalletVerification } from '#core/identity/wallets/verify.ts'
import type { Ctx } from '#core/kernel/context.ts'
import { AppError, notFound } from '#core/kernel/errors.ts'
import { byId } from '#core/kernel/fields.ts'
import type { EventInput } from '#core/record/events/events.ts'
import type { AuditInput } from '#core/record/log/append.ts'
import { write } from '#core/record/transaction.ts'
import { defineVerb } from '#core/record/verb.ts'
import { runVerification } from '#core/securities/investors/run-verification.ts'
import { type Resolution, resolvedPersona } from '#core/sources/personas/resolved.ts'
import type { Tx } from '#db/connect.ts'
import { investors, persons, screenings, timers, wallets } from '#db/schema.ts'
import { findScoped, inScope, lockScoped } from '#db/scoped.ts'

const resolveInput = z.strictObject({
  status: z.enum(['verified', 'rejected', 'pending']),
  code: z
    .string()
    .regex(/^[a-z][a-z0-9_]{1,60}$/)
    .optional()
    .meta({ description: 'Code of a rejection; document_mismatch when left out' }),
})
type Resolved = { audit: AuditInput; events: EventInput[]; status: string }

/** What the identity provider found about an investor, in the sandbox. */
export async function resolveInvestor(tx: Tx, ctx: Ctx, id: string, to: Resolution): Promise<Resolved | null> {
  const row = await lockScoped(tx, investors, ctx, id)
  if (!row) return null
  const done = await runVerification(tx, ctx, row, { checks: ['identity', 'sanctions'], force: true }, { resolved: to })
  return { audit: done.audit, events: done.events, status: done.result.status }
}

/** The same about the holder of a wallet. */
export async function resolveWallet(tx: Tx, ctx: Ctx, id: string, to: Resolution): Promise<Resolved | null> {
  const wallet = await lockScoped(tx, wallets, ctx, id)
  if (!wallet?.person_id) return null
  const person = await findScoped(tx, persons, ctx, wallet.person_id)
  const input: WalletVerifyInput = {
    ...walletVerifyInput.parse({ wallet_address: wallet.address }),
    kyc_data: (await openPerson(tx, ctx, person!)) as WalletVerifyInput['kyc_data'],
  }
  const { result, audit, events } = await runWalletVerification(tx, ctx, input, resolvedPersona(ctx.world.personas.at(wallet.address), to))
  return { audit: audit[0], events, status: result.verification_status }
}

/** Ends a verification of this sandbox as asked. Verified still needs that the rules allow it. Throws `not_found`, `conflict`. */
export const resolveVerification = defineVerb({
  name: 'sandbox.resolve_verification',
  permission: 'sandbox.manage',
  input: byId('`verification_id` of an investor’s verification').extend(resolveInput.shape),
  output: z.object({ success: z.literal(true), object: z.literal('verification'), id: z.string(), status: z.string() }),
  run: async ({ ctx, input }) => {
    return write(ctx, async (tx) => {
      const timer = await findScoped(tx, timers, ctx, input.id)
      const check = timer ? null : await findScoped(tx, screenings, ctx, input.id)
      const resolved =
        timer?.kind === 'investor_identity'
          ? await resolveInvestor(tx, ctx, timer.subject_id, input)
          : check?.kind === 'verification' && check.subject_id
            ? await resolveWallet(tx, ctx, check.subject_id, input)
            : null
      if (!resolved) throw notFound()
      if (input.status === 'verified' && ['pending', 'rejected', 'incomplete', 'none'].includes(resolved.status))
        throw new AppError('conflict', `The rules do not let this become verified: it would be ${resolved.status}.`)
      await tx
        .update(timers)
        .set({ done_at: new Date(ctx.now) })
        .where(
          inScope(
            timers,
            ctx,
            and(
              eq(timers.subject_id, timer?.subject_id ?? check!.subject_id!),
              inArray(timers.kind, ['investor_identity', 'wallet_identity']),
            ),
          ),
        )
      return {
        result: { success: true as const, object: 'verification' as const, id: input.id, status: resolved.status },
        audit: resolved.audit,
        events: resolved.events,
      }
    })
  },
})
