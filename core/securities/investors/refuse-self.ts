import { isSelf } from '#core/identity/persons/own-investor.ts'
import type { Ctx } from '#core/kernel/context.ts'
import { AppError } from '#core/kernel/errors.ts'
import { investors } from '#db/schema.ts'
import { findScoped } from '#db/scoped.ts'
import type { InvestorRow } from './create.ts'

/**
 * What a person says of themselves is verified on their own dashboard and judged by the platform, never by their organisation.
 * Throws `conflict`.
 */
export function refuseSelf(row: Pick<InvestorRow, 'external_id' | 'user_id'>): void {
  if (isSelf(row))
    throw new AppError(
      'conflict',
      'This is the record a person has of themselves. They send their verification from their dashboard, and Sealwright reviews it.',
    )
}

/** The same for an investor known by its id. Does nothing when the caller has none of that id. */
export async function refuseOwnRecord({ ctx, input }: { ctx: Ctx; input: { id: string } }): Promise<void> {
  const row = await findScoped(ctx.db, investors, ctx, input.id)
  if (row) refuseSelf(row)
}
