import type { roleRequests, users } from '#db/schema.ts'

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

export const presentRoleRequest = (row: typeof roleRequests.$inferSelect): RoleRequest => ({
  id: row.id,
  user_id: row.user_id,
  role: row.role,
  reason: row.reason,
  status: row.status as RoleRequest['status'],
  decision_note: row.decision_note,
  created_at: row.created_at.toISOString(),
  decided_at: row.decided_at?.toISOString() ?? null,
})

/** With whom it is, for the admin who decides. */
export interface RoleRequestWithUser extends RoleRequest {
  user: { email: string; first_name: string; last_name: string; is_verified: boolean; role: string }
}

export const presentWithUser = (row: typeof roleRequests.$inferSelect, user: typeof users.$inferSelect): RoleRequestWithUser => ({
  ...presentRoleRequest(row),
  user: {
    email: user.email,
    first_name: user.first_name,
    last_name: user.last_name,
    is_verified: user.is_verified,
    role: user.role,
  },
})
