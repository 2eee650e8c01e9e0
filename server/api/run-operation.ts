import { createHash } from 'node:crypto'
import { z } from 'zod'
import { addressWarnings, refuseMismatches, type SentAddress } from '#core/identity/wallets/address-warnings.ts'
import type { Ctx, Idempotency } from '#core/kernel/context.ts'
import { AppError, ERRORS, type ErrorCode, fieldsWrong, invalidField, notFound } from '#core/kernel/errors.ts'
import { lockObject } from '#core/kernel/lock-object.ts'
import { knownKeys, parseInput } from '#core/kernel/parse-input.ts'
import { parseJson } from '#core/kernel/untrusted/json.ts'
import { untrusted } from '#core/kernel/untrusted/reader.ts'
import { type RefusalAsSent, type Shape, shapeOf } from '#core/kernel/versions/convert.ts'
import { type AnswerText, answerText } from '#core/record/decisions/kept.ts'
import { ALL_RULES, type WireDecision } from '#core/record/decisions/present.ts'
import { noteRefusedTransition } from '#core/record/log/note-refusal.ts'
import { findAnswer, keepAnswer, Replay, replayOrRefuse } from '#core/record/transaction.ts'
import type { Upload } from '#core/record/verb.ts'
import { refuseFixtures } from '#core/sources/fixtures.ts'
import { canonical, type Json } from '#engine/canonical.ts'
import { addressesAt, withWarnings } from '../addresses.ts'
import type { Reply } from '../middleware/errors.ts'
import { type Adapt, HandlerAnswer, hasDecision, hasEtag, type Operation, readVerbInput } from '../operation.ts'

const MAX_BODY = 256 * 1024

export interface RawCall {
  params: Record<string, string>
  query: URLSearchParams
  headers: Headers
  /** Undefined when the request has no body to read. */
  bodyText?: string | undefined
  /** What the body said, once it is read. */
  sent?: unknown
  /** Set when the call came by an alias whose input differs from the operation's own. */
  adapt?: Adapt | undefined
  /** The version of the API that the call is in, as `shapeOf` knows it. */
  version: string
  upload?: Upload | undefined
}

/** A file as the body of a call, unread; `whole` is told once all of it is. Throws 415. */
export function openUpload(operation: Operation, request: Request, whole: () => void): Upload {
  const mediaType = (request.headers.get('content-type') ?? '').split(';')[0]!.trim().toLowerCase()
  if (!request.body || !operation.upload!.types.includes(mediaType))
    throw new AppError('unsupported_media_type', `Send the file itself as ${operation.upload!.types.join(' or ')}.`)
  refuseEncoded(request)
  return { stream: request.body.pipeThrough(new TransformStream({ flush: whole })), mediaType }
}

/** What is packed is not unpacked: a small body could become a large one. Throws 415. */
export function refuseEncoded(request: Request): void {
  const encoding = request.headers.get('content-encoding') ?? 'identity'
  if (encoding.toLowerCase() !== 'identity')
    throw new AppError('unsupported_media_type', `Bodies are read as they are; this one is encoded as ${JSON.stringify(encoding)}.`)
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** Reads at most `most` bytes of a JSON body. Throws 413 or 415. */
export async function readBody(request: Request, most = MAX_BODY): Promise<string> {
  const type = request.headers.get('content-type') ?? ''
  if (!/^application\/(json|[a-z0-9.+-]+\+json)\s*(;|$)/i.test(type) || !/^utf-?8$/i.test(charsetOf(type)))
    throw new AppError(
      'unsupported_media_type',
      `This address reads application/json in UTF-8; the request says ${type ? JSON.stringify(type) : 'nothing'}.`,
    )
  refuseEncoded(request)
  if (Number(request.headers.get('content-length') ?? 0) > most) throw bodyTooLarge(most)
  const bytes = await within(BODY_MS, readAtMost(request, most))
  try {
    return utf8.decode(bytes)
  } catch {
    throw new AppError('malformed_json', 'The body is not valid UTF-8.')
  }
}

const BODY_MS = 30_000

/** A body that comes drop by drop holds no call open. Throws `malformed_json`. */
function within<T>(ms: number, reading: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new AppError('malformed_json', `The body did not arrive within ${ms / 1_000} seconds.`)), ms)
    reading.then(resolve, reject).then(() => clearTimeout(timer))
  })
}

const bodyTooLarge = (most: number) => new AppError('body_too_large', `The body may have at most ${most / 1024} kB.`)

/** The largest body of the product's own calls, whose forms are short. */
const MAX_OWN_BODY = 64 * 1024

/** The JSON of one of the product's own calls. Throws 400, 413 or 415. */
export const readJson = async (request: Request, most = MAX_OWN_BODY): Promise<unknown> => parseJson(await readBody(request, most))

