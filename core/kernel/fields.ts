// Field types of the public API (api.md, section 4.0), shared by every operation. Pure: only Zod and address arithmetic.
import { z } from 'zod'
import { type ParsedAddress, parseAddress } from '#chains/address.ts'
import { UA_REGIONS } from '#engine/tables/ua-regions.ts'
import { usStateOf } from '#engine/tables/us-states.ts'
import { isMistyped, readAddress } from '#screening/addresses.ts'
import { isComparable } from '#screening/names.ts'
import { countryCode, isCountry } from './countries.ts'

/** A moment, RFC 3339 in UTC. */
export const dateTime = z.iso.datetime({ error: 'Use a date and a time in UTC, such as 2026-11-21T00:00:00Z.' })

const issue = (code: string, message: string, suggestion?: string) => ({
  code: 'custom' as const,
  message,
  params: { code, ...(suggestion && { suggestion }) },
})

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for.
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/
/** Joiners belong to the spelling of Persian, Nepali or Sinhala names; after anything but such a letter they only hide something. */
const STRAY_JOINER = /(?<![\p{L}\p{M}])(?:\u200c|\u200d)|\p{Script=Latin}(?:\u200c|\u200d)/u

/** A name: 1 to `max` characters after trimming, NFC, without control or direction characters. */
export const name = (max = 200) =>
  z
    .string()
    // What is far too long is refused as it is: putting it in order could cost the square of its length.
    .transform((v) => (v.length > 20 * max ? v : v.normalize('NFC').trim()))
    .pipe(z.string().min(1, 'This must not be empty').max(max, `At most ${max} characters`))
    .refine((v) => !CONTROL.test(v) && !STRAY_JOINER.test(v), 'Control characters are not allowed')
    .meta({ description: 'A name, 1 to 200 characters' })

/** The name of a party that is screened: something in it can be compared with listed names. */
export const partyName = (max = 200) =>
  name(max).refine(
    (v) => v.length > max || isComparable(v),
    'This name has no letter or digit that could be compared with the names of a list',
  )

const ADDRESS_PROBLEMS = {
  invalid_address: 'Use an EVM address (0x and 40 hex digits) or a Solana address (base58 of 32 bytes).',
  address_not_allowed: 'This address belongs to nobody.',
  address_checksum_invalid: 'The letter case of this address is not its EIP-55 checksum.',
} as const

/** A wallet address of either kind, parsed. Output: canonical address, its family and what is odd about it. */
export const walletAddress = z
  .string()
  .meta({ pattern: '^[ \\t\\r\\n]*(0x[0-9a-fA-F]{40}|[1-9A-HJ-NP-Za-km-z]{32,44})[ \\t\\r\\n]*$' })
  .transform((value, ctx): ParsedAddress & { ok: true } => {
    const parsed = parseAddress(value.trim())
    if (parsed.ok) return parsed
    ctx.issues.push({ ...issue(parsed.code, ADDRESS_PROBLEMS[parsed.code]), input: value })
    return z.NEVER
  })
  .meta({
    description: 'EVM (0x and 40 hex digits) or Solana (base58 of 32 bytes) address',
    examples: ['0x5ea15ea15ea15ea15ea15ea15ea15ea100000002'],
  })

/** An address to be looked up on the lists, which name addresses of many chains. Output: canonical address, and what is odd about it. */
export const listedAddress = z
  .string()
  .transform((value, ctx): Pick<ParsedAddress & { ok: true }, 'canonical' | 'checksum'> => {
    const trimmed = value.trim()
    const direct = parseAddress(trimmed)
    if (direct.ok) return direct
    const read = readAddress(trimmed)
    // `ethereum:0x…` and the like hold an address of either kind.
    const parsed = parseAddress(read.address)
    if (parsed.ok) return parsed
    const mistyped = isMistyped(read)
    if (parsed.code === 'invalid_address' && read.chain !== 'unknown' && !mistyped) return { canonical: read.address, checksum: 'none' }
    const none = mistyped
      ? 'The checksum of this address does not fit it. Send every letter as it is written: capitals count.'
      : 'This is not an address of a chain we know.'
    const problem = parsed.code === 'invalid_address' ? none : ADDRESS_PROBLEMS[parsed.code]
    ctx.issues.push({ ...issue(parsed.code, problem), input: value })
    return z.NEVER
  })
  .meta({
    description: 'Address on any chain that a list names: EVM, Solana, Bitcoin, Tron, Litecoin, Monero and others',
    examples: ['0x5ea15ea15ea15ea15ea15ea15ea15ea100000002'],
  })

