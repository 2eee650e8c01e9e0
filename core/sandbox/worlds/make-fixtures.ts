import { eq } from 'drizzle-orm'
import type { Ctx } from '#core/kernel/context.ts'
import { createTransaction, createTransactionInput } from '#core/markets/transactions/create.ts'
import { write } from '#core/record/transaction.ts'
import { createInvestor, createInvestorInput } from '#core/securities/investors/create.ts'
import { verifyInvestor } from '#core/securities/investors/verify.ts'
import { verifyInvestorInput } from '#core/securities/investors/verify-input.ts'
import { createOffering, createOfferingInput } from '#core/securities/offerings/create.ts'
import { cases, organizations, sandboxes, transactions } from '#db/schema.ts'
import { inScope, lockScoped } from '#db/scoped.ts'
import { magicWallet } from '#screening/sandbox-sample.ts'
import { inWorld, WORLD_TABLES_REVERSED } from './tables.ts'

const DAY_MS = 86_400_000

/** Makes every fixture anew, through the verbs, in the tenant of `ctx`. */
export async function makeFixtures(ctx: Ctx): Promise<void> {
  const frozen = { frozen_at: new Date(ctx.now), updated_at: new Date() }
  await ctx.db.insert(organizations).values({ id: ctx.organizationId, name: 'Sandbox fixtures', kind: 'fixtures' }).onConflictDoNothing()
  await ctx.db
    .insert(sandboxes)
    .values({ organization_id: ctx.organizationId, ...frozen })
    .onConflictDoUpdate({ target: sandboxes.organization_id, set: frozen })
  // An older edition, or one whose making was cut short.
  for (const table of WORLD_TABLES_REVERSED) await ctx.db.delete(table).where(inWorld(table, ctx.organizationId))
  for (const [name, terms] of Object.entries(OFFERINGS))
    await createOffering.run({
      ctx: { ...ctx, fixedId: `off_sandbox_${name}` },
      input: createOfferingInput.parse({ total_supply: 1_000_000, price_per_token: '10', maximum_raise: '10000000', ...terms }),
    })
  for (const [name, { asked, daysAgo = 0, ...person }] of Object.entries(INVESTORS)) {
    const id = `inv_sandbox_${name}`
    const then = { ...ctx, now: ctx.now - daysAgo * DAY_MS }
    await createInvestor.run({
      ctx: { ...then, fixedId: id },
      input: createInvestorInput.parse({ email: `${name}@fixtures.example`, ...person }),
    })
    if (asked) await verifyInvestor.run({ ctx: then, input: { id, ...verifyInvestorInput.parse({ accepted_terms: true }) } })
  }
  for (const [name, payment] of Object.entries(TRANSACTIONS))
    await createTransaction.run({
      ctx: { ...ctx, fixedId: `txn_sandbox_${name}` },
      input: createTransactionInput.parse({ type: 'payment', currency: 'USDC', from_address: magicWallet('0001'), ...payment }),
    })
  await failTransaction(ctx, 'txn_sandbox_failed')
  // Nobody is to decide about a fixture.
  await ctx.db.delete(cases).where(inScope(cases, ctx))
}

/** What the chain would have said of it. */
async function failTransaction(ctx: Ctx, id: string): Promise<void> {
  await write(ctx, async (tx) => {
    const row = (await lockScoped(tx, transactions, ctx, id))!
    const at = new Date(ctx.now)
    const line = { at: at.toISOString(), status: 'failed', actor: 'chain', detail: 'The transaction was reverted on chain.' }
    await tx
      .update(transactions)
      .set({ status: 'failed', timeline: [...row.timeline, line], updated_at: at })
      .where(inScope(transactions, ctx, eq(transactions.id, id)))
    return {
      result: null,
      audit: { action: 'transaction_failed', category: 'payment', subject: { type: 'transaction', id } },
      events: [
        {
          type: 'transaction.failed',
          resource: { type: 'transaction', id },
          object: {
            id,
            market: row.market,
            type: row.type,
            status: 'failed',
            amount: row.amount,
            currency: row.currency,
            transaction_hash: row.transaction_hash,
          },
        },
      ],
    }
  })
}

const OFFERINGS = {
  open: { name: 'Sandbox Open', regulation: 'reg_d_506b' },
  '506c': { name: 'Sandbox 506(c)', regulation: 'reg_d_506c' },
  reg_s: { name: 'Sandbox Reg S', regulation: 'reg_s' },
  reg_a: { name: 'Sandbox Reg A', regulation: 'reg_a_plus' },
  full: { name: 'Sandbox Full [full]', regulation: 'reg_d_506c' },
}

interface FixedInvestor {
  full_name: string
  date_of_birth?: string
  country?: string
  wallet_address?: string
  /** Whether a verification was asked for. */
  asked?: boolean
  daysAgo?: number
}
const adult = { date_of_birth: '1980-02-29', country: 'US', asked: true }
const INVESTORS: Record<string, FixedInvestor> = {
  verified: { ...adult, full_name: 'Vera Verified', wallet_address: magicWallet('3001') },
  pending: { ...adult, full_name: 'Penn Ding', wallet_address: magicWallet('1001') },
  rejected: { ...adult, full_name: 'Rhea Reject', wallet_address: magicWallet('1002') },
  incomplete: { full_name: 'Ines Incomplete' },
  // Verified so long ago that the credential has ended: one of an accredited person is good for 90 days.
  expired: { ...adult, full_name: 'Eve Expired', wallet_address: magicWallet('3005'), daysAgo: 100 },
  sanctioned: { ...adult, full_name: 'Mallory Sanctioned', date_of_birth: '1970-01-01', wallet_address: magicWallet('2002') },
}

const parties = {
  originator: { name: 'Olga Originator', account: magicWallet('0001') },
  beneficiary: { name: 'Ben Beneficiary', account: magicWallet('7005'), vasp: 'Silent VASP' },
}
const TRANSACTIONS: Record<string, object> = {
  approved: { to_address: magicWallet('0002'), amount: '10' },
  denied: { to_address: magicWallet('2001'), amount: '10' },
  review: { from_address: magicWallet('2003'), to_address: magicWallet('0002'), amount: '10' },
  awaiting_counterparty: { to_address: magicWallet('7005'), amount: '5000', ...parties },
  settled: { to_address: magicWallet('0002'), amount: '10', transaction_hash: `0x${'5e'.repeat(32)}` },
  failed: { to_address: magicWallet('0002'), amount: '10' },
}
