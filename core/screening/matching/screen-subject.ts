import type { Judging } from '#core/kernel/context.ts'
import { AppError } from '#core/kernel/errors.ts'
import { isoTime } from '#core/kernel/iso-time.ts'
import { rulesDay } from '#core/kernel/rules-day.ts'
import type { ListView } from '#core/sources/lists/loaded.ts'
import type { Queryable } from '#db/connect.ts'
import type { Exposure, ListStamp } from '#screening/entity.ts'
import { magicWallet } from '#screening/sandbox-sample.ts'
import { appliedThreshold, REVIEW_SCORE, type ScreenMatch, type ScreenSubject } from '#screening/screen.ts'
import { isNeeded, USABLE_SECONDS } from '../lists/age.ts'
import { viewNow } from '../lists/view.ts'
import { markExceptions } from './apply.ts'
import { type Exposed, exposedAs, isExposedStale } from './exposed.ts'
import { MOST_MATCHES, presentMatch, type WireMatch } from './present.ts'
import { isStrong } from './strong.ts'
import { addressText, type FurtherFacts } from './subject.ts'
import { entryFactsHash, subjectFactsHash } from './subject-key.ts'

export interface SubjectToScreen extends FurtherFacts {
  wallet_address?: string | undefined
  full_name?: string | undefined
  country?: string | undefined
  date_of_birth?: string | undefined
  entity_type?: 'person' | 'organization' | 'vessel' | 'aircraft' | 'any' | undefined
}

/** A recorded false positive as the engine judges it: `author` decided, `requester` asked. */
interface ExceptionFacts {
  author: string
  requester: string
  reason: string
  decided_on: string
  expires_on: string
  subject_hash: string
  entry_hash: string
}

export interface ScreenedMatch extends WireMatch {
  /** Hash of the facts of the listed entry; never shown. */
  entry_hash: string
  exception_facts: ExceptionFacts | null
  /** What a list of politically exposed persons says of the office; shown as the entry's titles. */
  exposure?: Exposure
}

export interface Screened {
  status: 'clear' | 'hit' | 'possible_match'
  matches: ScreenedMatch[]
  /** Entries that the name alone would have found: facts of the subject took their score below the threshold. They hold nobody up. */
  demoted: ScreenedMatch[]
  /** The threshold names were held against. */
  threshold: number
  lists: ListStamp[]
  /** Age of the oldest list the answer rests on, in seconds. */
  ageSeconds: number
  checkedAt: string
  /** Hash of the facts of the subject; never shown. */
  subjectHash: () => string
  /** What a match with a politically exposed person says of the office; null without one, `unknown` where the list of them is too old. */
  exposed: Exposed | 'unknown' | null
}

export interface ScreenSettings {
  threshold?: number | undefined
  lists?: readonly string[] | undefined
  /** The time the question is about, ms; `view` are the lists of that time. */
  asOf?: number | null
  view?: ListView | undefined
}

export { REVIEW_SCORE }

/**
 * Looks one subject up in the lists in force, and marks the matches that were decided to be false positives. Throws
 * `screening_unavailable` when nothing is loaded, or a list that blocks is too old: an empty or a former list clears nobody.
 */
export async function screenSubject(
  tx: Queryable,
  ctx: Judging,
  subject: SubjectToScreen,
  settings: ScreenSettings = {},
): Promise<Screened> {
  const { now, world } = ctx
  const view = settings.view ?? (await viewNow(tx, ctx))
  const asOf = settings.asOf ?? null
  const at = asOf ?? now
  const shift = asOf === null ? world.lists.movedBy(now) : 0
  const stamps = shift === 0 && asOf === null && !settings.lists ? stampsNow(view, at) : stampsAt(view.stamps(settings.lists), shift, at)
  if (world.faults.plays('screening_unavailable') || !stamps.length)
    throw new AppError(
      'screening_unavailable',
      'No sanctions list is loaded, so nothing can be cleared. It is retried in the background; try again shortly.',
    )
  if (!view.standIn && at - oldestBlocking(stamps) > USABLE_SECONDS * 1000)
    throw new AppError(
      'screening_unavailable',
      `A list that no check goes without is too old, by its publication or its last confirmation, so nothing can be cleared: ${tooOld(stamps, at)}. Who runs this installation has to give a newer one.`,
    )
  // A header makes any wallet play the listed one; its own magic address is on the list itself.
  const plays = world.personas.at(null)?.effects.listed === true
  const asked = plays ? { ...subject, wallet_address: magicWallet('2001') } : subject
  const names = namesOf(view, asked, { ...settings, demoted: true })
  const found = matchesOf(
    view,
    asked,
    settings,
    names.filter((match) => !match.demoted),
  )
  const every = () => lookUp(view, asked, { ...settings, limit: Number.POSITIVE_INFINITY })
  const matches = asOf === null ? await markExceptions(tx, ctx, subject, found, every) : found
  const exposed = matches.filter((match) => match.pep && match.exception === null)
  return {
    status: statusOf(matches),
    matches,
    demoted: names.filter((match) => match.demoted).map(screenedIn(view)),
    threshold: appliedThreshold(settings.threshold),
    lists: stamps,
    ageSeconds: Math.max(0, Math.floor((at - oldest(stamps)) / 1000)),
    checkedAt: isoTime(at),
    // Asked for only where something was found.
    subjectHash: () => subjectFactsHash(ctx, subject),
    exposed:
      !view.standIn && isExposedStale(stamps, at)
        ? 'unknown'
        : // Whose home it is asked only where somebody was found.
          exposed.length
          ? exposedAs(exposed, { regime: await regimeOf(ctx), day: rulesDay(at) })
          : null,
  }
}

