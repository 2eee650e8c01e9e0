import { and, eq, gt, or, sql } from 'drizzle-orm'
import { type Actor, type Ctx, withTenant } from '#core/kernel/context.ts'
import { primaryRole, type Supported, supportedBy, type Workplace, workplaceOf } from '#core/kernel/members.ts'
import { openUser } from '#core/kernel/people.ts'
import type { Role } from '#core/kernel/permissions.ts'
import type { Services } from '#core/kernel/services.ts'
import { barredBy, hasRunOut } from '#core/kernel/session-policy.ts'
import type { Queryable } from '#db/connect.ts'
import { user as authUsers, session as sessions, userRoles, users } from '#db/schema.ts'
import type { Auth } from './auth-library.ts'
import { hasOldFactors } from './factor-age.ts'
import { hasOwnProof, hasPasskey } from './own-proofs.ts'
import { readAccessToken } from './tokens.ts'

const HOUR_MS = 3_600_000
/** After this a person signs in anew, however often the session was used. */
const longestSession = (role: Role): number => (role === 'admin' ? 12 : 30 * 24) * HOUR_MS

/** The user as the browser knows it (product spec, section 3). */
export interface SessionUser {
  id: string
  email: string
  firstName: string
  lastName: string
  role: Role
  isVerified: boolean
  profileCompleted: boolean
  mfaEnabled: boolean
  createdAt: string
  updatedAt: string
  /** Set while the platform's administrators may look at the organisation's data, or the person is one who does. */
  support?: { organization: string; until: string; looking: boolean }
}

/**
 * Whose pages somebody works on: an administrator's in their own organisation, else those of what the organisation is in which they work.
 */
const worksAs = (role: Role, place: Workplace | null, home: string | undefined): Role =>
  role === 'admin' && (!place || place.organization_id === home) ? 'admin' : (place?.standing ?? 'investor')

export interface SignedIn {
  actor: Actor & { type: 'user' }
  authId: string
  user: SessionUser
  /** Where they work: null where they belong to no organisation. */
  place: Workplace | null
  /** Whose pages they work on. */
  worksAs: Role
  expiresAt: Date
  token: string
}

/** The address of a person whose rows are gone. */
const NOBODY = 'unknown@accounts.invalid'

/** Uses are noted at most this often, so that reading a page is not writing. */
const NOTE_EVERY_MS = 60_000

/** What a session lacks for where it would work. An owner's own way in, beside the sign-on, is by factors they have had for a day. */
async function barredFrom(db: Queryable, place: Workplace, row: typeof sessions.$inferSelect, person: Parameters<typeof barredBy>[2]) {
  const barred = barredBy(place, row, person)
  if (barred || !place.policy.sign_on || row.signOnOrganizationId === place.organization_id) return barred
  return (await hasOldFactors(db, row.userId)) ? null : 'sign_on'
}

/**
 * Who is signed in: by the request's cookie, by an access token in the Authorization header, or by the session's own token
 * when it is given. Null for nobody. A person whose rows are gone is shown as "Unknown User", an investor, unverified. What the organisation
 * they work in asks of sessions is held here, by `ip` too.
 */
export async function readSession(
  services: Services,
  auth: Auth,
  headers: Headers,
  { ip, token }: { ip: string | null; token?: string },
): Promise<SignedIn | null> {
  const named = await sessionNamed(services, auth, headers, token)
  if (!named) return null
  const { db } = services.connection
  const row = await rowOf(services, named)
  if (!row || row.user?.suspended_at) return null
  const signOn = row.session.signOnOrganizationId
  // Whoever an organisation vouches for has nothing of the platform by that.
  const own = signOn ? 'investor' : primaryRole(row.roles ?? [])
  const looking = own === 'admin' ? row.supported : null
  const endsAt = row.session.startedAt.getTime() + longestSession(own)
  if (endsAt <= Date.now() || (!looking && hasRunOut(row.place?.policy, row.session))) {
    await db.delete(sessions).where(eq(sessions.id, row.session.id))
    return null
  }
  noteUse(services, row.session)
  // Who looks at another's data by their leave is nothing else meanwhile.
  const role = looking ? 'investor' : own
  const place = looking ? placeOf(looking) : row.place
  const user = row.user && (await openUser(db, services, row.user))
  const hasSecondFactor = (user?.mfa_enabled ?? false) || row.hasPasskey
  const barred = place && !looking && (await barredFrom(db, place, row.session, { hasSecondFactor, ip }))
  const confirmed = row.session.confirmedAt ?? (row.session.method === 'mail' ? row.session.createdAt : null)
  return {
    authId: row.auth.id,
    place,
    worksAs: worksAs(role, place, user?.organization_id),
    actor: {
      type: 'user',
      id: user?.id ?? row.auth.id,
      organizationId: place?.organization_id ?? user?.organization_id ?? 'none',
      home: user?.organization_id ?? 'none',
      role,
      member: !place || barred ? null : { role: place.role, permissions: place.permissions, standing: place.standing },
      ...(looking && { support: { id: looking.id, ends_at: looking.ends_at } }),
      email: user?.email ?? NOBODY,
      sessionId: row.session.id,
      secondFactorAt: row.session.secondFactorAt?.getTime() ?? null,
      confirmedAt: confirmed?.getTime() ?? null,
      hasSecondFactor,
      ...(barred && { barred }),
      ...(signOn && { signOn: { organizationId: signOn, ownProof: row.ownProof } }),
    },
    user: {
      id: user?.id ?? row.auth.id,
      email: user?.email ?? NOBODY,
      firstName: user?.first_name ?? 'Unknown',
      lastName: user?.last_name ?? 'User',
      role,
      isVerified: user?.is_verified ?? false,
      profileCompleted: user?.profile_completed ?? false,
      mfaEnabled: user?.mfa_enabled ?? false,
      createdAt: (user?.created_at ?? row.auth.createdAt).toISOString(),
      updatedAt: (user?.updated_at ?? row.auth.updatedAt).toISOString(),
      ...(place?.support_until && {
        support: { organization: place.name, until: new Date(place.support_until).toISOString(), looking: looking !== null },
      }),
    },
    expiresAt: new Date(Math.min(endsAt, row.session.expiresAt.getTime())),
    token: row.session.token,
  }
}

