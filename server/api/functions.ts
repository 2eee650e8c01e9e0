import { readSession } from '#core/access/accounts/session.ts'
import { authenticateKey } from '#core/access/api-keys/authenticate.ts'
import type { Actor } from '#core/kernel/context.ts'
import { AppError } from '#core/kernel/errors.ts'
import { placeKey } from '#core/kernel/network-place.ts'
import { may, scopesFor } from '#core/kernel/permissions.ts'
import { CURRENT_VERSION } from '#core/kernel/versions.ts'
import { createPlaygroundSession } from '#core/sandbox/worlds/playground-session.ts'
import { type App, type AppDeps, baseCtx } from '../app-deps.ts'
import { bearerActor, pathWithoutKey } from '../middleware/authenticate.ts'
import type { AppContext } from '../middleware/errors.ts'
import { refuseOtherSites } from './back-end/caller.ts'
import { backEndFunctions } from './back-end-functions.ts'
import { answerAs } from './operations.ts'

/** /functions/v1/{name}: the playground's names for operations, and the named functions of the product spec, section 7. */
export function mountFunctions(app: App, deps: AppDeps): void {
  const byName = new Map(deps.catalogue.flatMap((o) => (o.functionName ? [[o.functionName, o] as const] : [])))
  const named = backEndFunctions(deps)

  app.all('/functions/v1/:name', async (c) => {
    const name = c.req.param('name')
    const backEnd = named.get(name)
    const operation = byName.get(name)
    const method = backEnd ? 'POST' : operation?.method.toUpperCase()
    const allow = `${method}, OPTIONS`
    if (method && c.req.method === 'OPTIONS') return c.body(null, 204, { allow })
    if (method && c.req.method !== method)
      throw new AppError('method_not_allowed', `Use ${method} here.`, { extra: { headers: { allow } } })
    if (backEnd) return backEnd(c)
    if (!operation)
      throw new AppError(
        'function_not_found',
        `There is no function "${name}". Known: ${[...byName.keys(), ...named.keys()].sort().join(', ')}.`,
      )
    return answerAs(deps, operation, c, (ip) => keyOrSession(deps, c, ip))
  })
}

/** A key when one is sent, else the signed-in person working in their sandbox, else a sandbox made for this call alone. */
async function keyOrSession(deps: AppDeps, c: AppContext, ip: string | null): Promise<Actor> {
  const request = c.req.raw
  if (request.headers.has('authorization')) return bearerActor(deps, request, ip)
  const route = pathWithoutKey(request.url)
  refuseOtherSites(deps, request)
  const signedIn = await readSession(deps.services, deps.auth, request.headers, { ip })
  if (signedIn)
    return {
      type: 'api_key',
      id: signedIn.actor.id,
      organizationId: signedIn.actor.organizationId,
      environment: 'sandbox',
      // Who only reads, reads here too.
      scopes: may(signedIn.actor, 'sandbox.manage') ? ['*'] : scopesFor(signedIn.actor.member, 'production'),
      role: signedIn.actor.role,
      member: signedIn.actor.member,
      version: CURRENT_VERSION,
      strictChecksum: false,
      throwaway: false,
    }
  await deps.limiter.take(`playground:${placeKey(deps.services, ip)}`, {
    name: 'playground',
    ...deps.services.config.limits.rates.playground,
  })
  const ctx = baseCtx(deps, { requestId: c.get('requestId'), request, env: c.env })
  const { key } = await createPlaygroundSession({ ctx })
  return authenticateKey(deps.services, key, { ip, route })
}