/** Whose due diligence the organisation follows. */
const regimeOf = async (ctx: Judging): Promise<unknown> =>
  (await ctx.world.tenant.forDecision(ctx)).find(({ fact }) => fact === 'cdd_regime')?.value

/** Versions of lists as an answer names them: none was loaded after the moment it speaks of. */
const stampsAt = (stamps: readonly ListStamp[], shift: number, at: number): ListStamp[] =>
  stamps.map((stamp) => {
    const moved = (time: string) => new Date(Math.min(Date.parse(time) + shift, at)).toISOString()
    const { first_loaded_at, loaded_at, current_at } = stamp
    return { ...stamp, first_loaded_at: moved(first_loaded_at), loaded_at: moved(loaded_at), current_at: moved(current_at) }
  })

const ofViews = new WeakMap<ListView, { stamps: ListStamp[]; newest: number }>()

/**
 * The same for now, made once for all answers from one view. A call that came before the lists it is answered from gets its
 * own: to the rules a list from its future is no list at all.
 */
function stampsNow(view: ListView, at: number): ListStamp[] {
  let known = ofViews.get(view)
  if (!known) {
    const stamps = stampsAt(view.stamps(), 0, at)
    // Answers made of it need its text once.
    Object.freeze(stamps)
    known = { stamps, newest: Math.max(...stamps.map((stamp) => Date.parse(stamp.loaded_at))) }
    ofViews.set(view, known)
  }
  return known.newest > at ? stampsAt(view.stamps(), 0, at) : known.stamps
}

/** The earliest `current_at`, found once for the stamps that many answers share. */
function oldestBy(counts: (stamp: ListStamp) => boolean): (stamps: readonly ListStamp[]) => number {
  const known = new WeakMap<readonly ListStamp[], number>()
  return (stamps) => {
    let time = known.get(stamps)
    if (time === undefined) {
      time = Math.min(...stamps.filter(counts).map((stamp) => Date.parse(stamp.current_at)))
      known.set(stamps, time)
    }
    return time
  }
}
const tooOld = (stamps: readonly ListStamp[], at: number): string =>
  stamps
    .filter((stamp) => isNeeded(stamp) && at - Date.parse(stamp.current_at) > USABLE_SECONDS * 1000)
    .map((stamp) => stamp.source)
    .join(', ')
const oldest = oldestBy(() => true)
const oldestBlocking = oldestBy(isNeeded)

type LookUp = Pick<ScreenSettings, 'threshold' | 'lists'> & { limit?: number | undefined; demoted?: boolean | undefined }

/** The entries found for a subject, best first: its address, then its name, of which `limit` are returned. */
export function lookUp(view: ListView, subject: SubjectToScreen, settings: LookUp): ScreenedMatch[] {
  return matchesOf(view, subject, settings, namesOf(view, subject, settings))
}

function namesOf(view: ListView, subject: SubjectToScreen, settings: LookUp): ScreenMatch[] {
  if (!isNamed(subject)) return []
  return view.names(nameFacts(subject), {
    threshold: settings.threshold ?? REVIEW_SCORE,
    limit: settings.limit ?? MOST_MATCHES,
    ...(settings.lists && { lists: settings.lists }),
    ...(settings.demoted && { demoted: true }),
  })
}

const screenedIn =
  (view: ListView) =>
  (match: ScreenMatch): ScreenedMatch => ({
    ...presentMatch({ kind: 'name', match }, versionIn(view, match.entity)),
    entry_hash: entryFactsHash(match.entity),
    exception_facts: null,
    ...(match.entity.exposure && { exposure: match.entity.exposure }),
  })

const versionIn = (view: ListView, { list }: { list: string }): string | null =>
  view.stamps().find((stamp) => stamp.source === list)?.version ?? null

/** The same where the name was looked up already, such as in a thread. */
export function matchesOf(view: ListView, subject: SubjectToScreen, settings: LookUp, found: readonly ScreenMatch[]): ScreenedMatch[] {
  const addresses = subject.wallet_address
    ? view.address(subject.wallet_address, settings.lists).map((hit) => ({
        ...presentMatch({ kind: 'address', entity: hit.entity, address: hit.address }, versionIn(view, hit.entity)),
        entry_hash: entryFactsHash(hit.entity),
        exception_facts: null,
      }))
    : []
  return [...addresses, ...found.map(screenedIn(view))].map((match, i) => ({ ...match, rank: i + 1 }))
}

/** Whether there is something beside an address to look for: a name, or a number. */
export const isNamed = (subject: SubjectToScreen): boolean =>
  !!subject.full_name || !!subject.other_names?.length || !!subject.identifiers?.length

/** A subject as the matcher reads it. */
export function nameFacts(subject: SubjectToScreen): ScreenSubject {
  const { other_names, gender, birth_place, nationality, addresses = [], identifiers } = subject
  const countries = addresses.flatMap((one) => one.country ?? [])
  return {
    full_name: subject.full_name ?? '',
    ...(other_names?.length && { other_names }),
    ...(gender && { gender }),
    ...(birth_place && { birth_place }),
    ...(nationality && { nationality }),
    ...(addresses.length && { addresses: addresses.map(addressText) }),
    ...(subject.country && countries.length && { countries }),
    ...(identifiers?.length && { identifiers }),
    ...(subject.date_of_birth && { date_of_birth: subject.date_of_birth }),
    ...(subject.country && { country: subject.country }),
    ...(subject.entity_type && subject.entity_type !== 'any' && { entity_type: subject.entity_type }),
  }
}

export function statusOf(matches: readonly WireMatch[]): Screened['status'] {
  if (matches.some(isStrong)) return 'hit'
  return matches.some((m) => m.exception === null) ? 'possible_match' : 'clear'
}
