import { and, desc, eq, or } from 'drizzle-orm'
import { z } from 'zod'
import { requireStepUp } from '#core/access/accounts/step-up.ts'
import { requireSecondPerson } from '#core/access/second-person/second-person.ts'
import { withTenant } from '#core/kernel/context.ts'
import { AppError, notFound } from '#core/kernel/errors.ts'
import type { Services } from '#core/kernel/services.ts'
import { systemCtx } from '#core/kernel/system.ts'
import type { AuditInput } from '#core/record/log/append.ts'
import { write } from '#core/record/transaction.ts'
import { definePageVerb } from '#core/record/verb.ts'
import type { Tx } from '#db/connect.ts'
import { listHolds, listVersions } from '#db/schema.ts'
import { lockList, supersede } from './offer.ts'
import { adminIds } from './tell-held.ts'

type Hold = typeof listHolds.$inferSelect

const settleListInput = z.strictObject({
  id: z.string().max(100),
  outcome: z.enum(['release', 'discard']),
  reason: z.string().trim().min(10, 'Say in at least 10 characters what you base this on').max(1_000, 'At most 1,000 characters'),
})

interface Settled {
  success: true
  status: 'awaiting_second' | 'released' | 'discarded'
}

/**
 * One administrator's word on a version that was held back. The first is kept; when a second person says the same, the version is put in
 * force, or set aside for good. Another word than the one that waits takes its place. Both people prove themselves anew.
 * Throws `not_found`, `invalid_transition`, `second_person_required`, `step_up_required`.
 */
export const settleHeldList = definePageVerb({
  name: 'lists.settle',
  permission: 'lists.manage',
  admin: true,
  input: settleListInput,
  run: async ({ ctx, input }): Promise<Settled> => {
    requireStepUp(ctx)
    // A list is everybody's: the rules of production count, whatever environment the person looks at.
    const everybody = withTenant(ctx, ctx.organizationId, 'production')
    // no event: the re-screening that follows a release tells of it.
    return write<Settled>(ctx, async (tx) => {
      const row = await heldRow(tx, input.id)
      if (input.outcome === 'release') refuseUnreadable(row)
      const first = row.first_word
      if (first?.outcome !== input.outcome) {
        const word = { by: ctx.actor.id, at: new Date().toISOString(), outcome: input.outcome, reason: input.reason }
        await tx.update(listHolds).set({ first_word: word }).where(eq(listHolds.id, row.id))
        return { result: { success: true, status: 'awaiting_second' }, audit: entry(row, `list_${input.outcome}_asked`, input.reason) }
      }
      const own = 'You asked for it. Another administrator has to say the same.'
      await requireSecondPerson(tx, everybody, { by: first.by, at: new Date(first.at), own })
      const status = input.outcome === 'release' ? ('released' as const) : ('discarded' as const)
      await carryOut(tx, row, status, ctx.actor.id, input.reason)
      return { result: { success: true, status }, audit: entry(row, `list_${status}`, input.reason, { asked_by: first.by }) }
    })
  },
})

/**
 * The same by the operator of the installation, alone, while there are no two administrators who could do it: at a first start somebody has
 * to. `which` is the id or the version. Is audited as the operator's. Throws `second_person_required` once there are two.
 */
export async function releaseListByOperator(
  services: Services,
  which: string,
  reason: string,
): Promise<{ source: string; version: string }> {
  const ctx = systemCtx(services, { id: 'operator' })
  const given = reason.trim()
  if (given.length < 10) throw new AppError('validation_failed', '--reason must say in at least 10 characters what you base this on.')
  // no event: the re-screening that follows tells of it.
  return write(ctx, async (tx) => {
    const row = await heldRow(tx, which)
    refuseUnreadable(row)
    const first = row.first_word
    if (await twoAdmins(tx))
      throw new AppError(
        'second_person_required',
        'There are administrators who can agree on it: two of them release it on the page /admin/lists.',
      )
    await carryOut(tx, row, 'released', 'operator', given)
    const details = { operator: true, ...(first && { asked_by: first.by }) }
    return { result: { source: row.source, version: row.version }, audit: entry(row, 'list_released', given, details) }
  })
}

const twoAdmins = async (tx: Tx): Promise<boolean> => (await adminIds(tx)).length > 1

async function heldRow(tx: Tx, which: string): Promise<Hold> {
  const [found] = await tx
    .select({ source: listHolds.source })
    .from(listHolds)
    .where(or(eq(listHolds.id, which), eq(listHolds.version, which)))
    .limit(1)
  if (!found) throw notFound()
  await lockList(tx, found.source)
  const [row] = await tx
    .select()
    .from(listHolds)
    .where(and(or(eq(listHolds.id, which), eq(listHolds.version, which)), eq(listHolds.source, found.source)))
    .orderBy(desc(eq(listHolds.state, 'held')), desc(listHolds.loaded_at))
    .for('update')
    .limit(1)
  if (row!.state !== 'held') throw new AppError('invalid_transition', `This version is ${row!.state}: nothing waits for a word any more.`)
  return row!
}

function refuseUnreadable(row: Hold): void {
  if (!row.content)
    throw new AppError('invalid_transition', 'Its files cannot be read, so there is nothing to put in force. Give whole files.')
}

async function carryOut(tx: Tx, row: Hold, state: 'released' | 'discarded', by: string, reason: string): Promise<void> {
  await tx.update(listHolds).set({ state, decided_by: by, decided_at: new Date(), reason }).where(eq(listHolds.id, row.id))
  if (state === 'discarded') return
  const { id, source, version, sha256, entries, names, addresses, published_at, dated_by, checked_at, etag, origin, profile } = row
  await tx.insert(listVersions).values({
    ...{ id, source, version, sha256, entries, names, addresses, published_at, dated_by, checked_at, etag, origin, profile },
    loaded_at: new Date(),
    content: row.content!,
  })
  await supersede(tx, source, id)
}

const entry = (row: Hold, action: string, reason: string, more: Record<string, unknown> = {}): AuditInput => ({
  action,
  category: 'admin',
  subject: { type: 'list_version', id: row.id },
  details: {
    source: row.source,
    version: row.version,
    sha256: row.sha256,
    findings: row.findings.map((one) => one.code),
    reason,
    ...more,
  },
})
