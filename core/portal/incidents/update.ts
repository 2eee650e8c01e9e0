import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { AppError, invalidField, notFound } from '#core/kernel/errors.ts'
import { write } from '#core/record/transaction.ts'
import { definePageVerb } from '#core/record/verb.ts'
import { incidents } from '#db/schema.ts'
import { services, updateText } from './create.ts'
import {
  CLOSED,
  IMPACTS,
  INCIDENT_STATUSES,
  type IncidentRow,
  type IncidentView,
  MAINTENANCE_STATUSES,
  presentIncident,
  statusAt,
} from './incident.ts'
import { queueStatusMails } from './notify.ts'

const updateIncidentInput = z.strictObject({
  id: z.string().max(40),
  status: z.enum([...INCIDENT_STATUSES, ...MAINTENANCE_STATUSES]),
  text: updateText,
  impact: z.enum(IMPACTS).optional(),
  services: services.optional(),
  ends_at: z.iso.datetime({ offset: true }).optional(),
  notify: z.boolean().default(true),
})

/**
 * Adds one entry to the public timeline and moves the status. What was said stays: nothing in a timeline is edited or
 * deleted. A closed incident takes a further entry (a post-mortem) or is opened again. Throws `not_found`, `invalid_transition`.
 */
export const updateIncident = definePageVerb({
  name: 'incidents.update',
  permission: 'status.manage',
  admin: true,
  input: updateIncidentInput,
  run: async ({ ctx, input }): Promise<IncidentView> => {
    // no event: the status page concerns everybody alike; it has its own mails and feeds.
    const result = await write(ctx, async (tx) => {
      const [found] = await tx.select().from(incidents).where(eq(incidents.id, input.id)).limit(1).for('update')
      if (!found) throw notFound()
      const now = new Date()
      const next = nextRow(found, input, now)
      await tx
        .update(incidents)
        .set({ status: next.status, impact: next.impact, services: next.services, updates: next.updates, ends_at: next.ends_at })
        .where(eq(incidents.id, found.id))
      const mailed = input.notify ? await queueStatusMails(tx, ctx.services, next) : 0
      return {
        result: presentIncident(next, now.getTime()),
        audit: {
          action: CLOSED.includes(next.status) && !CLOSED.includes(found.status) ? 'incident_resolved' : 'incident_updated',
          category: 'admin',
          subject: { type: 'incident', id: found.id },
          details: { from: found.status, to: next.status, impact: next.impact, services: next.services, mailed },
        },
      }
    })
    ctx.services.wake('mail')
    return result
  },
})

function nextRow(found: IncidentRow, input: z.output<typeof updateIncidentInput>, now: Date): IncidentRow {
  const allowed: readonly string[] = found.kind === 'maintenance' ? MAINTENANCE_STATUSES : INCIDENT_STATUSES
  if (!allowed.includes(input.status)) throw invalidField('/status', 'invalid_enum', `Use one of ${allowed.join(', ')}.`)
  if (found.kind === 'maintenance' && CLOSED.includes(statusAt(found, now.getTime())) && !CLOSED.includes(input.status))
    throw new AppError('invalid_transition', 'This window is over. Plan a new one instead.')
  const ends = input.ends_at ? new Date(input.ends_at) : found.ends_at
  if (found.kind === 'maintenance' && input.ends_at && ends! <= found.starts_at)
    throw invalidField('/ends_at', 'too_small', 'The window ends after it begins.')
  return {
    ...found,
    status: input.status,
    impact: input.impact ?? found.impact,
    services: input.services ?? found.services,
    updates: [...found.updates, { at: now.toISOString(), status: input.status, text: input.text }],
    ends_at: endsAt(found, input.status, ends, now),
  }
}

function endsAt(found: IncidentRow, status: IncidentRow['status'], ends: Date | null, now: Date): Date | null {
  if (!CLOSED.includes(status)) return found.kind === 'maintenance' ? ends : null
  // A post-mortem after the end does not move the end.
  if (CLOSED.includes(found.status)) return found.ends_at
  return found.kind === 'maintenance' && ends && ends < now ? ends : now
}
