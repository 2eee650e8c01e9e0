import type { ListedDate, ListedEntity } from './entity.ts'
import { type AskedIdentifier, compareNumbers, identifiersOf } from './identifiers.ts'
import { comparePlaces, placeWords } from './places.ts'

/** Facts about the subject beside its name. */
export type SubjectFacts = {
  /** `YYYY-MM-DD`, `YYYY-MM` or `YYYY`. */
  date_of_birth?: string | undefined
  /** ISO 3166-1 alpha-2. */
  country?: string | undefined
  countries?: readonly string[] | undefined
  gender?: 'male' | 'female' | undefined
  /** ISO 3166-1 alpha-2. */
  nationality?: string | undefined
  /** A town, as it is written. */
  birth_place?: string | undefined
  /** Postal addresses, each as one text. */
  addresses?: readonly string[] | undefined
  entity_type?: string | undefined
  identifiers?: readonly AskedIdentifier[] | undefined
}

/**
 * How a fact of both sides compares. `same` is equal and nothing less; `near` may be the same party: another day within a year or two,
 * a year without a day, a number whose country nobody says; `differs` contradicts.
 */
export type Relation = 'same' | 'near' | 'differs'

/** One fact compared: `effect` is what it adds to the score, negative when it speaks against. */
export type FactCompared = {
  name: 'date_of_birth' | 'country' | 'nationality' | 'gender' | 'birth_place' | 'address' | 'entity_type' | 'identifier'
  relation: Relation
  effect: number
  query: string
  candidate: string
  detail: string
}

/** Effects on a score. A birth date that cannot be the same is the strongest argument that it is somebody else. */
const EFFECT = {
  birthDay: 0.05,
  birthYear: 0.03,
  birthYearNear: 0.01,
  birthDayOther: -0.05,
  birthYearOther: -0.15,
  country: 0.02,
  countryOther: -0.02,
  gender: 0,
  genderOther: -0.1,
  place: 0.02,
  placeNear: 0.01,
  typeOther: -0.2,
} as const

/** Compares every fact both sides state. A fact one side does not state says nothing. */
export function compareFacts(subject: SubjectFacts, entity: ListedEntity): FactCompared[] {
  const facts = [
    compareBirth(subject, entity),
    compareCountry(subject, entity),
    compareNationality(subject, entity),
    compareBirthPlace(subject, entity),
    compareAddress(subject, entity),
    compareGender(subject, entity),
    compareType(subject, entity),
  ]
  return facts.filter((fact) => fact !== null)
}

function compareBirth({ date_of_birth: born }: SubjectFacts, { dates_of_birth: listed }: ListedEntity): FactCompared | null {
  const range = born ? birthRange(born) : null
  if (!born || !range || !listed.length) return null
  const { detail, ...best } = listed.map((date) => birthEffect(range, date)).reduce((a, b) => (b.effect > a.effect ? b : a))
  const others = listed.length > 1 ? `; the closest of ${listed.length} listed dates` : ''
  return { name: 'date_of_birth', query: born, ...best, detail: `${detail}${others}` }
}

type Range = { from: string; to: string }

/** The days a full or partial date can mean; null for what is no date. */
function birthRange(text: string): Range | null {
  const found = /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?$/.exec(text)
  if (!found) return null
  const [, year, month, day] = found
  const from = `${year}-${month ?? '01'}-${day ?? '01'}`
  const first = new Date(from)
  if (Number.isNaN(first.getTime())) return null
  if (day) return { from, to: from }
  const last = new Date(Date.UTC(Number(year), month ? Number(month) : 12, 0))
  return { from, to: last.toISOString().slice(0, 10) }
}

const DAY = 86_400_000
const daysFrom = (from: string, to: string) => Math.round((Date.parse(to) - Date.parse(from)) / DAY)

