import { and, eq, inArray } from 'drizzle-orm'
import { z } from 'zod'
import type { Ctx } from '#core/kernel/context.ts'
import { AppError, notFound } from '#core/kernel/errors.ts'
import { byId } from '#core/kernel/fields.ts'
import { listVerb } from '#core/record/list-verb.ts'
import { write } from '#core/record/transaction.ts'
import { defineVerb } from '#core/record/verb.ts'
import { evidence, identitySessions } from '#db/schema.ts'
import { findScoped, inScope, lockScoped } from '#db/scoped.ts'
import { presentEvidence } from '../evidence/present.ts'
import { evidenceShape } from '../evidence/shape.ts'
import { closeReview } from './conclude.ts'
import { isGoingOn, presentSession, sessionEvent } from './present.ts'
import { SESSION_STATUSES, sessionAnswer, sessionRead, sessionWithWays, type WireSession } from './shape.ts'
import { closedWays } from './ways.ts'

/** One session, as it stands. Throws `not_found`. */
export const getIdentitySession = defineVerb({
  name: 'identity_sessions.get',
  permission: 'identity.read',
  input: byId('Id of the session'),
  output: sessionRead,
  run: async ({ ctx, input }) => {
    const row = await findScoped(ctx.db, identitySessions, ctx, input.id)
    if (!row) throw notFound()
    const [closed] = await closedWays(ctx, [row])
    return { success: true as const, ...presentSession(row, ctx.now), closed: closed! }
  },
})

/** Sessions, newest first. */
export const listIdentitySessions = listVerb({
  name: 'identity_sessions.list',
  permission: 'identity.read',
  table: identitySessions,
  list: 'identity_sessions',
  filters: {
    expand: z
      .array(z.enum(['evidence']))
      .max(1)
      .optional(),
    status: z.enum(SESSION_STATUSES).optional(),
    investor_id: z.string().max(100).optional(),
    wallet_id: z.string().max(100).optional(),
  },
  item: sessionWithWays.extend({
    evidence: evidenceShape
      .nullable()
      .optional()
      .meta({ description: 'With expand[]=evidence: the evidence that ended it; null where none did' }),
  }),
  wanted: ({ input }) =>
    and(
      input.status ? eq(identitySessions.status, input.status) : undefined,
      input.investor_id ? eq(identitySessions.investor_id, input.investor_id) : undefined,
      input.wallet_id ? eq(identitySessions.wallet_id, input.wallet_id) : undefined,
    ),
  present: async ({ ctx, input }, rows) => {
    const closed = await closedWays(ctx, rows)
    const shown = rows.map((row, at) => ({ ...presentSession(row, ctx.now), closed: closed[at]! }))
    return input.expand ? withEvidence(ctx, shown) : shown
  },
})

/** Sessions with the evidence that ended each in place beside its id. */
async function withEvidence<T extends WireSession>(ctx: Ctx, sessions: T[]) {
  const ids = sessions.flatMap(({ evidence_id }) => evidence_id ?? [])
  const rows = ids.length
    ? await ctx.db
        .select()
        .from(evidence)
        .where(inScope(evidence, ctx, inArray(evidence.id, ids)))
    : []
  const found = new Map(rows.map((row) => [row.id, presentEvidence(row, ctx.now)]))
  return sessions.map((session) => ({ ...session, evidence: found.get(session.evidence_id ?? '') ?? null }))
}

/** Ends a session before it came to anything: its page takes nothing more. Throws `not_found`, `invalid_transition`. */
export const cancelIdentitySession = defineVerb({
  name: 'identity_sessions.cancel',
  permission: 'identity.write',
  input: byId('Id of the session'),
  output: sessionAnswer,
  run: async ({ ctx, input }) =>
    write(ctx, async (tx) => {
      const row = await lockScoped(tx, identitySessions, ctx, input.id)
      if (!row) throw notFound()
      if (!isGoingOn(row, ctx.now)) throw new AppError('invalid_transition', 'This session has ended already.')
      const [now] = await tx
        .update(identitySessions)
        .set({ status: 'cancelled', state_sealed: null, updated_at: new Date(ctx.now) })
        .where(inScope(identitySessions, ctx, eq(identitySessions.id, row.id)))
        .returning()
      const closed = await closeReview(tx, ctx, row, 'refuse', 'session_cancelled')
      return {
        result: { success: true as const, ...presentSession(now!, ctx.now) },
        audit: {
          action: 'identity_session_cancelled',
          category: 'user',
          subject: { type: 'identity_session', id: row.id },
          details: { from: row.status },
        },
        events: [...closed, sessionEvent({ ...now!, status: 'cancelled' })],
      }
    }),
})
