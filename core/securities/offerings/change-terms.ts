import { z } from 'zod'
import type { Ctx } from '#core/kernel/context.ts'
import { AppError } from '#core/kernel/errors.ts'
import { merge, offeringStatements, saidNow } from '#core/record/facts/statements.ts'
import { parseMicro } from '#engine/money.ts'
import { blockedOf, offeringTerms, refusal } from './create.ts'
import type { OfferingRow } from './facts.ts'
import { defaultsOf } from './present.ts'

const { regulation_type: _, ...terms } = { ...offeringTerms, compliance_facts: offeringStatements({ update: true }) }

/** What may be sent; `null` takes back what is optional. */
export const updateOfferingInput = z
  .strictObject({
    ...terms,
    regulation: terms.regulation,
    target_amount: terms.target_amount.nullable(),
    description: terms.description.nullable(),
    chain: terms.chain.nullable(),
    token_address: terms.token_address.nullable(),
    token_decimals: terms.token_decimals.nullable(),
    external_id: terms.external_id.nullable(),
    opens_at: terms.opens_at.nullable(),
    closes_at: terms.closes_at.nullable(),
    max_holders: terms.max_holders.nullable(),
    max_non_accredited: terms.max_non_accredited.nullable(),
  })
  .partial()
export type UpdateOfferingInput = z.output<typeof updateOfferingInput>
export type Field = keyof UpdateOfferingInput

/** May change whatever the state: they say nothing of what is sold. */
const ALWAYS: readonly Field[] = ['metadata', 'external_id', 'token_address', 'token_decimals']
/** May change while an offering is open or paused. */
const RUNNING: readonly Field[] = [
  ...ALWAYS,
  'name',
  'description',
  'minimum_investment',
  'target_amount',
  'closes_at',
  'allowed_countries',
  'blocked_countries',
  'max_holders',
  'max_non_accredited',
  'compliance_facts',
]
/** May change then too, but an open offering is paused until the rules let it open again. */
export const MATERIAL: readonly Field[] = ['maximum_raise', 'total_supply']
/** Material as well, and fixed once somebody has bought on these terms. */
export const BEFORE_SALES: readonly Field[] = ['type', 'regulation', 'price_per_token', 'currency', 'chain', 'opens_at', 'lockup_days']

/** Price, class and maximum: after the first sale another one goes to a person. */
export const DEAL: readonly Field[] = ['price_per_token', 'currency', 'type', 'maximum_raise']

/** The row with the changes in it, said by somebody at a time. A new regulation brings its own limits unless others are given. */
export function merged(said: Pick<Ctx, 'now'> & { actor: { id: string } }, row: OfferingRow, change: UpdateOfferingInput): OfferingRow {
  const { opens_at, closes_at, compliance_facts, total_supply, ...same } = change
  const regulation = change.regulation ?? row.regulation
  const moved = regulation !== row.regulation
  const otherContract = change.token_address !== undefined && change.token_address !== row.token_address
  const defaults = defaultsOf(regulation)
  const blocked = change.blocked_countries ?? row.blocked_countries
  const given = Object.fromEntries(Object.entries(same).filter(([, value]) => value !== undefined)) as Partial<OfferingRow>
  return {
    ...row,
    ...(moved && defaults),
    // Another contract is not proven by the signature for this one.
    ...(otherContract && { token_link: null, token_pause: null }),
    ...given,
    ...(total_supply !== undefined && { total_supply: String(total_supply) }),
    ...(opens_at !== undefined && { opens_at: opens_at === null ? null : new Date(opens_at) }),
    ...(closes_at !== undefined && { closes_at: closes_at === null ? null : new Date(closes_at) }),
    ...(compliance_facts && {
      facts: merge(row.facts, compliance_facts),
      facts_stated: saidNow(said, row.facts_stated, compliance_facts),
    }),
    blocked_countries: blockedOf(regulation, blocked),
    updated_at: new Date(said.now),
  }
}

export function differs(row: OfferingRow, next: OfferingRow, field: Field): boolean {
  const column = field === 'compliance_facts' ? 'facts' : field
  const [before, after] = [row[column], next[column]]
  if (typeof before === 'string' && typeof after === 'string' && /^\d/.test(before)) return !sameNumber(before, after)
  return JSON.stringify(before) !== JSON.stringify(after)
}
const sameNumber = (a: string, b: string) => a === b || (parseMicro(a) !== null && parseMicro(a) === parseMicro(b))

/** A chain that was left open is named with the token's contract, at any time. */
export const namesChain = (row: OfferingRow, field: Field) => field === 'chain' && row.chain === null

export function refuseFixed(row: OfferingRow, changed: readonly Field[], sold: boolean): void {
  const ofContract = changed.filter((field) => field === 'token_address' || field === 'token_decimals')
  if (ofContract.length && row.token_end) throw new AppError('conflict', 'The token of this offering is deactivated, for good.')
  if (ofContract.length && row.token_address && parseMicro(row.tokens_issued))
    throw new AppError('conflict', 'Tokens were issued by this contract already, so it cannot change any more.', {
      fields: ofContract.map((field) => ({ pointer: `/${field}`, code: 'fixed', detail: 'This cannot change any more.' })),
    })
  if (['draft', 'needs_contact'].includes(row.status)) return
  const over = ['closed', 'cancelled'].includes(row.status)
  const open = over ? ALWAYS : [...RUNNING, ...MATERIAL, ...(sold ? [] : BEFORE_SALES)]
  const fixed = changed.filter((field) => !open.includes(field) && !namesChain(row, field))
  if (!fixed.length) return
  const why = over ? `The offering is ${row.status}` : 'Investors came in on these terms'
  throw new AppError('conflict', `${why}: ${fixed.join(', ')} cannot change any more. Make a new offering for other terms.`, {
    fields: fixed.map((field) => ({ pointer: `/${field}`, code: 'fixed', detail: 'This cannot change any more.' })),
  })
}

/** The maximum and the supply never fall below what is sold. */
export function refuseBelowSold(row: OfferingRow, next: OfferingRow): void {
  const number = (text: string) => parseMicro(text) ?? 0n
  if (number(next.maximum_raise) < number(row.amount_raised))
    throw refusal('validation_failed', '/maximum_raise', `${row.amount_raised} ${row.currency} are raised already.`)
  const price = number(next.price_per_token)
  const soldUnits = price === 0n ? 0n : number(row.amount_raised) / price
  const issued = BigInt(row.tokens_issued.split('.')[0]!)
  const taken = soldUnits > issued ? soldUnits : issued
  if (BigInt(next.total_supply.split('.')[0]!) < taken)
    throw refusal('validation_failed', '/total_supply', `${taken} tokens are sold or issued already.`)
}