const charsetOf = (type: string): string => /;\s*charset\s*=\s*"?([^\s";]*)/i.exec(type)?.[1] ?? 'utf-8'

// Schemas are compiled when they are made, so this one is made once.
const noQuery = z.strictObject({})

/** Bodies without a declared length are counted as they come, so that nobody can fill the memory. */
async function readAtMost(request: Request, limit: number): Promise<Uint8Array> {
  if (request.headers.has('content-length')) return new Uint8Array(await request.arrayBuffer())
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength
    if (size > limit) throw bodyTooLarge(limit)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** Of a verb that writes less than it answers: it has to say what it answers (`answering`). */
export const KEPT_OTHERWISE = 'a call kept another answer than it gave'

/** Runs one operation: reads and checks the input, keeps to the idempotency rules, and shapes the answer. */
export async function runOperation(operation: Operation, ctx: Ctx, raw: RawCall): Promise<Reply> {
  const hasBody = operation.body !== undefined
  const sent =
    hasBody && raw.bodyText !== undefined && raw.bodyText.trim() !== '' ? await untrusted.json(raw.bodyText) : hasBody ? {} : undefined
  raw.sent = sent
  const adapted = raw.adapt?.({ params: raw.params, query: Object.fromEntries(raw.query), body: sent })
  const asSent = adapted?.body ?? sent
  const older = shapeOf(raw.version, operation.id)
  const { body, refusal } = older ? older.up(asSent) : { body: asSent, refusal: undefined }
  // PostgreSQL keeps no U+0000, so no object can have such an id.
  if (Object.values(raw.params).some((value) => value.includes('\0'))) throw notFound()
  const read = () => readInput(operation, adapted?.params ?? raw.params, adapted?.query, raw.query, body)
  const { wantsRules, sentQuery, input } = refusal ? saying(refusal, read) : read()
  const addresses = sentAddresses(operation, { params: raw.params, body, query: sentQuery })
  refuseMismatches(ctx, addresses)
  // By what was sent: a repetition is one whatever became of the words since.
  const idempotency = readIdempotency(operation, raw, asSent, ctx)
  if (idempotency && older) idempotency.shaped = older.down
  const scoped: Ctx = { ...ctx, idempotency }
  try {
    if (operation.method !== 'get')
      refuseFixtures(ctx, [...Object.values(raw.params), (input as { investor_id?: string } | undefined)?.investor_id])
    // The body of an upload is not known before it is read, so its verb compares it.
    if (idempotency && !operation.upload) {
      const stored = await findAnswer(ctx.db, scoped)
      if (stored) throw replayOrRefuse(stored, idempotency.bodyHash)
    }
    await requireMatch(operation, scoped, raw)
    const result = await operation.answer({ ctx: scoped, input, upload: raw.upload ?? null })
    const plain = inVersion(older, result instanceof HandlerAnswer ? result : new HandlerAnswer(operation.status, result))
    const warnings = addresses.length ? await addressWarnings(scoped, addresses, operation.movesValue === true) : []
    const answer =
      wantsRules || warnings.length
        ? new HandlerAnswer(plain.status, withWarnings(wantsRules ? withRules(plain.body) : plain.body, warnings), plain.headers)
        : plain
    const kept = idempotency?.kept
    const sent = kept === undefined || answer.body === null ? kept : JSON.stringify(answer.body)
    if (sent !== undefined && sent !== kept) {
      if (answer === plain || kept !== JSON.stringify(plain.body)) ctx.services.log.error({ operation: operation.id }, KEPT_OTHERWISE)
      // What the call asked for besides is part of its answer: that is what a repetition must get.
      await keepAnswer(ctx.db, scoped, answer.status, sent)
    }
    return shape(operation, answer, raw)
  } catch (thrown) {
    if (thrown instanceof Replay) return replayed(thrown, raw)
    const error = refusal ? refusal(thrown) : thrown
    const { id } = raw.params
    await noteRefusedTransition(scoped, error, id ? { type: operation.id.split('.')[0]!, id } : undefined)
    if (idempotency && error instanceof AppError && isKept(error.code)) {
      const problem = {
        type: `${ctx.services.config.publicUrl}/errors/${error.code}`,
        title: ERRORS[error.code].title,
        status: error.status,
        code: error.code,
        detail: error.message,
        request_id: ctx.requestId,
        doc_url: `${ctx.services.config.publicUrl}/errors/${error.code}`,
        ...(error.fields.length > 0 && { errors: error.fields }),
        ...(error.moreFields > 0 && { more_errors: error.moreFields }),
        ...error.extra,
      }
      if (!(await keepAnswer(ctx.db, scoped, error.status, JSON.stringify(problem), true))) {
        const stored = await findAnswer(ctx.db, scoped)
        const first = stored && replayOrRefuse(stored, idempotency.bodyHash)
        if (first instanceof Replay) return replayed(first, raw)
        if (first) throw first
      }
    }
    throw error
  }
}

/** The addresses a call names, in its path, its body and its query. */
function sentAddresses({ addresses }: Operation, sent: Record<'params' | 'body' | 'query', unknown>): SentAddress[] {
  if (!addresses) return []
  const found: SentAddress[] = []
  for (const part of ['params', 'body', 'query'] as const)
    if (addresses[part].length) found.push(...addressesAt(addresses[part], sent[part]))
  return found
}

/** What was sent, as the verb's schema reads it. What is wrong in query and body is told in one answer. */
function readInput(operation: Operation, params: unknown, given: unknown, sent: URLSearchParams, body: unknown) {
  const wrong: AppError[] = []
  const tried = <T>(read: () => T): T | undefined => {
    try {
      return read()
    } catch (error) {
      if (!(error instanceof AppError) || !error.fields.length) throw error
      wrong.push(error)
      return undefined
    }
  }
  const asked = tried(() => {
    const sentQuery = (given ?? queryObject(sent, operation.query)) as Record<string, unknown>
    const wantsRules = takeExpand(operation, sentQuery)
    if (!operation.query && Object.keys(sentQuery).length) parseInput(noQuery, sentQuery)
    return { wantsRules, sentQuery }
  })
  const input = tried(() => readVerbInput(operation, params, operation.query ? asked?.sentQuery : body))
  const [first] = wrong
  if (first)
    throw wrong.length > 1
      ? fieldsWrong(
          wrong.flatMap((one) => one.fields),
          wrong.reduce((sum, one) => sum + one.moreFields, 0),
        )
      : first
  return { ...asked!, input }
}

/** The first answer again: the same bytes, in the version of the first call, and refused like the first when this call asks for denials as errors. */
function replayed({ status, body, version }: Replay, raw: RawCall): Reply {
  const value = parsed(body)
  const headers = { 'idempotent-replayed': 'true', 'sealwright-version': version, ...decisionHeaderOf(value) }
  refuseWhenDenied(raw, headers, value)
  return {
    status,
    headers: { ...headers, 'content-type': status < 400 ? 'application/json' : 'application/problem+json' },
    body,
    value,
  }
}

function refuseWhenDenied(raw: RawCall, headers: Record<string, string>, body: unknown): void {
  if (raw.query.get('on_deny') === 'error' && isDenied(body))
    throw new AppError('compliance_denied', 'The compliance decision is deny.', { extra: { decision: body, headers } })
}

type Decisive = { decision?: { outcome?: string }; results?: Decisive[] } | null
/** Of several checks in one call, one denial is enough. */
const isDenied = (body: unknown): boolean => {
  const { decision, results } = (body as Decisive) ?? {}
  return decision?.outcome === 'deny' || (Array.isArray(results) && results.some(isDenied))
}

/** The answer as an older version says it. */
function inVersion(older: Shape | undefined, answer: HandlerAnswer): HandlerAnswer {
  if (!older || answer.body === null || typeof answer.body !== 'object' || answer.body instanceof ReadableStream) return answer
  return new HandlerAnswer(answer.status, older.down(answer.body), answer.headers)
}

/** What is refused is told in the words that were sent. */
function saying<T>(refusal: RefusalAsSent, read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw refusal(error)
  }
}

