import type { MarketSubject } from '#core/identity/wallets/market-subject.ts'
import type { Ctx } from '#core/kernel/context.ts'

/** A holder the sandbox made up was verified by nobody, unless the persona says that the wallet is proven. */
export const isMadeUp = ({ credential, wallet }: MarketSubject): boolean =>
  credential?.source === 'sandbox_implicit' && wallet.control !== 'proven'

/** Whether the rules take this buyer for verified, as from $10,000: a live credential on a wallet shown to be theirs. */
export const isVerifiedBuyer = (ctx: Pick<Ctx, 'world'>, buyer: MarketSubject): boolean =>
  buyer.state === 'active' && !isMadeUp(buyer) && (buyer.wallet.control === 'proven' || !ctx.world.chain.wantsProof)
