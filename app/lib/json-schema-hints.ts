import { distance } from 'fastest-levenshtein'

/** The parts of JSON Schema that the API's description uses. */
export interface JsonSchema {
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  description?: string
  default?: unknown
  items?: JsonSchema
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  properties?: Record<string, JsonSchema>
  required?: string[]
  additionalProperties?: unknown
  minimum?: number
  maximum?: number
  maxLength?: number
  minLength?: number
  pattern?: string
}

/** Something to look at, at a place in the value. The API itself decides. */
export interface Hint {
  path: (string | number)[]
  message: string
}

const options = (schema: JsonSchema) => schema.anyOf ?? schema.oneOf ?? [schema]

/** The schema of what stands at a path; null where the description says nothing. */
export function schemaAt(schema: JsonSchema, path: (string | number)[]): JsonSchema | null {
  let found: JsonSchema | undefined = schema
  for (const step of path) {
    const candidates: JsonSchema[] = options(found)
    found =
      typeof step === 'number'
        ? candidates.find((each) => each.items)?.items
        : candidates.map((each) => each.properties?.[step]).find((each) => each !== undefined)
    if (!found) return null
  }
  return found
}

/** Names that an object of this schema may have, with what is known of each. */
export function propertiesOf(schema: JsonSchema): { name: string; schema: JsonSchema; required: boolean }[] {
  return options(schema).flatMap((each) =>
    Object.entries(each.properties ?? {}).map(([name, inner]) => ({
      name,
      schema: inner,
      required: each.required?.includes(name) ?? false,
    })),
  )
}

/** Values that can stand where this schema does. */
export function valuesOf(schema: JsonSchema): unknown[] {
  const values = options(schema).flatMap((each) => {
    if (each.const !== undefined) return [each.const]
    if (each.enum) return each.enum
    return each.type === 'boolean' ? [true, false] : []
  })
  if (schema.default !== undefined && typeof schema.default !== 'object') values.unshift(schema.default)
  return [...new Set(values)]
}

const nearest = (word: string, known: string[]) => {
  const best = known.map((each) => ({ each, far: distance(word, each) })).sort((a, b) => a.far - b.far)[0]
  return best && best.far <= Math.max(2, word.length / 3) ? best.each : null
}

const typeOf = (value: unknown) =>
  value === null
    ? 'null'
    : Array.isArray(value)
      ? 'array'
      : Number.isInteger(value)
        ? 'integer'
        : typeof value === 'number'
          ? 'number'
          : typeof value
const fits = (type: string, actual: string) => type === actual || (type === 'number' && actual === 'integer')

/** Where a value departs from its schema. */
export function hintsFor(value: unknown, schema: JsonSchema, path: (string | number)[] = []): Hint[] {
  const all = options(schema)
  const actual = typeOf(value)
  const matching = all.filter((each) => {
    const types = each.type === undefined ? [] : [each.type].flat()
    return types.length === 0 || types.some((type) => fits(type, actual))
  })
  if (matching.length === 0)
    return [{ path, message: `This is ${actual}; expected ${[...new Set(all.flatMap((each) => each.type ?? []))].join(' or ')}.` }]
  const allowed = matching.every((each) => each.enum || each.const !== undefined)
    ? matching.flatMap((each) => each.enum ?? [each.const])
    : []
  if (allowed.length > 0 && !allowed.includes(value)) {
    const close = typeof value === 'string' ? nearest(value, allowed.map(String)) : null
    return [{ path, message: `Not one of ${allowed.map(String).join(', ')}.${close ? ` Did you mean ${close}?` : ''}` }]
  }
  const [one] = matching
  if (Array.isArray(value)) return one?.items ? value.flatMap((each, index) => hintsFor(each, one.items!, [...path, index])) : []
  if (value !== null && typeof value === 'object') return objectHints(value as Record<string, unknown>, matching, path)
  return one && matching.length === 1 ? scalarHints(value, one, path) : []
}

function objectHints(value: Record<string, unknown>, schemas: JsonSchema[], path: (string | number)[]): Hint[] {
  const known = schemas.flatMap((each) => Object.keys(each.properties ?? {}))
  const open = schemas.some((each) => each.additionalProperties !== false && each.additionalProperties !== undefined) || known.length === 0
  const missing = schemas.length === 1 ? (schemas[0]!.required ?? []).filter((name) => !(name in value)) : []
  return [
    ...missing.map((name) => ({ path, message: `${name} is required.` })),
    ...Object.entries(value).flatMap(([name, inner]) => {
      const schema = schemas.map((each) => each.properties?.[name]).find((each) => each !== undefined)
      if (schema) return hintsFor(inner, schema, [...path, name])
      if (open) return []
      const close = nearest(name, known)
      return [{ path: [...path, name], message: `There is no field ${name}.${close ? ` Did you mean ${close}?` : ''}` }]
    }),
  ]
}

function scalarHints(value: unknown, schema: JsonSchema, path: (string | number)[]): Hint[] {
  if (typeof value === 'string') {
    if (schema.maxLength !== undefined && value.length > schema.maxLength)
      return [{ path, message: `At most ${schema.maxLength} characters.` }]
    if (schema.minLength !== undefined && value.length < schema.minLength)
      return [{ path, message: `At least ${schema.minLength} characters.` }]
    if (schema.pattern !== undefined && !matches(schema.pattern, value))
      return [{ path, message: 'This does not have the form the API expects.' }]
  }
  if (typeof value === 'number') {
    if (schema.minimum !== undefined && value < schema.minimum) return [{ path, message: `At least ${schema.minimum}.` }]
    if (schema.maximum !== undefined && value > schema.maximum) return [{ path, message: `At most ${schema.maximum}.` }]
  }
  return []
}

/** A pattern this engine cannot read says nothing. */
function matches(pattern: string, value: string): boolean {
  try {
    return new RegExp(pattern, 'u').test(value)
  } catch {
    return true
  }
}
