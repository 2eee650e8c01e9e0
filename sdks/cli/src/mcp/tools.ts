import type { Sealwright } from '../../../javascript/index.js'

type Schema = Record<string, unknown>

interface Described {
  operationId: string
  summary: string
  description?: string
  parameters?: { name: string; in: string; required?: boolean; schema?: Schema; description?: string }[]
  requestBody?: { content: Record<string, { schema: Schema }> }
  responses: Record<string, { content?: Record<string, unknown> }>
  'x-scope'?: string
}

/** What is read of the description that the service gives of itself. */
export interface Contract {
  paths: Record<string, Record<string, Described>>
  components: { schemas: Record<string, Schema> }
}

/** An operation as an assistant calls it. */
export interface Tool {
  name: string
  title: string
  description: string
  inputSchema: Schema
  annotations: { readOnlyHint: boolean; destructiveHint: boolean; openWorldHint: boolean }
  method: string
  path: string
  changes: boolean
  /** It can be tried out: its body takes `dry_run`. */
  canTry: boolean
  call(client: Sealwright, input: Record<string, unknown>): Promise<unknown>
}

/** Their answers are keys, secrets or links that open something for whoever has them. */
const SECRET = [
  ...['keys.rotate', 'sandbox.fork', 'service_accounts.create', 'webhook_endpoints.create', 'webhook_endpoints.rotate_secret'],
  ...['credentials.offer', 'identity_sessions.create', 'invitations.create', 'members.invite'],
]
/** A POST that only tells: nothing is changed by it. */
const TELLS =
  /\.readiness$|^simulations\.run$|^sanctions\.threshold_preview$|^decisions\.replay$|\.what_if$|^investments\.readiness_before$/

const matches = (id: string, wanted: string): boolean =>
  wanted.split(',').some((one) => new RegExp(`^${one.trim().replaceAll('.', '\\.').replaceAll('*', '.*')}$`).test(id))

const may = (scopes: readonly string[], scope: string | undefined): boolean =>
  scopes.includes('*') || (scope !== undefined && scopes.includes(scope))

/** The operations that are wanted and that a key with these scopes may. */
export function toolsOf(contract: Contract, p: { scopes: readonly string[]; wanted: string; writes: boolean }): Tool[] {
  const tools: Tool[] = []
  for (const [path, methods] of Object.entries(contract.paths))
    for (const [method, operation] of Object.entries(methods)) {
      const { operationId: id } = operation
      if (!id || SECRET.includes(id) || !matches(id, p.wanted) || !may(p.scopes, operation['x-scope']) || !isJson(operation)) continue
      const tool = toolOf(contract, path, method, operation)
      if (!tool.changes || p.writes) tools.push(tool)
    }
  return tools.sort((a, b) => (a.name < b.name ? -1 : 1))
}

/** Files are sent and fetched otherwise. */
function isJson({ requestBody, responses }: Described): boolean {
  const [, answer] = Object.entries(responses).find(([status]) => status.startsWith('2')) ?? []
  return (!requestBody || 'application/json' in requestBody.content) && (!answer?.content || 'application/json' in answer.content)
}

function toolOf(contract: Contract, path: string, method: string, operation: Described): Tool {
  const { operationId: id, parameters = [] } = operation
  const params = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!)
  const query = parameters.filter((one) => one.in === 'query')
  const body = operation.requestBody?.content['application/json']?.schema
  const changes = method !== 'get' && !TELLS.test(id)
  const properties: Record<string, Schema> = {
    ...Object.fromEntries(params.map((name) => [name, { type: 'string' }])),
    ...(query.length > 0 && { query: objectOf(query) }),
    ...(body && { body }),
    ...(changes && { confirm: { type: 'string', description: 'Of the answer that showed what this call would do' } }),
  }
  const required = [...params, ...(query.some((one) => one.required) ? ['query'] : [])]
  return {
    name: id.replaceAll('.', '_'),
    title: operation.summary,
    description: [
      operation.description ?? operation.summary,
      ...(changes ? ['Shown first; done when called again with confirm.'] : []),
    ].join(' '),
    inputSchema: whole({ type: 'object', properties, required, additionalProperties: false }, contract),
    annotations: { readOnlyHint: !changes, destructiveHint: changes, openWorldHint: false },
    method: method.toUpperCase(),
    ...{ path, changes, canTry: body !== undefined && takesTrial(body, contract) },
    call: (client, input) => callBy(client, id, [...params, ...(body ? ['body'] : []), ...(query.length > 0 ? ['query'] : [])], input),
  }
}

const objectOf = (fields: NonNullable<Described['parameters']>): Schema => ({
  type: 'object',
  properties: Object.fromEntries(
    fields.map(({ name, schema = {}, description }) => [name.replace('[]', ''), { ...schema, ...(description && { description }) }]),
  ),
  required: fields.filter((one) => one.required).map(({ name }) => name.replace('[]', '')),
  additionalProperties: false,
})

const nameOf = (ref: unknown): string => String(ref).replace('#/components/schemas/', '')

function takesTrial(body: Schema, { components }: Contract): boolean {
  const schema = body.$ref ? components.schemas[nameOf(body.$ref)] : body
  return 'dry_run' in ((schema?.properties ?? {}) as Schema)
}

/** The schema with everything it names: an assistant gets no other document. */
function whole(schema: Schema, { components }: Contract): Schema {
  const defs: Record<string, unknown> = {}
  const take = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(take)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(
      Object.entries(value).map(([name, one]) => {
        if (name !== '$ref' || typeof one !== 'string') return [name, take(one)]
        const named = nameOf(one)
        if (!(named in defs)) {
          defs[named] = {}
          defs[named] = take(components.schemas[named] ?? {})
        }
        return [name, `#/$defs/${named}`]
      }),
    )
  }
  const taken = take(schema) as Schema
  return Object.keys(defs).length > 0 ? { ...taken, $defs: defs } : taken
}

const camel = (name: string): string => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())

/** By the method of the client that is named like the operation. Throws `TypeError` where this version of it has none. */
async function callBy(client: Sealwright, id: string, args: readonly string[], input: Record<string, unknown>): Promise<unknown> {
  const words = id.split('.').map(camel)
  const method = words.pop()!
  const resource = words.reduce<unknown>((at, name) => (at as Record<string, unknown> | undefined)?.[name], client) as
    | Record<string, (...given: unknown[]) => PromiseLike<unknown>>
    | undefined
  if (typeof resource?.[method] !== 'function') throw new TypeError(`This version of the program cannot call ${id}: get a newer one.`)
  return resource[method](...args.map((name) => input[name]))
}
