import type { SanctionsList } from '../entity.ts'
import type { Expected } from './expected.ts'
import { KINDS, type Kind, type ListMarks, type ListProfile, marksOf, ownEntries, profileOf } from './profile.ts'

export type Finding = {
  code:
    | 'unreadable'
    | 'empty'
    | 'below_minimum'
    | 'kind_lost'
    | 'shrunk'
    | 'replaced'
    | 'end_missing'
    | 'cut_off'
    | 'dangling'
    | 'older'
    | 'future'
  /** One sentence, with the figures. Names nobody. */
  detail: string
}

/** What reading the files showed besides the entries. */
export type FileSigns = {
  /** Rows of companion files whose entry the list does not have. */
  dangling?: number
  /** Files without the end mark that others of the same list have. */
  cut_off?: readonly string[]
  /** The highest numbers its companion files give aliases and addresses. */
  numbers?: Pick<ListMarks, 'alias' | 'address'>
}

/** What is kept of a version for judging later ones. Counts are missing in versions stored before they were kept. */
export type KeptVersion = { counts: Partial<ListProfile>; marks: ListMarks; loaded_at: string }

/** Losses are counted against the most a list held in so many days too: many small ones are a large one. */
export const LOSSES_OVER_DAYS = 90

/**
 * The share of each kind a list may lose at once. Measured: OFAC took out 2.0 % of its entries in the busiest eight months of 2025 and 2026,
 * and 12.6 % in three years while it grew by half; its largest day took out some 3 %. Small kinds swing more.
 */
const MAY_LOSE: Record<Kind, number> = {
  entries: 0.05,
  names: 0.05,
  persons: 0.1,
  companies: 0.1,
  aliases: 0.1,
  birth_dates: 0.1,
  identifiers: 0.1,
  nationalities: 0.1,
  postal_addresses: 0.2,
  vessels: 0.2,
  aircraft: 0.2,
  wallets: 0.2,
}
/**
 * The share of entries, by their numbers, that may go while others come. OFAC took out 12.6 % in three years. Commerce numbers its entries by their
 * content, so that says nothing of its list.
 */
const MAY_GO = 0.15
/** Fewer than so many are no loss to speak of. */
const LOST_LEAST = 10
/** A kind with fewer may vanish. */
const KIND_LEAST = 5
/** Publishers add at the end, and did not take out more than three of the last twenty in three years. */
const END = 20

/**
 * Why a version must not be put in force before people looked at it; empty when nothing speaks against it. `before` is the version in
 * force; without one the least counts of `expected` are asked for. `past` are those in force within `LOSSES_OVER_DAYS`, the newest, which is
 * `before`, first, back to the last loss that people released. The clock is the time `after` was loaded. Never throws.
 */
export function judgeList(p: {
  before: SanctionsList | null
  after: SanctionsList
  past?: readonly KeptVersion[] | undefined
  signs?: FileSigns | undefined
  expected?: Expected | undefined
}): Finding[] {
  const { before, after, signs } = p
  const now = profileOf(after)
  if (after.entries.length === 0) return [{ code: 'empty', detail: 'It has no entries.' }]
  const found: Finding[] = before ? lossesOf(before, after, p.past ?? []) : []
  const older = before && olderThan(before, after, { was: p.past?.[0]?.marks, now: signs?.numbers })
  if (older && !found.some((one) => one.code === 'end_missing')) found.push(older)
  if (isDated(after) && isAhead(after, after.loaded_at))
    found.push({ code: 'future', detail: `Published ${minute(after.published_at)}, which is more than a day ahead of the clock here.` })
  if (!before)
    for (const kind of KINDS) {
      const least = p.expected?.least[kind] ?? 0
      if (now[kind] < least)
        found.push({
          code: 'below_minimum',
          detail: `${count(now[kind])} ${words(kind)} where a whole list has at least ${count(least)} (${p.expected!.source}).`,
        })
    }
  if (signs?.cut_off?.length)
    found.push({ code: 'cut_off', detail: `${signs.cut_off.join(', ')} lacks the end mark that the other files of the list have.` })
  if (signs?.dangling)
    found.push({ code: 'dangling', detail: `${count(signs.dangling)} rows of its alias and address files name entries it does not have.` })
  return found
}

