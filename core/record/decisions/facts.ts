import type { Ctx } from '#core/kernel/context.ts'
import type { decisions } from '#db/schema.ts'
import type { Rooms } from '#engine/facts/of-checks.generated.ts'
import type { Room } from '#engine/facts/of-checks.ts'
import type { Facts } from '#engine/facts.ts'

/** The facts as they are sealed: without the versions of lists, which the row names beside them. */
export function factsToSeal(facts: Facts): Omit<Facts, 'lists'> {
  if (!facts.lists?.length) return facts
  const { lists: _, ...rest } = facts
  return rest
}

type Row = Pick<typeof decisions.$inferSelect, 'id' | 'subject_key_id' | 'facts_sealed' | 'lists'>

/** One room of stored facts, as the builders of today write it; what an older decision wrote otherwise is read as it stands. */
export const storedRoom = <R extends keyof Rooms>(room: R, facts: Facts): Room<R> | undefined => facts[room] as Room<R> | undefined

/** The facts a stored decision was made from. Throws Erased, or SealError when they were altered. */
export async function openFacts(ctx: Pick<Ctx, 'db' | 'services'>, row: Row): Promise<Facts> {
  const facts = await ctx.services.keyring.open<Facts>(ctx.db, row.subject_key_id, `decisions.facts:${row.id}`, row.facts_sealed)
  return facts.lists === undefined && row.lists.length ? { ...facts, lists: row.lists as Facts['lists'] } : facts
}
