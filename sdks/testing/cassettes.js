const encoder = new TextEncoder()

/** Fields that name people, or hold what they showed: their values are never kept. */
const PERSONAL = new Set(
  (
    'full_name first_name last_name middle_name legal_name other_names date_of_birth birth_date birth_place formation_date email phone gender ' +
    'nationality address identifiers id_number registration_no document documents tax_id kyc_data identity originator beneficiary owners ' +
    'asked_name name_on_document ip ip_address signature message subjects'
  ).split(' '),
)
/** Fields that hold secrets. */
const SECRET = /(^|_)(secret|secrets|token|password|api_key|key|private_key|authorization|assertion|code_verifier)$/
const KEYS = /\b(sw_(?:sandbox|production)_[\w-]+|whsec_[\w+/=-]+|Bearer\s+[\w.~+/=-]+|eyJ[\w-]+\.[\w-]+\.[\w-]+)/g
const MAILS = /[\w.+-]+@[\w-]+\.[\w.-]+/g
const REMOVED = '[removed]'

/** Headers of an answer that a client reads. */
const KEPT_HEADERS = ['content-type', 'retry-after', 'etag', 'x-request-id', 'sealwright-version', 'idempotent-replayed']

/** A value without what may not be kept; what is taken out is told to `took`. @param {any} value @param {(what: unknown) => void} took @returns {any} */
function cleaned(value, took) {
  if (typeof value === 'string') return value.replace(KEYS, REMOVED).replace(MAILS, (mail) => (took(mail), REMOVED))
  if (Array.isArray(value)) return value.map((one) => cleaned(one, took))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => {
      if (one === null || typeof one === 'boolean') return [name, one]
      if (PERSONAL.has(name)) {
        took([name, one])
        return [name, REMOVED]
      }
      return [name, SECRET.test(name) && typeof one === 'string' ? REMOVED : cleaned(one, took)]
    }),
  )
}

/** One spelling of a value. @param {any} value @returns {any} */
function sorted(value) {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.keys(value)
      .sort()
      .map((name) => [name, sorted(value[name])]),
  )
}

/**
 * A request as a cassette knows it. Of what was taken out only a mark of 16 bits is kept: enough to tell the calls of one suite apart,
 * too little to tell who it was.
 * @param {Request} request @param {string} text @param {string} salt
 */
async function known(request, text, salt) {
  const url = new URL(request.url)
  /** @type {unknown[]} */
  const taken = []
  const took = (/** @type {unknown} */ what) => void taken.push(what)
  let body = null
  if (text !== '')
    try {
      body = JSON.parse(text)
    } catch {
      // What cannot be read cannot be cleaned, so nothing of it is kept.
      taken.push(text)
      body = REMOVED
    }
  const query = Object.fromEntries(url.searchParams)
  const asked = sorted({
    method: request.method,
    path: cleaned(url.pathname, took),
    query: cleaned(query, took),
    body: cleaned(body, took),
  })
  if (!taken.length) return { ...asked, mark: null }
  const digest = await crypto.subtle.digest('SHA-256', encoder.encode(salt + JSON.stringify(sorted(taken))))
  return { ...asked, mark: [...new Uint8Array(digest, 0, 2)].map((byte) => byte.toString(16).padStart(2, '0')).join('') }
}

/** @param {object} body */
const refused = (body) => new Response(JSON.stringify(body), { status: 501, headers: { 'content-type': 'application/problem+json' } })

/**
 * Answers that were recorded once against the sandbox, played again without it.
 * @type {typeof import('./index.js').createCassette}
 */
export function createCassette({ tape, record = false, fetch = globalThis.fetch } = {}) {
  const salt = tape?.salt ?? [...crypto.getRandomValues(new Uint8Array(8))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  const calls = record ? [] : [...(tape?.calls ?? [])]
  const used = new Set()

  /** @param {Request} request @param {string} text */
  async function recordOne(request, text) {
    if (/\bsw_production_/.test(request.headers.get('authorization') ?? ''))
      throw new TypeError('Cassettes are recorded against the sandbox: this is a key of production.')
    const answer = await fetch(request)
    const answered = await answer.text()
    let body = null
    try {
      body = answered === '' ? null : cleaned(JSON.parse(answered), () => {})
    } catch {
      throw new TypeError(
        `${request.method} ${new URL(request.url).pathname} answered something that is not JSON, which no cassette keeps.`,
      )
    }
    const headers = Object.fromEntries(KEPT_HEADERS.flatMap((name) => (answer.headers.has(name) ? [[name, answer.headers.get(name)]] : [])))
    calls.push({ request: await known(request, text, salt), answer: { status: answer.status, headers, body } })
    return new Response([204, 205, 304].includes(answer.status) ? null : answered, { status: answer.status, headers: answer.headers })
  }

  /** @param {Request} request @param {string} text */
  async function playOne(request, text) {
    const asked = await known(request, text, salt)
    const wanted = JSON.stringify(sorted(asked))
    const same = calls.flatMap((call, i) => (JSON.stringify(sorted(call.request)) === wanted ? [i] : []))
    // What is read may be read again; what is done is answered as often as it was recorded.
    const next = same.find((i) => !used.has(i)) ?? (request.method === 'GET' ? same.at(-1) : undefined)
    if (next === undefined) {
      const often = same.length
        ? `was recorded ${same.length === 1 ? 'once' : `${same.length} times`} and has been answered`
        : 'is not recorded'
      const detail = `${asked.method} ${asked.path} ${often}, with this body. Record the cassette again against the sandbox.`
      return refused({ title: 'This call is not on the cassette', status: 501, code: 'not_on_cassette', detail })
    }
    used.add(next)
    const { status, headers, body } = calls[next].answer
    return new Response([204, 205, 304].includes(status) ? null : JSON.stringify(body), { status, headers })
  }

  return {
    async fetch(input, init) {
      const request = new Request(input, init)
      const text = await request.clone().text()
      return record ? recordOne(request, text) : playOne(request, text)
    },
    rewind: () => used.clear(),
    unused: () => calls.filter((_, i) => !used.has(i)).map(({ request }) => `${request.method} ${request.path}`),
    toJSON: () => ({ sealwright_cassette: 1, salt, calls }),
  }
}

/**
 * Asks one after the other: what the kit does not answer may be on a cassette.
 * @type {typeof import('./index.js').firstThatAnswers}
 */
export function firstThatAnswers(...fetches) {
  return async (input, init) => {
    const request = new Request(input, init)
    let answer
    for (const one of fetches) {
      answer = await one(request.clone())
      if (answer.status !== 501) return answer
    }
    return (
      answer ?? refused({ title: 'Nobody was asked', status: 501, code: 'not_on_cassette', detail: 'firstThatAnswers was given no fetch.' })
    )
  }
}
