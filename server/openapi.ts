import type { z } from 'zod'
import { ERRORS, type ErrorCode } from '#core/kernel/errors.ts'
import { knownKeys } from '#core/kernel/parse-input.ts'
import { PERMISSIONS, SCOPES } from '#core/kernel/permissions.ts'
import { CURRENT_VERSION, VERSIONS } from '#core/kernel/versions.ts'
import { type Paths, withComponents, withSharedRefusals } from './openapi-components.ts'
import { withoutDoubledSuccess } from './openapi-deprecated.ts'
import { guide } from './openapi-guide.ts'
import { linksOf } from './openapi-links.ts'
import { answerSchema, askedSchema, type JsonSchema } from './openapi-schemas.ts'
import { SHARED_SCHEMAS } from './openapi-shared.ts'
import { olderPaths } from './openapi-versions.ts'
import { webhooks } from './openapi-webhooks.ts'
import { hasDecision, hasEtag, type Operation } from './operation.ts'
import recordedAnswers from './recorded-answers.json' with { type: 'json' }

/** Refusals any operation may answer with. */
const COMMON: ErrorCode[] = [
  'missing_api_key',
  'invalid_api_key',
  'revoked_api_key',
  'expired_api_key',
  'insufficient_scope',
  'ip_not_allowed',
  'invalid_header',
  'unknown_field',
  'validation_failed',
  'rate_limited',
  'internal_error',
]
const WITH_BODY: ErrorCode[] = ['malformed_json', 'body_too_large', 'unsupported_media_type']
const WITH_IDEMPOTENCY: ErrorCode[] = ['idempotency_in_progress', 'idempotency_key_reused']

/** Every error code an operation can answer with, its own first. */
export function errorsOf(operation: Operation): ErrorCode[] {
  return [
    ...new Set([
      ...operation.errors,
      ...(namesAnObject(operation) ? (['not_found'] as const) : []),
      ...(operation.body ? WITH_BODY : []),
      ...(operation.method === 'post' && operation.idempotent !== false ? WITH_IDEMPOTENCY : []),
      ...(operation.read ? (['version_conflict'] as const) : []),
      ...(operation.sandboxOnly ? (['sandbox_only'] as const) : []),
      ...COMMON,
    ]),
  ]
}

/** Whether the address or the input names an object by its id, which may not be there. */
const namesAnObject = (operation: Operation): boolean =>
  operation.path.includes('{') || [...knownKeys(operation.body), ...knownKeys(operation.query)].some((name) => /_id$|^after$/.test(name))

/** What an id in the path looks like: told by the collection it is in. */
const ID_PREFIXES: [RegExp, string][] = [
  [/^\/offerings/, 'off'],
  [/^\/investors/, 'inv'],
  [/^\/investments/, 'ivs'],
  [/^\/gaming\/self-exclusions/, 'exl'],
  [/^\/stablecoins\/reserve-statements/, 'rsv'],
  [/^\/transactions/, 'txn'],
  [/^\/tokens\/issue/, 'iss'],
  [/^\/credentials/, 'cre'],
  [/^\/decisions/, 'dec'],
  [/^\/events/, 'evt'],
  [/^\/webhook-endpoints/, 'whk'],
  [/^\/request-logs/, 'req'],
  [/^\/cases/, 'cas'],
  [/^\/exceptions/, 'exc'],
  [/^\/due-diligence/, 'ddf'],
  [/^\/holdings/, 'hac'],
  [/^\/keys/, 'key'],
  [/^\/sanctions\/monitored/, 'mon'],
  [/^\/sanctions\/bulk/, 'blk'],
  [/^\/sandbox\/snapshots/, 'snp'],
  [/^\/sandbox\/verifications/, 'chk'],
  [/^\/erasures/, 'era'],
  [/^\/invitations/, 'ivt'],
  [/^\/members/, 'mem'],
  [/^\/member-invitations/, 'miv'],
  [/^\/organization-roles/, 'orl'],
  [/^\/service-accounts/, 'sva'],
  [/^\/support-grants/, 'sup'],
  [/^\/domains/, 'dom'],
  [/^\/protocols/, 'ptc'],
  [/^\/sanctions\/checks/, 'chk'],
]

