import { z } from 'zod'
import type { Download } from '#core/kernel/answers.ts'
import type { Ctx } from '#core/kernel/context.ts'
import { type ErrorCode, type FieldError, fieldsWrong } from '#core/kernel/errors.ts'
import { parseInput } from '#core/kernel/parse-input.ts'
import type { PermissionName } from '#core/kernel/permissions.ts'
import type { PublicVerb, Upload } from '#core/record/verb.ts'

type Market = 'securities' | 'stablecoins' | 'nfts' | 'defi' | 'gaming' | 'platform'
export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete'

/** Turns the input of an alias into that of its operation. */
export type Adapt = (input: { params: unknown; query: unknown; body: unknown }) => { params?: unknown; query?: unknown; body?: unknown }

interface Example {
  name: string
  summary: string
  request?: unknown
  query?: Record<string, string>
  params?: Record<string, string>
  response: unknown
}

/**
 * One operation of the public API: everything that route, alias, OpenAPI, reference page, playground, SDKs and
 * contract tests need to know about it. `path` is below `/api/v1`, parameters in braces.
 */
export interface Operation {
  id: string
  method: Method
  path: string
  market: Market
  summary: string
  description: string
  permission: PermissionName
  /** Name under /functions/v1/, if the product spec gives one. */
  functionName?: string
  /** Further whole paths that answer the same, such as those of the marketing copy. */
  aliases?: { path: string; adapt?: Adapt }[]
  params?: z.ZodType
  query?: z.ZodType
  body?: z.ZodType
  /** Instead of `body`: a file of these media types, handed to the verb as it arrives. */
  upload?: { types: readonly string[] }
  /** The answer is a file of one of these media types. */
  download?: { types: readonly string[] }
  response: z.ZodType
  status: number
  /** Further statuses of the same answer, and when. */
  otherStatus?: Record<number, string>
  errors: readonly ErrorCode[]
  scenarios?: readonly string[]
  examples: Example[]
  /** False for reads and for writes that make no record worth replaying. */
  idempotent?: boolean
  /** Value moves by it: addresses are compared with the tenant's wallets as well as with the lists. */
  movesValue?: boolean
  /** Set by the catalogue: where addresses stand in its path, body and query. */
  addresses?: Record<'params' | 'body' | 'query', readonly (readonly string[])[]>
  /** Set on operations that only sandbox keys may call. */
  sandboxOnly?: boolean
  /** Set by the catalogue on what changes an object that can be read: that read, whose ETag an If-Match names. */
  read?: Operation
  /** Reads of one object send an ETag and answer 304 to If-None-Match; false where that has no meaning. */
  etag?: boolean
  /** The verb it calls. Its permission, input and answer are the operation's. */
  verb: PublicVerb
  /** What the address says of the verb's input, so that nobody else may. */
  fixed?: Record<string, unknown>
  /** Calls the verb with its input, read, and the file where it takes one. */
  answer: (call: { ctx: Ctx; input: unknown; upload?: Upload | null }) => Promise<object>
}

/** What HTTP adds to a verb. */
type Route<I extends z.ZodType, O extends z.ZodType> = Omit<
  Operation,
  'id' | 'permission' | 'params' | 'query' | 'body' | 'response' | 'verb' | 'fixed' | 'answer'
> & {
  /** Where it is not the verb's name: one of several operations of one verb. */
  id?: string
  verb: PublicVerb<I, O>
  fixed?: Partial<z.input<I>>
  /** Where not every answer has the same status. */
  statusOf?: (answer: z.output<O>) => number
  /** Takes `{}` as its body, where all is said by the address: clients send it. */
  emptyBody?: true
}

/** When an answer needs another status, headers or a body that is not JSON: text, or a stream with its own content type. */
export class HandlerAnswer {
  readonly status: number
  readonly body: unknown
  readonly headers: Record<string, string>
  constructor(status: number, body: unknown, headers: Record<string, string> = {}) {
    this.status = status
    this.body = body
    this.headers = headers
  }
}

