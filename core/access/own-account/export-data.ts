import { asc, eq, getTableColumns } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { openProfile } from '#core/kernel/people.ts'
import { openOrNull } from '#core/kernel/sealed.ts'
import { openNotice } from '#core/record/notifications/list.ts'
import { write } from '#core/record/transaction.ts'
import { definePageVerb } from '#core/record/verb.ts'
import {
  apiKeys,
  auditLogs,
  user as authUsers,
  erasureRequests,
  knownDevices,
  notifications,
  organizations,
  passkey,
  selfExclusions,
  signInWallets,
  userProfiles,
  userRoles,
  verificationStatus,
  wallets,
  walletTransfers,
} from '#db/schema.ts'
import { ownUser } from '../accounts/own-user.ts'
import { reasonContext } from '../accounts/request-erasure.ts'
import { requireStepUp } from '../accounts/step-up.ts'
import { listOwnRoleRequests } from '../roles/list-own.ts'
import { listSessions } from '../sessions/list.ts'

/** Never part of a file that leaves: what opens the account or a key. */
const SECRET = /^(token|tokenHash|key_hash|password|publicKey|credentialID|leaf_hash|secret|codeHash|tax_id|subject_key_id|person_key)$/

/**
 * Everything stored about the signed-in person, as one object; secrets left out. Needs a fresh proof: whoever found an open browser
 * must not carry it all away. The export itself is audited. Throws `step_up_required`.
 */
export const exportOwnData = definePageVerb({
  name: 'account.export_data',
  permission: 'account.keep',
  run: async ({ ctx }): Promise<Record<string, unknown>> => {
    const user = await ownUser(ctx)
    requireStepUp(ctx, { own: true })
    const { db, services } = ctx
    const of = async (table: PgTable, column: PgColumn, value: string) => {
      const shown = Object.fromEntries(Object.entries(getTableColumns(table)).filter(([name]) => !SECRET.test(name)))
      return db.select(shown).from(table).where(eq(column, value)).limit(100_000)
    }
    // no event: an export changes nothing.
    await write(ctx, async () => ({
      result: null,
      audit: { action: 'data_exported', category: 'user', subject: { type: 'user', id: user.id } },
    }))
    const [[profile], notices, erasures] = await Promise.all([
      db.select().from(userProfiles).where(eq(userProfiles.user_id, user.id)).limit(1),
      db.select().from(notifications).where(eq(notifications.user_id, user.id)).limit(100_000),
      db.select().from(erasureRequests).where(eq(erasureRequests.user_id, user.id)).limit(1_000),
    ])
    return {
      exported_at: new Date().toISOString(),
      user,
      sign_in: (await of(authUsers, authUsers.id, user.auth_id))[0] ?? null,
      profile: await openProfile(db, services, profile),
      verification_status: (await of(verificationStatus, verificationStatus.user_id, user.id))[0] ?? null,
      roles: (await of(userRoles, userRoles.user_id, user.id)).map((row) => row.role),
      role_requests: (await listOwnRoleRequests({ ctx })).data,
      organization: (await of(organizations, organizations.id, user.organization_id))[0] ?? null,
      api_keys: await of(apiKeys, apiKeys.created_by, user.id),
      wallets: await of(wallets, wallets.user_id, user.id),
      wallet_transfers: await of(walletTransfers, walletTransfers.user_id, user.id),
      sign_in_wallets: await of(signInWallets, signInWallets.userId, user.auth_id),
      passkeys: await of(passkey, passkey.userId, user.auth_id),
      sessions: (await listSessions({ ctx })).data,
      devices: await of(knownDevices, knownDevices.userId, user.auth_id),
      self_exclusions: await of(selfExclusions, selfExclusions.user_id, user.id),
      notifications: await Promise.all(notices.map((row) => openNotice(ctx, row))),
      erasure_requests: await Promise.all(
        erasures.map(async (row) => ({ ...row, reason: await openOrNull(db, services, reasonContext(row.id), row.reason) })),
      ),
      activity: await ctx.db
        .select({
          id: auditLogs.id,
          action: auditLogs.action,
          category: auditLogs.category,
          status: auditLogs.status,
          details: auditLogs.details,
          timestamp: auditLogs.timestamp,
        })
        .from(auditLogs)
        .where(eq(auditLogs.user_id, user.id))
        .orderBy(asc(auditLogs.timestamp)),
    }
  },
})
