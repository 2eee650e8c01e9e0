import { type Kind, type Need, need } from '../facts.ts'
import { DEFI_VOCABULARY } from './defi.ts'
import type { Entry, LeastKind } from './entry.ts'
import { GAME_VOCABULARY } from './game.ts'
import { INVESTMENT_VOCABULARY } from './investment.ts'
import { INVESTOR_VOCABULARY } from './investor.ts'
import { ISSUER_VOCABULARY } from './issuer.ts'
import { NFT_VOCABULARY } from './nft.ts'
import { OFFERING_VOCABULARY } from './offering.ts'
import { PARTIES_VOCABULARY } from './parties.ts'
import { PAYMENT_VOCABULARY } from './payment.ts'
import { SURROUNDINGS_VOCABULARY } from './surroundings.ts'
import { TOKEN_VOCABULARY } from './token.ts'
import { TRANSFER_VOCABULARY } from './transfer.ts'

/** Every fact that a rule may read, by its path, written once. `subject.` stands for each party of a check, `acquirer.` for who buys, `deal.` for the sale. */
export const VOCABULARY = {
  ...DEFI_VOCABULARY,
  ...GAME_VOCABULARY,
  ...INVESTMENT_VOCABULARY,
  ...INVESTOR_VOCABULARY,
  ...ISSUER_VOCABULARY,
  ...NFT_VOCABULARY,
  ...OFFERING_VOCABULARY,
  ...PARTIES_VOCABULARY,
  ...PAYMENT_VOCABULARY,
  ...SURROUNDINGS_VOCABULARY,
  ...TOKEN_VOCABULARY,
  ...TRANSFER_VOCABULARY,
} as const

export type FactPath = keyof typeof VOCABULARY
type KindAt<P extends FactPath> = (typeof VOCABULARY)[P]['kind']
/** What a rule reads. */
export type ValueOf<P extends FactPath> = KindAt<P> extends Kind<infer T, infer _> ? T : never
/** How the fact is written in JSON. */
export type Wire<P extends FactPath> = KindAt<P> extends Kind<infer _, infer W> ? W : never

/** What a rule asks of a fact besides: the kind of source that it has to come from, or a stronger one. */
type Asking = { readonly at_least: LeastKind }

/**
 * A fact of the vocabulary as one rule reads it: as it is defined, or by a narrower kind (`k.eur` of an amount, a known day of a day or
 * none). Asked for `at_least` a kind of source, one that came by a weaker kind is as unknown to the rule, which says so.
 */
export function fact<P extends FactPath>(path: P, asking?: Asking): Need<ValueOf<P>>
// biome-ignore lint/suspicious/noExplicitAny: another reading may be written in any way, it reads less or asks
export function fact<P extends FactPath, T>(path: P, as: Kind<T, any>, asking?: Asking): Need<T>
export function fact(path: FactPath, as?: Kind<unknown> | Asking, asking?: Asking): Need<unknown> {
  const { kind, personal }: Entry<Kind<unknown>> = VOCABULARY[path]
  const least = (as && 'at_least' in as ? as : asking)?.at_least
  return need(path, as && 'parse' in as ? as : kind, personal, least ?? null)
}
