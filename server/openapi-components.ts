interface Json {
  [name: string]: unknown
}
type Media = Record<string, { schema?: Json }>
interface Described extends Json {
  operationId: string
  requestBody?: { content: Media }
  responses: Record<string, { content?: Media }>
  parameters?: { name?: string; schema?: Json }[]
}
export type Paths = Record<string, Record<string, Described>>

/** Where a schema stands, as a name: the operation and the fields that lead to it. */
export type Visit = (schema: Json, place: string) => Json

const pascal = (text: string) => text.replace(/(?:^|[^A-Za-z0-9]+)([A-Za-z0-9]?)/g, (_, letter: string) => letter.toUpperCase())

/**
 * Gives every object and every choice of words of a document one name, under `components.schemas`, and puts references in its places: code
 * made from the document then has one type for what is one thing. An object's name is its own title, else the `object` it says it is, else
 * its place; where several shapes want one name, what a read of one object answers has it, or what more often stands for less of the same.
 * The same words are one choice wherever they stand, by the
 * shortest of its places; what a place says of it besides stays beside the reference. Webhooks stay as they are: oapi-codegen drops what
 * only they refer to.
 */
export function withComponents(paths: Paths): { paths: Paths; schemas: Record<string, Json> } {
  const met = new Map<string, Shape>()
  // Generators make a value of each word that stands alone, which must not be called as a type is.
  const alone = new Set<string>()
  const meet: Visit = (schema, place) => {
    if (typeof schema.const === 'string') alone.add(pascal(schema.const))
    const shape = shapeOf(schema)
    const known = met.get(shape)
    if (known) known.uses++
    else met.set(shape, { schema, wants: toldName(schema), titled: isTitled(schema), fields: fieldsOf(schema).map(pascal), uses: 1 })
    return mapInner(schema, place, meet)
  }
  mapAll(paths, meet)

  const names = toldNames(met, readShapes(paths))
  const told = [...names].map(([shape, name]) => [name, met.get(shape)!.schema] as const)
  const taken = new Set(names.values())
  // Once to see where each choice stands, which takes the names of the objects around it, and once more to put its own name there.
  const places = new Map<string, string>()
  nameObjects(paths, { names, taken, told }, (choice, words, place) => {
    const own = typeof choice.title === 'string' ? pascal(choice.title) : place
    if (own.length < (places.get(words)?.length ?? Number.POSITIVE_INFINITY)) places.set(words, own)
    return choice
  })
  const choices = new Map([...places].map(([words, place]) => [words, free(alone.has(place) ? `${place}Value` : place, taken)]))
  const named = nameObjects(paths, { names, taken, told }, ({ type: _type, enum: _words, ...said }, words) => ({
    $ref: `#/components/schemas/${choices.get(words)}`,
    ...said,
  }))
  const ofChoices = [...choices].map(([words, name]) => [name, { type: 'string', enum: JSON.parse(words) }] as const)
  const schemas = [...Object.entries(named.schemas), ...ofChoices].toSorted(([a], [b]) => (a < b ? -1 : 1))
  return { paths: named.paths, schemas: Object.fromEntries(schemas) }
}

const STATUS_NAMES: Record<string, string> = {
  400: 'BadRequest',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'NotFound',
  409: 'Conflict',
  412: 'PreconditionFailed',
  413: 'ContentTooLarge',
  415: 'UnsupportedMediaType',
  422: 'UnprocessableContent',
  429: 'TooManyRequests',
  500: 'InternalServerError',
  503: 'ServiceUnavailable',
}

