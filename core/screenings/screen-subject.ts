import type { Queryable } from '#db/connect.ts'
import type { ListStamp } from '#screening/entity.ts'
import { magicWallet } from '#screening/sandbox-sample.ts'
import type { ScreenMatch } from '#screening/screen.ts'
import type { Ctx } from '../context.ts'
import { AppError } from '../errors.ts'
import { markExceptions } from '../exceptions/apply.ts'
import { viewFor } from '../lists/view.ts'
import type { ListView } from '../lists/world.ts'
import { scenarioOf } from '../sandbox/scenarios.ts'
import { MOST_MATCHES, presentMatch, type WireMatch } from './present.ts'
import { isStrong } from './strong.ts'
import { entryFactsHash, subjectFactsHash } from './subject-key.ts'

export interface SubjectToScreen {
  wallet_address?: string | undefined
  full_name?: string | undefined
  country?: string | undefined
  date_of_birth?: string | undefined
  entity_type?: 'person' | 'organization' | 'vessel' | 'aircraft' | 'any' | undefined
}

/** A recorded false positive as the engine judges it: `author` decided, `requester` asked. */
export interface ExceptionFacts {
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
}

export interface Screened {
  status: 'clear' | 'hit' | 'possible_match'
  matches: ScreenedMatch[]
  lists: ListStamp[]
  /** Age of the oldest list the answer rests on, in seconds. */
  ageSeconds: number
  checkedAt: string
  /** Hash of the facts of the subject; never shown. */
  readonly subjectHash: string
}

export interface ScreenSettings {
  threshold?: number | undefined
  lists?: readonly string[] | undefined
  /** The time the question is about, ms; `view` are the lists of that time. */
  asOf?: number | null
  view?: ListView | undefined
}

/** Score at and above which a name is at least a possible match. */
export const REVIEW_SCORE = 0.85

/**
 * Looks one subject up in the lists in force, and marks the matches that were decided to be false positives. Throws
 * `screening_unavailable` when nothing is loaded: an empty list clears nobody.
 */
export async function screenSubject(db: Queryable, ctx: Ctx, subject: SubjectToScreen, settings: ScreenSettings = {}): Promise<Screened> {
  const view = settings.view ?? (await viewFor(db, ctx))
  const asOf = settings.asOf ?? null
  const at = asOf ?? ctx.now
  // A sandbox whose clock was moved has its lists refreshed with it: time travel tests deadlines, not the age of our data.
  const shift = asOf === null && ctx.environment === 'sandbox' ? Math.round((ctx.now - Date.now()) / 1000) * 1000 : 0
  const stamps = shift === 0 && asOf === null && !settings.lists ? stampsNow(view, at) : stampsAt(view.stamps(settings.lists), shift, at)
  if (ctx.scenario === 'screening_unavailable' || !stamps.length)
    throw new AppError(
      'screening_unavailable',
      'No sanctions list is loaded, so nothing can be cleared. It is retried in the background; try again shortly.',
    )
  // A header makes any wallet play the listed one; its own magic address is on the list itself.
  const plays = ctx.scenario !== null && scenarioOf(ctx, null)?.effects.listed === true
  const asked = plays ? { ...subject, wallet_address: magicWallet('2001') } : subject
  const found = lookUp(view, asked, settings)
  const every = () => lookUp(view, asked, { ...settings, limit: Number.POSITIVE_INFINITY })
  const matches = asOf === null ? await markExceptions(db, ctx, subject, found, every) : found
  return {
    status: statusOf(matches),
    matches,
    lists: stamps,
    ageSeconds: Math.max(0, Math.floor((at - oldest(stamps)) / 1000)),
    checkedAt: new Date(at).toISOString(),
    // Asked for only where something was found.
    get subjectHash() {
      return subjectFactsHash(ctx, subject)
    },
  }
}

/** Versions of lists as an answer names them: none was loaded after the moment it speaks of. */
const stampsAt = (stamps: readonly ListStamp[], shift: number, at: number): ListStamp[] =>
  stamps.map((stamp) => ({ ...stamp, loaded_at: new Date(Math.min(Date.parse(stamp.loaded_at) + shift, at)).toISOString() }))

const ofViews = new WeakMap<ListView, { stamps: ListStamp[]; newest: number }>()

/**
 * The same for now, made once for all answers from one view. A call that came before the lists it is answered from gets its
 * own: to the rules a list from its future is no list at all.
 */
function stampsNow(view: ListView, at: number): ListStamp[] {
  let known = ofViews.get(view)
  if (!known) {
    const stamps = stampsAt(view.stamps(), 0, at)
    known = { stamps, newest: Math.max(...stamps.map((stamp) => Date.parse(stamp.loaded_at))) }
    ofViews.set(view, known)
  }
  return known.newest > at ? stampsAt(view.stamps(), 0, at) : known.stamps
}

const oldestOf = new WeakMap<readonly ListStamp[], number>()

function oldest(stamps: readonly ListStamp[]): number {
  let time = oldestOf.get(stamps)
  if (time === undefined) {
    time = Math.min(...stamps.map((stamp) => Date.parse(stamp.loaded_at)))
    oldestOf.set(stamps, time)
  }
  return time
}

type LookUp = Pick<ScreenSettings, 'threshold' | 'lists'> & { limit?: number | undefined }

/** The entries found for a subject, best first: its address, then its name, of which `limit` are returned. */
export function lookUp(view: ListView, subject: SubjectToScreen, settings: LookUp): ScreenedMatch[] {
  const names = subject.full_name
    ? view.names(nameFacts({ ...subject, full_name: subject.full_name }), {
        threshold: settings.threshold ?? REVIEW_SCORE,
        limit: settings.limit ?? MOST_MATCHES,
        ...(settings.lists && { lists: settings.lists }),
      })
    : []
  return matchesOf(view, subject, settings, names)
}

/** The same where the name was looked up already, such as in a thread. */
export function matchesOf(view: ListView, subject: SubjectToScreen, settings: LookUp, found: readonly ScreenMatch[]): ScreenedMatch[] {
  const addresses = subject.wallet_address
    ? view.address(subject.wallet_address, settings.lists).map((hit) => ({
        ...presentMatch({ kind: 'address', entity: hit.entity, address: hit.address }),
        entry_hash: entryFactsHash(hit.entity),
      }))
    : []
  const names = found.map((match) => ({ ...presentMatch({ kind: 'name', match }), entry_hash: entryFactsHash(match.entity) }))
  return [...addresses, ...names].map((match, i) => ({ ...match, rank: i + 1, exception_facts: null }))
}

/** A subject as the matcher reads it. */
export function nameFacts(subject: SubjectToScreen & { full_name: string }) {
  return {
    full_name: subject.full_name,
    ...(subject.date_of_birth && { date_of_birth: subject.date_of_birth }),
    ...(subject.country && { country: subject.country }),
    ...(subject.entity_type && subject.entity_type !== 'any' && { entity_type: subject.entity_type }),
  }
}

export function statusOf(matches: readonly WireMatch[]): Screened['status'] {
  if (matches.some(isStrong)) return 'hit'
  return matches.some((m) => m.exception === null) ? 'possible_match' : 'clear'
}