function lossesOf(before: SanctionsList, after: SanctionsList, past: readonly KeptVersion[]): Finding[] {
  const [was, now] = [profileOf(before), profileOf(after)]
  const found: Finding[] = []
  for (const kind of KINDS) {
    const most = past.reduce((a, b) => ((b.counts[kind] ?? 0) > (a.counts[kind] ?? 0) ? b : a), {
      counts: was,
      loaded_at: '',
    } as KeptVersion)
    if (now[kind] === 0 && was[kind] >= KIND_LEAST)
      found.push({ code: 'kind_lost', detail: `No ${words(kind)}, where the version in force has ${count(was[kind])}.` })
    else if (isLoss(kind, was[kind], now[kind])) found.push(shrunk(kind, was[kind], now[kind], 'the version in force has'))
    else if (isLoss(kind, most.counts[kind]!, now[kind]))
      found.push(shrunk(kind, most.counts[kind]!, now[kind], `the version loaded ${minute(most.loaded_at)} has`))
  }
  const has = new Set(ownEntries(after).map((entity) => entity.id))
  const gone = ownEntries(before).filter((entity) => !has.has(entity.id)).length
  if (before.source !== 'us_csl' && gone >= LOST_LEAST && gone > was.entries * MAY_GO && was.entries - now.entries < gone / 2)
    found.push({ code: 'replaced', detail: `${count(gone)} of the ${count(was.entries)} entries in force are not in it, others are.` })
  const end = ownEntries(before).slice(-END)
  if (was.entries >= 5 * END && !end.some((entity) => has.has(entity.id)))
    found.push({
      code: 'end_missing',
      detail: `None of the last ${END} entries of the version in force is in it: it is cut off, or older.`,
    })
  return found
}

const isLoss = (kind: Kind, was: number, now: number) => was - now >= LOST_LEAST && was - now > was * MAY_LOSE[kind]

const shrunk = (kind: Kind, was: number, now: number, where: string): Finding => ({
  code: 'shrunk',
  detail: `${count(now)} ${words(kind)}, where ${where} ${count(was)}: ${((100 * (was - now)) / was).toFixed(1)} % fewer.`,
})

const MARK_WORDS: Record<keyof ListMarks, string> = {
  entry: 'The highest number of its entries',
  alias: 'The highest number of its aliases',
  address: 'The highest number of its addresses',
  listed_on: 'The last day it listed an entry',
}

/** By the publisher's own date where both have one that can be; else by what only ever rises. */
function olderThan(
  before: SanctionsList,
  after: SanctionsList,
  marks: { was: ListMarks | undefined; now: FileSigns['numbers'] },
): Finding | null {
  const dated = isDated(before) && isDated(after) && !isAhead(before, after.loaded_at)
  if (dated && Date.parse(after.published_at) < Date.parse(before.published_at))
    return {
      code: 'older',
      detail: `Published ${minute(after.published_at)}, before the version in force (${minute(before.published_at)}).`,
    }
  // A server's date is that of a file on it, which may have been put there again.
  if (dated && before.dated_by !== 'server' && after.dated_by !== 'server') return null
  const was = { ...marksOf(before), ...marks.was }
  const now = marksOf(after, marks.now)
  const keys = (Object.keys(MARK_WORDS) as (keyof ListMarks)[]).filter((key) => was[key] !== undefined && now[key] !== undefined)
  const fallen = keys.find((key) => now[key]! < was[key]!)
  // What an older file does not have is a higher number: one that rises says that the highest of another was taken off.
  if (!fallen || keys.some((key) => now[key]! > was[key]!)) return null
  return {
    code: 'older',
    detail: `${MARK_WORDS[fallen]} is ${now[fallen]}, that of the version in force ${was[fallen]}: it is older, or cut off.`,
  }
}

const DAY_MS = 86_400_000
/** No publication is ahead of the clock by more than the hours between time zones. */
const isAhead = ({ published_at }: SanctionsList, clock: string) => Date.parse(published_at) > Date.parse(clock) + DAY_MS
const minute = (time: string) => `${time.slice(0, 16)}Z`

/** Lists of these publishers state their day in the file, so also those stored before that was noted. */
const STATE_THEIR_DAY = ['un_sc', 'eu_fsf', 'gb_fcdo']

/** Whether `published_at` is the publisher's own word, in the file or its server's; the time of a file on a disk is not. */
export const isDated = ({ source, dated_by }: Pick<SanctionsList, 'source' | 'dated_by'>): boolean =>
  dated_by ? dated_by !== 'file' : STATE_THEIR_DAY.includes(source)

const count = (value: number) => value.toLocaleString('en-GB')
const words = (kind: Kind) => kind.replaceAll('_', ' ')