/** Puts every refusal that several operations give under one name, that of its status, in `components.responses`. */
export function withSharedRefusals(paths: Paths): { paths: Paths; responses: Record<string, Json> } {
  const uses = new Map<string, number>()
  const each = (visit: (status: string, response: Json) => Json) =>
    mapOperations(paths, (operation) => ({
      ...operation,
      responses: Object.fromEntries(
        Object.entries(operation.responses).map(([status, one]) => [status, Number(status) < 400 ? one : visit(status, one)]),
      ),
    }))
  each((status, one) => {
    const key = `${status} ${JSON.stringify(one)}`
    uses.set(key, (uses.get(key) ?? 0) + 1)
    return one
  })
  const taken = new Set<string>()
  const names = new Map<string, string>()
  const responses: Record<string, Json> = {}
  const shared = each((status, one) => {
    const key = `${status} ${JSON.stringify(one)}`
    if (uses.get(key) === 1) return one
    const name = names.get(key) ?? free(STATUS_NAMES[status] ?? `Status${status}`, taken)
    names.set(key, name)
    responses[name] = one
    return { $ref: `#/components/responses/${name}` }
  })
  return { paths: shared, responses }
}

/** Puts every object under its name, and in the place of every choice of words what `choose` makes of it. */
function nameObjects(
  paths: Paths,
  { names, taken, told }: { names: Map<string, string>; taken: Set<string>; told: (readonly [string, Json])[] },
  choose: (choice: Json, words: string, place: string) => Json,
): { paths: Paths; schemas: Record<string, Json> } {
  const schemas: Record<string, Json> = {}
  const replace: Visit = (schema, place) => {
    if (isChoice(schema)) return choose(schema, wordsOf(schema), place)
    if (!isNamed(schema)) return mapInner(schema, place, replace)
    const shape = shapeOf(schema)
    const name = names.get(shape) ?? free(place, taken)
    names.set(shape, name)
    if (!schemas[name]) {
      schemas[name] = {}
      schemas[name] = mapInner(bare(schema), name, replace)
    }
    return { $ref: `#/components/schemas/${name}`, ...ofPlace(schema) }
  }
  // What they are made of is called after them, wherever it is met first.
  for (const [name, schema] of told) replace(schema, name)
  return { paths: mapAll(paths, replace), schemas }
}

interface Shape {
  schema: Json
  wants: string | null
  titled: boolean
  fields: string[]
  uses: number
}

/** What is the same of an object wherever it stands: what is said of one with a title is said of its place. */
function bare(schema: Json): Json {
  if (!isTitled(schema)) return schema
  const { description: _, ...same } = schema
  return same
}
const ofPlace = (schema: Json): Json => (isTitled(schema) && schema.description !== undefined ? { description: schema.description } : {})
const shapeOf = (schema: Json) => JSON.stringify(bare(schema))

function free(place: string, taken: Set<string>): string {
  let name = place
  for (let n = 2; taken.has(name); n++) name = `${place}${n}`
  taken.add(name)
  return name
}

/** Objects with fields, and what names itself: generators make a type of each, as of each choice of words. */
const isNamed = (schema: Json) => fieldsOf(schema).length > 0 || (schema.type === 'object' && typeof schema.title === 'string')
const isTitled = (schema: Json) => isNamed(schema) && typeof schema.title === 'string'
const isChoice = (schema: Json) => schema.type === 'string' && Array.isArray(schema.enum)
/** The words of a choice, in their order. */
const wordsOf = (choice: Json) => JSON.stringify(choice.enum)
const fieldsOf = (schema: Json) => (schema.type === 'object' ? Object.keys((schema.properties as Json | undefined) ?? {}) : [])

/** The name that a schema gives itself. */
function toldName(schema: Json): string | null {
  if (!isNamed(schema)) return null
  if (typeof schema.title === 'string') return pascal(schema.title)
  const { const: object } = ((schema.properties as Json | undefined)?.object ?? {}) as { const?: unknown }
  return typeof object === 'string' && object !== 'list' ? pascal(object) : null
}

/** The shapes that reads of one object answer, and those of the rows of lists. */
function readShapes(paths: Paths): { one: Set<string>; row: Set<string> } {
  const found = { one: new Set<string>(), row: new Set<string>() }
  for (const [path, { get }] of Object.entries(paths)) {
    const answered = Object.entries(get?.responses ?? {}).find(([status]) => status.startsWith('2'))?.[1]
    const schema = answered?.content?.['application/json']?.schema
    const { items } = ((schema?.properties as Json | undefined)?.data ?? {}) as { items?: Json }
    if (items) found.row.add(shapeOf(items))
    if (schema && path.endsWith('}')) found.one.add(shapeOf(schema))
  }
  return found
}

