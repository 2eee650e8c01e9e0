import { z } from 'zod'
import { name } from '#core/kernel/fields.ts'
import { newId } from '#core/kernel/ids.ts'
import { write } from '#core/record/transaction.ts'
import { definePageVerb } from '#core/record/verb.ts'
import { incidents } from '#db/schema.ts'
import { CLOSED, IMPACTS, INCIDENT_STATUSES, type IncidentRow, type IncidentView, presentIncident } from './incident.ts'
import { queueStatusMails } from './notify.ts'
import { STATUS_SERVICES } from './services.ts'

/** What is told to the public in one update. */
export const updateText = z.string().trim().min(10, 'Say what is so, in at least 10 characters').max(2_000, 'At most 2,000 characters')
export const services = z.array(z.enum(STATUS_SERVICES)).min(1, 'Name at least one service')
const moment = z.iso.datetime({ offset: true, message: 'Use a date and a time' })

const DAY_MS = 86_400_000

const createIncidentInput = z
  .strictObject({
    kind: z.enum(['incident', 'maintenance']),
    title: name(120),
    impact: z.enum(IMPACTS).default('degraded'),
    services,
    status: z.enum(INCIDENT_STATUSES).default('investigating'),
    text: updateText,
    starts_at: moment.optional(),
    ends_at: moment.optional(),
    notify: z.boolean().default(true),
  })
  .superRefine((input, ctx) => {
    const problem = (path: string, message: string) => ctx.addIssue({ code: 'custom', path: [path], message })
    const starts = input.starts_at ? Date.parse(input.starts_at) : Date.now()
    if (input.kind === 'incident') {
      if (starts > Date.now() + 60_000) problem('starts_at', 'An incident has already begun; plan a maintenance window instead')
      return
    }
    if (!input.starts_at) problem('starts_at', 'Say when the window begins')
    if (!input.ends_at) problem('ends_at', 'Say when the window ends')
    else if (Date.parse(input.ends_at) <= starts) problem('ends_at', 'The window ends after it begins')
    else if (Date.parse(input.ends_at) <= Date.now()) problem('ends_at', 'This window is already over')
    else if (Date.parse(input.ends_at) - starts > 14 * DAY_MS) problem('ends_at', 'A window lasts at most 14 days')
  })

/** Opens an incident or plans a maintenance window; it is public at once. Subscribers are told unless `notify` is off. */
export const createIncident = definePageVerb({
  name: 'incidents.create',
  permission: 'status.manage',
  admin: true,
  input: createIncidentInput,
  run: async ({ ctx, input }): Promise<IncidentView> => {
    const now = new Date()
    const status = input.kind === 'maintenance' ? 'scheduled' : input.status
    const row: IncidentRow = {
      id: newId('incident'),
      kind: input.kind,
      title: input.title,
      status,
      impact: input.impact,
      services: input.services,
      updates: [{ at: now.toISOString(), status, text: input.text }],
      starts_at: input.starts_at ? new Date(input.starts_at) : now,
      ends_at: input.kind === 'maintenance' ? new Date(input.ends_at!) : CLOSED.includes(status) ? now : null,
      created_at: now,
    }
    // no event: the status page concerns everybody alike; it has its own mails and feeds.
    const result = await write(ctx, async (tx) => {
      await tx.insert(incidents).values(row)
      const mailed = input.notify ? await queueStatusMails(tx, ctx.services, row) : 0
      return {
        result: presentIncident(row, now.getTime()),
        audit: {
          action: 'incident_created',
          category: 'admin',
          subject: { type: 'incident', id: row.id },
          details: { kind: row.kind, status, impact: row.impact, services: row.services, mailed },
        },
      }
    })
    ctx.services.wake('mail')
    return result
  },
})
