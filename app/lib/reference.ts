/** Reads the product's OpenAPI description into what the reference page shows. */
export interface ReferenceField {
  name: string
  type: string
  required: boolean
  note: string
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
  parameters: ReferenceField[]
  fields: ReferenceField[]
  statuses: { status: string; description: string }[]
  example: unknown
}

interface Schema {
  type?: string | string[]
  format?: string
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
  minLength?: number
  maxLength?: number
  $ref?: string
}
interface Operation {
  operationId: string
  tags?: string[]
  summary?: string
  description?: string
  parameters?: ({ name?: string; in?: string; required?: boolean; description?: string; schema?: Schema } | { $ref: string })[]
  requestBody?: { content?: Record<string, { schema?: Schema; examples?: Record<string, { value: unknown }>; example?: unknown }> }
  responses?: Record<string, { description?: string; $ref?: string }>
  'x-scope'?: string
  'x-function'?: string
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

function noteOf(schema: Schema): string {
  const parts = [schema.description ?? '']
  if (schema.enum) parts.push(`One of ${schema.enum.map(String).join(', ')}.`)
  if (schema.default !== undefined) parts.push(`Default ${JSON.stringify(schema.default)}.`)
  if (schema.maxLength !== undefined) parts.push(`At most ${schema.maxLength} characters.`)
  return parts
    .filter(Boolean)
    .map((part) => (/[.!?]$/.test(part) ? part : `${part}.`))
    .join(' ')
}

/** Fields of an object, one level of nesting written with dots. */
function fieldsOf(schema: Schema | undefined, prefix = '', depth = 0): ReferenceField[] {
  return Object.entries(schema?.properties ?? {}).flatMap(([name, field]) => {
    const own = { name: prefix + name, type: simple(field), required: schema?.required?.includes(name) ?? false, note: noteOf(field) }
    return field.properties && depth < 2 ? [own, ...fieldsOf(field, `${prefix}${name}.`, depth + 1)] : [own]
  })
}

export function operationsOf(document: OpenApi): ReferenceOperation[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      const json = operation.requestBody?.content?.['application/json']
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
          'name' in parameter && parameter.name
            ? [
                {
                  name: parameter.name,
                  type: simple(parameter.schema ?? {}),
                  required: parameter.required ?? false,
                  note: parameter.description ?? noteOf(parameter.schema ?? {}),
                },
              ]
            : [],
        ),
        fields: fieldsOf(json?.schema),
        statuses: Object.entries(operation.responses ?? {}).map(([status, response]) => ({
          status,
          description: response.description ?? '',
        })),
        example: json?.example ?? Object.values(json?.examples ?? {})[0]?.value ?? null,
      }
    }),
  )
}
