import type { Json } from '../canonical.ts'
import { ageOn, type Day, parseDay } from '../dates.ts'
import { inUnitedStates } from '../tables/us-states.ts'

/** Two facts of one decision that cannot both be true. What rests on the first, the one that is doubted, does not pass. */
export type Contradiction = { readonly paths: readonly [doubted: string, other: string] }

/** Every name under which a party stands in a decision. */
const PARTIES = ['subject', 'investor', 'acquirer', 'from', 'to', 'buyer', 'seller', 'creator', 'issuer']

type Room = { readonly [name: string]: Json | undefined }
type Pair = readonly [doubted: string, other: string, contradict: (party: Room, day: Day) => boolean]

/** What cannot both be true of one party, each with the facts that are named. */
const OF_A_PARTY: readonly Pair[] = [
  // Nobody is there, and yet somebody was found on a list, or is known.
  ['kind', 'screen.names', ({ kind, screen }) => kind === 'absent' && isFull(roomOf(screen)?.names)],
  ['kind', 'screen.addresses', ({ kind, screen }) => kind === 'absent' && isFull(roomOf(screen)?.addresses)],
  ['kind', 'full_name', ({ kind, full_name }) => kind === 'absent' && typeof full_name === 'string'],
  ['over_18', 'date_of_birth', (party, day) => disagreeOnAge(party, day)],
  ['date_of_birth', 'over_18', (party, day) => disagreeOnAge(party, day)],
  // A word does not undo an address.
  ['us_person', 'residence', ({ us_person, residence }) => us_person === false && isUs(residence)],
  ['us_person', 'places', ({ us_person, places }) => us_person === false && livesInUs(places)],
]

const NONE: readonly Contradiction[] = []

/** The facts that contradict each other, by their paths. Cheap where there are none; facts that are not known contradict nothing. Pure. */
export function contradictionsIn(
  facts: { readonly [room: string]: Json | undefined },
  now: { readonly day: Day },
): readonly Contradiction[] {
  let found = NONE
  for (const name of PARTIES) {
    const party = roomOf(facts[name])
    if (party === undefined || !mayContradict(party)) continue
    for (const [doubted, other, contradict] of OF_A_PARTY)
      if (contradict(party, now.day)) found = [...found, { paths: [`${name}.${doubted}`, `${name}.${other}`] }]
  }
  return found
}

/** Whether a party says anything that another of its facts could contradict. Every decision asks it of every party. */
const mayContradict = ({ kind, over_18, us_person }: Room): boolean => kind === 'absent' || us_person === false || over_18 !== undefined

/** A day either way: where somebody lives it may be their birthday already. */
function disagreeOnAge({ over_18, date_of_birth }: Room, day: Day): boolean {
  if (typeof over_18 !== 'boolean' || typeof date_of_birth !== 'string') return false
  const birth = parseDay(date_of_birth)
  return birth !== null && (over_18 ? ageOn(birth, day + 1) < 18 : ageOn(birth, day - 1) >= 18)
}

function livesInUs(places: Json | undefined): boolean {
  return Array.isArray(places) && places.some((place) => roomOf(place)?.source === 'residence' && isUs(roomOf(place)?.country))
}

const isUs = (country: Json | undefined): boolean => typeof country === 'string' && inUnitedStates(country)
const isFull = (list: Json | undefined): boolean => Array.isArray(list) && list.length > 0

function roomOf(value: Json | undefined): Room | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Room) : undefined
}
