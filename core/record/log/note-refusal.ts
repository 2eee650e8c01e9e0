import type { Author, Ctx } from '#core/kernel/context.ts'
import { AppError } from '#core/kernel/errors.ts'
import { appendAudit } from './append.ts'

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
