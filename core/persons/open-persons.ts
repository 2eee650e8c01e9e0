import { inArray } from 'drizzle-orm'
import { persons } from '#db/schema.ts'
import { inScope } from '#db/scoped.ts'
import type { Ctx } from '../context.ts'
import { Erased } from '../keyring.ts'
import { openPerson, type PersonData } from './ensure.ts'

/** What is known of many persons of the tenant, by id. Who was erased is left out. */
export async function openPersons(ctx: Ctx, ids: readonly string[]): Promise<Map<string, PersonData>> {
  const known = new Map<string, PersonData>()
  if (!ids.length) return known
  const rows = await ctx.db
    .select()
    .from(persons)
    .where(inScope(persons, ctx, inArray(persons.id, [...new Set(ids)])))
  await ctx.services.keyring.prepare(
    ctx.db,
    rows.map((row) => row.subject_key_id),
  )
  for (const row of rows)
    try {
      known.set(row.id, await openPerson(ctx.db, ctx, row))
    } catch (error) {
      if (!(error instanceof Erased)) throw error
    }
  return known
}
