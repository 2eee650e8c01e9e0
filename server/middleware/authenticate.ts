import { authenticateKey } from '#core/access/api-keys/authenticate.ts'
import type { Actor } from '#core/kernel/context.ts'
import { AppError } from '#core/kernel/errors.ts'
import type { Services } from '#core/kernel/services.ts'
import { addressOf } from '../address.ts'
import type { AppDeps } from '../app-deps.ts'
import { identified } from './budgets.ts'

/** The path of an address. A key in it is refused before it is even looked at. */
export function pathWithoutKey(url: string): string {
  const { path, query } = addressOf(url)
  for (const [name, value] of query)
    if (/^swc?_(sandbox|production)_/.test(value) || ['api_key', 'apikey', 'access_token'].includes(name.toLowerCase()))
      throw new AppError('key_in_query', 'Addresses end up in logs. Send the key in the Authorization header, and revoke this one.')
  return path
}

/** The key's actor, from the Authorization header. */
export const bearerActor = (deps: AppDeps, request: Request, ip: string | null): Promise<Actor & { type: 'api_key' }> =>
  identified(deps, ip, () => actorOf(deps.services, request, ip))

async function actorOf(services: Services, request: Request, ip: string | null): Promise<Actor & { type: 'api_key' }> {
  const path = pathWithoutKey(request.url)
  const header = request.headers.get('authorization')
  if (!header) throw new AppError('missing_api_key', 'Send your key as "Authorization: Bearer sw_sandbox_…".')
  const match = /^Bearer +(\S+)$/i.exec(header)
  if (!match) throw new AppError('invalid_api_key', 'The Authorization header must read "Bearer", a space and the key.')
  return authenticateKey(services, match[1]!, { ip, route: path })
}
