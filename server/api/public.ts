import { newestCheckpoint } from '#core/audit/checkpoint.ts'
import { publishedStatusList } from '#core/credentials/status-lists.ts'
import { ERRORS, type ErrorCode } from '#core/errors.ts'
import { didDocument, issuerDid, webhookKeys } from '#credentials/keys.ts'
import type { App, AppDeps } from '../app-deps.ts'

/** Addresses anybody may read: keys, the log's head, and what the error codes mean. */
export function mountPublic(app: App, deps: AppDeps): void {
  const { services } = deps
  const { keys } = services.keyring
  const open = { 'access-control-allow-origin': '*', 'cache-control': 'public, max-age=300' }

  app.get('/.well-known/webhook-keys.json', (c) =>
    c.json(
      webhookKeys([
        { signer: keys.webhook.sandbox, environment: 'sandbox' },
        { signer: keys.webhook.production, environment: 'production' },
      ]),
      200,
      open,
    ),
  )
  app.get('/.well-known/did.json', (c) =>
    c.json(
      didDocument(issuerDid(services.config.publicUrl, 'production'), [keys.issuer.production], [keys.attester.production]),
      200,
      open,
    ),
  )
  app.get('/sandbox/did.json', (c) =>
    c.json(didDocument(issuerDid(services.config.publicUrl, 'sandbox'), [keys.issuer.sandbox], [keys.attester.sandbox]), 200, open),
  )
  app.get('/log/checkpoint', async (c) => c.text(await newestCheckpoint(services), 200, { ...open, 'cache-control': 'no-store' }))

  for (const environment of ['production', 'sandbox'] as const)
    for (const purpose of ['revocation', 'suspension'] as const) {
      const path = `${environment === 'sandbox' ? '/sandbox' : ''}/credentials/status/:list{[1-9][0-9]{0,8}}`
      app.get(purpose === 'suspension' ? `${path}/suspension` : path, async (c) => {
        const jwt = await publishedStatusList(services, { environment, list: Number(c.req.param('list')), purpose })
        return c.body(jwt, 200, { ...open, 'content-type': 'application/vc+jwt', 'cache-control': 'public, max-age=60' })
      })
    }

  app.get('/errors/:code', async (c, next) => {
    const code = c.req.param('code') as ErrorCode
    if (!Object.hasOwn(ERRORS, code) || !c.req.header('accept')?.includes('application/json')) return next()
    return c.json({ code, ...ERRORS[code] }, 200, open)
  })
}
