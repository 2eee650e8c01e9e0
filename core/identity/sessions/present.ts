import type { EventInput } from '#core/record/events/events.ts'
import type { identitySessions } from '#db/schema.ts'
import type { WireSession } from './shape.ts'

export type SessionRow = typeof identitySessions.$inferSelect

/** Whether a session can still go on. */
export const isGoingOn = (row: Pick<SessionRow, 'status' | 'expires_at'>, now: number): boolean =>
  ['processing', 'in_review'].includes(row.status) || (row.status === 'open' && row.expires_at.getTime() > now)

export const presentSession = (row: SessionRow, now: number): WireSession => ({
  id: row.id,
  object: 'identity_session',
  status: row.status === 'open' && !isGoingOn(row, now) ? 'expired' : row.status,
  level: row.level,
  methods: row.methods,
  claims: row.claims,
  method: row.method,
  person_id: row.person_id,
  wallet_id: row.wallet_id,
  investor_id: row.investor_id,
  provider: row.provider,
  return_url: row.return_url,
  reason_code: row.reason_code,
  evidence_id: row.evidence_id,
  expires_at: row.expires_at.toISOString(),
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
})

const EVENTS = {
  open: 'identity.session.reopened',
  processing: 'identity.session.processing',
  in_review: 'identity.session.in_review',
  verified: 'identity.session.verified',
  rejected: 'identity.session.rejected',
  expired: 'identity.session.expired',
  cancelled: 'identity.session.cancelled',
} as const

/** What events tell of a session that came to another status. */
export const sessionEvent = (row: SessionRow & { status: keyof typeof EVENTS }): EventInput => ({
  type: EVENTS[row.status],
  resource: { type: 'identity_session', id: row.id },
  object: {
    id: row.id,
    status: row.status,
    level: row.level,
    claims: row.claims,
    method: row.method,
    person_id: row.person_id,
    wallet_id: row.wallet_id,
    investor_id: row.investor_id,
    evidence_id: row.evidence_id,
    reason_code: row.reason_code,
  },
})