/** The shapes that get the name they give themselves. */
function toldNames(met: Map<string, Shape>, read: ReturnType<typeof readShapes>): Map<string, string> {
  // A generator calls a field's own type by its object and the field, and some call it by the field alone.
  const ofFields = new Set([...met.values()].flatMap(({ wants, fields }) => (wants === null ? [] : fields.map((field) => wants + field))))
  // A generator calls by its title what has one: nothing else may have that name.
  const rankOf = (shape: string, { titled }: Shape) => (titled ? 3 : read.one.has(shape) ? 2 : read.row.has(shape) ? 1 : 0)
  const first = new Map<string, Told>()
  const wanting = [...met].filter(([, { wants, fields }]) => wants !== null && !ofFields.has(wants) && !fields.includes(wants))
  for (const [shape, one] of wanting) {
    const told = { ...one, shape, rank: rankOf(shape, one) }
    const known = first.get(one.wants!)
    if (!known || told.rank > known.rank || (told.rank === known.rank && told.uses > known.uses)) first.set(one.wants!, told)
  }
  for (const [shape, one] of wanting) {
    const known = first.get(one.wants!)!
    if (known.rank < 3 && one.uses > known.uses && one.fields.every((field) => known.fields.includes(field)))
      first.set(one.wants!, { ...one, shape, rank: known.rank })
  }
  return new Map([...first].map(([name, { shape }]) => [shape, name]))
}

interface Told extends Shape {
  shape: string
  rank: number
}

/** Every schema of the bodies, answers and parameters of these operations. */
export function mapAll(paths: Paths, visit: Visit): Paths {
  const ofMedia = (content: Media, place: string): Media =>
    Object.fromEntries(
      Object.entries(content).map(([type, media]) => [type, media.schema ? { ...media, schema: visit(media.schema, place) } : media]),
    )
  const ofOperation = (operation: Described): Described => {
    const place = pascal(operation.operationId)
    const { requestBody, responses, parameters } = operation
    return {
      ...operation,
      ...(parameters && {
        parameters: parameters.map((one) => (one.schema ? { ...one, schema: visit(one.schema, `${place}${pascal(one.name!)}`) } : one)),
      }),
      ...(requestBody && {
        requestBody: {
          ...requestBody,
          content: ofMedia(requestBody.content, `${place}Input`),
        },
      }),
      responses: Object.fromEntries(
        Object.entries(responses).map(([status, one]) => [
          status,
          one.content ? { ...one, content: ofMedia(one.content, `${place}Answer`) } : one,
        ]),
      ),
    }
  }
  return mapOperations(paths, ofOperation)
}

const mapOperations = (paths: Paths, change: (operation: Described) => Described): Paths =>
  Object.fromEntries(
    Object.entries(paths).map(([path, methods]) => [
      path,
      Object.fromEntries(Object.entries(methods).map(([method, operation]) => [method, change(operation)])),
    ]),
  )

/** A schema with what it is made of visited: fields, entries, choices. */
export function mapInner(schema: Json, place: string, visit: Visit): Json {
  const one = (value: unknown, at: string) => (value !== null && typeof value === 'object' ? visit(value as Json, at) : value)
  const each = (value: unknown) => (value as unknown[]).map((inner, i) => one(inner, i === 0 ? place : `${place}${i + 1}`))
  return Object.fromEntries(
    Object.entries(schema).map(([key, value]) => {
      if (key === 'properties')
        return [
          key,
          Object.fromEntries(Object.entries(value as Json).map(([name, inner]) => [name, one(inner, `${place}${pascal(name)}`)])),
        ]
      if (key === 'items') return [key, one(value, `${place}Item`)]
      if (key === 'additionalProperties') return [key, one(value, `${place}Value`)]
      if (key === 'anyOf' || key === 'oneOf' || key === 'allOf' || key === 'prefixItems') return [key, each(value)]
      return [key, value]
    }),
  )
}
