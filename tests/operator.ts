/**
 * The operator of a running product, for tests: makes accounts and keys on request, by the verbs the operator's tool calls.
 * Starting that tool anew for each account takes longer than the account. Reads the product's own environment; prints its address.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { eq } from 'drizzle-orm'
import { createAuth } from '#core/access/accounts/auth-library.ts'
import { createAccount } from '#core/access/accounts/create-account.ts'
import { makeApiKey } from '#core/access/api-keys/create.ts'
import { newId } from '#core/kernel/ids.ts'
import { findByEmail } from '#core/kernel/people.ts'
import type { MemberRole, Role } from '#core/kernel/permissions.ts'
import { systemCtx } from '#core/kernel/system.ts'
import { domains, memberships, organizations, signOnProviders } from '#db/schema.ts'
import { composeServices, openDatabase } from '#server/compose.ts'
import { readEnv } from '#server/env.ts'
import { createLog } from '#server/log.ts'

/**
 * An account of this role, in an organisation of its own or as a colleague of somebody; a sandbox key of the account that is there; or
 * that its organisation has a sign-on for the domain of its address as the only way in.
 */
type NewAccount = { email: string; password: string; role: Role; colleagueOf?: string; as?: MemberRole }
export type Wish = NewAccount | { keyOf: string } | { signOnOnlyOf: string }

const env = readEnv()
const log = createLog('warn', false)
const database = await openDatabase(env, log)
const services = await composeServices({ env, connection: database.connection, log, lists: false })
const auth = createAuth(services, { secret: services.keyring.derive('sessions'), rateLimit: false })

async function fulfil(wish: Wish): Promise<string> {
  if ('signOnOnlyOf' in wish) return haveSignOnOnly(wish.signOnOnlyOf)
  if (!('keyOf' in wish)) return makeAccount(wish)
  const user = await findByEmail(database.connection.db, services, wish.keyOf)
  const ctx = systemCtx(services, { id: 'operator', organizationId: user!.organization_id, environment: 'sandbox' })
  const input = { name: 'tests', environment: 'sandbox' as const, scopes: ['*'], allowed_ips: [] }
  return (await makeApiKey({ ctx, input, madeFor: user!.id })).key
}

async function haveSignOnOnly(email: string): Promise<string> {
  const { db } = database.connection
  const { organization_id, id } = (await findByEmail(db, services, email))!
  const provider = { kind: 'saml' as const, issuer: 'https://idp.example', entry_point: 'https://idp.example/sso', certificates: ['none'] }
  const now = new Date()
  await db.insert(signOnProviders).values({ organization_id, ...provider, role: 'reviewer', saved_by: id })
  await db.insert(domains).values({
    ...{ id: newId('domain'), organization_id, environment: 'production', domain: email.split('@')[1]!, token: 'none' },
    ...{ status: 'verified', method: 'dns', verified_at: now, sign_on_since: now, created_at: now },
  })
  await db
    .update(organizations)
    .set({ session_policy: { sign_on: true } })
    .where(eq(organizations.id, organization_id))
  return organization_id
}

/** A colleague works in that organisation alone: as one who decides cases, unless said otherwise. */
async function makeAccount({ colleagueOf, as = 'compliance_officer', ...wish }: NewAccount): Promise<string> {
  const id = await createAccount(services, auth, wish)
  const owner = colleagueOf ? await findByEmail(database.connection.db, services, colleagueOf) : null
  if (owner)
    await database.connection.db
      .update(memberships)
      .set({ organization_id: owner.organization_id, role: as, came: 'invited' })
      .where(eq(memberships.user_id, id))
  return id
}

const server = createServer(async (request, response) => {
  const [status, text] = await fulfil((await json(request)) as Wish).then(
    (made) => [200, made] as const,
    (error: Error) => [500, error.message] as const,
  )
  response.writeHead(status).end(text)
})
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`))
process.once('SIGTERM', async () => {
  server.closeAllConnections()
  server.close()
  await database.close()
  process.exit(0)
})
