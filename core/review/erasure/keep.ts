import { and, eq, inArray, isNotNull, like, sql } from 'drizzle-orm'
import { openPerson, type PersonData, type PersonRow } from '#core/identity/persons/ensure.ts'
import type { Ctx } from '#core/kernel/context.ts'
import { setAsideId } from '#core/kernel/keys/keyring.ts'
import { type Appeal, readStatement } from '#core/review/appeals/appeal.ts'
import type { Tx } from '#db/connect.ts'
import { cases, holdingActs, investors, persons, screenings, wallets } from '#db/schema.ts'
import { findScoped, inScope } from '#db/scoped.ts'

export type Kept = PersonData & { wallets?: { address: string; control: string }[]; held?: Record<string, unknown> }

const sealedAs = (person: Pick<PersonRow, 'id'>) => `persons.pii:${person.id}`

/**
 * What is known of a person, also of one who is restricted: to erase them, and for nothing else. Of one whom a restored backup brought back
 * nothing is: their key lies elsewhere, and stays destroyed.
 */
export async function openKept(tx: Tx, ctx: Ctx, person: PersonRow): Promise<PersonData> {
  const { keyring } = ctx.services
  const aside = setAsideId(person.subject_key_id)
  if (!person.pii_sealed || (await keyring.stateOf(tx, aside)) !== 'live')
    return (await keyring.stateOf(tx, person.subject_key_id)) === 'destroyed' ? { full_name: '' } : openPerson(tx, ctx, person)
  return keyring.open<PersonData>(tx, aside, sealedAs(person), person.pii_sealed)
}

/**
 * Seals what stays of somebody restricted under the key that was set aside. A law keeps the whole file of identification, with its number
 * and document (31 CFR 1020.220(a)(3)(i)), and which wallets were theirs. Under a legal hold (`held`) what would go at once is kept too:
 * GDPR art. 17(3)(e) and 18(1)(c).
 */
export async function sealKept(tx: Tx, ctx: Ctx, person: PersonRow, data: PersonData, held: boolean): Promise<PersonRow['pii_sealed']> {
  if (!person.pii_sealed) return null
  const { email, phone, held: before, wallets: linked, ...file } = data as Kept
  const own = await tx
    .select({ id: wallets.id, address: wallets.address, control: wallets.control })
    .from(wallets)
    .where(inScope(wallets, ctx, eq(wallets.person_id, person.id)))
  const walletIds = own.map((wallet) => wallet.id)
  const kept: Kept = {
    ...file,
    wallets: [...(linked ?? []), ...own.map(({ address, control }) => ({ address, control }))],
    ...(held && { held: before ?? { email, phone, ...(await besides(tx, ctx, person, walletIds)) } }),
  }
  return ctx.services.keyring.seal(tx, ctx, setAsideId(person.subject_key_id), sealedAs(person), kept)
}

/** What a restriction takes from other tables. */
async function besides(tx: Tx, ctx: Ctx, person: PersonRow, walletIds: string[]) {
  const records = await tx
    .select({ id: investors.id, external_id: investors.external_id, metadata: investors.metadata })
    .from(investors)
    .where(inScope(investors, ctx, eq(investors.person_id, person.id)))
  const notes = await tx
    .select({ id: holdingActs.id, note: holdingActs.note })
    .from(holdingActs)
    .where(inScope(holdingActs, ctx, and(eq(holdingActs.person_id, person.id), isNotNull(holdingActs.note))))
  if (!walletIds.length) return { records, notes }
  const checks = await tx
    .select({ id: screenings.id, key: screenings.subject_key_id, sealed: screenings.subject_sealed })
    .from(screenings)
    .where(inScope(screenings, ctx, and(inArray(screenings.subject_id, walletIds), like(screenings.subject_key_id, 'tenant:%'))))
  const appealed = await tx
    .select({ id: cases.id, appeal: cases.appeal })
    .from(cases)
    .where(inScope(cases, ctx, inArray(sql`${cases.appeal} ->> 'wallet_id'`, walletIds)))
  return {
    records,
    notes,
    screenings: await Promise.all(
      checks.map(async ({ id, key, sealed }) => ({
        id,
        subject: await ctx.services.keyring.open<Record<string, unknown>>(tx, key, `screenings.subject:${id}`, sealed),
      })),
    ),
    appeals: await Promise.all(
      appealed.map(async ({ id, appeal }) => ({ id, statement: await readStatement(ctx, appeal as unknown as Appeal) })),
    ),
  }
}

/** Lets go of what a legal hold alone kept, once it is released. */
export async function letGoOfHeld(tx: Tx, ctx: Ctx, personId: string): Promise<void> {
  const person = await findScoped(tx, persons, ctx, personId)
  if (!person?.pii_sealed || person.erased_at) return
  const aside = setAsideId(person.subject_key_id)
  if ((await ctx.services.keyring.stateOf(tx, aside)) !== 'live') return
  const { held, ...kept } = (await openKept(tx, ctx, person)) as Kept
  if (!held) return
  const pii_sealed = await ctx.services.keyring.seal(tx, ctx, aside, sealedAs(person), kept)
  await tx
    .update(persons)
    .set({ pii_sealed, updated_at: new Date(ctx.now) })
    .where(inScope(persons, ctx, eq(persons.id, person.id)))
}
