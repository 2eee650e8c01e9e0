import { coinAt } from '#core/chain/transactions/known-tokens.ts'
import { moneyFact } from '#core/chain/transactions/worth.ts'
import { stateOfPerson } from '#core/identity/persons/places.ts'
import type { MarketSubject } from '#core/identity/wallets/market-subject.ts'
import type { Ctx } from '#core/kernel/context.ts'
import type { BaseFacts } from '#core/record/decisions/party-facts.ts'
import { withStated } from '#core/record/facts/of-markets.ts'
import { rateFacts } from '#core/sources/rates/store.ts'
import type { Tx } from '#db/connect.ts'
import { exactFacts, type Room } from '#engine/facts/of-checks.ts'
import { usStateOf } from '#engine/tables/us-states.ts'
import { type Call, typeOf } from './call.ts'
import { coinFacts, concernsCoin } from './coin.ts'
import type { CreateTransactionInput } from './create.ts'
import { beneficiaryOf, type PaymentHistory, paymentHistory } from './history.ts'
import { countryOfParty } from './transfer-facts.ts'
import type { travelRule } from './travel-rule.ts'

const room = (subject: MarketSubject | null): Room<'subject'> => subject?.facts ?? { kind: 'absent' }

/** What the sender of a payment sent before it. */
export async function paymentPast(
  tx: Tx,
  ctx: Ctx,
  p: { id: string; input: CreateTransactionInput; call: Call; from: MarketSubject | null; to: MarketSubject | null },
): Promise<PaymentHistory> {
  const { id, input, call, from, to } = p
  return paymentHistory(tx, ctx, {
    id,
    amount: input.amount,
    currency: input.currency,
    from,
    to,
    fromAddress: call.from?.canonical ?? null,
    toAddress: call.to?.canonical ?? null,
    rates: await rateFacts(ctx),
    said: input.compliance_facts,
  })
}

/** Where somebody plays: in the United States the state decides, where it is known. */
const playsIn = (side: MarketSubject | null): string => {
  const country = countryOfParty(side)!
  const state = country === 'US' ? usStateOf(stateOfPerson(side?.data ?? null) ?? '') : null
  return state ? `US-${state}` : country
}

/** A payment, with what the sender sent before, and the words of the call that count. */
export async function paymentFacts(
  tx: Tx,
  ctx: Ctx,
  p: {
    id: string
    input: CreateTransactionInput
    call: Call
    from: MarketSubject | null
    to: MarketSubject | null
    travel: ReturnType<typeof travelRule> | null
    past: PaymentHistory
    base: BaseFacts<'payment'>
  },
) {
  const { id, input, call, from, to, travel, past, base } = p
  const type = typeOf(call, input.compliance_facts)
  const rates = await rateFacts(ctx)
  const token = (input.asset && coinAt(input.asset.contract.canonical)) ?? input.currency
  const coin = concernsCoin(type) ? await coinFacts(tx, ctx, { id, token, said: input.compliance_facts, rates }) : null
  const frozen = (side: MarketSubject | null) => side?.persona?.effects.flags?.includes('frozen') === true
  const facts = exactFacts('payment', {
    ...base,
    ...(coin && { tenant: { ...base.tenant, genius_early: coin.early } }),
    environment: ctx.environment,
    fx: [...rates],
    tx: {
      market: call.market,
      type,
      amount: moneyFact(input.amount, input.currency),
      from_wallet: call.from?.canonical ?? 'none',
      beneficiary: beneficiaryOf(to, call.to?.canonical ?? null),
      risk: past.risk,
      // What is made or ends goes to nobody: no data has to travel with it.
      travel: travel?.facts ?? { seats: [], self_hosted: 'none' },
    },
    orders: [
      ...[...(frozen(from) ? ['from' as const] : []), ...(frozen(to) ? ['to' as const] : [])].map((target) => ({
        target,
        kind: 'freeze' as const,
      })),
      ...((input.compliance_facts['tx.lawful_orders'] as Omit<Room<'orders'>[number], 'active'>[] | undefined) ?? []),
    ].map((order) => ({ ...order, active: true })),
    history: past.history,
    // Where the player is, as far as known; whether the game has an element of chance nobody said.
    game: {
      ...(countryOfParty(from) && { jurisdiction: playsIn(from) }),
      wallets_24h: past.cashOutWallets,
    },
    token: { ...ctx.world.markets.coin, ...coin?.facts },
    from: room(from),
    to: room(to),
  })
  const said = coin?.said ?? input.compliance_facts
  return { facts: withStated('payment', facts, said), stated: Object.keys(said), found: coin?.found ?? {} }
}
