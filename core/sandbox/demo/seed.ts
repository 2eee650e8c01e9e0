import { eq } from 'drizzle-orm'
import type { Auth } from '#core/access/accounts/auth-library.ts'
import { createAccount } from '#core/access/accounts/create-account.ts'
import { generateKey, hashKey } from '#core/access/api-keys/authenticate.ts'
import { enterOrganization } from '#core/access/members/enter.ts'
import { newId } from '#core/kernel/ids.ts'
import { findByEmail } from '#core/kernel/people.ts'
import type { MemberRole, Role } from '#core/kernel/permissions.ts'
import type { Services } from '#core/kernel/services.ts'
import { systemCtx } from '#core/kernel/system.ts'
import { CURRENT_VERSION } from '#core/kernel/versions.ts'
import { write } from '#core/record/transaction.ts'
import { apiKeys, memberships, settings } from '#db/schema.ts'

const PASSWORD = 'Sealwright-Demo-1'
const DEMO_USERS: { email: string; role: Role; first: string; last: string; organization: string }[] = [
  { email: 'admin@demo.sealwright.example', role: 'admin', first: 'Demo', last: 'Admin', organization: 'Sealwright Demo' },
  { email: 'issuer@demo.sealwright.example', role: 'issuer', first: 'Demo', last: 'Issuer', organization: 'Meridian Capital' },
  { email: 'investor@demo.sealwright.example', role: 'investor', first: 'Demo', last: 'Investor', organization: 'Demo Investor' },
]

const ISSUER = 'issuer@demo.sealwright.example'
/** Works for the demo issuer: what takes two people is tried with both. */
const OFFICER = { email: 'officer@demo.sealwright.example', first: 'Demo', last: 'Officer', role: 'compliance_officer' as const }

export interface Demo {
  users: { email: string; password: string; role: Role }[]
  /** Somebody else of the demo issuer's organisation. */
  colleague: { email: string; password: string; role: MemberRole }
  key: string
}

/**
 * Three people to sign in as, a colleague of the issuer, and one sandbox key, made once. The key is kept in the settings so that it can be
 * shown again.
 */
export async function seedDemo(services: Services, auth: Auth): Promise<Demo> {
  const { db } = services.connection
  for (const demo of DEMO_USERS) {
    const known = await findByEmail(db, services, demo.email)
    if (!known)
      await createAccount(services, auth, {
        email: demo.email,
        password: PASSWORD,
        firstName: demo.first,
        lastName: demo.last,
        organization: demo.organization,
        role: demo.role,
        verified: true,
      })
  }
  const issuer = await findByEmail(db, services, ISSUER)
  await seedOfficer(services, auth, issuer!.organization_id)
  const colleague = { email: OFFICER.email, password: PASSWORD, role: OFFICER.role }
  const shown = DEMO_USERS.map((u) => ({ email: u.email, password: PASSWORD, role: u.role }))
  const [stored] = await db.select().from(settings).where(eq(settings.key, 'demo_key')).limit(1)
  if (stored) return { users: shown, colleague, key: stored.value as string }
  const { key, keyPrefix } = generateKey('sandbox')
  const id = newId('api_key')
  // no event: the demo tenant has no webhook yet.
  await write(systemCtx(services, { id: 'demo', organizationId: issuer!.organization_id, environment: 'sandbox' }), async (tx) => {
    await tx.insert(apiKeys).values({
      id,
      organization_id: issuer!.organization_id,
      created_by: issuer!.id,
      name: 'Demo key',
      key_prefix: keyPrefix,
      key_hash: hashKey(key),
      environment: 'sandbox',
      api_version: CURRENT_VERSION,
    })
    await tx.insert(settings).values({ key: 'demo_key', value: key, updated_at: new Date() })
    return {
      result: key,
      audit: {
        action: 'api_key_created',
        category: 'system',
        subject: { type: 'api_key', id },
        details: { environment: 'sandbox', key_prefix: keyPrefix, demo: true },
      },
    }
  })
  return { users: shown, colleague, key }
}

/** The issuer's colleague, who works in that organisation from their first sign-in on. Was there once, whoever removed them is obeyed. */
async function seedOfficer(services: Services, auth: Auth, organizationId: string): Promise<void> {
  const { db } = services.connection
  if (await findByEmail(db, services, OFFICER.email)) return
  const id = await createAccount(services, auth, {
    ...{ email: OFFICER.email, password: PASSWORD, firstName: OFFICER.first, lastName: OFFICER.last, organization: 'Demo Officer' },
    ...{ role: 'investor', verified: true },
  })
  const ctx = systemCtx(services, { id: 'demo', organizationId, environment: 'production' })
  await write(ctx, async (tx) => {
    const entered = await enterOrganization(tx, ctx, { userId: id, role: { role: OFFICER.role, role_id: null }, came: 'invited', by: [] })
    await tx.update(memberships).set({ chosen_at: new Date() }).where(eq(memberships.id, entered.id))
    return { result: null, audit: entered.audit, events: [entered.event] }
  })
}
