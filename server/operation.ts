import type { z } from 'zod'
import type { Ctx } from '#core/context.ts'
import type { ErrorCode } from '#core/errors.ts'
import type { PermissionName } from '#core/permissions.ts'

export type Market = 'securities' | 'stablecoins' | 'nfts' | 'defi' | 'gaming' | 'platform'
export type Method = 'get' | 'post' | 'patch' | 'delete'

/** Turns the input of an alias into that of its operation. */
export type Adapt = (input: { params: unknown; query: unknown; body: unknown }) => { params?: unknown; query?: unknown; body?: unknown }

export interface Example {
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
export interface Operation<
  P extends z.ZodType = z.ZodType,
  Q extends z.ZodType = z.ZodType,
  B extends z.ZodType = z.ZodType,
  R extends z.ZodType = z.ZodType,
> {
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
  params?: P
  query?: Q
  body?: B
  /** Instead of `body`: a file of these media types, handed to the handler as it arrives. */
  upload?: { types: readonly string[] }
  /** The answer is a file of one of these media types. */
  download?: { types: readonly string[] }
  response: R
  status: number
  /** Further statuses of the same answer, and when. */
  otherStatus?: Record<number, string>
  errors: readonly ErrorCode[]
  scenarios?: readonly string[]
  examples: Example[]
  /** False for reads and for writes that make no record worth replaying. */
  idempotent?: boolean
  /** Set on operations that only sandbox keys may call. */
  sandboxOnly?: boolean
  /** Set by the catalogue on what changes an object that can be read: that read, whose ETag an If-Match names. */
  read?: Operation
  /** Reads of one object send an ETag and answer 304 to If-None-Match; false where that has no meaning. */
  etag?: boolean
  handler: (call: Call<z.output<P>, z.output<Q>, z.output<B>>) => Promise<object>
}

export interface Call<P, Q, B> {
  ctx: Ctx
  params: P
  query: Q
  body: B
  headers: Headers
  /** Set on operations with `upload`. */
  upload: Upload | null
}

/** A request body that is not read yet. */
export interface Upload {
  stream: ReadableStream<Uint8Array>
  mediaType: string
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

/** Names one operation. Exported as default from its file; found by its folder. */
export function defineOperation<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, R extends z.ZodType>(
  operation: Operation<P, Q, B, R>,
): Operation {
  return operation as unknown as Operation
}
