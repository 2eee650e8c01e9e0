import type { Queryable } from '#db/connect.ts'
import type { Sealed } from '#db/schema/shared.ts'
import type { Ctx } from './context.ts'
import { Erased, tenantKeyId } from './keys/keyring.ts'
import type { Services } from './services.ts'

export type { Sealed }

type Keys = Pick<Services, 'connection' | 'keyring'>

/** Whom the data keys of accounts and of the platform's own papers belong to: no tenant. */
const PLATFORM = { organizationId: 'platform', environment: 'production' } as const

/** The key of what is kept for a while and is about nobody's account: mails, inquiries, subscribers, addresses of sessions. */
export const PLATFORM_KEY = tenantKeyId(PLATFORM)

/** The key of what an account says of its person. It is destroyed at once when the account is erased; papers a law keeps have their own. */
export const accountKeyId = (userId: string) => `account:${userId}`

const SEALED = /^sealed\|([^|]+)\|([A-Za-z0-9+/]+={0,2})$/

/** Whether a stored text is a sealed value. */
export const isSealed = (text: string): boolean => SEALED.test(text)

/**
 * Seals a value under the data key `keyId`, which is made when there is none. `context` says where it is
 * kept: elsewhere it does not open. `scope`: whose the key is, where it is a tenant's.
 */
export async function sealValue<T>(
  db: Queryable,
  services: Keys,
  keyId: string,
  context: string,
  value: T,
  scope: Pick<Ctx, 'organizationId' | 'environment'> = PLATFORM,
): Promise<Sealed<T>> {
  const bytes = await services.keyring.seal(
    db,
    { organizationId: scope.organizationId, environment: scope.environment, db: services.connection.db },
    keyId,
    context,
    value,
  )
  return `sealed|${keyId}|${bytes.toString('base64')}` as unknown as Sealed<T>
}

/** The value. One that was stored before its column was sealed is given as it is. Throws `Erased` once its key was destroyed. */
export async function openValue<T>(db: Queryable, services: Keys, context: string, sealed: Sealed<T>): Promise<T> {
  const [, keyId, bytes] = (typeof sealed === 'string' && SEALED.exec(sealed)) || []
  if (!keyId) return sealed as unknown as T
  return services.keyring.open<T>(db, keyId, context, Buffer.from(bytes!, 'base64'))
}

/** As `openValue`, and null for what is null or erased. */
export async function openOrNull<T>(db: Queryable, services: Keys, context: string, sealed: Sealed<T> | null): Promise<T | null> {
  if (sealed === null) return null
  try {
    return await openValue(db, services, context, sealed)
  } catch (error) {
    if (error instanceof Erased) return null
    throw error
  }
}

/** Has the keys of many values at hand, with one query, before they are opened one by one. */
export async function prepareValues(db: Queryable, services: Keys, values: readonly unknown[]): Promise<void> {
  const ids = values.flatMap((value) => (typeof value === 'string' && SEALED.exec(value)?.[1]) || [])
  await services.keyring.prepare(db, ids)
}
