import { z } from 'zod'
import { readRequest, receivePresentation } from '#core/identity/presentations/receive.ts'
import { AppError } from '#core/kernel/errors.ts'
import { parseInput } from '#core/kernel/parse-input.ts'
import { requireStorable } from '#core/kernel/storable.ts'
import { type App, type AppDeps, baseCtx } from '../app-deps.ts'
import { limitBody } from '../limit-body.ts'
import { takeAnonymous } from '../middleware/budgets.ts'
import type { AppContext } from '../middleware/errors.ts'
import { readJson, refuseEncoded } from './run-operation.ts'

/** A presentation with a portrait takes some tens of kilobytes. */
const MOST = 512 * 1024

const walletNonce = z.object({ wallet_nonce: z.string().min(1).max(500).optional() })
const answer = z.object({
  response: z.string().min(1).max(MOST).optional(),
  error: z.string().max(200).optional(),
  state: z.string().max(500).optional(),
})
const browserAnswer = z.strictObject({ response: z.string().min(1).max(MOST) })

/** What wallets fetch and where they answer (OpenID4VP 1.0): their addresses are secrets, so anybody who has one may. */
export function mountPresentations(app: App, deps: AppDeps): void {
  const open = { 'access-control-allow-origin': '*', 'cache-control': 'no-store' }
  const ctxOf = (c: AppContext) => baseCtx(deps, { requestId: c.get('requestId'), request: c.req.raw, env: c.env })

  for (const link of [false, true]) {
    const further = link ? '/link' : ''
    app.on(['GET', 'POST'], `/verify/:place/request${further}`, async (c) => {
      await takeAnonymous(deps, c)
      const form = c.req.method === 'POST' ? parseInput(walletNonce, await readForm(c.req.raw)) : {}
      const request = await readRequest(ctxOf(c), c.req.param('place'), { link, walletNonce: form.wallet_nonce })
      return c.body(request, 200, { ...open, 'content-type': 'application/oauth-authz-req+jwt' })
    })
    app.post(`/verify/:place/response${further}`, async (c) => {
      await takeAnonymous(deps, c)
      const browser = /^application\/json\b/i.test(c.req.header('content-type') ?? '')
      if (browser && link) throw new AppError('route_not_found', 'A page answers at the address without /link.')
      const sent = browser ? parseInput(browserAnswer, await readJson(c.req.raw, MOST)) : parseInput(answer, await readForm(c.req.raw))
      const { status, return_to } = await receivePresentation(ctxOf(c), c.req.param('place'), sent, { browser, link })
      // A page is told what came of it, a wallet only where to lead its holder.
      return c.json(browser ? { status } : return_to ? { redirect_uri: return_to } : {}, 200, open)
    })
    for (const what of ['request', 'response'])
      app.options(`/verify/:place/${what}${further}`, (c) =>
        c.body(null, 204, { ...open, 'access-control-allow-methods': 'GET, POST', 'access-control-allow-headers': 'content-type' }),
      )
  }
}

/** The fields of a form. Throws `unsupported_media_type`, `body_too_large`. */
async function readForm(request: Request): Promise<Record<string, string>> {
  if (!/^application\/x-www-form-urlencoded\b/i.test(request.headers.get('content-type') ?? ''))
    throw new AppError('unsupported_media_type', 'Send a form: application/x-www-form-urlencoded.')
  refuseEncoded(request)
  const { request: limited, refusal } = limitBody(request, MOST)
  const text = await limited.text().catch((error: unknown) => {
    throw refusal() ?? error
  })
  const fields = Object.fromEntries(new URLSearchParams(text))
  requireStorable(fields)
  return fields
}
