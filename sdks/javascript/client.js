import { ConnectionError, SealwrightError, TimeoutError } from './errors.js'
import { API_VERSION, attachResources } from './resources.generated.js'
import { VERSION } from './version.js'

/** What answers were told of. */
const told = new WeakMap()

/** The ETag of an answer, for `ifMatch`: undefined where the answer has none. */
export const etagOf = (/** @type {object} */ answer) => told.get(answer)?.etag ?? undefined

/** The request id of an answer, which names the call to support. */
export const requestIdOf = (/** @type {object} */ answer) => told.get(answer)?.requestId ?? undefined

/** A variable of the environment, where there is one: browsers and workers have none. */
const environment = (/** @type {string} */ name) => /** @type {any} */ (globalThis).process?.env?.[name]

/** The client. Its resources (`client.wallets`, `client.offerings`, …) are made from the API description. */
export class Sealwright {
  #options

  constructor(/** @type {import('./client.js').ClientOptions} */ options = {}) {
    const { apiKey = environment('SEALWRIGHT_KEY'), baseUrl = environment('SEALWRIGHT_URL') } = options
    if (!apiKey) throw new TypeError('Sealwright needs a key, sw_sandbox_… or sw_production_…: give apiKey, or set SEALWRIGHT_KEY.')
    if (!baseUrl)
      throw new TypeError(
        'Sealwright needs to know where the service runs, such as http://localhost:3000: give baseUrl, or set SEALWRIGHT_URL.',
      )
    const { timeoutMs = 60_000, maxRetries = 3, fetch = globalThis.fetch } = options
    this.#options = { ...options, apiKey, baseUrl: baseUrl.replace(/\/+$/, ''), timeoutMs, maxRetries, fetch: fetch.bind(globalThis) }
    attachResources(this, {
      request: (call) => (call.download ? this.#traced(call) : new CallPromise(this.#traced(call))),
      page: (call) => new PagePromise((query) => this.#traced({ ...call, query }), call.query),
    })
  }

  /** A call as one span, where there is a tracer. Names and attributes are those of OpenTelemetry for HTTP. */
  async #traced(/** @type {import('./client.js').Call} */ call) {
    const { tracer, baseUrl } = this.#options
    if (!tracer) return this.#request(call, null)
    const { hostname, port, protocol } = new URL(baseUrl)
    const span = tracer.startSpan(`sealwright ${call.name}`, {
      kind: SPAN_CLIENT,
      attributes: {
        'http.request.method': call.method,
        'server.address': hostname,
        'server.port': Number(port || (protocol === 'https:' ? 443 : 80)),
        'sealwright.operation': call.name,
      },
    })
    try {
      return await this.#request(call, span)
    } catch (error) {
      const { name, code, status } = /** @type {any} */ (error)
      if (status !== undefined) span.setAttribute('http.response.status_code', status)
      span.setAttribute('error.type', String(code ?? name))
      span.recordException(/** @type {Error} */ (error))
      // The sentence may name a field a person filled in; the code does not.
      span.setStatus({ code: SPAN_ERROR, message: String(code ?? name) })
      throw error
    } finally {
      span.end()
    }
  }

  /** One call with its retries. The Idempotency-Key is made once, so that trying again cannot do the work twice. */
  async #request(/** @type {import('./client.js').Call} */ call, /** @type {import('./client.js').Span | null} */ span) {
    const options = call.options ?? {}
    const settings = this.#options
    const isFile = call.file !== undefined
    const headers = new Headers({
      accept: call.download ? '*/*' : 'application/json',
      authorization: `Bearer ${settings.apiKey}`,
    })
    // A browser names itself.
    if (!('document' in globalThis)) headers.set('user-agent', `sealwright-js/${VERSION}`)
    if (call.body !== undefined) headers.set('content-type', 'application/json')
    if (isFile) headers.set('content-type', options.contentType ?? call.mediaTypes?.[0] ?? 'application/octet-stream')
    headers.set('sealwright-version', options.sealwrightVersion ?? settings.version ?? API_VERSION)
    if (options.ifMatch) headers.set('if-match', options.ifMatch)
    if (options.scenario) headers.set('sandbox-scenario', options.scenario)
    if (call.idempotent) headers.set('idempotency-key', options.idempotencyKey ?? crypto.randomUUID())
    if (span) {
      const { traceId, spanId, traceFlags } = span.spanContext()
      headers.set('traceparent', `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`)
    }
    for (const [name, value] of Object.entries(options.headers ?? {})) headers.set(name, value)

    // A stream can be read once only, so it is never sent again.
    const maxRetries = call.file instanceof ReadableStream ? 0 : (options.maxRetries ?? settings.maxRetries)
    const repeatable = call.method === 'GET' || call.idempotent
    const url = `${settings.baseUrl}/api/v1${call.path}${queryString(queryOf(call, settings.onDeny))}`
    const request = {
      method: call.method,
      headers,
      body: isFile ? call.file : call.body === undefined ? undefined : JSON.stringify(call.body),
      ...(isFile && { duplex: 'half' }),
      // Key and data go to one host only.
      redirect: 'manual',
    }
    for (let attempt = 1; ; attempt++) {
      const began = performance.now()
      let wait = null
      try {
        const answer = await this.#send(call, url, request)
        const { status, requestId } = answer
        this.#log({ call: call.name, method: call.method, attempt, status, error: null, requestId, began, retryInMs: null })
        span?.setAttribute('http.response.status_code', status)
        if (attempt > 1) span?.setAttribute('http.request.resend_count', attempt - 1)
        if (requestId) span?.setAttribute('sealwright.request_id', requestId)
        return call.download ? answer.data : { ...answer, attempts: attempt }
      } catch (error) {
        if (attempt <= maxRetries) {
          if (error instanceof ConnectionError && repeatable) wait = backoff(attempt)
          else if (error instanceof SealwrightError && (isPassing(error) || (repeatable && isUnsure(error))))
            wait = retryAfter(error.headers) ?? backoff(attempt)
        }
        if (wait !== null && wait > LONGEST_WAIT_MS) wait = null
        const { status = null, code, name, requestId = null } = /** @type {any} */ (error)
        this.#log({ call: call.name, method: call.method, attempt, status, error: code ?? name, requestId, began, retryInMs: wait })
        if (wait === null) throw error
      }
      await sleep(wait, options.signal)
    }
  }