/** The first example's value, else the form of such an id. */
function exampleIn(operation: Operation, name: string): { example?: string } {
  const given = operation.examples.find((e) => e.params?.[name])?.params?.[name]
  const prefix = ID_PREFIXES.find(([path]) => path.test(operation.path))?.[1]
  const example = given ?? (name === 'id' && prefix ? `${prefix}_…` : undefined)
  return example === undefined ? {} : { example }
}

/** The first example's value, as what it stands for: an address has text alone. */
function queryExample(operation: Operation, name: string, { type }: JsonSchema): { example?: unknown } {
  const example = operation.examples.find((e) => e.query?.[name])?.query?.[name]
  if (example === undefined) return {}
  return { example: type === 'array' ? [example] : type === undefined || type === 'string' ? example : JSON.parse(example) }
}

function parameters(operation: Operation): JsonSchema[] {
  const list: JsonSchema[] = []
  const from = (schema: z.ZodType | undefined, where: 'path' | 'query') => {
    if (!schema) return
    const json = askedSchema(operation, schema) as { properties?: Record<string, JsonSchema>; required?: string[] }
    for (const [name, property] of Object.entries(json.properties ?? {})) {
      const isArray = property.type === 'array'
      list.push({
        name: where === 'query' && isArray ? `${name}[]` : name,
        in: where,
        required: where === 'path' || (json.required?.includes(name) ?? false),
        schema: property,
        ...(where === 'path' ? exampleIn(operation, name) : queryExample(operation, name, property)),
        ...(property.description ? { description: property.description } : {}),
      })
    }
  }
  from(operation.params, 'path')
  from(operation.query, 'query')
  list.push({ $ref: '#/components/parameters/SealwrightVersion' }, { $ref: '#/components/parameters/XRequestId' })
  if (operation.method === 'post' && operation.idempotent !== false) list.push({ $ref: '#/components/parameters/IdempotencyKey' })
  if (operation.read) list.push({ $ref: '#/components/parameters/IfMatch' })
  if (hasEtag(operation)) list.push({ $ref: '#/components/parameters/IfNoneMatch' })
  if (hasDecision(operation)) list.push({ $ref: '#/components/parameters/ExpandRules' })
  if (hasDecision(operation) && operation.method === 'post') list.push({ $ref: '#/components/parameters/OnDeny' })
  if (operation.scenarios?.length) list.push({ $ref: '#/components/parameters/SandboxScenario' })
  return list
}

/** The answer as it was once given (`tools/record-answers.ts`), else those that the operation names. */
function answerExamples(operation: Operation): JsonSchema {
  const recorded = (recordedAnswers as Record<string, unknown>)[operation.id]
  if (recorded !== undefined) return { examples: { answer: { summary: 'A whole answer', value: recorded } } }
  const named = operation.examples.map((e) => [e.name, { summary: e.summary, value: e.response }] as const)
  return named.length ? { examples: Object.fromEntries(named) } : {}
}

const LIMITED: JsonSchema = {
  RateLimit: { $ref: '#/components/headers/RateLimit' },
  'RateLimit-Policy': { $ref: '#/components/headers/RateLimitPolicy' },
}
/** What a refusal with this status carries besides its body. */
const headersOf = (status: number): JsonSchema | undefined => {
  const again = { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } }
  if (status === 429) return { ...again, ...LIMITED }
  if (status === 409 || status === 503) return again
  return status === 401 ? { 'WWW-Authenticate': { $ref: '#/components/headers/WwwAuthenticate' } } : undefined
}

/** The document of a version as the world gets it: every object and every choice of words by one name. */
export function publishedDocument(catalogue: Operation[], publicUrl: string, version = CURRENT_VERSION): JsonSchema {
  const document = openApiDocument(catalogue, publicUrl, version) as { paths: Paths; components: { schemas: JsonSchema } } & JsonSchema
  const { paths, schemas } = withComponents(document.paths)
  const { paths: shorter, responses } = withSharedRefusals(paths)
  const components = { ...document.components, schemas: { ...schemas, ...document.components.schemas }, responses }
  return { ...document, paths: shorter, components }
}

