import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const toBrotli = promisify(brotliCompress)
const toGzip = promisify(gzip)
/** Below this the header costs more than is saved. */
const SMALLEST = 1_400

type Encoding = 'br' | 'gzip'

/** The compression a browser asks for, best first. */
function acceptedEncoding(headers: Headers): Encoding | null {
  const accepted = headers.get('accept-encoding') ?? ''
  return /\bbr\b/.test(accepted) ? 'br' : /\bgzip\b/.test(accepted) ? 'gzip' : null
}

/** Compresses a text made for one request: quickly, off the main thread. */
function compressText(text: string, encoding: Encoding, quality = 5): Promise<Buffer> {
  return encoding === 'br'
    ? toBrotli(text, { params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT } })
    : toGzip(text, { level: 6 })
}

/** The same answer with `text` as its body, compressed as the request asks. */
export async function compressed(request: Request, answer: Response, text: string): Promise<Response> {
  const headers = new Headers(answer.headers)
  const encoding = text.length < SMALLEST || headers.has('content-encoding') ? null : acceptedEncoding(request.headers)
  headers.append('vary', 'accept-encoding')
  const { status, statusText } = answer
  if (!encoding) return new Response(text, { status, statusText, headers })
  headers.set('content-encoding', encoding)
  headers.delete('content-length')
  return new Response((await compressText(text, encoding)) as BodyInit, { status, statusText, headers })
}

/** A text that stays the same while the process lives, compressed once for each way of asking. */
export function keptText(text: () => string): (request: Request, headers: Record<string, string>) => Promise<Response> {
  const kept = new Map<Encoding, Promise<Buffer>>()
  return async function answerKept(request, headers) {
    const encoding = acceptedEncoding(request.headers)
    const all = { ...headers, vary: 'accept-encoding' }
    if (!encoding) return new Response(text(), { headers: all })
    if (!kept.has(encoding)) kept.set(encoding, compressText(text(), encoding, 9))
    return new Response((await kept.get(encoding)) as BodyInit, { headers: { ...all, 'content-encoding': encoding } })
  }
}
