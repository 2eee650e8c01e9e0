import { inlined } from './openapi-refs.ts'

/** Reads the product's OpenAPI description into what the reference page shows. */
export interface ReferenceField {
  name: string
  type: string
  required: boolean
  note: string
}
interface ReferenceParameter extends ReferenceField {
  in: 'path' | 'query'
}
export interface ReferenceOperation {
  id: string
  method: string
  path: string
  summary: string
  description: string
  market: string
  scope: string | null
  fn: string | null
  parameters: ReferenceParameter[]
  fields: ReferenceField[]
  /** Status of success, the fields of its answer, and an example of it. */
  answer: { status: string; fields: ReferenceField[]; example: unknown }
  errors: { status: string; code: string; title: string }[]
  scenarios: string[]
  example: unknown
}

interface Schema {
  type?: string | string[]
  format?: string
  pattern?: string
  enum?: unknown[]
  const?: unknown
  description?: string
  default?: unknown
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  minimum?: number
  maximum?: number
  exclusiveMinimum?: number
  minLength?: number
  maxLength?: number
  maxItems?: number
  $ref?: string
}
interface Media {
  schema?: Schema
  examples?: Record<string, { summary?: string; value: unknown }>
  example?: unknown
}
interface Operation {
  operationId: string
  tags?: string[]
  summary?: string
  description?: string
  parameters?: ({ name?: string; in?: string; required?: boolean; description?: string; schema?: Schema } | { $ref: string })[]
  requestBody?: { content?: Record<string, Media> }
  responses?: Record<string, { description?: string; $ref?: string; content?: Record<string, Media> }>
  'x-scope'?: string
  'x-function'?: string
  'x-sandbox-scenarios'?: string[]
}
export interface OpenApi {
  paths: Record<string, Record<string, Operation>>
}

const simple = (schema: Schema): string => {
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return 'enum'
  const options = schema.anyOf ?? schema.oneOf
  if (options) return [...new Set(options.map(simple))].join(' or ')
  if (schema.type === 'array') return `array of ${schema.items ? simple(schema.items) : 'values'}`
  const type = Array.isArray(schema.type) ? schema.type.join(' or ') : (schema.type ?? 'value')
  return schema.format ? `${type} (${schema.format})` : type
}

const count = (least: number | undefined, most: number | undefined, unit: string) => {
  if (least !== undefined && most !== undefined) return `${least} to ${most.toLocaleString('en-US')}${unit}.`
  if (most !== undefined) return `At most ${most.toLocaleString('en-US')}${unit}.`
  return least ? `At least ${least}${unit}.` : ''
}
/** The limits JavaScript puts on every integer say nothing about the field. */
const real = (limit: number | undefined) => (limit === undefined || Math.abs(limit) >= Number.MAX_SAFE_INTEGER ? undefined : limit)

function noteOf(schema: Schema): string {
  const options = schema.anyOf?.find((option) => option.enum)
  const values = schema.enum ?? options?.enum ?? schema.items?.enum
  return [
    schema.description ?? '',
    values ? `${schema.items?.enum ? 'Of' : 'One of'} ${values.map(String).join(', ')}.` : '',
    schema.default === undefined ? '' : `Default ${JSON.stringify(schema.default)}.`,
    count(schema.minLength || undefined, schema.maxLength, ' characters'),
    // A form that no words describe.
    schema.pattern && !schema.description && schema.pattern.length <= 60 ? `Matches ${schema.pattern}` : '',
    schema.exclusiveMinimum === 0 ? 'More than 0.' : '',
    count(real(schema.minimum), real(schema.maximum), ''),
    schema.maxItems === undefined ? '' : `At most ${schema.maxItems} entries.`,
  ]
    .filter(Boolean)
    .map((part) => (/[.!?]$/.test(part) ? part : `${part}.`))
    .join(' ')
}

/** Fields of an object and of the objects and lists in it, nesting written with dots. */
export function fieldsOf(schema: Schema | undefined, prefix = '', depth = 0): ReferenceField[] {
  return Object.entries(schema?.properties ?? {}).flatMap(([name, field]) => {
    const own = { name: prefix + name, type: simple(field), required: schema?.required?.includes(name) ?? false, note: noteOf(field) }
    const object = field.properties ? field : field.anyOf?.find((option) => option.properties)
    const list = field.items?.properties ? field.items : undefined
    const inner = object ?? list
    return inner && depth < 2 ? [own, ...fieldsOf(inner, `${prefix}${name}${list ? '[]' : ''}.`, depth + 1)] : [own]
  })
}

