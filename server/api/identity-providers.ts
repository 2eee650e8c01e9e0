import { hearProvider } from '#core/identity/providers/receive.ts'
import { AppError } from '#core/kernel/errors.ts'
import type { App, AppDeps } from '../app-deps.ts'
import { limitBody } from '../limit-body.ts'
import { takeAnonymous } from '../middleware/budgets.ts'

const MOST = 512 * 1024

/** Where identity providers send their messages, signed over the bytes as they are. */
export function mountIdentityProviders(app: App, deps: AppDeps): void {
  app.post('/api/identity/providers/:name/:id', async (c) => {
    await takeAnonymous(deps, c)
    const { request, exceeded } = limitBody(c.req.raw, MOST)
    const raw = await request.arrayBuffer().catch((error: unknown) => {
      throw exceeded() ? new AppError('body_too_large', 'What was sent is too large for this address.') : error
    })
    const header = (name: string) => request.headers.get(name) ?? undefined
    await hearProvider(deps.services, c.req.param('name'), c.req.param('id'), { header, raw: new Uint8Array(raw), now: Date.now() })
    return c.json({ received: true })
  })
}
