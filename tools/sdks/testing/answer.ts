import { verifyWalletVerb } from '#core/identity/wallets/verify.ts'
import type { Ctx } from '#core/kernel/context.ts'
import { AppError, ERRORS, type ErrorCode, invalidField } from '#core/kernel/errors.ts'
import { newId } from '#core/kernel/ids.ts'
import { parseInput } from '#core/kernel/parse-input.ts'
import { verifyDefiWallet } from '#core/markets/defi/verify-wallet.ts'
import { verifyAge } from '#core/markets/gaming/verify-age.ts'
import { createTransaction } from '#core/markets/transactions/create.ts'
import { checkSanctions } from '#core/screening/screenings/check.ts'
import { failIfHeaderSays } from '#core/sources/faults/sandbox.ts'
import { scenarioNamed } from '#core/sources/personas/sandbox.ts'
import { clockAnswer, moveClock } from './clock.ts'
import { NotAnswered } from './not-answered.ts'
import { read } from './reads.ts'
import type { Answer, Sandbox } from './sandbox.ts'

/** A call as it was sent. */
export type Sent = { method: string; path: string; query: URLSearchParams; body: unknown; headers: Headers }

const VERBS = {
  'POST /wallets/verify': { verb: verifyWalletVerb, status: () => 200 },
  'POST /sanctions/check': { verb: checkSanctions, status: () => 200 },
  'POST /defi/verify-wallet': { verb: verifyDefiWallet, status: () => 200 },
  'POST /gaming/verify-age': { verb: verifyAge, status: () => 200 },
  'POST /transactions': { verb: createTransaction, status: (answer: { id?: unknown }) => (answer.id === null ? 200 : 201) },
} as const

async function run(box: Sandbox, ctx: Ctx, { method, path, query, body }: Sent): Promise<Answer> {
  for (const name of query.keys()) if (name !== 'on_deny') throw new NotAnswered(`the query ${name}`)
  if (query.has('on_deny') && query.get('on_deny') !== 'error')
    throw invalidField('/on_deny', 'invalid_enum', 'on_deny can only be "error".')
  if (method === 'GET') return { status: 200, body: await read(box, ctx, path) }
  if (method === 'POST' && path === '/sandbox/clock') {
    await moveClock(box, body)
    return { status: 200, body: clockAnswer(box) }
  }
  const found = Object.hasOwn(VERBS, `${method} ${path}`) ? VERBS[`${method} ${path}` as keyof typeof VERBS] : null
  if (!found) throw new NotAnswered(`${method} ${path}`)
  await failIfHeaderSays(ctx, path)
  const verb = found.verb as unknown as {
    input: Parameters<typeof parseInput>[0]
    run(given: {
      ctx: Ctx
      input: unknown
    }): Promise<{ id?: unknown; decision?: { outcome: string }; results?: { decision: { outcome: string } }[] }>
  }
  const input = parseInput(verb.input, body ?? {})
  const result = await verb.run({ ctx, input })
  const denied = [result, ...(result.results ?? [])].some((one) => one.decision?.outcome === 'deny')
  if (denied && query.get('on_deny') === 'error')
    throw new AppError('compliance_denied', 'The compliance decision is deny.', { extra: { decision: result } })
  return { status: found.status(result), body: result }
}

export function problemOf(box: Sandbox, error: unknown, requestId: string): Answer {
  const of = (code: string, status: number, title: string, detail: string, more: object = {}) => ({
    status,
    body: {
      type: `${box.baseUrl}/errors/${code}`,
      title,
      status,
      code,
      detail,
      request_id: requestId,
      doc_url: `${box.baseUrl}/errors/${code}`,
      ...more,
    },
  })
  if (error instanceof AppError) {
    const { status, title } = ERRORS[error.code as ErrorCode]
    const { headers, ...extra } = error.extra as { headers?: Record<string, string> }
    const problem = of(error.code, status, title, error.message, {
      ...(error.fields.length > 0 && { errors: error.fields }),
      ...(error.moreFields > 0 && { more_errors: error.moreFields }),
      ...extra,
    })
    const wait = error.code === 'idempotency_in_progress' ? '1' : status === 503 ? '5' : null
    return { ...problem, headers: { ...(wait && { 'retry-after': wait }), ...headers } }
  }
  if (error instanceof NotAnswered)
    return of('not_in_test_kit', 501, 'The test kit does not answer this', error.message, { what: error.what })
  // Whatever went wrong, it is no answer of the rules.
  const what = error instanceof Error ? error.message : String(error)
  return of('not_in_test_kit', 501, 'The test kit does not answer this', `The test kit cannot answer this call: ${what}`, { what })
}

export async function answerNow(box: Sandbox, sent: Sent): Promise<Answer> {
  const requestId = newId('request', box.now)
  const key = sent.headers.get('idempotency-key')
  const kept = key && `${sent.method} ${sent.path} ${key}`
  const text = JSON.stringify(sent.body ?? null)
  const reply = await (async () => {
    try {
      const token = /^Bearer (.+)$/.exec(sent.headers.get('authorization') ?? '')?.[1]
      if (!token) throw new AppError('missing_api_key', 'Send the API key as Authorization: Bearer.')
      if (!token.startsWith('sw_sandbox_'))
        throw new AppError('invalid_api_key', 'The test kit takes keys of the sandbox only: sw_sandbox_….')
      const known = kept ? box.answered.get(kept) : undefined
      if (known && known.body !== text)
        throw new AppError('idempotency_key_reused', 'This Idempotency-Key was used with another body. Use a new key for a new request.')
      if (known) return { ...known.answer, headers: { 'idempotent-replayed': 'true' } }
      const scenario = sent.headers.get('sandbox-scenario')
      if (scenario !== null && !scenarioNamed(scenario)) throw new NotAnswered(`the scenario ${scenario}`)
      if (sent.headers.has('sandbox-delay')) throw new NotAnswered('Sandbox-Delay')
      const done = await run(box, box.contextOf(scenario), sent)
      if (kept && sent.method !== 'GET') box.answered.set(kept, { body: text, answer: done })
      return done
    } catch (error) {
      return problemOf(box, error, requestId)
    }
  })()
  return { ...reply, headers: { 'x-request-id': requestId, ...reply.headers } }
}
