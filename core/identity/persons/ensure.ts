import { isDeepStrictEqual } from 'node:util'
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Ctx, Sealing, Tenant } from '#core/kernel/context.ts'
import { newId } from '#core/kernel/ids.ts'
import { isSameIdentity, tenantPersonKey } from '#credentials/person-key.ts'
import type { Queryable } from '#db/connect.ts'
import { evidence, persons } from '#db/schema.ts'
import { inScope, lockName } from '#db/scoped.ts'

export type PersonRow = typeof persons.$inferSelect

/** What is known of a person; only ever kept sealed with the person's own key. */
export interface PersonData {
  full_name: string
  date_of_birth?: string | null
  country?: string | null
  /** ISO 3166-2. */
  region?: string | null
  email?: string | null
  phone?: string | null
  nationality?: string | null
  /** Of an entity. */
  formation_date?: string | null
  address?: Record<string, unknown> | null
  [field: string]: unknown
}

/** The key by which this tenant finds the same person again: names in any order or script, and the birth date. */
export function personKeyOf(ctx: Tenant & Pick<Ctx, 'services'>, data: { full_name: string; date_of_birth: string }): string {
  return tenantPersonKey([ctx.services.keyring.keys.pepper], `${ctx.organizationId}:${ctx.environment}`, data)
}

/** Whether what is known of two people is of one: name and birth date by the letter. */
export const isSamePerson = (a: PersonData, b: PersonData): boolean =>
  !!a.date_of_birth &&
  !!b.date_of_birth &&
  isSameIdentity({ full_name: a.full_name, date_of_birth: a.date_of_birth }, { full_name: b.full_name, date_of_birth: b.date_of_birth })

/** The same of an entity: its name, and the day on which it was formed. Nobody born that day has it. */
const entityKeyOf = (ctx: Tenant & Pick<Ctx, 'services'>, data: { full_name: string; formation_date: string }): string =>
  tenantPersonKey([ctx.services.keyring.keys.pepper], `${ctx.organizationId}:${ctx.environment}:entity`, {
    full_name: data.full_name,
    date_of_birth: data.formation_date,
  })

/** The key of what is known now; what is not known keeps the one from before. */
function keyAfter(ctx: Tenant & Pick<Ctx, 'services'>, person: PersonRow, { full_name, date_of_birth, formation_date }: PersonData) {
  if (person.kind === 'entity') return formation_date ? entityKeyOf(ctx, { full_name, formation_date }) : person.person_key
  return date_of_birth ? personKeyOf(ctx, { full_name, date_of_birth }) : person.person_key
}

/**
 * Finds the person by identity, or makes one with its own data key. By `key` whoever may be the same is found, in whatever order or script
 * their names are; by `letter` only who has this very name, for whom evidence is to count that they did not show here.
 */
export async function ensurePerson(
  tx: Queryable,
  ctx: Sealing,
  data: PersonData,
  kind: 'natural' | 'entity' = 'natural',
  by: 'key' | 'letter' = 'key',
): Promise<{ person: PersonRow; created: boolean }> {
  const key = data.date_of_birth ? personKeyOf(ctx, { full_name: data.full_name, date_of_birth: data.date_of_birth }) : null
  if (key) {
    await lockName(tx, ctx, `person:${key}`)
    const alike = await tx
      .select()
      .from(persons)
      .where(and(inScope(persons, ctx, eq(persons.person_key, key)), isNull(persons.erased_at)))
      .orderBy(persons.created_at, persons.id)
      .limit(by === 'key' ? 1 : MOST_ALIKE)
    const known = by === 'key' ? alike[0] : await firstOf(alike, async (one) => isSamePerson(data, await openPerson(tx, ctx, one)))
    if (known) return { person: known, created: false }
  }
  const id = newId('person', ctx.now)
  const keyId = `person:${id}`
  const at = new Date(ctx.now)
  const pii_sealed = await ctx.services.keyring.seal(tx, ctx, keyId, `persons.pii:${id}`, data)
  const [person] = await tx
    .insert(persons)
    .values({
      id,
      organization_id: ctx.organizationId,
      environment: ctx.environment,
      kind,
      person_key: key,
      subject_key_id: keyId,
      pii_sealed,
      country: data.country ?? null,
      created_at: at,
      updated_at: at,
    })
    .returning()
  return { person: person!, created: true }
}

/** A person of whom nothing is known: what they showed is kept for the wallet that it was shown for, and sealed with a key of their own. */
export async function namelessPerson(tx: Queryable, ctx: Sealing): Promise<PersonRow> {
  const id = newId('person', ctx.now)
  const at = new Date(ctx.now)
  const { organizationId: organization_id, environment } = ctx
  const [person] = await tx
    .insert(persons)
    .values({ id, organization_id, environment, kind: 'natural', subject_key_id: `person:${id}`, created_at: at, updated_at: at })
    .returning()
  return person!
}

/** More than this born on one day under alike names are not looked through. */
const MOST_ALIKE = 20

async function firstOf<T>(all: readonly T[], isIt: (one: T) => Promise<boolean>): Promise<T | undefined> {
  for (const one of all) if (await isIt(one)) return one
  return undefined
}

/** Opens what is known of a person. Throws Erased when it was erased. */
export async function openPerson(db: Queryable, ctx: Pick<Ctx, 'services'>, person: PersonRow): Promise<PersonData> {
  if (!person.pii_sealed) return { full_name: '' }
  return ctx.services.keyring.open<PersonData>(db, person.subject_key_id, `persons.pii:${person.id}`, person.pii_sealed)
}

/** Replaces what is known of a person. Who says another residence or address than before has shown nothing of it yet. */
export async function updatePerson(tx: Queryable, ctx: Sealing, person: PersonRow, data: PersonData): Promise<void> {
  const before = await openPerson(tx, ctx, person)
  for (const field of ['country', 'address'] as const)
    if (data[field] && before[field] && !isDeepStrictEqual(data[field], before[field]))
      await tx
        .update(evidence)
        .set({ covers: sql`array_remove(${evidence.covers}, ${field})` })
        .where(inScope(evidence, ctx, and(eq(evidence.person_id, person.id), sql`${field} = any(${evidence.covers})`)))
  const pii_sealed = await ctx.services.keyring.seal(tx, ctx, person.subject_key_id, `persons.pii:${person.id}`, data)
  await tx
    .update(persons)
    .set({ pii_sealed, person_key: keyAfter(ctx, person, data), country: data.country ?? person.country, updated_at: new Date(ctx.now) })
    .where(inScope(persons, ctx, eq(persons.id, person.id)))
}
