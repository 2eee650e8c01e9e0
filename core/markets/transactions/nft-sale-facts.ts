import { moneyFact, worth } from '#core/chain/transactions/worth.ts'
import { type MarketSubject, marketSubject } from '#core/identity/wallets/market-subject.ts'
import type { Ctx } from '#core/kernel/context.ts'
import { baseFacts } from '#core/record/decisions/party-facts.ts'
import type { EventInput } from '#core/record/events/events.ts'
import { withStated } from '#core/record/facts/of-markets.ts'
import { rateFacts, type StatedRate, withStatedRate } from '#core/sources/rates/store.ts'
import type { Tx } from '#db/connect.ts'
import { exactFacts, type Room } from '#engine/facts/of-checks.ts'
import { micro } from '#engine/money.ts'
import { isMadeUp } from '../nfts/buyer.ts'
import { recheckCreator } from '../nfts/creator.ts'
import type { CreateTransactionInput, WalletAddress } from './create.ts'
import { linkedSales } from './linked-sales.ts'

const room = (subject: MarketSubject | null): Room<'subject'> => subject?.facts ?? { kind: 'absent' }

const NOT_VERIFIED = { tier: 'none', score: 0, events: [] } as const

/** A sale of an NFT. Without a chain source the sale's own trading pattern is not measured. */
export async function nftSaleFacts(
  tx: Tx,
  ctx: Ctx,
  p: {
    id: string
    input: CreateTransactionInput
    from: MarketSubject | null
    to: MarketSubject | null
    /** Whose collection it is said to be; unknown, a seller who is a creator is taken for it. */
    maker: WalletAddress | null
    events: EventInput[]
    /** When it was first asked about; null for now. */
    askedAt: Date | null
  },
) {
  const { input, from, to } = p
  const sides = [from, to].find((side) => side?.wallet.address === p.maker?.canonical)
  const creator = p.maker ? (sides ?? (await marketSubject(tx, ctx, p.maker))) : from
  const sheet = await rateFacts(ctx)
  const said = input.compliance_facts['sale.rate'] as StatedRate | undefined
  const rates = withStatedRate(sheet, input.currency ?? 'USD', said)
  const lists = (from ?? to)!.screened.lists
  const base = await baseFacts(ctx, 'nft.sale', lists, { market: 'nfts' })
  const linked = await linkedSales(tx, ctx, { id: p.id, from, to, contract: input.asset?.contract.canonical ?? null, rates: sheet })
  const total = (linked ?? []).reduce((sum, sale) => sum + micro(sale.usd), worth(input.amount, input.currency, 'USD', rates))
  // Below the threshold nobody has to be verified as a creator.
  const verified = creator && total >= micro('10000') ? await recheckCreator(tx, ctx, creator) : NOT_VERIFIED
  p.events.push(...verified.events)
  const facts = exactFacts('nft.sale', {
    ...base,
    environment: ctx.environment,
    fx: [...rates],
    sale: {
      total: moneyFact(input.amount, input.currency),
      ...(linked && { linked }),
      same_person: Boolean(from?.person && from.person.id === to?.person?.id),
      ...ctx.world.markets.trading,
      exposure_measured: [from, to].every((side) => side !== null && side.facts.screen.exposure !== 'none'),
      // Two people who let it go do so by its case, and it is decided again without that question.
      officer_approved: false,
      asked_at: new Date(Math.min(p.askedAt?.getTime() ?? ctx.now, ctx.now)).toISOString(),
      ...(said && { rate_at: said.at }),
    },
    creator: { ...room(creator), tier: verified.tier, score: verified.score },
    seller: {
      ...room(from),
      is_creator: creator !== null && creator.wallet.id === from?.wallet.id && verified.tier !== 'none',
    },
    buyer: buyerRoom(to),
  })
  return withStated('nft.sale', facts, input.compliance_facts)
}

/** A holder the sandbox made up was verified by nobody: from $10,000 that is asked for, unless the persona says proven. */
const buyerRoom = (to: MarketSubject | null): Room<'subject'> =>
  to && isMadeUp(to) ? { ...to.facts, credential: { ...to.facts.credential, levels: [], state: 'none', expires_at: 'none' } } : room(to)
