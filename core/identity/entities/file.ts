import { and, eq, ne } from 'drizzle-orm'
import type { Sealing, TenantNow } from '#core/kernel/context.ts'
import { Erased } from '#core/kernel/keys/keyring.ts'
import type { Queryable } from '#db/connect.ts'
import { entityFiles, persons } from '#db/schema.ts'
import { findScoped, inScope } from '#db/scoped.ts'
import { openPerson, type PersonData } from '../persons/ensure.ts'
import type { EntitySaid, OwnerSaid } from './said.ts'

export type EntityFileRow = typeof entityFiles.$inferSelect

/** Somebody behind an entity. Who they are stands with the person of their own, and is gone with it. */
export interface Behind {
  person_id: string
  type: OwnerSaid['type']
  /** In hundredths of a percent, of `of`. */
  bps: number
  /** A person's id; the entity's own where it is a direct share. */
  of: string
  roles: OwnerSaid['roles']
  /** Of a trust: the person who stands for it. */
  trustee: string | null
}

/** What is kept sealed of an entity. */
export interface EntityFile extends Omit<EntitySaid, 'owners'> {
  /** Its name on the day of the file. */
  legal_name: string
  collected_at: string
  owners: Behind[]
}

export const fileContext = (id: string) => `entity_files.file:${id}`

/** The file that counts of an entity; null before the first, and once the entity was erased. */
export async function currentFile(
  db: Queryable,
  ctx: TenantNow & Pick<Sealing, 'services'>,
  personId: string,
): Promise<{ row: EntityFileRow; file: EntityFile } | null> {
  const [row] = await db
    .select()
    .from(entityFiles)
    .where(inScope(entityFiles, ctx, and(eq(entityFiles.person_id, personId), ne(entityFiles.state, 'superseded'))))
    .limit(1)
  if (!row) return null
  try {
    const file = await ctx.services.keyring.open<EntityFile>(db, row.subject_key_id, fileContext(row.id), row.file_sealed)
    return { row, file }
  } catch (error) {
    if (error instanceof Erased) return null
    throw error
  }
}

/** Somebody behind an entity, with what is known of them; null where they were erased. */
export type Known = Behind & { data: PersonData | null }

/** Opens who stands behind an entity. */
export async function openBehind(
  db: Queryable,
  ctx: TenantNow & Pick<Sealing, 'services'>,
  { owners }: Pick<EntityFile, 'owners'>,
): Promise<Known[]> {
  const opened = new Map<string, PersonData | null>()
  for (const { person_id } of owners) if (!opened.has(person_id)) opened.set(person_id, await dataOf(db, ctx, person_id))
  return owners.map((one) => ({ ...one, data: opened.get(one.person_id) ?? null }))
}

async function dataOf(db: Queryable, ctx: TenantNow & Pick<Sealing, 'services'>, id: string): Promise<PersonData | null> {
  const person = await findScoped(db, persons, ctx, id)
  if (!person || person.erased_at) return null
  try {
    return await openPerson(db, ctx, person)
  } catch (error) {
    if (error instanceof Erased) return null
    throw error
  }
}
