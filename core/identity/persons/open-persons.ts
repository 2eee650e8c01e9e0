import { inArray } from 'drizzle-orm'
import type { Ctx } from '#core/kernel/context.ts'
import { Erased } from '#core/kernel/keys/keyring.ts'
import { SealError } from '#credentials/seal.ts'
import { persons } from '#db/schema.ts'
import { inScope } from '#db/scoped.ts'
import { openPerson, type PersonData } from './ensure.ts'

const BATCH = 500

/** What is known of many persons of the tenant, by id. Who was erased is left out. */
export async function openPersons(ctx: Ctx, ids: readonly string[]): Promise<Map<string, PersonData>> {
  const known = new Map<string, PersonData>()
  for await (const row of storedPersons(ctx, ids))
    try {
      known.set(row.id, await openPerson(ctx.db, ctx, row))
    } catch (error) {
      if (!(error instanceof Erased)) throw error
    }
  return known
}

/** The names of many persons of the tenant, by id. Who was erased is called so; nobody else's names can be asked for. */
export async function openNames(ctx: Ctx, ids: readonly string[]): Promise<Map<string, string>> {
  const names = new Map<string, string>()
  for await (const row of storedPersons(ctx, ids)) names.set(row.id, await nameOf(ctx, row))
  return names
}

async function nameOf(ctx: Ctx, row: typeof persons.$inferSelect): Promise<string> {
  try {
    return (await openPerson(ctx.db, ctx, row)).full_name || 'No name'
  } catch (error) {
    if (error instanceof Erased) return 'Erased'
    if (error instanceof SealError) return 'Unreadable'
    throw error
  }
}

/** Their rows, sealed, in batches; the keys of a batch are fetched together. */
async function* storedPersons(ctx: Ctx, ids: readonly string[]): AsyncGenerator<typeof persons.$inferSelect> {
  const wanted = [...new Set(ids)]
  for (let from = 0; from < wanted.length; from += BATCH) {
    const rows = await ctx.db
      .select()
      .from(persons)
      .where(inScope(persons, ctx, inArray(persons.id, wanted.slice(from, from + BATCH))))
    await ctx.services.keyring.prepare(
      ctx.db,
      rows.map((row) => row.subject_key_id),
    )
    yield* rows
  }
}
