import { AppError } from '#core/kernel/errors.ts'

/** More than any form of ours holds, in each of its characters written as three bytes. */
export const MAX_FORM = 1024 * 1024
/** More fields than any form has: taking a megabyte of them apart would cost seconds. */
const MAX_FIELDS = 1_000
/** A document of at most 10 MB with the fields beside it. */
const MAX_UPLOAD = 12 * 1024 * 1024

/** What is no file is short: one that comes drop by drop takes its part of the memory for no longer. */
const FORM_MS = 30_000

const tooLarge = () => new AppError('body_too_large', 'What was sent is too large for this address.')
const tooSlow = (ms: number) => new AppError('malformed_json', `The body did not arrive within ${ms / 1_000} seconds.`)

/**
 * The same request, whose body ends with an error once it is longer than `most` bytes, or does not come: nobody fills the memory by sending.
 * A length that is declared is believed at once; `refusal` says why a body was not read to its end: too long, of too many fields, or, unless it
 * holds files, too slow. Throws `body_too_large`.
 */
export function limitBody(request: Request, most: number, withinMs = FORM_MS): { request: Request; refusal: () => AppError | null } {
  if (Number(request.headers.get('content-length') ?? 0) > most) throw tooLarge()
  if (!request.body) return { request, refusal: () => null }
  let size = 0
  let fields = 0
  const type = request.headers.get('content-type') ?? ''
  const count = URLENCODED.test(type) ? countFields : MULTIPART.test(type) ? partCounter() : () => 0
  let why: AppError | null = null
  let timer: NodeJS.Timeout | undefined
  const counted = request.body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      start(controller) {
        if (MULTIPART.test(type)) return
        timer = setTimeout(() => {
          why = tooSlow(withinMs)
          controller.error(why)
        }, withinMs).unref()
      },
      transform(chunk, controller) {
        size += chunk.byteLength
        fields += count(chunk)
        if (size <= most && fields <= MAX_FIELDS) return controller.enqueue(chunk)
        clearTimeout(timer)
        why = tooLarge()
        controller.error(why)
      },
      flush: () => clearTimeout(timer),
    }),
  )
  return { request: withBody(request, counted), refusal: () => why }
}

const URLENCODED = /^application\/x-www-form-urlencoded\b/i
const MULTIPART = /^multipart\/form-data\b/i
const AND = 0x26

function countFields(chunk: Uint8Array): number {
  let found = 0
  for (let at = chunk.indexOf(AND); at >= 0; at = chunk.indexOf(AND, at + 1)) found++
  return found
}

/** What the head of every part of a form with files says, in whatever case and however the form is cut into chunks. */
const PART = 'form-data'

function partCounter(): (chunk: Uint8Array) => number {
  let tail = ''
  return (chunk) => {
    const text = tail + Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength).toString('latin1').toLowerCase()
    tail = text.slice(1 - PART.length)
    let found = 0
    for (let at = text.indexOf(PART); at >= 0; at = text.indexOf(PART, at + PART.length)) found++
    return found
  }
}

/** Node wants to be told that a streamed body is answered only when it was read. */
const withBody = (request: Request, body: ReadableStream<Uint8Array>) =>
  new Request(request.url, {
    method: request.method,
    headers: request.headers,
    body,
    signal: request.signal,
    duplex: 'half',
  } as RequestInit)

/**
 * How long a form sent to a page may be. Three pages take files, of people who are signed in; so does the page of an identity session, of
 * whoever has its address (`inSession`). Throws `unsupported_media_type`.
 */
export function mostOfForm(request: Request, path: string, signedIn: boolean, inSession = false): number {
  const type = request.headers.get('content-type') ?? ''
  if (request.method !== 'POST' || URLENCODED.test(type)) return MAX_FORM
  // A token's contract is proven, stopped and resumed in a dialog, whose script sends JSON.
  if (signedIn && takesJson.test(path) && /^application\/json\b/i.test(type)) return MAX_FORM
  if (!(inSession || (signedIn && takesFiles.test(path))) || !MULTIPART.test(type))
    throw new AppError('unsupported_media_type', 'A page takes the form it shows and nothing else.')
  // They read no file they are told is too large, and say so in the page (app/lib/upload-form.ts).
  return request.headers.has('content-length') ? Number.POSITIVE_INFINITY : MAX_UPLOAD
}

const takesFiles = /^\/(?:dashboard\/verification|issuer\/offerings\/(?!new\b)[^/]+?|issuer\/investors\/[^/]+\/entity)(?:\.data)?$/
const takesJson = /^\/issuer\/offerings\/[^/]+\/token$/
