import { and, eq } from 'drizzle-orm'
import type { Ctx } from '#core/kernel/context.ts'
import { rulesDay } from '#core/kernel/rules-day.ts'
import type { Identity } from '#core/sources/identity/source.ts'
import type { Queryable } from '#db/connect.ts'
import { credentials } from '#db/schema.ts'
import { inScope } from '#db/scoped.ts'
import { compareShare, type Holding, indirectShare, ultimateOwners } from '#engine/calculations/ownership.ts'
import type { Room } from '#engine/facts/of-checks.ts'
import { ENTITY_TYPES } from '#engine/facts/words.ts'
import { addressKindOf } from '../persons/address-kind.ts'
import type { Behind, EntityFile } from './file.ts'

/** From this share on an owner is identified and verified, by the strictest of the laws (31 CFR 1010.230(d)(1)). */
const OWNER_BPS = 2_500

/** How far the proof of each person behind an entity has come. */
export type Standings = ReadonlyMap<string, Identity['status'] | 'too_low'>

/** What evidence says of each person behind an entity. A proof below the level of a full file is not enough. */
export async function standingsOf(db: Queryable, ctx: Ctx, { owners }: Pick<EntityFile, 'owners'>): Promise<Standings> {
  const found = new Map<string, Identity['status'] | 'too_low'>()
  for (const { person_id } of owners) {
    if (found.has(person_id)) continue
    const identity = await ctx.world.identity.of(db, ctx, { personId: person_id, shownFor: null, played: null })
    found.set(person_id, identity.status === 'verified' && identity.level !== 'enhanced' ? 'too_low' : identity.status)
  }
  return found
}

const holdingsOf = ({ owners }: Pick<EntityFile, 'owners'>): Holding[] =>
  owners.filter(({ bps }) => bps > 0).map(({ person_id, of, bps }) => ({ owner: person_id, of, bps }))

/** Who is verified, by the ids of shares: for a trust stands its trustee. */
function verifiedPersons({ owners }: Pick<EntityFile, 'owners'>, standings: Standings): string[] {
  const isVerified = ({ person_id, trustee }: Behind) => standings.get(trustee ?? person_id) === 'verified'
  return [...new Set(owners.filter(isVerified).map(({ person_id }) => person_id))]
}

/** Of whom a proof is asked: whoever in the end owns a quarter or more, the trustee in place of a trust, and those who control it. */
export function peopleToVerify(entityId: string, file: Pick<EntityFile, 'owners' | 'entity_type'>): Set<string> {
  const asked = ENTITY_TYPES[file.entity_type].owners
  const controlling = file.owners.filter((one) => isControlling(entityId, one)).map(({ person_id }) => person_id)
  if (asked !== 'all') return new Set(asked === 'none' ? [] : controlling)
  const holdings = holdingsOf(file)
  const large = ultimateOwners(holdings, entityId).filter(
    (person) => compareShare(indirectShare(holdings, person, entityId), OWNER_BPS) >= 0,
  )
  const standsFor = (person: string) => file.owners.find((one) => one.person_id === person && one.trustee)?.trustee ?? person
  return new Set([...large.map(standsFor), ...controlling])
}

const isControlling = (entityId: string, { of, roles }: Behind) => of === entityId && roles.includes('control_person')

/** What the rules of a full file read of an entity; who owns it is told by its screening. */
export async function entityFacts(db: Queryable, ctx: Ctx, personId: string, file: EntityFile): Promise<Partial<Room<'subject'>>> {
  const standings = await standingsOf(db, ctx, file)
  const verified = verifiedPersons(file, standings)
  const direct = file.owners.filter(({ of }) => of === personId).reduce((sum, { bps }) => sum + bps, 0)
  const remainder = file.ownership_remainder ?? (direct === 10_000 ? 'none' : undefined)
  return {
    entity_type: file.entity_type,
    registration_no: numberFor(file),
    control_persons: file.owners.filter((one) => isControlling(personId, one)).map(({ person_id }) => person_id),
    verified_persons: verified,
    owners_verified: ownersVerified(personId, file, standings),
    owners_doubt: file.owners_doubt,
    ...(remainder && { ownership_remainder: remainder }),
    trusts: file.owners.flatMap(({ person_id, trustee }) => (trustee ? [{ trust: person_id, trustee }] : [])),
    first_account: !(await hasAccount(db, ctx, personId)),
    ...fileOf(file),
  }
}

/** Whether everybody of whom a proof is asked has given one, somebody who controls it among them. */
function ownersVerified(entityId: string, file: EntityFile, standings: Standings): boolean {
  const asked = [...peopleToVerify(entityId, file)]
  const controlled = file.owners.some((one) => isControlling(entityId, one))
  return controlled && asked.every((person) => standings.get(person) === 'verified')
}

/** An exemption rests on the number of whoever supervises it; else the number of its register counts. */
function numberFor({ entity_type, regulator, registration }: EntityFile): string {
  if (ENTITY_TYPES[entity_type].registered) return regulator ? `${regulator.name} ${regulator.number}` : 'none'
  return registration?.number ?? 'none'
}

/** Address, number and notice (31 CFR 1020.220(a)(2)(i), (a)(5)). An entity that is not of the United States is known by its register too. */
function fileOf({ address, tax_id, registration, notice_shown_at, collected_at }: EntityFile): Partial<Room<'subject'>> {
  const number = tax_id ?? (registration && { type: 'other_gov' as const, country: registration.country })
  return {
    ...(address && {
      address_record: { line: address.line1, country: address.country, kind: address.kind ?? addressKindOf(address.line1) },
    }),
    ...(number && { id_number: { type: number.type, country: number.country } }),
    ...(notice_shown_at && { notice_shown_at, collected_at }),
  }
}

/** Whether a credential of an account was ever issued to it. */
async function hasAccount(db: Queryable, ctx: Ctx, personId: string): Promise<boolean> {
  const [row] = await db
    .select({ id: credentials.id })
    .from(credentials)
    .where(inScope(credentials, ctx, and(eq(credentials.person_id, personId))))
    .limit(1)
  return row !== undefined
}

/** What was read of an entity when it was shown to exist, as the rules read a document: how long it is good for, and when it was seen. */
export function shownFacts({ document, comparison }: Identity): Partial<Room<'subject'>> {
  return {
    ...(document && { document: { expires_on: document.expires_on, verified_on: rulesDay(document.verified_on) } }),
    ...(comparison && { comparison: { ...comparison } }),
  }
}