  /** Tells the hook of the caller, whose own failure is no failure of the call. */
  #log({ began, ...entry }) {
    try {
      this.#options.log?.({ ...entry, durationMs: Math.round(performance.now() - began) })
    } catch {}
  }

  /** One try. The time limit covers the whole answer; of a download only its beginning. */
  async #send(/** @type {import('./client.js').Call} */ call, /** @type {string} */ url, /** @type {object} */ request) {
    const { signal, timeoutMs = this.#options.timeoutMs } = call.options ?? {}
    signal?.throwIfAborted()
    const timeout = new AbortController()
    const timer = setTimeout(() => timeout.abort(), timeoutMs)
    try {
      const response = await this.#options.fetch(url, {
        ...request,
        signal: signal ? AbortSignal.any([signal, timeout.signal]) : timeout.signal,
      })
      const { status, headers } = response
      const beside = { status, headers, requestId: headers.get('x-request-id'), etag: headers.get('etag') }
      if (response.ok && call.download) return { ...beside, data: response, text: '' }
      const text = await response.text()
      if (!response.ok) throw SealwrightError.from({ status, headers, problem: parsed(text) })
      const data = text ? json(text) : undefined
      if (typeof data === 'object' && data !== null) told.set(data, beside)
      return { ...beside, data, text }
    } catch (error) {
      if (error instanceof SealwrightError || error instanceof ConnectionError) throw error
      if (signal?.aborted) throw signal.reason
      if (timeout.signal.aborted) throw new TimeoutError(`No answer within ${timeoutMs} ms.`, { cause: error })
      throw new ConnectionError('The service could not be reached.', { cause: error })
    } finally {
      clearTimeout(timer)
    }
  }
}

/** Values of OpenTelemetry: `SpanKind.CLIENT` and `SpanStatusCode.ERROR`. */
const SPAN_CLIENT = 2
const SPAN_ERROR = 2

/** A call under way: awaited it is its answer. */
class CallPromise {
  #answered

  constructor(/** @type {Promise<any>} */ answered) {
    this.#answered = answered
  }

