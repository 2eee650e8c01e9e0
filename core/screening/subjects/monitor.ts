import { eq } from 'drizzle-orm'
import type { Ctx } from '#core/kernel/context.ts'
import { newId } from '#core/kernel/ids.ts'
import type { Tx } from '#db/connect.ts'
import { monitoredSubjects } from '#db/schema.ts'
import { inScope } from '#db/scoped.ts'
import { appliedThreshold } from '#screening/screen.ts'
import type { Screened, SubjectToScreen } from '../matching/screen-subject.ts'
import { subjectKey } from '../matching/subject-key.ts'

export type MonitoredRow = typeof monitoredSubjects.$inferSelect
export type KeptMatch = MonitoredRow['last_matches'][number]

/** What of a result is kept: enough to tell a later one from it, nothing of the subject. */
export const keptMatches = (matches: Screened['matches']): KeptMatch[] =>
  matches.map(({ entity_id, score, match_type }) => ({ entity_id, score, match_type }))

/** The data key that seals one monitored subject. Destroying it ends the monitoring for good. */
export const monitoringKeyId = (id: string) => `monitored:${id}`
export const sealContext = (keyId: string) => `monitored_subjects.subject:${keyId}`

/**
 * Keeps a subject to be screened again at every list change, sealed with a key of its own. The same subject is kept once:
 * monitoring it again updates threshold, lists and result.
 */
export async function monitorSubject(
  tx: Tx,
  ctx: Ctx,
  input: {
    subject: SubjectToScreen
    checkId: string
    screened: Screened
    threshold?: number | undefined
    lists?: readonly string[] | undefined
  },
): Promise<{ id: string }> {
  const key = subjectKey(ctx, input.subject)
  const [known] = await tx
    .select({ id: monitoredSubjects.id })
    .from(monitoredSubjects)
    .where(inScope(monitoredSubjects, ctx, eq(monitoredSubjects.subject_id, key)))
    .for('update')
  const id = known?.id ?? newId('monitored_subject', ctx.now)
  const keyId = monitoringKeyId(id)
  const sealed = await ctx.services.keyring.seal(tx, ctx, keyId, sealContext(keyId), input.subject)
  const values = {
    subject_type: input.subject.full_name ? (input.subject.entity_type ?? 'any') : 'wallet',
    subject_key_id: keyId,
    subject_sealed: sealed,
    check_id: input.checkId,
    threshold: Math.round(appliedThreshold(input.threshold) * 10_000),
    lists: input.lists ? [...input.lists] : null,
    last_status: input.screened.status,
    last_matches: keptMatches(input.screened.matches),
    updated_at: new Date(ctx.now),
  }
  const [row] = await tx
    .insert(monitoredSubjects)
    .values({
      id,
      organization_id: ctx.organizationId,
      environment: ctx.environment,
      subject_id: key,
      created_at: new Date(ctx.now),
      ...values,
    })
    .onConflictDoUpdate({
      target: [monitoredSubjects.organization_id, monitoredSubjects.environment, monitoredSubjects.subject_id],
      set: values,
    })
    .returning({ id: monitoredSubjects.id })
  return { id: row!.id }
}
