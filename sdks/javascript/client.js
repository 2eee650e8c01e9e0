import { ConnectionError, SealwrightError, TimeoutError } from './errors.js'
import { API_VERSION, attachResources } from './resources.generated.js'

/** What answers were tagged with. */
const tags = new WeakMap()

/** The ETag of an answer, for `ifMatch`: undefined where the answer has none. */
export const etagOf = (/** @type {object} */ answer) => tags.get(answer)

/** The client. Its resources (`client.wallets`, `client.offerings`, …) are made from the API description. */
export class Sealwright {
  #options

  constructor(/** @type {import('./client.js').ClientOptions} */ options) {
    if (!options?.apiKey) throw new TypeError('Sealwright needs an apiKey: sw_sandbox_… or sw_production_….')
    if (!options.baseUrl) throw new TypeError('Sealwright needs a baseUrl: where the service runs, such as http://localhost:3000.')
    const { timeoutMs = 60_000, maxRetries = 3, fetch = globalThis.fetch } = options
    this.#options = { ...options, baseUrl: options.baseUrl.replace(/\/+$/, ''), timeoutMs, maxRetries, fetch: fetch.bind(globalThis) }
    attachResources(this, {
      request: (call) => this.#request(call),
      page: (call) => new PagePromise((query) => this.#request({ ...call, query }), call.query),
    })
  }

  /** One call with its retries. The Idempotency-Key is made once, so that trying again cannot do the work twice. */
  async #request(/** @type {import('./client.js').Call} */ call) {
    const options = call.options ?? {}
    const settings = this.#options
    const isFile = call.file !== undefined
    const headers = new Headers({
      accept: call.download ? '*/*' : 'application/json',
      authorization: `Bearer ${settings.apiKey}`,
    })
    if (call.body !== undefined) headers.set('content-type', 'application/json')
    if (isFile) headers.set('content-type', options.contentType ?? call.mediaTypes?.[0] ?? 'application/octet-stream')
    headers.set('sealwright-version', options.sealwrightVersion ?? settings.version ?? API_VERSION)
    if (options.ifMatch) headers.set('if-match', options.ifMatch)
    if (options.scenario) headers.set('sandbox-scenario', options.scenario)
    if (call.idempotent) headers.set('idempotency-key', options.idempotencyKey ?? crypto.randomUUID())
    for (const [name, value] of Object.entries(options.headers ?? {})) headers.set(name, value)

    // A stream can be read once only, so it is never sent again.
    const maxRetries = call.file instanceof ReadableStream ? 0 : (options.maxRetries ?? settings.maxRetries)
    const repeatable = call.method === 'GET' || call.idempotent
    const request = {
      method: call.method,
      headers,
      body: isFile ? call.file : call.body === undefined ? undefined : JSON.stringify(call.body),
      ...(isFile && { duplex: 'half' }),
      // Key and data go to one host only.
      redirect: 'manual',
    }
    for (let attempt = 0; ; attempt++) {
      let wait = null
      try {
        return await this.#send(call, request)
      } catch (error) {
        if (attempt < maxRetries) {
          if (error instanceof ConnectionError && repeatable) wait = backoff(attempt)
          else if (error instanceof SealwrightError && (isPassing(error) || (repeatable && isUnsure(error))))
            wait = retryAfter(error.headers) ?? backoff(attempt)
        }
        if (wait === null || wait > LONGEST_WAIT_MS) throw error
      }
      await sleep(wait, options.signal)
    }
  }

  /** One try. The time limit covers the whole answer; of a download only its beginning. */
  async #send(/** @type {import('./client.js').Call} */ call, /** @type {object} */ request) {
    const { signal, timeoutMs = this.#options.timeoutMs } = call.options ?? {}
    signal?.throwIfAborted()
    const timeout = new AbortController()
    const timer = setTimeout(() => timeout.abort(), timeoutMs)
    try {
      const response = await this.#options.fetch(`${this.#options.baseUrl}/api/v1${call.path}${queryString(call.query)}`, {
        ...request,
        signal: signal ? AbortSignal.any([signal, timeout.signal]) : timeout.signal,
      })
      if (response.ok && call.download) return response
      const text = await response.text()
      if (!response.ok) throw SealwrightError.from({ status: response.status, headers: response.headers, problem: parsed(text) })
      const answer = text ? json(text) : undefined
      const tag = response.headers.get('etag')
      if (answer && tag) tags.set(answer, tag)
      return answer
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

/** A list: awaited it is its first page, iterated it is every row, fetched page by page as they are needed. */
class PagePromise {
  #fetch
  #query

  constructor(
    /** @type {(query: Record<string, unknown>) => Promise<any>} */ fetch,
    /** @type {Record<string, unknown> | undefined} */ query,
  ) {
    this.#fetch = fetch
    this.#query = query ?? {}
  }

  /** @type {Promise<any>['then']} */
  then(done, failed) {
    return this.#fetch(this.#query).then(done, failed)
  }

  /** @type {Promise<any>['catch']} */
  catch(failed) {
    return this.then(undefined, failed)
  }

  /** @type {Promise<any>['finally']} */
  finally(ended) {
    return this.#fetch(this.#query).finally(ended)
  }

  get [Symbol.toStringTag]() {
    return 'PagePromise'
  }

  async *[Symbol.asyncIterator]() {
    for (let query = this.#query; ; ) {
      const { data, has_more, next_cursor } = await this.#fetch(query)
      yield* data
      if (!has_more || !next_cursor) return
      query = { ...query, cursor: next_cursor }
    }
  }
}

/** Refusals that pass by themselves and before which nothing was done. */
const isPassing = (/** @type {SealwrightError} */ error) =>
  error.status === 429 || error.status === 503 || error.code === 'idempotency_in_progress'

/** Refusals after which only a call that may be repeated is: nobody knows how far it came. */
const isUnsure = (/** @type {SealwrightError} */ error) => [500, 502, 504].includes(error.status)

/** 0.25 to 0.5 s, doubled with each try up to 8 s; spread so that many clients do not come back together. */
const backoff = (/** @type {number} */ attempt) => Math.min(8_000, 500 * 2 ** attempt) * (0.5 + Math.random() / 2)

/** No server is waited for longer than this; the error is thrown instead. */
const LONGEST_WAIT_MS = 60_000

/** Retry-After in milliseconds, from seconds or a date, a little spread. */
function retryAfter(/** @type {Headers} */ headers) {
  const value = headers.get('retry-after')
  if (value === null) return null
  const ms = /^\d+(\.\d+)?$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now()
  return Number.isNaN(ms) ? null : Math.max(0, ms) + Math.random() * 100
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