  /** What came, with all that came beside it. */
  withResponse() {
    return this.#answered
  }

  /** @type {Promise<any>['then']} */
  then(done, failed) {
    return this.withResponse()
      .then(({ data }) => data)
      .then(done, failed)
  }

  /** @type {Promise<any>['catch']} */
  catch(failed) {
    return this.then(undefined, failed)
  }

  /** @type {Promise<any>['finally']} */
  finally(ended) {
    return this.then().finally(ended)
  }

  get [Symbol.toStringTag]() {
    return 'CallPromise'
  }
}

/** A list: awaited it is its first page, iterated it is every row, fetched page by page as they are needed. */
class PagePromise extends CallPromise {
  #fetch
  #query
  /** @type {Promise<any> | undefined} */
  #first

  constructor(
    /** @type {(query: Record<string, unknown>) => Promise<any>} */ fetch,
    /** @type {Record<string, unknown> | undefined} */ query,
  ) {
    super(Promise.resolve())
    this.#fetch = fetch
    this.#query = query ?? {}
  }

  /** The first page, asked for when it is wanted. */
  withResponse() {
    this.#first ??= this.#fetch(this.#query)
    return this.#first
  }

  async *pages() {
    for (let page = await this; ; ) {
      yield page
      const { has_more, next_cursor } = page
      if (!has_more || !next_cursor) return
      page = (await this.#fetch({ ...this.#query, cursor: next_cursor })).data
    }
  }

  async *[Symbol.asyncIterator]() {
    for await (const { data } of this.pages()) yield* data
  }

  get [Symbol.toStringTag]() {
    return 'PagePromise'
  }
}

/** Refusals that pass by themselves and before which nothing was done. */
const isPassing = (/** @type {SealwrightError} */ error) =>
  error.status === 429 || error.status === 503 || error.code === 'idempotency_in_progress'

/** Refusals after which only a call that may be repeated is: nobody knows how far it came. */
const isUnsure = (/** @type {SealwrightError} */ error) => [500, 502, 504].includes(error.status)

/** 0.25 to 0.5 s, doubled with each try up to 8 s; spread so that many clients do not come back together. */
const backoff = (/** @type {number} */ attempt) => Math.min(8_000, 250 * 2 ** attempt) * (0.5 + Math.random() / 2)

/** No server is waited for longer than this; the error is thrown instead. */
const LONGEST_WAIT_MS = 60_000

/** Retry-After in milliseconds, from seconds or a date, a little spread. */
function retryAfter(/** @type {Headers} */ headers) {
  const value = headers.get('retry-after')
  if (value === null) return null
  const ms = /^\d+(\.\d+)?$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now()
  return Number.isNaN(ms) ? null : Math.max(0, ms) + Math.random() * 100
}

/** What a call asks besides its own query: what its options say, or the client for all calls. */
function queryOf(/** @type {import('./client.js').Call} */ call, /** @type {'error' | 'answer' | undefined} */ onDeny) {
  const { expand, onDeny: own = call.method === 'POST' ? onDeny : undefined } = call.options ?? {}
  return {
    ...call.query,
    ...(call.decides && expand && { expand }),
    ...(call.decides && own === 'error' && { on_deny: 'error' }),
  }
}

/** Arrays as `name[]`, as the API reads them. */
function queryString(/** @type {Record<string, unknown> | undefined} */ query) {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query ?? {})) {
    if (Array.isArray(value)) for (const one of value) search.append(`${name}[]`, String(one))
    else if (value !== undefined && value !== null) search.set(name, String(value))
  }
  return search.size ? `?${search}` : ''
}

/** What a proxy on the way says instead of the service is no answer. */
function json(/** @type {string} */ text) {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new ConnectionError('The answer cannot be read.', { cause: error })
  }
}

/** A problem document, or what a proxy on the way said instead. */
function parsed(/** @type {string} */ text) {
  try {
    const value = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : {}
  } catch {
    return {}
  }
}

/** @returns {Promise<void>} */
const sleep = (/** @type {number} */ ms, /** @type {AbortSignal | undefined} */ signal) =>
  new Promise((done, failed) => {
    const stop = () => {
      clearTimeout(timer)
      failed(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      done()
    }, ms)
    signal?.addEventListener('abort', stop, { once: true })
  })
