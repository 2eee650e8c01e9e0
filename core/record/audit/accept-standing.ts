import { AppError } from '#core/kernel/errors.ts'
import type { Services } from '#core/kernel/services.ts'
import { systemCtx } from '#core/kernel/system.ts'
import { findChangedStanding } from '../log/standing.ts'
import { write } from '../transaction.ts'

/**
 * The operator's word that what `verifyAudit` names about one row is as it should be: the log keeps the change, with the reason, and the
 * row is held to what it is now. For what a process of an older release changed, or a hand in the tables. Gives what was wrong.
 * Throws `not_found` where nothing is.
 */
export async function acceptStanding(services: Services, input: { id: string; reason: string }): Promise<string[]> {
  const changed = await findChangedStanding(services, input.id)
  if (!changed.length) throw new AppError('not_found', `No change of ${input.id} lacks an entry of the log.`)
  const faults = changed.map(({ fault }) => fault)
  const standing = changed.flatMap(({ keys }) => keys)
  const [kind] = standing[0]!.split(':')
  // no event: nothing changes for whoever it belongs to.
  return write(systemCtx(services, { id: 'operator' }), async () => ({
    result: faults,
    audit: {
      action: 'standing_accepted',
      category: 'admin',
      subject: { type: kind!, id: input.id },
      details: { operator: true, reason: input.reason, faults },
      standing,
    },
  }))
}
