import type { User } from '#core/kernel/people.ts'
import { accountKeyId, openOrNull, sealValue } from '#core/kernel/sealed.ts'
import type { Services } from '#core/kernel/services.ts'
import type { Queryable } from '#db/connect.ts'
import type { roleRequests } from '#db/schema.ts'

/** A wish to have a role, and what became of it. */
export interface RoleRequest {
  id: string
  user_id: string
  role: string
  reason: string
  status: 'pending' | 'approved' | 'declined'
  decision_note: string | null
  created_at: string
  decided_at: string | null
}

/** What the words of a request are sealed to. */
export const requestContext = (id: string) => `role_requests:${id}`

/** The words of a request, of whoever makes or answers it, under the key of the account. */
export const sealWords = (db: Queryable, services: Services, request: { id: string; user_id: string }, text: string) =>
  sealValue(db, services, accountKeyId(request.user_id), requestContext(request.id), text)

export const presentRoleRequest = async (
  { db, services }: { db: Queryable; services: Services },
  row: typeof roleRequests.$inferSelect,
): Promise<RoleRequest> => ({
  id: row.id,
  user_id: row.user_id,
  role: row.role,
  reason: (await openOrNull(db, services, requestContext(row.id), row.reason)) ?? '',
  status: row.status as RoleRequest['status'],
  decision_note: await openOrNull(db, services, requestContext(row.id), row.decision_note),
  created_at: row.created_at.toISOString(),
  decided_at: row.decided_at?.toISOString() ?? null,
})

/** With whom it is, for the admin who decides. */
export interface RoleRequestWithUser extends RoleRequest {
  user: { email: string; first_name: string; last_name: string; is_verified: boolean; role: string }
}

export const presentWithUser = async (
  ctx: { db: Queryable; services: Services },
  row: typeof roleRequests.$inferSelect,
  user: User,
): Promise<RoleRequestWithUser> => ({
  ...(await presentRoleRequest(ctx, row)),
  user: {
    email: user.email,
    first_name: user.first_name,
    last_name: user.last_name,
    is_verified: user.is_verified,
    role: user.role,
  },
})
