import { and, eq, isNotNull, isNull, like, sql } from 'drizzle-orm'
import type { Queryable, Tx } from '#db/connect.ts'
import { domains, organizations, signOnProviders, verification } from '#db/schema.ts'

export type SignOnProvider = typeof signOnProviders.$inferSelect

/** The host of a mail address, as domains are kept. */
const hostOf = (email: string): string =>
  email
    .slice(email.lastIndexOf('@') + 1)
    .trim()
    .toLowerCase()

const claimed = (host: string) => and(eq(domains.domain, host), eq(domains.status, 'verified'), isNotNull(domains.sign_on_since))

/** The sign-on that leads people with this address in, and whether it is the only way; null where there is none. */
export async function signOnOfAddress(
  db: Queryable,
  email: string,
): Promise<{ organizationId: string; provider: SignOnProvider; enforced: boolean } | null> {
  const [row] = await db
    .select({ provider: signOnProviders, enforced: sql<boolean>`${organizations.session_policy} @> '{"sign_on": true}'` })
    .from(domains)
    .innerJoin(organizations, and(eq(organizations.id, domains.organization_id), isNull(organizations.ended_at)))
    .innerJoin(signOnProviders, eq(signOnProviders.organization_id, domains.organization_id))
    .where(claimed(hostOf(email)))
    .limit(1)
  return row ? { organizationId: row.provider.organization_id, ...row } : null
}

/** Whether an address is of a domain by which people of this organisation sign on. */
export async function isOfOwnDomain(db: Queryable, organizationId: string, email: string): Promise<boolean> {
  const [row] = await db
    .select({ id: domains.id })
    .from(domains)
    .where(and(claimed(hostOf(email)), eq(domains.organization_id, organizationId)))
    .limit(1)
  return row !== undefined
}

export async function providerOf(db: Queryable, organizationId: string): Promise<SignOnProvider | null> {
  const [row] = await db.select().from(signOnProviders).where(eq(signOnProviders.organization_id, organizationId)).limit(1)
  return row ?? null
}

/** What waits for the owner of an account that was there before: until they prove it, nothing is joined to it. */
export const LINK = 'sign-on-link'
export interface WaitingLink {
  organizationId: string
  issuer: string
  subjectHash: string
  emailHash: string
}

/** Takes back the links of an organisation that wait for the owner of this address. */
export async function dropWaitingLinks(tx: Tx, { organizationId, emailHash }: Pick<WaitingLink, 'organizationId' | 'emailHash'>) {
  const says = (part: Partial<WaitingLink>) => sql`position(${JSON.stringify(part).slice(1, -1)} in ${verification.value}) > 0`
  await tx.delete(verification).where(and(like(verification.identifier, `${LINK}:%`), says({ organizationId }), says({ emailHash })))
}
