import { and, inArray, isNull } from 'drizzle-orm'
import { currentFile, type EntityFile } from '#core/identity/entities/file.ts'
import { namedOwners, type Owner } from '#core/identity/entities/owners.ts'
import { isSamePerson, type PersonData, personKeyOf } from '#core/identity/persons/ensure.ts'
import { openPersons } from '#core/identity/persons/open-persons.ts'
import type { Ctx } from '#core/kernel/context.ts'
import type { Tx } from '#db/connect.ts'
import { investors, persons } from '#db/schema.ts'
import { inScope } from '#db/scoped.ts'
import type { Room } from '#engine/facts/of-checks.ts'
import type { InvestorRow } from './create.ts'

type Controllers = { control_persons_verified?: boolean; owners?: Room<'investor'>['owners'] }

/** Somebody behind an entity: what they are called where nobody is known, who they are, and their own records as investors. */
interface Known {
  id: string
  personId: string | null
  controls: boolean
  records: readonly InvestorRow[]
}

/**
 * What is known of those behind an entity, by its file, or by the investors of the same name and birth date: whether everybody who controls
 * it is verified, and which owners are accredited. Nobody says so: what is not in the record is unknown.
 */
export async function controllers(tx: Tx, ctx: Ctx, entityId: string, data: PersonData): Promise<Controllers> {
  const current = await currentFile(tx, ctx, entityId)
  const owners = data.owners as Owner[] | undefined
  const assumed = ctx.world.statements.behindEntity
  if (assumed.owners || !(current || owners)) return assumed
  const known = current ? await ofFile(tx, ctx, entityId, current.file) : await byName(tx, ctx, entityId, owners!)
  const controlling = known.filter(({ controls }) => controls)
  const verified = await Promise.all(controlling.map((one) => isVerified(tx, ctx, one, current !== null)))
  return {
    ...(controlling.length && { control_persons_verified: verified.every((one) => one) }),
    owners: known.map(({ id, personId, records }) => {
      // Evidence that was looked at and refused is an answer; none yet is not.
      const refused = records.some((record) => record.accreditation_status === 'rejected')
      const accredited = records.some((record) => isAccredited(record, ctx.now)) ? 'yes' : refused ? 'no' : 'unknown'
      // Who is known counts once, whichever of their companies buys.
      return { person_id: personId ?? id, accredited }
    }),
  }
}

/**
 * The owners of an entity where each of them counts (17 CFR 230.501(a)(8)): what the shares leave over belongs to somebody whom nobody
 * knows.
 */
export async function everyOwner(tx: Tx, ctx: Ctx, entityId: string, data: PersonData): Promise<Controllers['owners']> {
  const { owners } = await controllers(tx, ctx, entityId, data)
  if (!owners || ctx.world.statements.behindEntity.owners) return owners
  const named = (await namedOwners(tx, ctx, entityId, data)) ?? []
  const shared = named.reduce((sum, { of, owner }) => (of === entityId ? sum + owner.share_percent : sum), 0)
  return shared >= 99.99 ? owners : [...owners, { person_id: `${entityId}:others`, accredited: 'unknown' }]
}

/**
 * Who decides on the investments of a self-directed plan, and whether each is accredited by their own record. Whom nobody here knows is
 * unknown.
 */
export async function decidersOf(tx: Tx, ctx: Ctx, ids: readonly string[] | undefined): Promise<Room<'investor'>['plan_deciders']> {
  if (!ids) return undefined
  const named = [...new Set(ids)]
  const records = named.length
    ? await tx
        .select()
        .from(investors)
        .where(inScope(investors, ctx, inArray(investors.id, named)))
    : []
  return named.map((id) => {
    const record = records.find((one) => one.id === id)
    // A person decides; a company behind the plan is none.
    const natural = record?.type === 'individual'
    if (!record || !natural) return { person_id: record?.person_id ?? id, accredited: 'unknown' as const }
    const accredited = isAccredited(record, ctx.now) ? 'yes' : record.accreditation_status === 'rejected' ? 'no' : 'unknown'
    return { person_id: record.person_id, accredited }
  })
}

const isAccredited = ({ accreditation_status: status, accreditation_expires_at: end }: InvestorRow, now: number): boolean =>
  status === 'verified' && (!end || end.getTime() > now)

/** Whoever a file names proves who they are themselves; of others their record as an investor says it. */
async function isVerified(tx: Tx, ctx: Ctx, { personId, records }: Known, byFile: boolean): Promise<boolean> {
  if (!byFile) return records.some((record) => record.identity_status === 'verified' && record.status !== 'rejected')
  return personId !== null && (await ctx.world.identity.of(tx, ctx, { personId, shownFor: null, played: null })).status === 'verified'
}

async function ofFile(tx: Tx, ctx: Ctx, entityId: string, { owners }: EntityFile): Promise<Known[]> {
  const direct = owners.filter(({ of }) => of === entityId)
  const ids = [...new Set(direct.map(({ person_id }) => person_id))]
  const records = await recordsOf(tx, ctx, ids)
  return ids.map((id) => ({
    id,
    personId: id,
    controls: direct.some(({ person_id, roles }) => person_id === id && roles.includes('control_person')),
    records: records.filter((record) => record.person_id === id),
  }))
}

async function byName(tx: Tx, ctx: Ctx, entityId: string, owners: readonly Owner[]): Promise<Known[]> {
  const keyOf = ({ type, full_name, date_of_birth }: Owner) =>
    type === 'individual' && date_of_birth ? personKeyOf(ctx, { full_name, date_of_birth }) : null
  const keys = owners.flatMap((owner) => keyOf(owner) ?? [])
  const people = keys.length
    ? await tx
        .select()
        .from(persons)
        .where(and(inScope(persons, ctx, inArray(persons.person_key, keys)), isNull(persons.erased_at)))
        .orderBy(persons.created_at, persons.id)
    : []
  const known = await openPersons(
    ctx,
    people.map(({ id }) => id),
  )
  const records = await recordsOf(
    tx,
    ctx,
    people.map(({ id }) => id),
  )
  return owners.map((owner, i) => {
    // The key finds who may be meant; what they showed counts for who has this very name.
    const personId = people.find(({ id }) => known.has(id) && isSamePerson(owner, known.get(id)!))?.id ?? null
    return {
      id: `${entityId}:owner_${i + 1}`,
      personId,
      controls: owner.controls,
      records: records.filter((record) => record.person_id === personId),
    }
  })
}

const recordsOf = async (tx: Tx, ctx: Ctx, personIds: string[]): Promise<InvestorRow[]> =>
  personIds.length
    ? tx
        .select()
        .from(investors)
        .where(inScope(investors, ctx, inArray(investors.person_id, personIds)))
    : []
