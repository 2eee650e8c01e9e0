import { z } from 'zod'
import { isCountry } from '#core/kernel/countries.ts'
import { usStateOf } from '#engine/tables/us-states.ts'

/** How a stated fact is written: the engine's name of its kind, which a test compares, and the schema of the API. */
export interface FactKind {
  readonly name: string
  readonly schema: z.ZodType
}

const kind = (name: string, schema: z.ZodType): FactKind => ({ name, schema })

// The format says it in the document; the pattern of a day is longer than all else about the fact.
const short = { pattern: undefined }
const dayText = z
  .union([z.iso.date().meta(short), z.iso.datetime({ offset: true }).meta(short)])
  .meta({ description: 'A day as YYYY-MM-DD, or an instant' })
const instantText = z.iso.datetime({ offset: true }).meta(short)
const UNSIGNED = /^\d{1,16}(\.\d{1,6})?$/
const SIGNED = /^-?\d{1,16}(\.\d{1,6})?$/
const moneyText = (amount: RegExp) =>
  z
    .strictObject({
      amount: z.string().regex(amount, 'A number as text, such as "1000.50"').meta({ description: 'In the currency named' }),
      currency: z
        .string()
        .regex(/^[A-Z]{3,5}$/, 'A currency code such as USD')
        .meta({ description: 'ISO 4217; stablecoins count as their currency' }),
    })
    .meta({ description: 'An amount in its own currency; another than US dollars is exchanged by the rate of the day' })

export const bool = kind('bool', z.boolean())
/** Whole numbers of facts count holders and owners. */
export const int = kind('int', z.number().int().nonnegative())
/** What may lie below zero, such as the days left of what has matured. */
export const signedInt = kind('signed int', z.number().int())
export const text = kind('text', z.string().trim().min(1).max(200))
export const sha256 = kind(
  'sha256',
  z
    .string()
    .regex(/^[0-9a-f]{64}$/, 'The SHA-256 of the document, in 64 small hexadecimal digits')
    .meta({ description: 'SHA-256 of the document' }),
)
export const bps = kind('bps', z.number().int().min(0).max(10_000).meta({ description: 'Basis points: 10000 is the whole' }))
export const country = kind(
  'country',
  z
    .string()
    .regex(/^[A-Z]{2}$/, { error: 'Two letters, such as US', abort: true })
    .refine(isCountry, 'A country of ISO 3166-1; the United Kingdom is GB')
    .meta({ description: 'ISO 3166-1, two letters' }),
)
export const day = kind('day', dayText)
export const instant = kind('instant', instantText)
const amountText = (amount: RegExp) =>
  z.string().regex(amount, 'A number as text, such as "1000.50"').meta({ description: 'A number as text' })
/** An amount in the currency that its fact names. */
export const decimal = kind('decimal', amountText(UNSIGNED))
export const signedDecimal = kind('signed decimal', amountText(SIGNED))
/** What one unit is worth, to the twelfth place: some coins are worth millionths of a dollar. */
export const rate = kind(
  'rate',
  z
    .string()
    .regex(/^(?=.*[1-9])\d{1,12}(\.\d{1,12})?$/, 'A number above zero as text, such as "4000.5"')
    .meta({ description: 'A number as text' }),
)
/** Of what was done already: the rules take no day in the future for it. */
export const pastDay = kind('past day', dayText)
export const pastInstant = kind('past instant', instantText)
export const usState = kind(
  'US state',
  z
    .string()
    .refine((value) => usStateOf(value) !== null, 'A state or territory of the United States: two letters such as TX, or its name')
    .meta({ description: 'State or territory of the United States', examples: ['TX'] }),
)
export const money = kind('money in USD', moneyText(UNSIGNED))
/** What debts can bring below zero. */
export const signedMoney = kind('signed money in USD', moneyText(SIGNED))
export const units = kind(
  'units',
  z.union([
    z.number().int().nonnegative(),
    z
      .string()
      .regex(/^\d{1,30}$/)
      .meta({ description: 'Whole units' }),
  ]),
)
export const fyeDay = kind(
  'text',
  z
    .string()
    .regex(/^(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/, 'Month and day, such as 12-31')
    .meta({ description: 'Month and day, MM-DD' }),
)

export const oneOf = (...values: [string, ...string[]]): FactKind => kind(`one of ${values.join(' ')}`, z.enum(values))

/** Words of a closed list, where the rules read any text. */
export const words = (...values: [string, ...string[]]): FactKind =>
  kind(`list of one of ${values.join(' ')}`, z.array(z.enum(values)).max(values.length))

export const list = (item: FactKind, most = 500): FactKind => kind(`list of ${item.name}`, z.array(item.schema).max(most))

export const record = (fields: Record<string, FactKind>): FactKind =>
  kind(
    `record ${Object.entries(fields)
      .map(([name, one]) => `${name}: ${one.name}`)
      .join(', ')}`,
    z.strictObject(Object.fromEntries(Object.entries(fields).map(([name, one]) => [name, one.schema]))),
  )

/** Some of a record: what is left out stays unknown, and the rules ask for it. */
export const part = (whole: string, fields: Record<string, FactKind>): FactKind =>
  kind(whole, z.strictObject(Object.fromEntries(Object.entries(fields).map(([name, one]) => [name, one.schema.optional()]))))

/** The same, or `none` for a known absence. */
export const orNone = (inner: FactKind): FactKind => kind(`${inner.name} or none`, z.union([inner.schema, z.literal('none')]))
