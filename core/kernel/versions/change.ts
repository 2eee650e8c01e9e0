export type Fields = Record<string, unknown>

/**
 * One field that a version says otherwise than the one before it. Code knows the newer shape alone: what an older version says is made of
 * it, at the door, for those who ask for it.
 */
export interface VersionChange {
  title: string
  /** What a reader has to do, in a sentence or two. Markdown. */
  description: string
  /** The field in the older version. */
  field: string
  /** The field it stood after, which says the same; none where `field` is still there and says something else. */
  after?: string
  /** What the older version says in it, made of the newer object; undefined leaves the object as it is. */
  was: (object: Fields) => unknown
  /** Its schema in the older version, made of that of `after`, or of its own. */
  schemaWas: (schema: Fields) => Fields
  /** What an event that the older version stored says in the newer words. */
  now: (object: Fields) => Fields
  /** Where answers have it, by operation: the place of its object, such as `data[].in_offering`; empty for the answer itself. */
  answers: Readonly<Record<string, string>>
  /** Types of the events whose object has it; `*` for every one that has `after`. */
  events: readonly string[] | '*'
  /** In events: where the database puts it, or behind all else. */
  inEvents: 'stored' | 'last'
  /** Operations whose input has it too. */
  inputs: readonly string[]
}

/** A field of the older version that says what another says, which alone is left. */
export function twin(
  given: Pick<VersionChange, 'title' | 'description' | 'field' | 'answers' | 'events' | 'inEvents' | 'inputs'> & { after: string },
) {
  const { field, after } = given
  return {
    ...given,
    was: (object: Fields) => object[after],
    schemaWas: (schema: Fields) => ({ ...schema, deprecated: true, description: `As \`${after}\`` }),
    now: (object: Fields) => {
      if (!(field in object)) return object
      const { [field]: said, ...rest } = object
      return after in rest ? rest : { ...rest, [after]: said }
    },
  } satisfies VersionChange
}

/** As PostgreSQL keeps the fields of an object: the shorter name first, and of equal ones the lesser. */
const isStoredBefore = (a: string, b: string) => (a.length === b.length ? a < b : a.length < b.length)

/** The object as the older version says it. */
export function older(change: VersionChange, object: Fields, place: 'answer' | 'stored' | 'last' = 'answer'): Fields {
  const { field, after } = change
  if (after !== undefined && !(after in object)) return object
  const value = change.was(object)
  if (value === undefined) return object
  if (after === undefined || place === 'last') return { ...object, [field]: value }
  const fields = Object.entries(object)
  const at =
    place === 'answer' ? fields.findIndex(([name]) => name === after) + 1 : fields.findIndex(([name]) => isStoredBefore(field, name))
  return Object.fromEntries(at < 0 ? [...fields, [field, value]] : fields.toSpliced(at, 0, [field, value]))
}

const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value)
const partsOf = (place: string) => (place === '' ? [] : place.split('.'))

/** The value with each object at this place as `change` makes it. What is not there stays away. */
export function changeAt(value: unknown, place: string, change: (object: Fields) => Fields): unknown {
  const walk = (one: unknown, parts: string[]): unknown => {
    if (!isObject(one)) return one
    const [part, ...rest] = parts
    if (part === undefined) return change(one)
    const name = part.replace('[]', '')
    const inner = one[name]
    if (inner === undefined || inner === null) return one
    return { ...one, [name]: Array.isArray(inner) ? inner.map((each) => walk(each, rest)) : walk(inner, rest) }
  }
  return walk(value, partsOf(place))
}

/** The same of a schema: of every choice of it that has such a place. */
export function changeSchemaAt(schema: Fields, place: string, change: (object: Fields) => Fields): Fields {
  const walk = (one: Fields, parts: string[]): Fields => {
    for (const key of ['anyOf', 'oneOf', 'allOf'])
      if (Array.isArray(one[key])) return { ...one, [key]: (one[key] as Fields[]).map((each) => walk(each, parts)) }
    const [part, ...rest] = parts
    if (part === undefined) return isObject(one.properties) ? change(one) : one
    const name = part.replace('[]', '')
    const properties = one.properties as Record<string, Fields> | undefined
    const inner = properties?.[name]
    if (!inner) return one
    const items = part.endsWith('[]') ? { ...inner, items: walk(inner.items as Fields, rest) } : walk(inner, rest)
    return { ...one, properties: { ...properties, [name]: items } }
  }
  return walk(schema, partsOf(place))
}

/** The schema of an object as the older version has it. */
export function olderSchema(change: VersionChange, schema: Fields, place: 'beside' | 'last' = 'beside'): Fields {
  const { field, after } = change
  const properties = schema.properties as Record<string, Fields>
  const own = properties[after ?? field]
  if (!own) return schema
  const was = change.schemaWas(own)
  if (after === undefined) return { ...schema, properties: { ...properties, [field]: was } }
  const behind = (names: string[]) => (place === 'last' ? names.length : names.indexOf(after) + 1)
  const names = Object.keys(properties)
  const fields = Object.entries(properties).toSpliced(behind(names), 0, [field, was])
  const required = schema.required as string[] | undefined
  return {
    ...schema,
    properties: Object.fromEntries(fields),
    ...(required?.includes(after) && { required: required.toSpliced(behind(required), 0, field) }),
  }
}
