import { authenticateKey } from '#core/api-keys/authenticate.ts'
import type { Actor } from '#core/context.ts'
import { AppError } from '#core/errors.ts'
import type { Services } from '#core/services.ts'
import { addressOf } from '../address.ts'

/** A key in the address is refused before it is even looked at. */
export function refuseKeyInAddress(url: string): void {
  for (const [name, value] of addressOf(url).query)
    if (/^sw_(sandbox|production)_/.test(value) || ['api_key', 'apikey', 'access_token'].includes(name.toLowerCase()))
      throw new AppError('key_in_query', 'Addresses end up in logs. Send the key in the Authorization header, and revoke this one.')
}

/** The key's actor, from the Authorization header. */
export async function bearerActor(services: Services, request: Request, ip: string | null): Promise<Actor> {
  refuseKeyInAddress(request.url)
  const header = request.headers.get('authorization')
  if (!header) throw new AppError('missing_api_key', 'Send your key as "Authorization: Bearer sw_sandbox_…".')
  const match = /^Bearer +(\S+)$/i.exec(header)
  if (!match) throw new AppError('invalid_api_key', 'The Authorization header must read "Bearer", a space and the key.')
  return authenticateKey(services, match[1]!, { ip, route: addressOf(request.url).path })
}
