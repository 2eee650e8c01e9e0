import type { z } from 'zod'
import { parseAddress } from '#chains/address.ts'
import type { AddressWarning, SentAddress } from '#core/identity/wallets/address-warnings.ts'
import { pointerOf } from '#core/kernel/parse-input.ts'
import { readAddress } from '#screening/addresses.ts'

/** Names from the root of an input; `*` stands for each of an array. */
type Path = readonly string[]

type Def = {
  type: string
  shape?: Record<string, z.ZodType>
  innerType?: z.ZodType
  element?: z.ZodType
  options?: z.ZodType[]
  in?: z.ZodType
}

/** An address as no list, wallet or test has it, in a letter case that is not its checksum. */
const ODD = '0xAbCdEf0123456789aBcDeF0123456789AbCdEf99'

/** Where addresses stand in what a schema takes: the fields that take an address and no other text, and a filter by wallet, which takes any. */
export function addressPaths(schema: z.ZodType | undefined): Path[] {
  if (!schema) return []
  const def = schema.def as unknown as Def
  if (def.shape)
    return Object.entries(def.shape).flatMap(([name, field]) => {
      const found = addressPaths(field)
      return found.length === 0 && name === 'wallet_address' ? [[name]] : found.map((path) => [name, ...path])
    })
  if (def.innerType) return addressPaths(def.innerType)
  if (def.element) return addressPaths(def.element).map((path) => ['*', ...path])
  if (def.options) return def.options.flatMap(addressPaths)
  if (def.type === 'pipe') {
    const inner = addressPaths(def.in)
    return inner.length > 0 || !takesOnlyAddresses(schema) ? inner : [[]]
  }
  return []
}

const takesOnlyAddresses = (schema: z.ZodType) => schema.safeParse(ODD).success && !schema.safeParse('no address').success

/** The addresses that stand there. What is none was refused by its schema, and is passed over here. */
export function addressesAt(paths: readonly Path[], value: unknown): SentAddress[] {
  const found: SentAddress[] = []
  for (const path of paths) collect(path, value, [], found)
  return found
}

/** Adds what stands at the rest of a path, below the place `at`. */
function collect(path: Path, value: unknown, at: readonly PropertyKey[], found: SentAddress[]): void {
  const name = path[at.length]
  if (name === undefined) {
    if (typeof value === 'string') found.push(...readOne(value, pointerOf(at)))
  } else if (name === '*') {
    if (Array.isArray(value)) for (let i = 0; i < value.length; i++) collect(path, value[i], [...at, i], found)
  } else if (typeof value === 'object' && value !== null && Object.hasOwn(value, name))
    collect(path, (value as Record<string, unknown>)[name], [...at, name], found)
}

function readOne(text: string, pointer: string): SentAddress[] {
  const trimmed = text.trim()
  const parsed = parseAddress(trimmed)
  if (parsed.ok) return [{ pointer, canonical: parsed.canonical, checksum: parsed.checksum }]
  // `ethereum:0x…` and addresses of chains that only lists name.
  const read = readAddress(trimmed)
  // Reading takes the letter case away.
  const inner = parseAddress(/0x[0-9a-fA-F]{40}(?![0-9a-fA-F])/.exec(trimmed)?.[0] ?? read.address)
  if (inner.ok && inner.canonical.toLowerCase() === read.address.toLowerCase())
    return [{ pointer, canonical: inner.canonical, checksum: inner.checksum }]
  return read.chain === 'unknown' ? [] : [{ pointer, canonical: read.address, checksum: 'none' }]
}

/** The answer with what is to be said of the addresses: of several subjects, each with its own. */
export function withWarnings(body: unknown, warnings: readonly AddressWarning[]): unknown {
  if (warnings.length === 0 || typeof body !== 'object' || body === null || body instanceof ReadableStream) return body
  const { results, warnings: own = [] } = body as { results?: unknown; warnings?: unknown[] }
  if (!Array.isArray(results)) return { ...body, warnings: [...own, ...warnings] }
  const of = (i: number) => warnings.filter(({ pointer }) => pointer.startsWith(`/subjects/${i}/`))
  return { ...body, results: results.map((one, i) => withWarnings(one, of(i))) }
}
