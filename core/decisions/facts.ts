import type { decisions } from '#db/schema.ts'
import type { Facts } from '#engine/facts.ts'
import type { Ctx } from '../context.ts'

/** The facts as they are sealed: without the versions of lists, which the row names beside them. */
export function factsToSeal(facts: Facts): Omit<Facts, 'lists'> {
  if (!facts.lists?.length) return facts
  const { lists: _, ...rest } = facts
  return rest
}

type Row = Pick<typeof decisions.$inferSelect, 'id' | 'subject_key_id' | 'facts_sealed' | 'lists'>

/** The facts a stored decision was made from. Throws Erased, or SealError when they were altered. */
export async function openFacts(ctx: Pick<Ctx, 'db' | 'services'>, row: Row): Promise<Facts> {
  const facts = await ctx.services.keyring.open<Facts>(ctx.db, row.subject_key_id, `decisions.facts:${row.id}`, row.facts_sealed)
  return facts.lists === undefined && row.lists.length ? ({ ...facts, lists: row.lists } as Facts) : facts
}
