import { tenantKeyId } from '#core/kernel/keys/keyring.ts'
import { openValue, type Sealed, sealValue } from '#core/kernel/sealed.ts'
import type { Services } from '#core/kernel/services.ts'
import type { Queryable } from '#db/connect.ts'

const place = (organizationId: string) => `sign_on_providers.secret:${organizationId}`
const scopeOf = (organizationId: string) => ({ organizationId, environment: 'production' as const })

/** The client secret as it is stored: sealed, and only of use in the row of its organisation. */
export const sealClientSecret = (db: Queryable, services: Services, organizationId: string, secret: string): Promise<Sealed<string>> =>
  sealValue(db, services, tenantKeyId(scopeOf(organizationId)), place(organizationId), secret, scopeOf(organizationId))

export const openClientSecret = (db: Queryable, services: Services, organizationId: string, sealed: Sealed<string>): Promise<string> =>
  openValue(db, services, place(organizationId), sealed)
