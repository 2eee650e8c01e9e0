import type { Resources } from './resources.generated.js'

export interface ClientOptions {
  /** `sw_sandbox_…` or `sw_production_…`. Keep production keys on your server. */
  apiKey: string
  /** Where the service runs, such as http://localhost:3000. */
  baseUrl: string
  /** Another dated version of the API than `API_VERSION`, which these types describe and which is sent as `Sealwright-Version`. */
  version?: string
  /** Instead of the global one. */
  fetch?: typeof globalThis.fetch
  /** For one try; 60,000. */
  timeoutMs?: number
  /** How often a call is tried again; 3. */
  maxRetries?: number
}

export interface CallOptions {
  /** Yours instead of one made for the call. The same key with the same body gives the first answer again. */
  idempotencyKey?: string
  /** The `etagOf` the object as you read it: when it has changed since, nothing is done and `version_conflict` is thrown. */
  ifMatch?: string
  /** A sandbox scenario by its name, such as `sanctioned_address`; `client.sandbox.scenarios()` lists them. */
  scenario?: string
  headers?: Record<string, string>
  signal?: AbortSignal
  timeoutMs?: number
  maxRetries?: number
  sealwrightVersion?: string
  /** The media type of a file that is sent. */
  contentType?: string
}

/** What is sent as a file. A stream is sent as it comes and never again. */
export type FileBody = string | Blob | ArrayBuffer | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>

export interface Page<Row> {
  data: Row[]
  has_more: boolean
  next_cursor: string | null
}

/** A list: awaited it is its first page, iterated (`for await`) it is every row of every page. */
export interface PagePromise<Row, Whole extends Page<Row> = Page<Row>> extends Promise<Whole>, AsyncIterable<Row> {}

/** One call as the resources describe it to the core. */
export interface Call {
  method: string
  path: string
  query?: Record<string, unknown> | undefined
  body?: unknown
  file?: FileBody
  mediaTypes?: string[]
  download?: boolean
  idempotent?: boolean
  options?: CallOptions | undefined
}

/** What the resources need of the core. */
export interface Core {
  // biome-ignore lint/suspicious/noExplicitAny: typed by the generated declarations.
  request(call: Call): Promise<any>
  // biome-ignore lint/suspicious/noExplicitAny: typed by the generated declarations.
  page(call: Call): PagePromise<any>
}

/** The client. Its resources are made from the API description. */
export declare class Sealwright {
  constructor(options: ClientOptions)
}
export interface Sealwright extends Resources {}

/** The ETag of an answer, for `ifMatch`: undefined where the answer has none. */
export declare function etagOf(answer: object): string | undefined
