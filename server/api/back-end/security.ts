import type { Context } from 'hono'
import { z } from 'zod'
import { changePassword } from '#core/access/accounts/change-password.ts'
import type { SessionCall } from '#core/access/accounts/own-user.ts'
import { changePasswordSchema } from '#core/access/accounts/schemas.ts'
import { addPasskey } from '#core/access/passkeys/add.ts'
import { passkeyOptions } from '#core/access/passkeys/options.ts'
import { removePasskey } from '#core/access/passkeys/remove.ts'
import { confirmPerson } from '#core/access/second-factor/confirm.ts'
import { disableSecondFactor } from '#core/access/second-factor/disable.ts'
import { finishSecondFactorSetup } from '#core/access/second-factor/finish-setup.ts'
import { regenerateBackupCodes } from '#core/access/second-factor/regenerate-codes.ts'
import { signedWalletInput } from '#core/access/sign-in-wallets/challenge.ts'
import { bindVerbs, type Verbs } from '#core/doors/verbs.ts'
import { parseInput } from '#core/kernel/parse-input.ts'
import type { App, AppDeps } from '../../app-deps.ts'
import type { AppVariables } from '../../middleware/errors.ts'
import { readJson } from '../run-operation.ts'
import { keepCookies, requireUser } from './caller.ts'

type C = Context<{ Variables: AppVariables }>

const confirmation = z.union([
  z.strictObject({ code: z.string().max(40) }),
  z.strictObject({ passkey: z.looseObject({}) }),
  z.strictObject({ password: z.string().max(128) }),
  z.strictObject({ wallet: signedWalletInput }),
])

const bodyOf = (c: C) => readJson(c.req.raw)
const id = (c: C) => c.req.param('id')!

/** How a call is made as the signed-in person. */
const callsOf = (deps: AppDeps) => ({
  verbs: async (c: C): Promise<Verbs> => bindVerbs((await requireUser(deps, c)).ctx),
  /** For acts that change the session: runs them and hands the browser its new cookies. */
  rotating: <T extends { cookies: string[] }>(act: (call: SessionCall, c: C) => Promise<T>) =>
    async function rotate(c: C) {
      const { ctx } = await requireUser(deps, c)
      const { cookies, ...answer } = await act({ ctx, auth: deps.auth, headers: c.req.raw.headers }, c)
      keepCookies(c, cookies)
      return c.json({ success: true, ...answer })
    },
})

/** What a signed-in person does with the own account: second factor, sessions, wallets, password, profile, data. */
export function mountSecurity(app: App, deps: AppDeps): void {
  const { verbs, rotating } = callsOf(deps)
  app.get('/api/accounts/security', async (c) => c.json(await (await verbs(c)).readSecurity()))
  app.post(
    '/api/accounts/step-up',
    rotating(async (call, c) => {
      await deps.limiter.take(`step-up:${call.ctx.actor.id}`, { name: 'step-up', rate: 0.5, burst: 20 })
      return confirmPerson({ ...call, input: parseInput(confirmation, await bodyOf(c)) })
    }),
  )
  app.post('/api/accounts/step-up/challenge', async (c) => c.json(await (await verbs(c)).challengeToConfirm((await bodyOf(c)) as never)))
  app.post('/api/accounts/mfa/setup', async (c) => c.json(await (await verbs(c)).startSecondFactorSetup()))
  app.post(
    '/api/accounts/mfa/verify',
    rotating(async (call, c) =>
      finishSecondFactorSetup({ ...call, input: parseInput(z.strictObject({ code: z.string().max(40) }), await bodyOf(c)) }),
    ),
  )
  app.post(
    '/api/accounts/mfa/disable',
    rotating((call) => disableSecondFactor(call)),
  )
  app.post(
    '/api/accounts/mfa/backup-codes',
    rotating((call) => regenerateBackupCodes(call)),
  )

  app.get('/api/accounts/sessions', async (c) => c.json(await (await verbs(c)).listSessions()))
  app.post('/api/accounts/sessions/revoke-others', async (c) => c.json(await (await verbs(c)).revokeOtherSessions()))
  app.post('/api/accounts/sessions/:id/revoke', async (c) => c.json(await (await verbs(c)).revokeSession({ id: id(c) })))

  app.get('/api/accounts/wallets', async (c) => c.json(await (await verbs(c)).listSignInWallets()))
  app.post('/api/accounts/wallets/challenge', async (c) => c.json(await (await verbs(c)).challengeToAddWallet((await bodyOf(c)) as never)))
  app.post('/api/accounts/wallets', async (c) => c.json(await (await verbs(c)).addSignInWallet((await bodyOf(c)) as never), 201))
  app.post('/api/accounts/wallets/:id/remove', async (c) => c.json(await (await verbs(c)).removeSignInWallet({ id: id(c) })))

  app.post(
    '/api/accounts/password',
    rotating(async (call, c) => changePassword({ ...call, input: parseInput(changePasswordSchema, await bodyOf(c)) })),
  )
  app.post('/api/accounts/profile', async (c) => c.json(await (await verbs(c)).updateOwnProfile((await bodyOf(c)) as never)))
  app.get('/api/accounts/data-export', async (c) =>
    c.body(JSON.stringify(await (await verbs(c)).exportOwnData(), null, 2), 200, {
      'content-type': 'application/json; charset=utf-8',
      'content-disposition': `attachment; filename="sealwright-my-data-${new Date().toISOString().slice(0, 10)}.json"`,
    }),
  )
  app.post('/api/accounts/erasure', async (c) => c.json(await (await verbs(c)).requestErasure((await bodyOf(c)) as never), 201))
  app.post('/api/accounts/erasure/withdraw', async (c) => c.json(await (await verbs(c)).withdrawErasure()))
}

/** The passkeys of the own account. */
export function mountPasskeys(app: App, deps: AppDeps): void {
  const { verbs, rotating } = callsOf(deps)
  app.get('/api/accounts/passkeys', async (c) => c.json(await (await verbs(c)).listPasskeys()))
  app.post('/api/accounts/passkeys/options', async (c) => {
    const { ctx } = await requireUser(deps, c)
    const { purpose } = parseInput(z.strictObject({ purpose: z.enum(['register', 'step-up']) }), await bodyOf(c))
    const { cookie, options } = await passkeyOptions({ ctx, headers: c.req.raw.headers, input: { purpose } })
    keepCookies(c, [cookie])
    return c.json({ options })
  })
  app.post(
    '/api/accounts/passkeys',
    rotating(async (call, c) => addPasskey({ ...call, input: await bodyOf(c) })),
  )
  app.post('/api/accounts/passkeys/:id/rename', async (c) =>
    c.json(await (await verbs(c)).renamePasskey({ ...((await bodyOf(c)) as object), id: id(c) } as never)),
  )
  app.post(
    '/api/accounts/passkeys/:id/remove',
    rotating((call, c) => removePasskey({ ...call, input: { id: id(c) } })),
  )
}
