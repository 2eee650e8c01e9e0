import { eq } from 'drizzle-orm'
import type { Tx } from '#db/connect.ts'
import {
  directories,
  directoryGroups,
  directoryUsers,
  domains,
  organizations,
  signOnIdentities,
  signOnKeys,
  signOnProviders,
} from '#db/schema.ts'

/** Forgets what identity providers and directories called somebody, and what they said of them. */
export async function forgetSignOnOf(tx: Tx, userId: string): Promise<void> {
  await tx.delete(signOnIdentities).where(eq(signOnIdentities.user_id, userId))
  await tx.delete(directoryUsers).where(eq(directoryUsers.user_id, userId))
}

/** Ends how people signed on to an organisation, with everything a directory said to it. Its domains are free for another. */
export async function closeSignOn(tx: Tx, organizationId: string): Promise<void> {
  await tx.delete(signOnIdentities).where(eq(signOnIdentities.organization_id, organizationId))
  await tx.delete(directoryGroups).where(eq(directoryGroups.organization_id, organizationId))
  await tx.delete(directoryUsers).where(eq(directoryUsers.organization_id, organizationId))
  await tx.delete(directories).where(eq(directories.organization_id, organizationId))
  await tx.delete(signOnKeys).where(eq(signOnKeys.organization_id, organizationId))
  await tx.delete(signOnProviders).where(eq(signOnProviders.organization_id, organizationId))
  await tx.update(domains).set({ sign_on_since: null }).where(eq(domains.organization_id, organizationId))
  await tx.update(organizations).set({ session_policy: {} }).where(eq(organizations.id, organizationId))
}
