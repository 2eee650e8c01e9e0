import { and, eq } from 'drizzle-orm'
import type { Ctx } from '#core/kernel/context.ts'
import { AppError, invalidField } from '#core/kernel/errors.ts'
import type { Tx } from '#db/connect.ts'
import { investments } from '#db/schema.ts'
import { inScope } from '#db/scoped.ts'
import { formatMicro, micro, parseMicro } from '#engine/money.ts'
import type { InvestorRow } from '../investors/create.ts'
import type { OfferingRow } from '../offerings/facts.ts'
import type { CreateInvestmentInput } from './create.ts'

const parse = (text: string) => parseMicro(text) ?? 0n

/** What is bought, in money and in units. Throws `currency_mismatch`, `amount_mismatch`, `validation_failed`. */
export function amounts(input: CreateInvestmentInput, offering: OfferingRow): { amount: bigint; quantity: bigint } {
  if (input.currency && input.currency !== offering.currency)
    throw new AppError('currency_mismatch', `The offering is in ${offering.currency}.`, {
      fields: [{ pointer: '/currency', code: 'currency_mismatch', detail: `Use ${offering.currency}.`, suggestion: offering.currency }],
    })
  const price = parse(offering.price_per_token)
  const one = micro('1')
  const wanted = input.amount ? parse(input.amount) : null
  const tokens = input.quantity ? parse(input.quantity) : null
  if (tokens !== null && tokens % one !== 0n) throw invalidField('/quantity', 'invalid_format', 'Tokens are whole.')
  const quantity = tokens !== null ? tokens / one : wanted! / price
  return { amount: wanted ?? quantity * price, quantity }
}

/** Throws `offering_not_open` unless the offering is open now: in its state, and between its dates. */
export function requireOpen(ctx: Ctx, offering: OfferingRow): void {
  if (offering.status !== 'open') throw new AppError('offering_not_open', `The offering is ${offering.status}.`)
  if (offering.opens_at && ctx.now < offering.opens_at.getTime())
    throw new AppError('offering_not_open', `The offering opens at ${offering.opens_at.toISOString()}.`)
  if (offering.closes_at && ctx.now >= offering.closes_at.getTime())
    throw new AppError('offering_not_open', `The offering took investments until ${offering.closes_at.toISOString()}.`)
}

/** Throws `amount_mismatch` for an amount that is no whole number of tokens, or another one than the quantity costs. */
export function requireWholeUnits(offering: OfferingRow, { amount, quantity }: { amount: bigint; quantity: bigint }): void {
  const price = parse(offering.price_per_token)
  const pointer = { pointer: '/amount', code: 'amount_mismatch' }
  if (amount % price !== 0n)
    throw new AppError('amount_mismatch', `The amount is not a whole number of tokens at ${offering.price_per_token}.`, {
      fields: [{ ...pointer, detail: 'Use a multiple of the price.', suggestion: formatMicro((amount / price) * price) }],
    })
  const suggestion = formatMicro(quantity * price)
  if (amount !== quantity * price)
    throw new AppError('amount_mismatch', 'The amount and the quantity do not agree with the price.', {
      fields: [{ ...pointer, detail: `${quantity} tokens cost ${suggestion}.`, suggestion }],
    })
}

/** Who holds some already may add less than the minimum, unless the offering asks for it each time. Throws `below_minimum_investment`. */
export async function requireMinimum(tx: Tx, ctx: Ctx, p: { offering: OfferingRow; investor: InvestorRow; amount: bigint }): Promise<void> {
  const { offering, investor, amount } = p
  if (amount >= parse(offering.minimum_investment)) return
  if (offering.facts.minimum_each_time !== true && !(await isNewHolder(tx, ctx, offering, investor))) return
  throw new AppError('below_minimum_investment', `The minimum investment is ${offering.minimum_investment} ${offering.currency}.`, {
    fields: [{ pointer: '/amount', code: 'too_small', detail: 'Below the minimum investment.' }],
    extra: { minimum: offering.minimum_investment },
  })
}

/** Throws `raise_limit_exceeded` or `supply_exhausted` when what is raised, reserved by others, and issued unsold leaves no room for an amount. */
export function checkCapacity(
  offering: OfferingRow,
  amount: bigint,
  quantity: bigint,
  { reserved, granted }: { reserved: bigint; granted: bigint },
): void {
  const taken = parse(offering.amount_raised) + reserved
  const room = parse(offering.maximum_raise) - taken
  const waits = reserved > 0n ? ` ${formatMicro(reserved)} more are reserved by investments that wait.` : ''
  if (amount > room)
    throw new AppError(
      'raise_limit_exceeded',
      `${room > 0n ? `Only ${formatMicro(room)} ${offering.currency} are` : 'Nothing is'} left of this raise.${waits}`,
      { extra: { remaining: formatMicro(room > 0n ? room : 0n) } },
    )
  const price = parse(offering.price_per_token)
  const left = BigInt(offering.total_supply) - (price === 0n ? 0n : taken / price) - granted
  if (quantity > left)
    throw new AppError('supply_exhausted', `Not enough tokens are left.${waits}`, {
      extra: { remaining: String(left > 0n ? left : 0n) },
    })
}

/** An offering with subscription agreements asks for the hash of the one that was signed. */
export function requireAgreement(current: readonly string[], input: CreateInvestmentInput): void {
  if (!current.length || current.some((sha256) => sha256 === input.agreement_sha256)) return
  throw invalidField(
    '/agreement_sha256',
    input.agreement_sha256 ? 'invalid_enum' : 'required',
    'This offering has a subscription agreement: give the SHA-256 of the document that was signed.',
  )
}

/** Whether somebody holds nothing of an offering yet. */
export async function isNewHolder(tx: Tx, ctx: Ctx, offering: OfferingRow, investor: InvestorRow): Promise<boolean> {
  const [row] = await tx
    .select({ id: investments.id })
    .from(investments)
    .where(
      inScope(
        investments,
        ctx,
        and(eq(investments.offering_id, offering.id), eq(investments.person_id, investor.person_id), eq(investments.status, 'accepted')),
      ),
    )
    .limit(1)
  return !row
}
