// What pages ask of Sealwright with the token of a client session. The token is kept in memory alone, and no cookie is sent.

/** A refusal: `code` as the documentation has it, and a sentence for people. */
export class SealwrightError extends Error {
  /**
   * @param {string} code
   * @param {string} message
   * @param {number} status
   */
  constructor(code, message, status) {
    super(message)
    this.name = 'SealwrightError'
    this.code = code
    this.status = status
  }
}

const TIMEOUT_MS = 20_000

/** Calls one installation. `getToken` asks your own server: at the first call, and again once a token has ended. */
export function createClient(apiUrl, getToken) {
  const base = `${apiUrl.replace(/\/+$/, '')}/v1/client`
  /** The token, or the asking for it: calls of one moment ask once. */
  let asked = null
  const token = () => {
    asked ??= Promise.resolve()
      .then(() => getToken())
      .catch((error) => {
        asked = null
        throw error
      })
    return asked
  }

  async function send(method, path, body) {
    const own = token()
    const answer = await fetch(base + path, {
      method,
      headers: { authorization: `Bearer ${await own}`, ...(body && { 'content-type': 'application/json' }) },
      body: body && JSON.stringify(body),
      credentials: 'omit',
      cache: 'no-store',
      referrerPolicy: 'no-referrer',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    if (answer.status === 401 && asked === own) asked = null
    return answer
  }

  /** An answer of the API. Throws `SealwrightError`; `unreachable` where there is none. */
  return async function call(method, path, body) {
    let answer
    try {
      answer = await send(method, path, body)
      // Fifteen minutes are shorter than a page is open: once, with a fresh one.
      if (answer.status === 401) answer = await send(method, path, body)
    } catch (error) {
      throw new SealwrightError('unreachable', error instanceof Error ? error.message : String(error), 0)
    }
    const said = await answer.json().catch(() => null)
    if (answer.ok && said) return said
    throw new SealwrightError(
      said?.code ?? 'unreachable',
      said?.errors?.[0]?.detail ?? said?.detail ?? `HTTP ${answer.status}`,
      answer.status,
    )
  }
}