/** How closely a range names a day: the larger, the less is known. */
const UNITS = ['day', 'month', 'year', 'years'] as const
function unitOf({ from, to }: Range): number {
  if (from === to) return 0
  if (from.slice(0, 7) === to.slice(0, 7)) return 1
  return from.slice(0, 4) === to.slice(0, 4) ? 2 : 3
}

function birthEffect(own: Range, listed: ListedDate): Pick<FactCompared, 'relation' | 'effect' | 'candidate' | 'detail'> {
  const candidate = listed.text
  const unit = UNITS[Math.max(unitOf(own), unitOf(listed))]!
  const exact = unit === 'day'
  if (own.from <= listed.to && listed.from <= own.to) {
    if (exact && !listed.circa) return { relation: 'same', effect: EFFECT.birthDay, candidate, detail: 'the same day of birth' }
    return { relation: 'near', effect: EFFECT.birthYear, candidate, detail: overlapWords(unit, listed.circa) }
  }
  const years = (date: string) => Number(date.slice(0, 4))
  const apart = Math.max(years(own.from) - years(listed.to), years(listed.from) - years(own.to))
  const detail = apartWords(own, listed, exact)
  if (apart > (listed.circa ? 3 : 1)) return { relation: 'differs', effect: EFFECT.birthYearOther, candidate, detail }
  if (apart === 0 && exact) {
    // Day and month swapped is the commonest slip in a birth date.
    const swapped = `${own.from.slice(0, 4)}-${own.from.slice(8)}-${own.from.slice(5, 7)}` === listed.from
    if (swapped) return { relation: 'near', effect: EFFECT.birthYear, candidate, detail: `day and month swapped: ${detail}` }
    return { relation: 'near', effect: EFFECT.birthDayOther, candidate, detail }
  }
  return { relation: 'near', effect: EFFECT.birthYearNear, candidate, detail }
}

function overlapWords(unit: (typeof UNITS)[number], circa: boolean): string {
  const about = circa ? ', which the list gives as approximate' : ''
  if (unit === 'years') return `within the years given${about}, day unknown`
  return unit === 'day' ? `the same day${about}` : `same ${unit}${about}, day unknown`
}

/** `438 days apart`; with the full years from two on, and "at least" where a side knows no day. */
function apartWords(own: Range, listed: ListedDate, exact: boolean): string {
  const [from, to] = own.to < listed.from ? [own.to, listed.from] : [listed.to, own.from]
  const days = daysFrom(from, to)
  const full = Number(to.slice(0, 4)) - Number(from.slice(0, 4)) - (to.slice(5) < from.slice(5) ? 1 : 0)
  const about = listed.circa ? ', the listed date being approximate' : ''
  const words = `${exact ? '' : 'at least '}${days} ${days === 1 ? 'day' : 'days'} apart${about}`
  return full > 1 ? `${words} (${full} full years)` : words
}

function compareCountry({ country, countries = [] }: SubjectFacts, entity: ListedEntity): FactCompared | null {
  const own = [...(country ? [country] : []), ...countries].map((c) => c.toUpperCase())
  const listed = [...new Set([...entity.nationalities, ...entity.countries])]
  if (!own.length || !listed.length) return null
  const shared = own.filter((code) => listed.includes(code))
  return {
    name: 'country',
    relation: shared.length ? 'same' : 'differs',
    effect: shared.length ? EFFECT.country : EFFECT.countryOther,
    query: own.join(', '),
    candidate: listed.join(', '),
    detail: shared.length ? countryWords([...new Set(shared)], entity) : 'no country in common',
  }
}

/** What ties the entry to the shared countries: to hold a nationality is not to have an address. */
function countryWords(shared: readonly string[], { nationalities }: ListedEntity): string {
  const held = shared.filter((code) => nationalities.includes(code))
  return held.length ? `${held.join(', ')}, a listed nationality` : `${shared.join(', ')}, tied to the entry though not as a nationality`
}

