import { type ScimResource, scimPatch } from 'scim-patch'
import type { z } from 'zod'
import { storable } from '#core/kernel/storable.ts'

/** A refusal in the words of SCIM (RFC 7644, section 3.12). */
export class ScimError extends Error {
  readonly status: number
  readonly scimType: string | null
  constructor(status: number, detail: string, scimType: string | null = null) {
    super(detail)
    this.name = 'ScimError'
    this.status = status
    this.scimType = scimType
  }
}

export const USER_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:User'
/** What became here of what the directory said of somebody: ours, and read alone. */
export const MEMBERSHIP_SCHEMA = 'urn:sealwright:params:scim:schemas:extension:membership:2.0:User'
export const GROUP_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:Group'
const PATCH_SCHEMA = 'urn:ietf:params:scim:api:messages:2.0:PatchOp'

export type Body = Record<string, unknown>
export const isScimObject = (value: unknown): value is Body => typeof value === 'object' && value !== null && !Array.isArray(value)
export const noSuch = (id: string) => new ScimError(404, `There is no ${id.startsWith('dgr_') ? 'group' : 'user'} ${id.slice(0, 60)} here.`)

const MOST_PATH = 300
const NAMES = [
  ...['schemas', 'Operations', 'op', 'path', 'value', 'id', 'meta', 'externalId', 'displayName', 'userName', 'name', 'givenName'],
  ...['familyName', 'formatted', 'emails', 'type', 'primary', 'active', 'members'],
  ...['eq', 'ne', 'co', 'sw', 'ew', 'gt', 'ge', 'lt', 'le', 'pr', 'and', 'or', 'not'],
]
const KNOWN = new Map(NAMES.map((name) => [name.toLowerCase(), name]))
/** Names and operators in whatever letters (RFC 7643, section 2.1), as they are called here. What stands in quotes stays. */
const asKnown = (path: string) =>
  // One that is longer is refused, and not looked through before.
  path.length > MOST_PATH ? path : path.replace(/"(?:[^"\\]|\\.)*"|[\w$-]+/g, (word) => KNOWN.get(word.toLowerCase()) ?? word)
/** No attribute that is kept lies deeper. */
const DEEPEST = 8

/** A body with its names as they are called here, whatever letters they came in: one that is not known counts for nothing. */
function withKnownNames(body: unknown, depth = 0): unknown {
  if (typeof body !== 'object' || body === null || depth === DEEPEST) return body
  if (Array.isArray(body)) return body.map((one: unknown) => withKnownNames(one, depth + 1))
  return Object.fromEntries(Object.entries(body).map(([name, value]) => [asKnown(plainPath(name)), withKnownNames(value, depth + 1)]))
}

/** What a directory says of a user or a group. Throws `invalidValue` and names the first attribute that is not right. */
export function readDirectoryBody<S extends z.ZodType>(schema: S, body: unknown, what: string): z.output<S> {
  const { data, error } = schema.safeParse(withKnownNames(body))
  if (!error) return data
  const issue = error.issues[0]!
  throw new ScimError(400, `${issue.path.join('.') || what}: ${issue.message}.`, 'invalidValue')
}

/** One comparison of a filter. */
export interface FilterPart {
  attribute: string
  op: 'eq' | 'co' | 'sw'
  value: string
}

const ONE = /^\s*(\S+?(?:\[type eq "\w+"\]\.value)?)\s+(eq|co|sw)\s+("(?:[^"\\]|\\.)*"|true|false)\s*(?:and\s+(?=\S)|$)/i
const MOST_COMPARED = 10

/**
 * The comparisons of a filter, all of which have to hold: `attribute eq "value"`, joined by `and`; of `inParts` also `co` and `sw`, for what
 * is not sealed. Throws `invalidFilter` for any other.
 */
export function readFilter(filter: string | undefined, attributes: readonly string[], inParts: readonly string[] = []): FilterPart[] {
  const found: FilterPart[] = []
  for (let rest = filter?.trim() ?? ''; rest !== ''; ) {
    const [whole = '', path = '', op = '', text = ''] = ONE.exec(rest) ?? []
    const value = text.startsWith('"') ? unquoted(text) : text.toLowerCase()
    const plain = path.replace(/^urn:[\w:.]+:(?=\w+$)/i, '').replace(/\[type eq "\w+"\]/i, '')
    const attribute = attributes.find((one) => one.toLowerCase() === plain.toLowerCase())
    const word = op.toLowerCase() as FilterPart['op']
    if (!attribute || value === null || found.length === MOST_COMPARED || (word !== 'eq' && !inParts.includes(attribute)))
      throw new ScimError(
        400,
        `Filters are of the form: attribute eq "value", joined by and, with ${attributes.join(', ')}${inParts.length ? `; co and sw with ${inParts.join(', ')}` : ''}.`,
        'invalidFilter',
      )
    found.push({ attribute, op: word, value })
    rest = rest.slice(whole.length)
  }
  return found
}

/** What a text in quotes says; null for one that is not well written, or that no attribute can hold. */
function unquoted(text: string): string | null {
  try {
    const said = JSON.parse(text) as string
    return storable(said) === said ? said : null
  } catch {
    return null
  }
}

/** Which part of a list is asked for: counted from 1, at most 200. */
export function readPage(query: { startIndex?: string | undefined; count?: string | undefined }) {
  const whole = (text: string | undefined, otherwise: number) => (text && /^-?\d{1,9}$/.test(text) ? Number(text) : otherwise)
  return { startIndex: Math.max(1, whole(query.startIndex, 1)), count: Math.min(200, Math.max(0, whole(query.count, 100))) }
}