const exampleOf = (media: Media | undefined): unknown => media?.example ?? Object.values(media?.examples ?? {})[0]?.value ?? null

function operationOf(path: string, method: string, operation: Operation): ReferenceOperation {
  const json = operation.requestBody?.content?.['application/json']
  const responses = Object.entries(operation.responses ?? {})
  const [status = '200', good] = responses.find(([each]) => each.startsWith('2')) ?? []
  const answer = Object.values(good?.content ?? {})[0]
  return {
    id: operation.operationId,
    method: method.toUpperCase(),
    path: path.startsWith('/v1') ? path : `/v1${path}`,
    summary: operation.summary ?? operation.operationId,
    description: operation.description ?? '',
    market: operation.tags?.[0] ?? 'platform',
    scope: operation['x-scope'] ?? null,
    fn: operation['x-function'] ?? null,
    parameters: (operation.parameters ?? []).flatMap((parameter) =>
      'name' in parameter && parameter.name && parameter.in !== 'header'
        ? [
            {
              name: parameter.name,
              in: parameter.in === 'path' ? ('path' as const) : ('query' as const),
              type: simple(parameter.schema ?? {}),
              required: parameter.required ?? false,
              note: noteOf({ ...parameter.schema, description: parameter.description ?? parameter.schema?.description }),
            },
          ]
        : [],
    ),
    fields: fieldsOf(json?.schema),
    answer: { status, fields: fieldsOf(answer?.schema), example: exampleOf(answer) },
    // Each refusal is written as `code`: title, one a paragraph.
    errors: responses
      .filter(([each]) => Number(each) >= 400)
      .flatMap(([each, response]) =>
        [...(response.description ?? '').matchAll(/^`(\w+)`: (.+)$/gm)].map(([, code, title]) => ({
          status: each,
          code: code!,
          title: title!,
        })),
      ),
    scenarios: operation['x-sandbox-scenarios'] ?? [],
    example: exampleOf(json),
  }
}

export const operationsOf = (document: OpenApi): ReferenceOperation[] =>
  Object.entries(inlined(document).paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => operationOf(path, method, operation)),
  )

/** What an operation is and takes: what stands in the page before anything is read. */
export type OperationHead = Pick<
  ReferenceOperation,
  'id' | 'method' | 'path' | 'summary' | 'description' | 'market' | 'scope' | 'parameters' | 'fields'
>

/** The order in which an integration meets them: what comes first is made first. */
const nouns =
  'offerings investors investments tokens holdings invitations wallets transactions sanctions credentials decisions simulations cases exceptions erasures webhook_endpoints events request_logs keys sandbox'.split(
    ' ',
  )
const verbs = 'create verify check issue list get status update'.split(' ')
const place = (list: string[], word: string) => (list.includes(word) ? list.indexOf(word) : list.length)
const rank = (id: string) => {
  const [noun = '', ...rest] = id.split('.')
  return place(nouns, noun) * 100 + (rest.length - 1) * 20 + place(verbs, rest.at(-1) ?? '')
}

export const headsOf = (document: OpenApi): OperationHead[] =>
  operationsOf(document)
    .toSorted((a, b) => rank(a.id) - rank(b.id))
    .map(({ id, method, path, summary, description, market, scope, parameters, fields }) => ({
      id,
      method,
      path,
      summary,
      description,
      market,
      scope,
      parameters,
      fields,
    }))

/** Whether every word is somewhere in the operation: its path, fields, errors, scope or text. */
export function mentions(operation: ReferenceOperation, query: string): boolean {
  const text = [
    operation.id,
    operation.method,
    operation.path,
    operation.summary,
    operation.description,
    operation.scope ?? '',
    operation.fn ?? '',
    ...operation.parameters.map((field) => `${field.name} ${field.note}`),
    ...operation.fields.map((field) => `${field.name} ${field.note}`),
    ...operation.answer.fields.map((field) => field.name),
    ...operation.errors.map((error) => `${error.code} ${error.title}`),
    ...operation.scenarios,
  ]
    .join(' ')
    .toLowerCase()
  return query
    .toLowerCase()
    .split(/\s+/)
    .filter(Boolean)
    .every((word) => text.includes(word))
}
