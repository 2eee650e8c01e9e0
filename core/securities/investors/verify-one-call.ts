import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { openPerson } from '#core/identity/persons/ensure.ts'
import type { Ctx } from '#core/kernel/context.ts'
import { AppError, notFound } from '#core/kernel/errors.ts'
import { country, dateOfBirth, partyName } from '#core/kernel/fields.ts'
import { write } from '#core/record/transaction.ts'
import { defineVerb } from '#core/record/verb.ts'
import { guardEndpoint } from '#core/record/webhooks/callback.ts'
import type { Tx } from '#db/connect.ts'
import { investors, persons, wallets } from '#db/schema.ts'
import { findScoped, inScope, lockName } from '#db/scoped.ts'
import { bindWallet } from './bind-wallet.ts'
import { emailHash, type InvestorRow, insertInvestor, investorFields, statusObject } from './create.ts'
import { investorAnswer, investorVerificationAnswer, presentInvestor } from './present.ts'
import { refuseSelf } from './refuse-self.ts'
import { runVerification } from './run-verification.ts'
import { updatedEvents } from './updated-events.ts'
import { verifyFields } from './verify-input.ts'

const verifyOneCallInput = z.strictObject({
  ...investorFields,
  ...verifyFields,
  investor_id: z.string().max(100).optional(),
  kyc_data: z.strictObject({ full_name: partyName(200), date_of_birth: dateOfBirth, country }).optional(),
})

/** Finds the investor by id, external id, e-mail or wallet, makes one when there is none, and verifies: one call. */
export const verifyInvestorOneCall = defineVerb({
  name: 'investors.verify_one_call',
  permission: 'investors.write',
  input: verifyOneCallInput,
  output: investorVerificationAnswer.extend({ created: z.boolean(), investor: investorAnswer }),
  run: async ({ ctx, input }) => {
    await ctx.world.faults.meet(ctx, input.wallet_address?.canonical)
    if (input.callback_url) await guardEndpoint(ctx, input.callback_url, '/callback_url')
    const { kyc_data: kyc, investor_id: _id, ...rest } = input
    const filled = {
      ...rest,
      full_name: rest.full_name ?? kyc?.full_name,
      date_of_birth: rest.date_of_birth ?? kyc?.date_of_birth,
      country: rest.country ?? kyc?.country,
    }
    return write(ctx, async (tx) => {
      const wallet_address = input.wallet_address?.canonical
      if (wallet_address) await lockName(tx, ctx, `investor:${wallet_address}`)
      const found = await findInvestor(tx, ctx, input)
      if (found) refuseSelf(found)
      const row = found
        ? input.wallet_address
          ? await bindWallet(tx, ctx, found, { wallet_address: input.wallet_address, signature: input.signature })
          : found
        : (await insertInvestor(tx, ctx, filled)).row
      const bound = found !== null && row.wallet_id !== found.wallet_id
      const done = await runVerification(tx, ctx, row, {
        ...filled,
        // A challenge is signed once, and was used to bind it.
        ...(bound && { signature: undefined, force: true }),
        identity: {
          ...(filled.date_of_birth && { date_of_birth: filled.date_of_birth }),
          ...(filled.country && { country: filled.country }),
          ...input.identity,
        },
      })
      const [fresh] = await tx
        .select()
        .from(investors)
        .where(inScope(investors, ctx, eq(investors.id, row.id)))
        .limit(1)
      const person = await findScoped(tx, persons, ctx, row.person_id)
      const [wallet] = row.wallet_id
        ? await tx
            .select()
            .from(wallets)
            .where(inScope(wallets, ctx, eq(wallets.id, row.wallet_id)))
            .limit(1)
        : []
      const investor = presentInvestor(fresh!, await openPerson(tx, ctx, person!), wallet ?? null, done.result.credential, ctx.now)
      return {
        result: { ...done.result, created: !found, investor },
        audit: done.audit,
        events: [
          ...(found ? [] : [{ type: 'investor.created' as const, resource: { type: 'investor', id: row.id }, object: statusObject(row) }]),
          ...(bound ? updatedEvents(found, fresh!) : []),
          ...done.events,
        ],
      }
    })
  },
})

async function findInvestor(tx: Tx, ctx: Ctx, input: z.output<typeof verifyOneCallInput>): Promise<InvestorRow | null> {
  if (input.investor_id) {
    const row = await findScoped(tx, investors, ctx, input.investor_id)
    if (!row) throw notFound()
    const other = await findInvestor(tx, ctx, { ...input, investor_id: undefined })
    if (other && other.id !== row.id)
      throw new AppError('ambiguous_investor', 'investor_id and another key belong to two different investors.')
    return row
  }
  const found = new Map<string, InvestorRow>()
  const add = (rows: InvestorRow[]) => {
    for (const row of rows) found.set(row.id, row)
  }
  if (input.external_id)
    add(
      await tx
        .select()
        .from(investors)
        .where(inScope(investors, ctx, eq(investors.external_id, input.external_id))),
    )
  if (input.email)
    add(
      await tx
        .select()
        .from(investors)
        .where(inScope(investors, ctx, eq(investors.email_hash, emailHash(ctx, input.email)))),
    )
  if (!found.size && input.wallet_address) {
    const [wallet] = await tx
      .select()
      .from(wallets)
      .where(inScope(wallets, ctx, eq(wallets.address, input.wallet_address.canonical)))
      .limit(1)
    if (wallet)
      add(
        await tx
          .select()
          .from(investors)
          .where(inScope(investors, ctx, eq(investors.wallet_id, wallet.id))),
      )
  }
  if (found.size > 1) throw new AppError('ambiguous_investor', 'external_id and email belong to two different investors.')
  return [...found.values()][0] ?? null
}