/** Where an administrator looks by an organisation's leave: there as one of its auditors, who reads everything and changes nothing. */
const placeOf = ({ organization_id, name, ends_at, standing }: Supported): Workplace => ({
  ...{ organization_id, name, role: 'auditor', permissions: null, standing },
  ...{ ends_at: null, several: true, support_until: ends_at, policy: {} },
})

/** Everything that is asked of a session, with one query. */
async function rowOf(services: Services, named: { id?: string; token?: string }) {
  const [row] = await services.connection.db
    .select({
      session: sessions,
      auth: authUsers,
      user: users,
      roles: sql<string[] | null>`(select array_agg(${userRoles.role}) from ${userRoles} where ${userRoles.user_id} = ${users.id})`,
      place: workplaceOf(
        sql`${users.id}`,
        sql`${sessions.activeOrganizationId}`,
        sql`${users.organization_id}`,
        sql`${sessions.signOnOrganizationId}`,
      ),
      // Where an administrator looks by an organisation's leave, the session names that.
      supported: supportedBy(sql`${sessions.activeOrganizationId}`),
      // Asked only where a provider vouched.
      ownProof: sql<boolean>`(${sessions.signOnOrganizationId} is not null and ${hasOwnProof(authUsers.id)})`,
      hasPasskey: hasPasskey(authUsers.id),
    })
    .from(sessions)
    .innerJoin(authUsers, eq(authUsers.id, sessions.userId))
    .leftJoin(users, eq(users.auth_id, authUsers.id))
    .where(and(or(eq(sessions.id, named.id ?? ''), eq(sessions.token, named.token ?? '')), gt(sessions.expiresAt, new Date())))
    .limit(1)
  return row
}

async function sessionNamed(
  services: Services,
  auth: Auth,
  headers: Headers,
  token?: string,
): Promise<{ id?: string; token?: string } | null> {
  if (token) return { token }
  const bearer = /^Bearer (eyJ\S+)$/.exec(headers.get('authorization') ?? '')?.[1]
  if (bearer) {
    const id = await readAccessToken(services, bearer)
    return id ? { id } : null
  }
  if (!headers.get('cookie')?.includes('sealwright')) return null
  const found = await auth.api.getSession({ headers }).catch(async () => {
    // It does not say why it could not. Where the database is away this throws what says so; else it is asked once more.
    await services.connection.db.execute(sql`select 1`)
    return auth.api.getSession({ headers })
  })
  return found ? { id: found.session.id } : null
}

function noteUse(services: Services, row: typeof sessions.$inferSelect): void {
  if (row.lastUsedAt && Date.now() - row.lastUsedAt.getTime() < NOTE_EVERY_MS) return
  services.connection.db
    .update(sessions)
    .set({ lastUsedAt: new Date() })
    .where(eq(sessions.id, row.id))
    .catch((error: Error) => services.log.warn({ error: error.message }, 'session use not noted'))
}

/** The call context of a signed-in person working in one environment of their organisation. */
export function userCtx(base: Ctx, signedIn: SignedIn, environment: Ctx['environment']): Ctx {
  return { ...withTenant(base, signedIn.actor.organizationId, environment), actor: signedIn.actor }
}