const isKept = (code: ErrorCode) => 'kept' in ERRORS[code]

function shape(operation: Operation, answer: HandlerAnswer, raw: RawCall): Reply {
  const { status } = answer
  if (answer.body === null || answer.body instanceof ReadableStream) return { status, headers: { ...answer.headers }, body: answer.body }
  const { text, around }: AnswerText = typeof answer.body === 'string' ? { text: answer.body } : answerText(answer.body as object)
  const headers: Record<string, string> = { 'content-type': 'application/json', ...answer.headers, ...decisionHeaderOf(answer.body) }
  if (hasEtag(operation)) {
    headers.etag = etagOf(text)
    const { 'content-type': _, ...unchanged } = headers
    if (matches(raw.headers.get('if-none-match'), headers.etag)) return { status: 304, headers: unchanged, body: null }
  }
  refuseWhenDenied(raw, decisionHeaderOf(answer.body), answer.body)
  const value = typeof answer.body === 'string' ? (headers['content-type']!.includes('json') ? parsed(answer.body) : null) : answer.body
  return { status, headers, body: text, value, ...(around && { around }) }
}

const etagOf = (text: string | Uint8Array) => `"${createHash('sha256').update(text).digest('base64url').slice(0, 27)}"`

/**
 * If-Match: the object must still be what the caller read. Asked at once, so that nothing is done for a caller who is late, and
 * again within the transaction that changes it, where nobody else can. Throws `version_conflict` with the present ETag.
 */
