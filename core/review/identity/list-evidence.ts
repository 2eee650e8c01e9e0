import { and, eq, inArray } from 'drizzle-orm'
import { z } from 'zod'
import { type EvidenceRow, presentEvidence } from '#core/identity/evidence/present.ts'
import { evidenceShape } from '#core/identity/evidence/shape.ts'
import { presentSession } from '#core/identity/sessions/present.ts'
import { identitySessionShape } from '#core/identity/sessions/shape.ts'
import type { Ctx } from '#core/kernel/context.ts'
import { listVerb } from '#core/record/list-verb.ts'
import { evidence, identitySessions, investors, wallets } from '#db/schema.ts'
import { findScoped, inScope } from '#db/scoped.ts'

/** Evidence of an organisation's people, newest first. */
export const listEvidence = listVerb({
  name: 'evidence.list',
  permission: 'identity.read',
  table: evidence,
  list: 'evidence',
  filters: {
    person_id: z.string().max(100).optional(),
    investor_id: z.string().max(100).optional(),
    wallet_id: z.string().max(100).optional(),
    proves: z.enum(['identity', 'accreditation', 'entity', 'age']).optional(),
    expand: z
      .array(z.enum(['session']))
      .max(1)
      .optional(),
  },
  item: evidenceShape.extend({
    session: identitySessionShape
      .nullable()
      .optional()
      .meta({ description: 'With expand[]=session: the identity session that it ended; null where it came another way' }),
  }),
  wanted: async ({ ctx, input }) => {
    const behind = [
      input.investor_id ? ((await findScoped(ctx.db, investors, ctx, input.investor_id))?.person_id ?? '') : undefined,
      input.wallet_id ? ((await findScoped(ctx.db, wallets, ctx, input.wallet_id))?.person_id ?? '') : undefined,
      input.person_id,
    ].filter((id) => id !== undefined)
    return and(...behind.map((id) => eq(evidence.person_id, id)), input.proves ? eq(evidence.proves, input.proves) : undefined)
  },
  present: async ({ ctx, input }, rows) => {
    const sessions = input.expand ? await sessionsOf(ctx, rows) : null
    return rows.map((row) => ({ ...presentEvidence(row, ctx.now), ...(sessions && { session: sessions.get(row.id) ?? null }) }))
  },
})

/** The sessions that evidence ended, by its id. */
async function sessionsOf(ctx: Ctx, rows: readonly EvidenceRow[]) {
  const t = identitySessions
  const ids = rows.map((row) => row.id)
  const found = ids.length
    ? await ctx.db
        .select()
        .from(t)
        .where(inScope(t, ctx, inArray(t.evidence_id, ids)))
    : []
  return new Map(found.map((row) => [row.evidence_id!, presentSession(row, ctx.now)]))
}
