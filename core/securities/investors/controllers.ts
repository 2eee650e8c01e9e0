import { inArray } from 'drizzle-orm'
import { type PersonData, personKeyOf } from '#core/identity/persons/ensure.ts'
import type { Owner } from '#core/identity/persons/owners.ts'
import type { Ctx } from '#core/kernel/context.ts'
import type { Tx } from '#db/connect.ts'
import { investors, persons } from '#db/schema.ts'
import { inScope } from '#db/scoped.ts'
import type { Room } from '#engine/facts/of-checks.ts'

/**
 * What is known of those behind an entity, by the investors of the same name and birth date: whether everybody who controls it is
 * verified, and which owners are accredited. Nobody says so: what is not in the record is unknown.
 */
export async function controllers(
  tx: Tx,
  ctx: Ctx,
  entityId: string,
  data: PersonData,
): Promise<{ control_persons_verified?: boolean; owners?: Room<'investor'>['owners'] }> {
  const owners = data.owners as Owner[] | undefined
  const assumed = ctx.world.statements.behindEntity
  if (assumed.owners || !owners) return assumed
  const keyed = owners.map((owner, i) => ({
    id: `${entityId}:owner_${i + 1}`,
    controls: owner.controls,
    key:
      owner.type === 'individual' && owner.date_of_birth
        ? personKeyOf(ctx, { full_name: owner.full_name, date_of_birth: owner.date_of_birth })
        : null,
  }))
  const keys = keyed.flatMap((owner) => owner.key ?? [])
  const people = keys.length
    ? await tx
        .select({ id: persons.id, key: persons.person_key })
        .from(persons)
        .where(inScope(persons, ctx, inArray(persons.person_key, keys)))
    : []
  const records = people.length
    ? await tx
        .select()
        .from(investors)
        .where(
          inScope(
            investors,
            ctx,
            inArray(
              investors.person_id,
              people.map((person) => person.id),
            ),
          ),
        )
    : []
  const personOf = (key: string | null) => (key === null ? undefined : people.find((one) => one.key === key))
  const recordsOf = (key: string | null) => {
    const person = personOf(key)
    return person ? records.filter((record) => record.person_id === person.id) : []
  }
  const controlling = keyed.filter((owner) => owner.controls)
  const accredited = (record: (typeof records)[number]) =>
    record.accreditation_status === 'verified' && (!record.accreditation_expires_at || record.accreditation_expires_at.getTime() > ctx.now)
  return {
    ...(controlling.length && {
      control_persons_verified: controlling.every((owner) =>
        recordsOf(owner.key).some((record) => record.identity_status === 'verified' && record.status !== 'rejected'),
      ),
    }),
    owners: keyed.map(({ id, key }) => {
      const known = recordsOf(key)
      // Evidence that was looked at and refused is an answer; none yet is not.
      const refused = known.some((record) => record.accreditation_status === 'rejected')
      // Who is known counts once, whichever of their companies buys.
      return { person_id: personOf(key)?.id ?? id, accredited: known.some(accredited) ? 'yes' : refused ? 'no' : 'unknown' }
    }),
  }
}