async function requireMatch(operation: Operation, ctx: Ctx, raw: RawCall): Promise<void> {
  const wanted = raw.headers.get('if-match')
  if (wanted === null || operation.method === 'get') return
  const { read } = operation
  if (!read)
    throw new AppError('invalid_header', 'If-Match works where an object is changed that can be read with an ETag. Leave it out here.')
  const check = async (asked: Ctx) => {
    const { input } = readInput(read, raw.params, {}, raw.query, undefined)
    const answer = await read.answer({ ctx: asked, input })
    const told = inVersion(shapeOf(raw.version, read.id), answer instanceof HandlerAnswer ? answer : new HandlerAnswer(200, answer))
    const etag = etagOf(JSON.stringify(told.body))
    if (!matches(wanted, etag))
      throw new AppError('version_conflict', 'The object is not what If-Match names any more. Read it again, then decide anew.', {
        extra: { headers: { etag } },
      })
  }
  const reader: Ctx = { ...ctx, idempotency: null }
  await check(reader)
  ctx.precondition = async (tx) => {
    const [id] = Object.values(raw.params)
    if (id !== undefined) await lockObject(tx, ctx, id)
    await check({ ...reader, db: tx as unknown as Ctx['db'] })
  }
}

/** If-None-Match compares weakly (RFC 9110, 13.1.2): a proxy that compresses may have marked the tag. So does If-Match here. */
const matches = (sent: string | null, etag: string) =>
  sent?.split(',').some((one) => [etag, '*'].includes(one.trim().replace(/^W\//, ''))) ?? false

function decisionHeaderOf(body: unknown): Record<string, string> {
  const outcome = (body as { decision?: { outcome?: string } } | null)?.decision?.outcome
  return outcome ? { 'sealwright-decision': outcome } : {}
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function readIdempotency(operation: Operation, raw: RawCall, body: unknown, ctx: Ctx): Idempotency | null {
  const key = raw.headers.get('idempotency-key')
  if (key === null || operation.method !== 'post' || operation.idempotent === false) return null
  if (!/^[\x21-\x7e]{1,255}$/.test(key)) throw new AppError('invalid_header', 'Idempotency-Key must be 1 to 255 visible ASCII characters.')
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => raw.params[name] ?? '')
  const bodyHash = createHash('sha256')
    .update(canonical((body ?? null) as Json))
    .digest('hex')
  return {
    key,
    method: 'POST',
    path,
    bodyHash,
    status: operation.status,
    version: raw.version,
    ...{ organization: ctx.organizationId },
  } as Idempotency
}

/** Takes `expand[]=decision.rules` out of the query of an operation that answers with a decision; its own values stay. */
function takeExpand(operation: Operation, query: Record<string, unknown>): boolean {
  // One value needs no brackets.
  if (typeof query.expand === 'string') query.expand = [query.expand]
  if (!Array.isArray(query.expand) || !hasDecision(operation)) return false
  const own = query.expand.filter((value) => value !== 'decision.rules')
  const found = own.length < query.expand.length
  if (!own.length) delete query.expand
  else if (!knownKeys(operation.query).includes('expand'))
    throw invalidField('/expand', 'invalid_enum', 'expand[] knows decision.rules here, and nothing else.', 'decision.rules')
  else query.expand = own
  return found
}

/** The answer with every rule of its decision, those that pass too. */
function withRules(body: unknown): unknown {
  const { decision, results } = (body ?? {}) as { decision?: WireDecision; results?: unknown[] }
  if (results) return { ...(body as object), results: results.map(withRules) }
  return decision?.[ALL_RULES] ? { ...(body as object), decision: { ...decision, rules: decision[ALL_RULES]() } } : body
}

const MAX_PARAMETERS = 200

/** Query parameters every operation may carry, and those of its own; names ending in [] are arrays. */
function queryObject(query: URLSearchParams, schema: z.ZodType | undefined): Record<string, unknown> {
  // Each name is looked up among all of them.
  if (query.size > MAX_PARAMETERS) throw invalidField('', 'too_long', `At most ${MAX_PARAMETERS} query parameters.`)
  const known = knownKeys(schema)
  // Without a prototype, a parameter named __proto__ is one more that is not known.
  const result: Record<string, unknown> = Object.create(null)
  for (const key of new Set(query.keys())) {
    if (key === 'on_deny' && !known.includes('on_deny')) {
      if (query.get(key) !== 'error') throw invalidField('/on_deny', 'invalid_enum', 'on_deny can only be "error".')
      continue
    }
    const values = query.getAll(key)
    if (values.some((value) => value.includes('\0')))
      throw invalidField(`/${key}`, 'invalid_format', 'The character U+0000 is not allowed.')
    if (key.endsWith('[]')) result[key.slice(0, -2)] = values
    else result[key] = values.length === 1 ? values[0] : values
  }
  return result
}