export interface PatchOperation {
  op: 'add' | 'replace' | 'remove'
  path?: string
  value?: unknown
}

const MOST_OPERATIONS = 1_000

/**
 * The operations of a PATCH, as Entra and as Okta write them, in one form: names and words of `op` in whatever letters, several attributes
 * at once without a path, names with dots among them, and truth as text. Throws `invalidSyntax`, `invalidPath`, and 413 for more than it takes at once.
 */
export function readPatch(said: unknown): PatchOperation[] {
  const body = withKnownNames(said)
  const given = isScimObject(body) ? body.Operations : null
  const schemas = isScimObject(body) ? body.schemas : null
  if (!Array.isArray(given) || !given.length || (Array.isArray(schemas) && !schemas.includes(PATCH_SCHEMA)))
    throw new ScimError(400, `Send schemas with ${PATCH_SCHEMA}, and 1 to ${MOST_OPERATIONS} Operations.`, 'invalidSyntax')
  const read = given.flatMap((one) => {
    const op = isScimObject(one) ? String(one.op).toLowerCase() : ''
    if (!isScimObject(one) || (op !== 'add' && op !== 'replace' && op !== 'remove'))
      throw new ScimError(400, 'Each operation is add, replace or remove.', 'invalidSyntax')
    const path = typeof one.path === 'string' && one.path ? asKnown(plainPath(one.path)) : undefined
    if (op === 'remove' && !path) throw new ScimError(400, 'A remove names its path.', 'noTarget')
    if (!path && isScimObject(one.value))
      return Object.entries(one.value)
        .filter(([name]) => name !== 'schemas' && name !== 'id' && name !== 'meta')
        .map(([name, value]) => ({ op, path: name, value: truth(name, value) }) as PatchOperation)
    return [{ op, ...(path && { path }), value: truth(path ?? '', one.value) } as PatchOperation]
  })
  // Several attributes at once are an operation each.
  if (read.length > MOST_OPERATIONS) throw new ScimError(413, `Send at most ${MOST_OPERATIONS} operations and attributes at once.`)
  if (read.some(({ path }) => path !== undefined && path.length > MOST_PATH))
    throw new ScimError(400, `A path has at most ${MOST_PATH} characters.`, 'invalidPath')
  for (const one of read) requireAttributes(one)
  return read
}

/** What every value of the language has by itself, `constructor` for one: no attribute is called so, and nothing is reached by it. */
const OF_THE_LANGUAGE = [Object, Array, String, Number, Boolean].map((one) => one.prototype as object)
const namesOfTheLanguage = (path: string) => path.split(/[.:[\]]/).some((name) => OF_THE_LANGUAGE.some((one) => name in one))

/**
 * Refuses a name by which the library would walk out of the resource into what all of the process shares, in a path or among the
 * attributes of a value. Throws `invalidPath`.
 */
function requireAttributes({ path, value }: PatchOperation): void {
  const inside = Array.isArray(value) ? value : [value]
  const names = inside.flatMap((one) => (isScimObject(one) ? Object.keys(one) : []))
  if ([...(path === undefined ? [] : [path]), ...names].some(namesOfTheLanguage))
    throw new ScimError(400, 'A path or a value names an attribute that no user or group has.', 'invalidPath')
}

/** The library compares values with each other, and walks each path through all of them: what it is given is small. */
const MOST_PARTS = 300
const NAME = /^[\w$-]+(?:\.[\w$-]+)?$/
const PATH = /^[\w$-]+(?:\[.+\])?(?:\.[\w$-]+)?$/

/** How many values and attributes there are in a value, at every depth; no more than `most` are counted. */
function partsOf(value: unknown, most: number): number {
  let parts = 0
  for (const left = [value]; left.length && parts <= most; parts++) {
    const one = left.pop()
    if (typeof one === 'object' && one !== null) for (const inner of Object.values(one)) left.push(inner)
  }
  return parts
}

/**
 * A resource as the operations of a PATCH leave it. Those on attributes other than these are passed over: nothing is kept of them.
 * Throws `invalidPath`, and 413 for more values than it takes at once.
 */
export function applyPatch(operations: PatchOperation[], before: Body, attributes: readonly string[]): Body {
  const kept = operations.filter(({ path }) => path === undefined || attributes.includes(/^[^.:[]*/.exec(path)![0]))
  let parts = 0
  for (const { path, value } of kept) {
    if ((path !== undefined && !PATH.test(path)) || (isScimObject(value) && !Object.keys(value).every((name) => NAME.test(name))))
      throw new ScimError(400, 'A path is of the form: attribute, attribute.part or attribute[filter].part.', 'invalidPath')
    parts += partsOf(value, MOST_PARTS)
    if (parts > MOST_PARTS) throw new ScimError(413, `Send at most ${MOST_PARTS} values of ${attributes.join(', ')} at once.`)
  }
  try {
    const options = { mutateDocument: false, treatMissingAsAdd: true }
    return scimPatch(before as unknown as ScimResource, kept as never, options) as unknown as Body
  } catch (error) {
    throw new ScimError(400, `The operations cannot be carried out: ${(error as Error).message}`, 'invalidPath')
  }
}

/** The name of an attribute without the schema it is of. */
export const plainPath = (path: string) => path.replace(/^urn:ietf:params:scim:schemas:core:2\.0:(?:User|Group):/i, '')
const truth = (path: string, value: unknown) =>
  path === 'active' && typeof value === 'string' && /^(true|false)$/i.test(value) ? value.toLowerCase() === 'true' : value
