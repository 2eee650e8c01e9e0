import { and, eq, ne } from 'drizzle-orm'
import type { Tx } from '#db/connect.ts'
import {
  directories,
  directoryGroups,
  directoryUsers,
  domains,
  organizations,
  session,
  signOnIdentities,
  signOnKeys,
  signOnProviders,
} from '#db/schema.ts'

/** Forgets what identity providers and directories called somebody, and what they said of them. */
export async function forgetSignOnOf(tx: Tx, userId: string): Promise<void> {
  await tx.delete(signOnIdentities).where(eq(signOnIdentities.user_id, userId))
  await tx.delete(directoryUsers).where(eq(directoryUsers.user_id, userId))
}

/**
 * Forgets whom the identity provider of an organisation called what, and ends the sessions it opened there: whoever it vouched for is not
 * vouched for any more. That of who says so goes on, who has just proven who they are.
 */
export async function forgetVouched(tx: Tx, organizationId: string, sayer: string | null): Promise<void> {
  await tx.delete(signOnIdentities).where(eq(signOnIdentities.organization_id, organizationId))
  await tx.delete(session).where(and(eq(session.signOnOrganizationId, organizationId), sayer === null ? undefined : ne(session.id, sayer)))
}

/** Ends how people signed on to an organisation, with everything a directory said to it. Its domains are free for another. */
export async function closeSignOn(tx: Tx, organizationId: string): Promise<void> {
  await forgetVouched(tx, organizationId, null)
  await tx.delete(directoryGroups).where(eq(directoryGroups.organization_id, organizationId))
  await tx.delete(directoryUsers).where(eq(directoryUsers.organization_id, organizationId))
  await tx.delete(directories).where(eq(directories.organization_id, organizationId))
  await tx.delete(signOnKeys).where(eq(signOnKeys.organization_id, organizationId))
  await tx.delete(signOnProviders).where(eq(signOnProviders.organization_id, organizationId))
  await tx.update(domains).set({ sign_on_since: null }).where(eq(domains.organization_id, organizationId))
  await tx.update(organizations).set({ session_policy: {} }).where(eq(organizations.id, organizationId))
}
