import { and, eq, ne } from 'drizzle-orm'
import type { Author, Ctx } from '#core/kernel/context.ts'
import { AppError } from '#core/kernel/errors.ts'
import { auditLogs, cases } from '#db/schema.ts'
import { databaseLimits } from '../rate-limits/store.ts'
import { type AuditInput, appendAudit } from './append.ts'

const noted = new WeakSet<Error>()

/**
 * Keeps in the log that somebody asked for a change of status that does not exist, which wrote nothing else. Once for an error,
 * however many places see it pass; what a job finds done already is no refusal.
 */
export async function noteRefusedTransition(
  ctx: Author & Pick<Ctx, 'db'>,
  error: unknown,
  subject?: { type: string; id: string },
): Promise<void> {
  if (!(error instanceof AppError) || error.code !== 'invalid_transition' || ctx.actor.type === 'system' || noted.has(error)) return
  noted.add(error)
  // no audit: this is the entry, of a change that was not made.
  await ctx.db.transaction((tx) =>
    appendAudit(tx, ctx, [
      {
        action: 'transition_refused',
        category: 'system',
        status: 'failure',
        ...(subject && { subject }),
        details: { detail: error.message },
      },
    ]),
  )
}

/** Entries an hour of one refusal, and of all that one organisation's log is told of: of those it knows, and of whoever else there is. */
const OF_ONE = 20
const OF_ALL = 500

/**
 * Keeps in the log of the call's organisation that somebody was refused. However often they ask, the log does not grow with it: of one
 * refusal, which is what `of` names, the last entry for the time being says that further ones are not noted. Once an hour an entry says that
 * nothing is noted any more. Whom the organisation knows, by session or key, has room of their own: no stranger hides what they try.
 */
export async function noteRefused(
  ctx: Author & Pick<Ctx, 'db' | 'services'>,
  who: 'known' | 'stranger',
  of: string,
  entry: AuditInput,
): Promise<void> {
  const limits = databaseLimits(ctx.services.connection)
  const left = async (key: string, burst: number) =>
    limits.take(`refusals-noted:${ctx.organizationId}${key}`, { name: 'refusals-noted', rate: burst / 3600, burst }, 1)
  const more = await left(`:${of}`, OF_ONE)
  if (more === null) return
  const room = (await left(`::${who}`, OF_ALL)) !== null
  if (!room && (await left(`::${who}:full`, 1)) === null) return
  const full: AuditInput = { action: 'refusals_not_noted', category: 'system', details: { of: who, most_an_hour: OF_ALL } }
  const details = { ...entry.details, ...(more === 0 && { further: 'not_noted' }) }
  // no audit: this is the entry, of what was not done.
  await ctx.db.transaction((tx) => appendAudit(tx, ctx, [{ ...(room ? { ...entry, details } : full), status: 'failure' }]))
}

/** Whether an id is of something that another organisation has, as the log and the cases know it. */
export async function isOfAnother({ db, organizationId }: Pick<Ctx, 'db' | 'organizationId'>, id: string): Promise<boolean> {
  const [logged, opened] = await Promise.all([
    db
      .select({ id: auditLogs.id })
      .from(auditLogs)
      .where(and(eq(auditLogs.subject_id, id), ne(auditLogs.organization_id, organizationId)))
      .limit(1),
    db
      .select({ id: cases.id })
      .from(cases)
      .where(and(eq(cases.id, id), ne(cases.organization_id, organizationId)))
      .limit(1),
  ])
  return logged.length + opened.length > 0
}
