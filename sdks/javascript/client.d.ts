import type { ExpandedRules, Resources } from './resources.generated.js'

export interface ClientOptions {
  /** `sw_sandbox_…` or `sw_production_…`; `SEALWRIGHT_KEY` of the environment when left out. Keep production keys on your server. */
  apiKey?: string | undefined
  /** Where the service runs, such as http://localhost:3000; `SEALWRIGHT_URL` of the environment when left out. */
  baseUrl?: string | undefined
  /** Another dated version of the API than `API_VERSION`, which these types describe and which is sent as `Sealwright-Version`. */
  version?: string
  /** `error`: every denial is thrown as `ComplianceDenied` instead of answered. A call may say `answer` for itself. */
  onDeny?: 'error' | 'answer'
  /** Instead of the global one. It keeps connections open as the runtime does. */
  fetch?: typeof globalThis.fetch
  /** For one try; 60,000. */
  timeoutMs?: number
  /** How often a call is tried again; 3. */
  maxRetries?: number
  /** Called after each try, with nothing personal and no key. What it throws is passed over. */
  log?: (entry: LogEntry) => void
  /** A tracer of OpenTelemetry, such as `trace.getTracer('payments')`: each call is a span, which the service is told of (`traceparent`). */
  tracer?: Tracer
}

/** One try of one call. */
export interface LogEntry {
  /** The operation, such as `wallets.verify`. */
  call: string
  method: string
  /** 1 is the first. */
  attempt: number
  /** Of the answer; null when none arrived. */
  status: number | null
  /** The code of a refusal, or the name of the error when no answer arrived. */
  error: string | null
  requestId: string | null
  durationMs: number
  /** How long is waited before the next try; null when there is none. */
  retryInMs: number | null
}

/** The part of an OpenTelemetry tracer that is used. */
export interface Tracer {
  startSpan(name: string, options?: { kind?: number; attributes?: Record<string, string | number> }): Span
}
/** The part of an OpenTelemetry span that is used. */
export interface Span {
  spanContext(): { traceId: string; spanId: string; traceFlags: number }
  setAttribute(name: string, value: string | number): unknown
  setStatus(status: { code: number; message?: string }): unknown
  recordException(error: Error): void
  end(): void
}

/** Options of one call, its last argument. */
export interface CallOptions {
  /** Yours instead of one made for the call. The same key with the same body gives the first answer again. */
  idempotencyKey?: string
  /** The `etagOf` the object as you read it: when it has changed since, nothing is done and `version_conflict` is thrown. */
  ifMatch?: string
  /** A sandbox scenario by its name, such as `sanctioned_address`; `client.sandbox.scenarios()` lists them. */
  scenario?: string
  /** Further headers. */
  headers?: Record<string, string>
  /** Ends the call, also while it waits to try again. */
  signal?: AbortSignal
  /** For one try. */
  timeoutMs?: number
  /** How often it is tried again. */
  maxRetries?: number
  /** Another dated version of the API than that of the client. */
  sealwrightVersion?: string
  /** The media type of a file that is sent. */
  contentType?: string
}

/** Options of a call whose answer has a decision. */
export interface RuleOptions extends CallOptions {
  /** `decision.rules`: every rule that was looked at, those that pass too. */
  expand?: ExpandedRules[]
}

/** Options of a call that decides. */
export interface DecisionOptions extends RuleOptions {
  /** `error`: a denial is thrown as `ComplianceDenied`. `answer`, as it is unless the client says otherwise: it is an answer. */
  onDeny?: 'error' | 'answer'
}

/** What is sent as a file. A stream is sent as it comes and never again. */
export type FileBody = string | Blob | ArrayBuffer | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>

/** An answer with what came beside it. */
export interface Answered<T> {
  data: T
  status: number
  headers: Headers
  /** Names the call in the logs of the service and to its support. */
  requestId: string | null
  /** For `ifMatch`; null where the answer has none. */
  etag: string | null
  /** The body as it arrived. */
  text: string
  /** How often it was sent. */
  attempts: number
}

/** A call under way: awaited it is its answer. */
export interface CallPromise<T> extends Promise<T> {
  /** The answer with its status, headers, request id and raw text. */
  withResponse(): Promise<Answered<T>>
}

/** One page of a list. */
export interface Page<Row> {
  data: Row[]
  has_more: boolean
  next_cursor: string | null
}

/** A list: awaited it is its first page, iterated (`for await`) it is every row of every page. Nothing is asked before. */
export interface PagePromise<Row, Whole extends Page<Row> = Page<Row>> extends CallPromise<Whole>, AsyncIterable<Row> {
  /** Page by page, each with its `data`. */
  pages(): AsyncIterable<Whole>
}

/** The envelope of an event: `type` tells which it is. */
export interface EventEnvelope<Type extends string, Data> {
  /** Deliveries may come twice: remember this. */
  id: string
  type: Type
  timestamp: string
  api_version: string
  environment: 'sandbox' | 'production'
  /** Counts up within an organisation and environment. */
  sequence: number
  resource: { type: string; id: string }
  /** The call that caused it; null when no call did. */
  request: { id: string; idempotency_key: string | null } | null
  actor: { type: 'api_key' | 'user' | 'system' | 'holder'; id: string | null }
  /** What it is about, as it was then; at an endpoint with `payload: 'thin'` only where it can be read. */
  data:
    | { object: Data; previous?: Record<string, unknown>; object_url?: undefined }
    | { object_url: string; object?: undefined; previous?: undefined }
}

/** One call as the resources describe it to the core. */
export interface Call {
  name: string
  method: string
  path: string
  query?: Record<string, unknown> | undefined
  body?: unknown
  file?: FileBody
  mediaTypes?: string[]
  download?: boolean
  idempotent?: boolean
  decides?: boolean
  options?: DecisionOptions | undefined
}

/** What the resources need of the core. */
export interface Core {
  // biome-ignore lint/suspicious/noExplicitAny: typed by the generated declarations.
  request(call: Call): any
  // biome-ignore lint/suspicious/noExplicitAny: typed by the generated declarations.
  page(call: Call): PagePromise<any>
}

/** The client: one for a process. Its resources are made from the API description. */
export declare class Sealwright {
  constructor(options?: ClientOptions)
}
export interface Sealwright extends Resources {}

/** The ETag of an answer, for `ifMatch`: undefined where the answer has none. */
export declare function etagOf(answer: object): string | undefined
/** The request id of an answer, which names the call to support. */
export declare function requestIdOf(answer: object): string | undefined
