import { type Behind, type EntityFile, type Known, openBehind } from '#core/identity/entities/file.ts'
import type { OwnerSaid } from '#core/identity/entities/said.ts'
import { refuseChildren } from '#core/identity/persons/children.ts'
import { ensurePerson, type PersonRow } from '#core/identity/persons/ensure.ts'
import type { Ctx } from '#core/kernel/context.ts'
import { type FieldError, fieldsWrong, invalidField } from '#core/kernel/errors.ts'
import type { Tx } from '#db/connect.ts'
import { investors } from '#db/schema.ts'
import { findScoped } from '#db/scoped.ts'

interface Asked {
  entity: PersonRow
  before: EntityFile | null
  said: readonly OwnerSaid[]
}

/**
 * Everybody behind an entity as persons of their own: investors by their ids, people found again by name and birth date, entities above it
 * by the name they had in the file before. Throws `validation_failed`.
 */
export async function resolveOwners(tx: Tx, ctx: Ctx, asked: Asked): Promise<Behind[]> {
  refuseIncomplete(asked.said)
  const known = asked.before ? await openBehind(tx, ctx, asked.before) : []
  const entities = new Map(known.flatMap(({ type, data, person_id }) => (type !== 'individual' && data ? [[nameOf(data), person_id]] : [])))
  const people: string[] = []
  for (const [i, owner] of asked.said.entries())
    people.push(knownBefore(owner, known, `/owners/${i}`) ?? (await personOf(tx, ctx, owner, entities, `/owners/${i}`)))
  const byRef = new Map(asked.said.flatMap(({ ref }, i) => (ref ? [[ref, people[i]!]] : [])))
  const behind = asked.said.map((owner, i) => ({
    person_id: people[i]!,
    type: owner.type,
    bps: Math.round(owner.share_percent * 100),
    of: owner.of ? byRef.get(owner.of)! : asked.entity.id,
    roles: owner.roles,
    trustee: owner.trustee ? byRef.get(owner.trustee)! : null,
  }))
  refuseCircles(asked.entity.id, behind)
  return behind
}

const nameOf = ({ full_name, country }: { full_name: string; country?: string | null }) => `${full_name.toLowerCase()}|${country ?? ''}`

/** What is missing or fits nothing, all of it at once. */
function refuseIncomplete(said: readonly OwnerSaid[]): void {
  const wrong: FieldError[] = []
  const refs = new Map<string, OwnerSaid>()
  const say = (i: number, field: string, detail: string, code = 'required') =>
    wrong.push({ pointer: `/owners/${i}/${field}`, code, detail })
  for (const [i, owner] of said.entries()) {
    if (owner.ref && refs.has(owner.ref)) say(i, 'ref', 'Another owner has this name already.', 'already_exists')
    if (owner.ref) refs.set(owner.ref, owner)
    if (owner.investor_id || owner.person_id) continue
    if (!owner.full_name) say(i, 'full_name', 'Give the full name, or the investor_id of an investor of yours.')
    if (!owner.country) say(i, 'country', 'Say in which country they live or are registered.')
    if (owner.type === 'individual' && !owner.date_of_birth)
      say(i, 'date_of_birth', 'Give the birth date: without it nobody is found again, or verified.')
  }
  for (const [i, { type, of, trustee }] of said.entries()) {
    const held = of === undefined ? undefined : refs.get(of)
    if (of !== undefined && !held) say(i, 'of', 'No owner has this ref.', 'not_found')
    if (held?.type === 'individual') say(i, 'of', 'Nobody owns shares of a person: name an entity or a trust.', 'conflicting_fields')
    if (type === 'trust' && !trustee) say(i, 'trustee', 'Name the trustee, by the ref of one of these owners: they stand for the trust.')
    if (type !== 'trust' && trustee) say(i, 'trustee', 'Only a trust has a trustee.', 'conflicting_fields')
    if (trustee && refs.get(trustee)?.type !== 'individual')
      say(i, 'trustee', 'Name a person, by the ref of one of these owners.', 'not_found')
  }
  if (wrong.length) throw fieldsWrong(wrong)
}

/** Somebody whom the file before names; nobody else is named by an id alone. */
function knownBefore({ person_id, type }: OwnerSaid, known: readonly Known[], pointer: string): string | null {
  if (person_id === undefined) return null
  const before = known.find((one) => one.person_id === person_id && one.data !== null)
  if (!before) throw invalidField(`${pointer}/person_id`, 'not_found', 'The file before this one names nobody by this id.')
  if (before.type !== type)
    throw invalidField(`${pointer}/type`, 'conflicting_fields', `The file before this one names them as ${before.type}.`)
  return person_id
}

async function personOf(tx: Tx, ctx: Ctx, owner: OwnerSaid, entities: ReadonlyMap<string, string>, pointer: string): Promise<string> {
  if (owner.investor_id) {
    const investor = await findScoped(tx, investors, ctx, owner.investor_id)
    if (!investor) throw invalidField(`${pointer}/investor_id`, 'not_found', 'No investor of yours has this id.')
    if ((investor.type === 'individual') !== (owner.type === 'individual'))
      throw invalidField(`${pointer}/type`, 'conflicting_fields', `This investor is of type ${investor.type}.`)
    return investor.person_id
  }
  const said = { full_name: owner.full_name!, country: owner.country! }
  if (owner.type === 'individual') {
    refuseChildren(owner.date_of_birth!, ctx.now, `${pointer}/date_of_birth`)
    return (await ensurePerson(tx, ctx, { ...said, date_of_birth: owner.date_of_birth! }, 'natural', 'letter')).person.id
  }
  return entities.get(nameOf(said)) ?? (await ensurePerson(tx, ctx, said, 'entity')).person.id
}

/** Who owns itself, directly or through others, has no owner to be found: such a file is put right by whoever wrote it. */
function refuseCircles(entityId: string, behind: readonly Behind[]): void {
  const reaches = (from: string, seen: readonly string[]): boolean =>
    seen.includes(from) || behind.some((one) => one.person_id === from && one.of !== entityId && reaches(one.of, [...seen, from]))
  for (const [i, one] of behind.entries())
    if (one.person_id === entityId || reaches(one.person_id, []))
      throw invalidField(
        `/owners/${i}/of`,
        'conflicting_fields',
        'By these shares an entity owns itself. Name the owners in one direction.',
      )
}