/** What a code or an English name of a country is written with. */
const COUNTRY = /^[ ]*[A-Za-zÅåÔô][A-Za-zÀ-ÖØ-öø-ÿ .,&'’()-]{1,80}$/

/** An ISO 3166-1 alpha-2 code or a common English name; output: alpha-2. */
export const country = z
  .string()
  .meta({ pattern: COUNTRY.source })
  .transform((value, ctx) => {
    const code = COUNTRY.test(value) ? countryCode(value) : null
    if (code) return code
    ctx.issues.push({ ...issue('unknown_country', 'This is not a country: use two letters such as US.'), input: value })
    return z.NEVER
  })
  .meta({ description: 'ISO 3166-1 alpha-2, or a common English name', examples: ['US'] })

const DATE = /^(\d{4})-(\d{2})-(\d{2})$/

function dateProblem(value: string) {
  const match = DATE.exec(value)
  const time = match ? Date.UTC(Number(match[1]), Number(match[2]) - 1, Number(match[3])) : Number.NaN
  if (!match || new Date(time).toISOString().slice(0, 10) !== value)
    return issue('not_a_date', 'This is not a date: use YYYY-MM-DD.', '1990-05-17')
  if (time > Date.now()) return issue('future_date', 'The date is in the future.', 'Use a past date, such as 1990-05-17.')
  return null
}

/** A birth date of a person who can be alive: year 1900 or later, age at most 120. */
export const dateOfBirth = z
  .string()
  .superRefine((value, ctx) => {
    const problem = dateProblem(value)
    if (problem)
      ctx.addIssue({ ...problem, message: problem.params.code === 'future_date' ? 'The date of birth is in the future.' : problem.message })
    else if (Number(value.slice(0, 4)) < 1900 || new Date().getUTCFullYear() - Number(value.slice(0, 4)) > 120)
      ctx.addIssue(issue('too_old', 'The date of birth is more than 120 years ago.'))
  })
  .meta({ description: 'YYYY-MM-DD; used, sealed, never returned', examples: ['1990-05-17'] })

const DECIMAL = /^\d{1,18}(\.\d{1,18})?$/

/** Numbers of at most 18 digits; those that JavaScript writes with an exponent are refused. */
const decimalNumber = z.number().meta({ minimum: 0, exclusiveMaximum: 1e18 })

/** Money or a quantity: a decimal string (or JSON number) without sign or exponent; output: decimal string without trailing zeros. */
export const decimal = z
  .union([z.string().meta({ pattern: DECIMAL.source }), decimalNumber])
  .transform((value, ctx) => {
    const text = typeof value === 'number' ? numberText(value) : value
    if (text !== null && DECIMAL.test(text))
      return text
        .replace(/^0+(?=\d)/, '')
        .replace(/(\.\d*?)0+$/, '$1')
        .replace(/\.$/, '')
    ctx.issues.push({
      ...issue('invalid_format', 'Use a decimal such as "10.50": up to 18 digits before and after the point, no sign, no exponent.'),
      input: value,
    })
    return z.NEVER
  })
  .meta({ description: 'Decimal string', examples: ['10.00'] })

function numberText(value: number): string | null {
  const text = String(value)
  return /e/i.test(text) ? null : text
}

export const positiveDecimal = decimal.refine((v) => !/^0(\.0*)?$/.test(v), {
  message: 'This must be more than 0',
  params: { code: 'too_small' },
})

/** Prices and amounts that are multiplied and added are kept to a millionth. */
export const sixDecimals = <T extends z.ZodType<string, unknown>>(type: T) =>
  type.refine((v) => !/\.\d{7,}$/.test(v), { message: 'At most 6 digits after the point', params: { code: 'invalid_format' } })

export const currency = z
  .string()
  .regex(/^([A-Za-z]{3}|[Uu][Ss][Dd][CcTt]|[Ee][Uu][Rr][Cc])$/, 'Use an ISO 4217 code, USDC, USDT or EURC')
  .transform((v) => v.toUpperCase())

/** A number of things, as large as its column can keep. */
export const count = z.number().int().min(0).max(2_147_483_647, 'At most 2147483647')

/** Any JSON. The document says so too, where a type that contains itself would need a name of its own. */
export const anyJson = z.custom<z.core.util.JSONType>()

/** A record of few entries. They are counted first: to look at thousands, one by one, costs the thread that answers everybody. */
export const atMost = <S extends z.ZodType>(entries: number, record: S) =>
  z.preprocess((value, ctx) => {
    if (value === null || typeof value !== 'object' || Object.keys(value).length <= entries) return value
    ctx.addIssue(`At most ${entries}`)
    return z.NEVER
  }, record)

/** At most 50 own fields of the integrator. */
export const metadata = atMost(50, z.record(z.string().max(40), z.string().max(500))).meta({
  description: 'Up to 50 of your own key-value pairs',
})

export const phone = z.string().regex(/^\+[1-9]\d{9,14}$/, 'Use international format such as +12025550123')

/** The lines of a postal address that somebody says of themselves. */
export const addressLines = {
  line1: z.string().max(200),
  line2: z.string().max(200).optional(),
  city: z.string().max(100),
  state: z.string().max(100).optional(),
  postal_code: z.string().max(20).optional(),
}

/** Signed message for proof of control. */
export const walletSignature = z
  .strictObject({
    message: z.string().max(4000),
    signature: z.string().max(20_000),
    chain: z.string().max(20).optional(),
  })
  .meta({ title: 'WalletSignature' })

/** A region by its code. Those of Ukraine and the United States, on which rules rest, are the ones that exist. */
export const region = z
  .string()
  .transform((v) => v.trim().toUpperCase())
  .refine((v) => /^[A-Z]{2}-[A-Z0-9]{1,3}$/.test(v) && isCountry(v.slice(0, 2)) && exists(v), {
    message: 'Use a region of ISO 3166-2, such as UA-30 or US-TX.',
    params: { code: 'unknown_region' },
  })
  .meta({ description: 'Region of ISO 3166-2, in the country named; needed in Ukraine', examples: ['UA-30', 'US-TX'] })

const exists = (code: string): boolean =>
  code.startsWith('UA-') ? UA_REGIONS.includes(code) : !code.startsWith('US-') || usStateOf(code.slice(3)) !== null

/** Where in a country somebody lives, beside its field `country`. */
export const regionFields = {
  region: region.optional(),
  ukraine_area: z
    .enum(['government_held', 'occupied'])
    .optional()
    .meta({ description: 'Of an address in UA-09 or UA-14: who holds the place' }),
}
type Regions = { region?: string | undefined; ukraine_area?: 'government_held' | 'occupied' | undefined }

/** What was said of it, and nothing else. */
export const regionOf = ({ region, ukraine_area }: Regions): Regions => ({
  ...(region && { region }),
  ...(ukraine_area && { ukraine_area }),
})

/** The region, where it lies in the country. */
export const regionIn = (country: string, { region }: Regions): string | null => (region?.startsWith(`${country}-`) ? region : null)

/** Why something was done, as a short code of the caller's own. */
export const reasonCode = z.string().regex(/^[a-z][a-z0-9_]{1,60}$/)

/** The id of what a verb is about. What has none such is not found. */
export const byId = (description = 'Id') => z.strictObject({ id: z.string().max(100).meta({ description }) })
