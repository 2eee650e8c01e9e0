import { coinAt, isUnitOfCoin } from '#core/chain/transactions/known-tokens.ts'
import { isStablecoin } from '#core/chain/transactions/worth.ts'
import { AppError, invalidField } from '#core/kernel/errors.ts'
import type { TxType } from '#engine/facts/words.ts'
import { STEADY_CURRENCIES } from '#engine/tables/steady-currencies.ts'
import type { CreateTransactionInput } from './create.ts'

type Address = NonNullable<CreateTransactionInput['from_address']>
/** What a call moves, between whom, and on whose behalf. */
export interface Call {
  type: NonNullable<CreateTransactionInput['type']>
  moves: 'units' | 'nft' | 'value'
  market: NonNullable<CreateTransactionInput['market']>
  from: Address | null
  to: Address | null
}

export function readCall(input: CreateTransactionInput): Call {
  const type = input.type ?? input.transaction_type ?? 'transfer'
  const from = input.from_address ?? input.from ?? input.wallet_address ?? null
  const to = input.to_address ?? input.to ?? null
  if (from && to && from.canonical === to.canonical)
    throw new AppError('same_address', 'Sender and recipient are the same wallet.', {
      fields: [{ pointer: '/to_address', code: 'same_address', detail: 'Use another wallet.' }],
    })
  if (!input.offering_id && !input.asset && !input.currency)
    throw new AppError('asset_required', 'Name what moves: offering_id, asset or currency.', {
      fields: [{ pointer: '/currency', code: 'required', detail: 'One of offering_id, asset and currency is needed.' }],
    })
  if (input.asset && !input.asset.token_id && !input.offering_id && !input.currency)
    throw invalidField('/currency', 'required', 'Say in which currency the amount is: what an unknown token is worth, nobody can know.')
  return { type, ...whatMoves(input, type), from, to }
}

/**
 * What moves, by the asset itself: it decides which rules run, and the market that the caller names only tells on whose behalf. Units of
 * an offering are securities, a token with an id is sold as an NFT, and every other value is a payment, whatever it is called. A sale
 * that names no token is one of an NFT only where its price is in no stablecoin and no contract is named: else what moves is that coin,
 * or units of that contract.
 */
function whatMoves(input: CreateTransactionInput, type: Call['type']): Pick<Call, 'moves' | 'market'> {
  const said = input.market
  if (input.offering_id) return { moves: 'units', market: 'securities' }
  const coin = (input.currency && isStablecoin(input.currency)) || (input.asset && coinAt(input.asset.contract.canonical) !== null)
  const unnamed = said === 'nfts' && SOLD.includes(type) && !coin && !input.asset
  if (input.asset?.token_id || unnamed) return { moves: 'nft', market: said === 'gaming' || said === 'defi' ? said : 'nfts' }
  return { moves: 'value', market: said === 'gaming' || said === 'defi' ? said : 'stablecoins' }
}
const SOLD = ['sale', 'trade']

/** A contract that is a coin says what an amount of it is worth: it is counted in no other currency, and sold under no token id. */
function refuseOtherCoin(asset: NonNullable<CreateTransactionInput['asset']>, currency: string | undefined): void {
  const coin = coinAt(asset.contract.canonical)
  if (coin === null) return
  if (asset.token_id !== undefined)
    throw invalidField(
      '/asset/token_id',
      'conflicting_fields',
      `This contract is ${coin}, of which no token has an id. Leave token_id out.`,
    )
  if (currency !== undefined && !isUnitOfCoin(coin, currency))
    throw invalidField('/currency', 'conflicting_fields', `This contract is ${coin}. Send the amount in ${coin}.`)
}

/** By which check it is judged. What is made or ends is no sale. */
export const checkOf = ({ moves, from, to }: Call) =>
  moves === 'units' ? 'transfer' : moves === 'nft' && from && to ? 'nft.sale' : 'payment'

const TX_TYPES: Record<string, TxType> = {
  transfer: 'transfer',
  payment: 'payment',
  trade: 'buy',
  sale: 'buy',
  mint: 'mint',
  burn: 'burn',
  redemption: 'redeem',
}

/** As what a reward is paid. */
const PAID = ['payment', 'transfer']

/** Refuses words that would make another movement of this one, to which fewer rules apply. Throws `validation_failed`. */
export function refuseOtherWords({ asset, currency, compliance_facts: said }: CreateTransactionInput, call: Call): void {
  refuseOtherSide(call)
  refuseOtherReward(call, said)
  refuseOtherRate(currency, said)
  if (asset) refuseOtherCoin(asset, currency)
}

/** Dollars need no rate, and of steady money the official sheet of the day counts, not somebody's word. */
function refuseOtherRate(currency: string | undefined, said: Readonly<Record<string, unknown>>): void {
  if (said['sale.rate'] === undefined || (currency !== undefined && !STEADY_CURRENCIES.includes(currency))) return
  const detail = `A price in ${currency ?? 'USD'} needs no rate of yours: the official sheet of the day has it. Leave sale.rate out.`
  throw invalidField('/compliance_facts/sale.rate', 'conflicting_fields', detail)
}

/**
 * What is made has no sender and what is destroyed no recipient: one with both sides would be asked neither what an issue is nor be
 * counted as a transfer. The first sale of an NFT is judged as a sale, whatever it is called.
 */
function refuseOtherSide({ type, moves, from, to }: Call): void {
  if (moves === 'nft') return
  if (type === 'mint' && from)
    throw invalidField('/from_address', 'conflicting_fields', 'A mint has no sender. Leave from_address out, or send a transfer.')
  if (type === 'burn' && to)
    throw invalidField('/to_address', 'conflicting_fields', 'A burn has no recipient. Leave to_address out, or send a transfer.')
}

/** A word on what a payment is for makes no payment of what is made, redeemed or sold. */
function refuseOtherReward({ type }: Call, said: Readonly<Record<string, unknown>>): void {
  if (said['tx.reward'] === undefined || PAID.includes(type)) return
  const detail = `A reward is a payment or a transfer; a ${type} is judged as that. Leave tx.reward out, or send what is paid.`
  throw invalidField('/compliance_facts/tx.reward', 'conflicting_fields', detail)
}

/** What a transaction is to the rules. What is made has no sender and what ends no recipient: one with both sides moves between them. */
export function typeOf({ type, market, from, to }: Call, said: Readonly<Record<string, unknown>>): TxType {
  if (said['tx.reward'] !== undefined && PAID.includes(type)) return 'reward'
  if (type === 'redemption' && market === 'gaming') return 'cash_out'
  if ((type === 'mint' || type === 'burn') && from && to) return 'transfer'
  return TX_TYPES[type] ?? 'transfer'
}