/** A nationality where the list states some; else what ties the entry to that country. */
function compareNationality({ nationality }: SubjectFacts, entity: ListedEntity): FactCompared | null {
  if (!nationality) return null
  const listed = entity.nationalities.length ? entity.nationalities : entity.countries
  if (!listed.length) return null
  const own = nationality.toUpperCase()
  const shared = listed.includes(own)
  return {
    name: 'nationality',
    relation: shared ? (entity.nationalities.length ? 'same' : 'near') : 'differs',
    effect: shared ? EFFECT.country : EFFECT.countryOther,
    query: own,
    candidate: listed.join(', '),
    detail: shared ? countryWords([own], entity) : 'another nationality',
  }
}

function compareBirthPlace({ birth_place: asked }: SubjectFacts, entity: ListedEntity): FactCompared | null {
  return asked ? bestPlace('birth_place', [asked], entity.places_of_birth) : null
}

function compareAddress({ addresses = [] }: SubjectFacts, entity: ListedEntity): FactCompared | null {
  return bestPlace(
    'address',
    addresses,
    entity.postal_addresses.map(({ text }) => text),
  )
}

/** The closest pair of places. What is not alike says nothing: places are written in too many ways to contradict. */
function bestPlace(name: 'birth_place' | 'address', asked: readonly string[], listed: readonly string[]): FactCompared | null {
  if (!asked.length) return null
  const there = listed.map((candidate) => ({ candidate, words: placeWords(candidate) }))
  const alike = asked.flatMap((query) => {
    const own = placeWords(query)
    return there.flatMap(({ candidate, words }): FactCompared[] => {
      const relation = comparePlaces(own, words)
      if (!relation) return []
      const [effect, detail] = relation === 'same' ? [EFFECT.place, 'the same place'] : [EFFECT.placeNear, 'most of the words of a place']
      return [{ name, relation, effect, query, candidate, detail }]
    })
  })
  return equalFirst(alike)
}

const equalFirst = (facts: readonly FactCompared[]): FactCompared | null =>
  facts.find(({ relation }) => relation === 'same') ?? facts[0] ?? null

function compareGender({ gender }: SubjectFacts, entity: ListedEntity): FactCompared | null {
  if (!gender || !entity.gender) return null
  const agrees = gender === entity.gender
  return {
    name: 'gender',
    relation: agrees ? 'same' : 'differs',
    effect: agrees ? EFFECT.gender : EFFECT.genderOther,
    query: gender,
    candidate: entity.gender,
    detail: agrees ? 'the same gender' : 'another gender',
  }
}

function compareType({ entity_type: type }: SubjectFacts, entity: ListedEntity): FactCompared | null {
  if (!type || type === 'any' || type === 'unknown' || entity.type === 'unknown' || type === entity.type) return null
  return {
    name: 'entity_type',
    relation: 'differs',
    effect: EFFECT.typeOther,
    query: type,
    candidate: entity.type,
    detail: 'another kind of party',
  }
}

/** What a shared number makes of a match: that of the same kind and country is the party itself, another is looked at by a person. */
const NUMBER = { same: 1, near: 0.95 } as const

/** The number that two sides share, as the list writes it; null where they share none that can be the same one. */
export function compareIdentifier(asked: AskedIdentifier, entity: ListedEntity): FactCompared | null {
  const shared = identifiersOf(entity).flatMap((listed): FactCompared[] => {
    const found = compareNumbers(asked, listed)
    return found ? [{ name: 'identifier', effect: NUMBER[found.relation], query: asked.value, candidate: listed.value, ...found }] : []
  })
  return equalFirst(shared)
}

/** How much, 0 to 1, the facts beside the name speak for the same party: above 0.5 for it, below against; 0.5 when nothing is known. */
export function evidenceOf(facts: readonly FactCompared[]): number {
  let balance = 0
  for (const fact of facts)
    balance += fact.name === 'identifier' ? 1 : fact.effect * 5 + (fact.relation !== 'differs' && fact.effect >= 0 ? 0.05 : 0)
  return Math.min(1, Math.max(0, 0.5 + balance))
}