const infoOf = (version: string, publicUrl: string): JsonSchema => ({
  title: 'Sealwright API',
  version,
  summary: 'One identity check, sealed to a wallet, good in five markets.',
  description: guide(publicUrl),
  contact: { name: 'Sealwright', url: `${publicUrl}/contact` },
  license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
  // Every version that there is, newest first, and the day it ends: null while none is set.
  'x-versions': VERSIONS,
})

/** A version of the public API as an OpenAPI 3.1 document, made from the operations themselves, each with all of its schemas in their places. */
export function openApiDocument(catalogue: Operation[], publicUrl: string, version = CURRENT_VERSION): JsonSchema {
  const paths: Record<string, JsonSchema> = {}
  for (const operation of catalogue) {
    const byStatus = new Map<number, ErrorCode[]>()
    for (const code of errorsOf(operation)) byStatus.set(ERRORS[code].status, [...(byStatus.get(ERRORS[code].status) ?? []), code])
    const responses: JsonSchema = {
      [operation.status]: {
        description: operation.summary,
        headers: {
          'X-Request-Id': { $ref: '#/components/headers/XRequestId' },
          'Sealwright-Version': { $ref: '#/components/headers/SealwrightVersion' },
          ...(hasEtag(operation) && { ETag: { $ref: '#/components/headers/ETag' } }),
          ...(hasDecision(operation) && { 'Sealwright-Decision': { $ref: '#/components/headers/SealwrightDecision' } }),
          ...(operation.method === 'post' &&
            operation.idempotent !== false && { 'Idempotent-Replayed': { $ref: '#/components/headers/IdempotentReplayed' } }),
          ...LIMITED,
        },
        content: operation.download
          ? Object.fromEntries(
              operation.download.types.map((type, at) => [
                type,
                { schema: { type: 'string' }, ...(at === 0 && answerExamples(operation)) },
              ]),
            )
          : {
              'application/json': { schema: answerSchema(operation.response), ...answerExamples(operation) },
            },
        ...linksOf(operation, catalogue),
      },
    }
    for (const [status, when] of Object.entries(operation.otherStatus ?? {}))
      responses[status] = { ...(responses[operation.status] as JsonSchema), description: when }
    if (hasEtag(operation)) responses['304'] = { description: 'Unchanged since the ETag given in If-None-Match' }
    for (const [status, codes] of [...byStatus].sort(([a], [b]) => a - b))
      responses[status] = {
        description: codes.map((c) => `\`${c}\`: ${ERRORS[c].title}`).join('\n\n'),
        ...(headersOf(status) && { headers: headersOf(status) }),
        content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
      }
    const body = operation.body && {
      required: true,
      content: {
        'application/json': {
          schema: askedSchema(operation, operation.body),
          ...(operation.examples.some((e) => e.request !== undefined) && {
            examples: Object.fromEntries(
              operation.examples.filter((e) => e.request !== undefined).map((e) => [e.name, { summary: e.summary, value: e.request }]),
            ),
          }),
        },
      },
    }
    const upload = operation.upload && {
      required: true,
      content: Object.fromEntries(
        operation.upload.types.map((type, i) => [
          type,
          // The first example is a file of the first type.
          {
            schema: { type: 'string', format: 'binary' },
            ...(i === 0 && operation.examples[0]?.request !== undefined && { example: operation.examples[0].request }),
          },
        ]),
      ),
    }
    const scope = PERMISSIONS[operation.permission].scope
    paths[operation.path] = {
      ...paths[operation.path],
      [operation.method]: {
        operationId: operation.id,
        tags: [operation.market],
        summary: operation.summary,
        description: operation.description,
        security: [{ apiKey: [] }],
        parameters: parameters(operation),
        ...((body ?? upload) && { requestBody: body ?? upload }),
        responses,
        'x-market': operation.market,
        'x-scope': scope,
        ...(operation.functionName && { 'x-function': operation.functionName }),
        ...(operation.scenarios?.length && { 'x-sandbox-scenarios': operation.scenarios }),
      },
    }
  }
  return {
    openapi: '3.1.0',
    info: infoOf(version, publicUrl),
    servers: [
      { url: `${publicUrl}/api/v1`, description: 'The environment is that of the key' },
      { url: `${publicUrl}/v1`, description: 'The same, shorter' },
    ],
    externalDocs: { url: `${publicUrl}/documentation`, description: 'Guides' },
    tags: [
      { name: 'securities', description: 'Offerings, investors, investments, transfers and issuance' },
      { name: 'stablecoins', description: 'Payments, travel rule, sanctions' },
      { name: 'nfts', description: 'Creators and sales' },
      { name: 'defi', description: 'Access to protocols' },
      { name: 'gaming', description: 'Age and place' },
      { name: 'platform', description: 'Wallets, credentials, decisions, webhooks, sandbox' },
    ],
    paths: withoutDoubledSuccess(olderPaths(paths as unknown as Paths, version)),
    webhooks: webhooks(version),
    components: {
      securitySchemes: {
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'sw_sandbox_<64 hex> or sw_production_<64 hex>',
          description: `Scopes: ${SCOPES.join(', ')}`,
        },
      },
      schemas: { ...SHARED_SCHEMAS, ApiVersion: { type: 'string', enum: [version] } },
      headers: {
        XRequestId: { schema: { type: 'string' }, description: 'Names this request in logs and support' },
        SealwrightVersion: { schema: { type: 'string' }, description: 'The dated version that shaped this answer' },
        ETag: { schema: { type: 'string' }, description: 'Names the object as it is in this answer, for If-None-Match and If-Match' },
        SealwrightDecision: {
          schema: { type: 'string', enum: ['allow', 'deny', 'review'] },
          description: 'The outcome of the decision',
        },
        IdempotentReplayed: { schema: { type: 'string', const: 'true' }, description: 'Sent with the first answer again' },
        RateLimit: { schema: { type: 'string' }, description: 'What is left, such as "sandbox";r=49;t=1' },
        RateLimitPolicy: { schema: { type: 'string' }, description: 'The limit: q calls in w seconds, such as "sandbox";q=50;w=2' },
        RetryAfter: { schema: { type: 'string' }, description: 'Seconds to wait before the next try' },
        WwwAuthenticate: { schema: { type: 'string' }, description: 'Bearer' },
      },
      parameters: {
        IdempotencyKey: {
          name: 'Idempotency-Key',
          in: 'header',
          required: false,
          schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[\\x21-\\x7e]+$' },
          description: 'The same key with the same body gives the first answer again, for 72 hours',
        },
        IfMatch: {
          name: 'If-Match',
          in: 'header',
          required: false,
          schema: { type: 'string' },
          description:
            'The ETag the object was read with: when it has changed since, nothing is done and the answer is 412 version_conflict',
        },
        IfNoneMatch: {
          name: 'If-None-Match',
          in: 'header',
          required: false,
          schema: { type: 'string' },
          description: 'The ETag of an earlier answer: while it is the same, the answer is 304 without a body',
        },
        OnDeny: {
          name: 'on_deny',
          in: 'query',
          required: false,
          schema: { $ref: '#/components/schemas/OnDeny' },
          description: 'error: a denial answers 403 compliance_denied, with the whole answer under `decision`',
        },
        SealwrightVersion: {
          name: 'Sealwright-Version',
          in: 'header',
          required: false,
          schema: { $ref: '#/components/schemas/ApiVersion' },
          description: 'A dated version; the default is the one the key was made with',
        },
        XRequestId: {
          name: 'X-Request-Id',
          in: 'header',
          required: false,
          schema: { type: 'string' },
          description: 'Your own id for this request: up to 64 letters, digits, - and _. One of another form is replaced by ours',
        },
        ExpandRules: {
          name: 'expand[]',
          in: 'query',
          required: false,
          schema: { type: 'array', items: { $ref: '#/components/schemas/ExpandedRules' } },
          description: 'decision.rules: every rule that was looked at, those that pass too',
        },
        SandboxScenario: {
          name: 'Sandbox-Scenario',
          in: 'header',
          required: false,
          schema: { type: 'string' },
          description: 'Sandbox keys only: makes the call answer as in the named scenario',
        },
      },
    },
  }
}
