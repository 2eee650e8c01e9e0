import { distance } from 'fastest-levenshtein'
import type { z } from 'zod'
import { type FieldError, fieldsWrong, MOST_FIELDS } from './errors.ts'
import { speakPlainly } from './field-messages.ts'

speakPlainly()

/** JSON pointer (RFC 6901) of a path. */
export const pointerOf = (path: readonly PropertyKey[]) =>
  path.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')

/** A longer name is no slip of a finger. */
const MOST_MISSPELT = 64

/**
 * The one reader of input, of the API and of pages alike. Returns `value` parsed, or throws 422 (`validation_failed`, `unknown_field`)
 * with the first problems and the number of the others. However much is wrong, no more is looked into than is said. Custom codes are
 * given by schemas as `params: { code, suggestion }` on their issues.
 */
export function parseInput<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const { issues } = parsed.error
  // Where not all can be named, wrong values go before unknown fields.
  const all = [...issues, ...hiddenIssues(schema, value, issues)].toSorted((a, b) => rank(a) - rank(b))
  const fields: FieldError[] = []
  let more = 0
  for (const issue of all) {
    const found = fields.length < MOST_FIELDS ? fieldErrors(issue, value, schema) : []
    fields.push(...found)
    more += Math.max(0, (issue.code === 'unrecognized_keys' ? issue.keys.length : 1) - found.length)
  }
  throw fieldsWrong(fields, more)
}

const rank = (issue: Issue) => (issue.code === 'unrecognized_keys' ? 1 : 0)

type Issue = z.core.$ZodIssue

/** What an unknown field kept the schema from looking at: how the known fields agree with each other. */
function hiddenIssues(schema: z.ZodType, value: unknown, issues: readonly Issue[]): readonly Issue[] {
  const unknown = issues.filter((issue) => issue.code === 'unrecognized_keys')
  if (unknown.length === 0 || unknown.length < issues.length) return []
  if (unknown.reduce((sum, issue) => sum + issue.keys.length, 0) >= MOST_FIELDS) return []
  const known = structuredClone(value)
  for (const { path, keys } of unknown) {
    const holder = valueAt(known, path) as Record<string, unknown>
    for (const key of keys) delete holder[key]
  }
  return schema.safeParse(known).error?.issues ?? []
}

function fieldErrors(issue: Issue, root: unknown, schema: z.ZodType): FieldError[] {
  const pointer = pointerOf(issue.path)
  if (issue.code === 'unrecognized_keys') {
    const known = knownKeys(schemaAt(schema, issue.path))
    return issue.keys.slice(0, MOST_FIELDS).map((key) => {
      const near = nearest(key, known)
      return {
        pointer: `${pointer}/${key}`,
        code: 'unknown_field',
        detail: `${key} is not a field of this request.`,
        ...(near && { suggestion: near }),
      }
    })
  }
  if (issue.code === 'invalid_union' && issue.errors.length) {
    const word = issue.errors.find((list) => list.length === 1 && list[0]!.code === 'invalid_value' && !list[0]!.path.length)?.[0]
    const others = issue.errors.filter((list) => list[0] !== word)
    const inner = others.find((list) => list.every((i) => i.code !== 'invalid_type')) ?? others[0] ?? issue.errors[0]!
    const wrong = inner.slice(0, MOST_FIELDS).flatMap((i) => fieldErrors({ ...i, path: [...issue.path, ...i.path] } as Issue, root, schema))
    // A word that stands for a known absence is one way of several, so the others are named before it.
    const orElse =
      word && 'values' in word && others.length ? `, or ${word.values.map((value) => JSON.stringify(value)).join(', ')}.` : null
    return wrong.map((one) => (orElse && one.pointer === pointer ? { ...one, detail: one.detail.replace(/\.$/, orElse) } : one))
  }
  const absent = valueAt(root, issue.path) === undefined
  const params = 'params' in issue ? (issue.params as { code?: string; suggestion?: string } | undefined) : undefined
  return [
    {
      pointer,
      code: params?.code ?? (absent && issue.code !== 'custom' ? 'required' : codeOf(issue)),
      detail: absent && issue.code !== 'custom' ? requiredWords(issue.message) : sentence(issue.message),
      ...(params?.suggestion && { suggestion: params.suggestion }),
    },
  ]
}

/** Where a schema has words of its own for what to give, they are said to whoever gave nothing. */
const requiredWords = (own: string): string =>
  own.startsWith('Say ') ? `This field is required. ${sentence(own)}` : 'This field is required.'

function codeOf(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return 'invalid_type'
    case 'invalid_format':
      return 'invalid_format'
    case 'invalid_value':
      return 'invalid_enum'
    case 'too_small':
      return issue.origin === 'string' || issue.origin === 'array' ? 'too_short' : 'too_small'
    case 'too_big':
      return issue.origin === 'string' || issue.origin === 'array' ? 'too_long' : 'too_large'
    default:
      return 'invalid_format'
  }
}

const sentence = (text: string) => (/[.!?]$/.test(text) ? text : `${text}.`)

function valueAt(root: unknown, path: readonly PropertyKey[]): unknown {
  let value: unknown = root
  for (const key of path) {
    if (value === null || typeof value !== 'object') return undefined
    value = (value as Record<PropertyKey, unknown>)[key]
  }
  return value
}

type Def = {
  type: string
  shape?: Record<string, z.ZodType>
  element?: z.ZodType
  valueType?: z.ZodType
  in?: z.ZodType
  out?: z.ZodType
  innerType?: z.ZodType
  options?: z.ZodType[]
}

/** What a schema that only wraps others wraps: optional, default, transformed, or one of several. */
function within({ def }: z.ZodType): z.ZodType[] {
  const { type, in: from, out, innerType, options } = def as unknown as Def
  if (type === 'pipe') return [from?.def.type === 'transform' ? out! : from!]
  return innerType ? [innerType] : (options ?? [])
}

/** The field names a schema knows at its top level, for naming the nearest one in a typo. */
export function knownKeys(schema: z.ZodType | undefined): string[] {
  if (!schema) return []
  const { type, shape } = schema.def as unknown as Def
  return type === 'object' ? Object.keys(shape ?? {}) : [...new Set(within(schema).flatMap(knownKeys))]
}

/** The schema of what lies at a path. */
function schemaAt(schema: z.ZodType | undefined, [name, ...rest]: readonly PropertyKey[]): z.ZodType | undefined {
  if (name === undefined || !schema) return schema
  const { type, shape, element, valueType } = schema.def as unknown as Def
  const inner = type === 'object' ? shape?.[name as string] : (element ?? valueType)
  if (inner) return schemaAt(inner, rest)
  for (const one of within(schema)) {
    const found = schemaAt(one, [name, ...rest])
    if (found) return found
  }
  return undefined
}

/** The known name nearest to `word` by edit distance, when near enough to be a typo. None for a word longer than any name. */
export function nearest(word: string, known: readonly string[]): string | undefined {
  if (word.length > MOST_MISSPELT) return undefined
  let best: string | undefined
  let bestDistance = Math.max(2, Math.floor(word.length / 3)) + 1
  for (const candidate of known) {
    const apart = distance(word.toLowerCase(), candidate.toLowerCase())
    if (apart < bestDistance) [best, bestDistance] = [candidate, apart]
  }
  return best
}
