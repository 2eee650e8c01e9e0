import { z } from 'zod'
import type { Ctx } from '#core/kernel/context.ts'
import { country, dateOfBirth, partyName } from '#core/kernel/fields.ts'
import type { EventInput } from '#core/record/events/events.ts'
import { liftMatches, type Release } from '#core/screening/holds/lift-matches.ts'
import { type Screened, type SubjectToScreen, screenSubject } from '#core/screening/matching/screen-subject.ts'
import type { Queryable, Tx } from '#db/connect.ts'
import type { Room } from '#engine/facts/of-checks.ts'
import { EMBARGO } from '#engine/tables/country-risk.ts'
import type { PersonData } from '../persons/ensure.ts'
import { currentFile, openBehind } from './file.ts'

/** Who owns or controls a company: natural persons, or companies above it. */
export const ownersField = z
  .array(
    z.strictObject({
      full_name: partyName(200),
      type: z.enum(['individual', 'entity']).default('individual'),
      date_of_birth: dateOfBirth.optional(),
      country: country.optional(),
      share_percent: z.number().min(0).max(100).default(0).meta({ description: 'Direct share, in percent' }),
      controls: z.boolean().default(false).meta({ description: 'A senior manager, or whoever else controls it' }),
    }),
  )
  .max(50)
  .refine((owners) => owners.reduce((sum, owner) => sum + owner.share_percent, 0) <= 100.01, 'The shares add up to more than the whole')
  .meta({ description: 'Entities: owners of a quarter or more, and one senior manager. Each is screened' })
export type Owner = z.output<typeof ownersField>[number]

export interface ScreenedOwners {
  facts: Pick<Room<'subject'>, 'holdings' | 'blocked_owners' | 'blocked_control'>
  status: 'clear' | 'possible_match' | 'hit'
  /** Matches that a person has to look at, with whom they are about. */
  open: { asked: SubjectToScreen; screened: Screened }[]
}

/** An owner with the names that shares are told by: the owner's own, and of whom it is a share. */
interface Named {
  id: string
  of: string
  owner: Owner
}

/**
 * Who owns or controls an entity, by its file, or as a verification named them; null where that is not known: nobody was named, or one
 * of them was erased since.
 */
export async function namedOwners(db: Queryable, ctx: Ctx, personId: string, data: PersonData): Promise<Named[] | null> {
  const current = await currentFile(db, ctx, personId)
  if (!current) {
    const owners = data.owners as Owner[] | undefined
    return owners ? owners.map((owner, i) => ({ id: `owner_${i + 1}`, of: personId, owner })) : null
  }
  const named: Named[] = []
  for (const { person_id: id, of, data: known, ...one } of await openBehind(db, ctx, current.file)) {
    if (!known) return null
    const { full_name, date_of_birth, country } = known
    const owner: Owner = {
      ...{ full_name, type: one.type === 'individual' ? 'individual' : 'entity', share_percent: one.bps / 100 },
      ...(date_of_birth && { date_of_birth }),
      ...(country && { country }),
      controls: of === personId && one.roles.includes('control_person'),
    }
    named.push({ id, of, owner })
  }
  return named
}

const askedOf = (owner: Owner): SubjectToScreen => ({
  full_name: owner.full_name,
  date_of_birth: owner.date_of_birth,
  country: owner.country,
  entity_type: owner.type === 'entity' ? 'organization' : 'person',
})

/**
 * What the rules on blocked owners need to know of an entity: its owners, and which of them are on a list. Outside the sandbox
 * owners that were not named are unknown, and the rules ask for them.
 */
export async function screenOwners(db: Queryable, ctx: Ctx, personId: string, data: PersonData): Promise<ScreenedOwners> {
  const owners = await namedOwners(db, ctx, personId, data)
  if (!owners) return { facts: ctx.world.statements.unnamedOwners, status: 'clear', open: [] }
  const holdings: { owner: string; of: string; bps: number }[] = []
  const blocked: string[] = []
  const open: ScreenedOwners['open'] = []
  let controlled = false
  for (const { id, of, owner } of owners) {
    if (owner.share_percent > 0) holdings.push({ owner: id, of, bps: Math.round(owner.share_percent * 100) })
    const asked = askedOf(owner)
    const screened = await screenSubject(db, ctx, asked)
    // Who is in an embargoed place counts as who is blocked: an entity they own or control is not dealt with either.
    if (screened.status === 'hit' || (owner.country && EMBARGO.includes(owner.country))) {
      if (!blocked.includes(id)) blocked.push(id)
      controlled ||= owner.controls
    } else if (screened.status === 'possible_match') open.push({ asked, screened })
  }
  const status = blocked.length ? 'hit' : open.length ? 'possible_match' : 'clear'
  return { facts: { holdings, blocked_owners: blocked, blocked_control: controlled }, status, open }
}

/** Records the possible matches of an entity's owners as false positives that two people agreed on. */
export async function liftOwners(tx: Tx, ctx: Ctx, personId: string, data: PersonData, release: Release): Promise<EventInput[]> {
  const events: EventInput[] = []
  for (const { asked, screened } of (await screenOwners(tx, ctx, personId, data)).open)
    events.push(...(await liftMatches(tx, ctx, asked, screened, release)))
  return events
}

/** The entity's own screening with the possible matches of its owners in it: they hold it in the same way. */
export const withOwners = (screened: Screened, { open }: ScreenedOwners): Screened =>
  open.length
    ? {
        ...screened,
        status: screened.status === 'hit' ? 'hit' : 'possible_match',
        matches: [...screened.matches, ...open.flatMap((owner) => owner.screened.matches.filter((match) => match.exception === null))],
      }
    : screened