/** Whether its answer carries an ETag: every read of one object does, unless it says otherwise. */
export const hasEtag = (operation: Operation): boolean => operation.etag ?? (operation.method === 'get' && operation.path.endsWith('}'))

/** Whether its answer is a decision about something: one may ask for all of its rules. */
export const hasDecision = (operation: Operation): boolean => {
  const { shape, options } = operation.response.def as { shape?: object; options?: z.ZodType[] }
  const shapes = options?.map((one) => (one.def as { shape?: object }).shape) ?? [shape]
  return shapes.some((one) => one && 'decision' in one)
}

/** Names one operation: a route to a verb. Exported as default from its file; found by its folder. */
export function defineOperation<I extends z.ZodType, O extends z.ZodType>(given: Route<I, O>): Operation {
  const { verb, fixed, statusOf, emptyBody: _, ...rest } = given as unknown as Route<z.ZodType, z.ZodType>
  const { permission, input, output } = verb
  return {
    id: verb.name,
    ...rest,
    verb,
    fixed,
    permission,
    response: given.download ? z.string() : output,
    ...partsOf(given, input, Object.keys(fixed ?? {})),
    answer: async ({ ctx, input: read, upload }) => {
      const answer = (await verb.run({ ctx, input: read, ...(upload && { upload }) })) as object
      if (given.download) return asFile(answer as Download)
      return statusOf ? new HandlerAnswer(statusOf(answer), answer) : answer
    },
  } as Operation
}

const asFile = ({ stream, mediaType, fileName }: Download) =>
  new HandlerAnswer(200, stream, { 'content-type': mediaType, 'content-disposition': `attachment; filename="${fileName}"` })

const namesByPath = new Map<string, readonly string[]>()

/** The names in a path, looked for once. */
function namesIn(path: string): readonly string[] {
  let names = namesByPath.get(path)
  if (!names) {
    names = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!)
    namesByPath.set(path, names)
  }
  return names
}

/** Where each field of a verb's input stands in a request: in the path, and else in the query of a read and in the body of the rest. */
function partsOf(
  { path, method, upload, emptyBody }: Pick<Route<z.ZodType, z.ZodType>, 'path' | 'method' | 'upload' | 'emptyBody'>,
  input: z.ZodType,
  fixed: string[],
) {
  const inPath = namesIn(path)
  const part = method === 'get' || upload ? 'query' : 'body'
  if (!(input instanceof z.ZodObject)) {
    if (inPath.length || fixed.length) throw new Error(`${path}: what is partly in the path is an object`)
    return { [part]: input }
  }
  const taken = [...inPath, ...fixed]
  const pick = (names: readonly string[]) => z.strictObject(Object.fromEntries(names.map((name) => [name, input.shape[name] as z.ZodType])))
  const rest = Object.keys(input.shape).filter((name) => !taken.includes(name))
  return {
    ...(inPath.length && { params: pick(inPath) }),
    ...((rest.length || emptyBody) && { [part]: taken.length ? pick(rest) : input }),
  }
}

/**
 * The input of an operation's verb, read from where its fields stand in the request. Throws 422 naming all that is wrong, and what is
 * sent in the body or query though the address says it.
 */
export function readVerbInput({ verb, fixed, path }: Operation, params: unknown, sent: unknown): unknown {
  const { input } = verb
  const names = namesIn(path)
  if (sent !== undefined && (sent === null || typeof sent !== 'object' || Array.isArray(sent))) return parseInput(input, sent)
  if (!fixed && !names.length) return parseInput(input, { ...sent })
  const known = { ...fixed, ...(Object.fromEntries(names.map((name) => [name, (params as never)[name]])) as object) }
  const twice: FieldError[] = Object.keys(known)
    .filter((name) => Object.hasOwn(sent ?? {}, name))
    .map((name) => ({ pointer: `/${name}`, code: 'unknown_field', detail: `${name} is not a field of this request.` }))
  if (twice.length) throw fieldsWrong(twice)
  return parseInput(input, { ...(sent as object), ...known })
}
