import type { ListedDate, ListedEntity } from './entity.ts'

/** Facts about the subject beside its name. */
export type SubjectFacts = {
  /** `YYYY-MM-DD`, `YYYY-MM` or `YYYY`. */
  date_of_birth?: string | undefined
  /** ISO 3166-1 alpha-2. */
  country?: string | undefined
  countries?: readonly string[] | undefined
  gender?: 'male' | 'female' | undefined
  entity_type?: string | undefined
  identifiers?: readonly { type?: string | undefined; value: string }[] | undefined
}

/** One fact compared: `effect` is what it adds to the score, negative when it speaks against. */
export type FactCompared = {
  name: 'date_of_birth' | 'country' | 'gender' | 'entity_type' | 'identifier'
  agrees: boolean
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
  typeOther: -0.2,
} as const

/** Compares every fact both sides state. A fact one side does not state says nothing. */
export function compareFacts(subject: SubjectFacts, entity: ListedEntity): FactCompared[] {
  const facts = [
    compareBirth(subject, entity),
    compareCountry(subject, entity),
    compareGender(subject, entity),
    compareType(subject, entity),
  ]
  return facts.filter((fact) => fact !== null)
}

function compareBirth({ date_of_birth: born }: SubjectFacts, { dates_of_birth: listed }: ListedEntity): FactCompared | null {
  const range = born ? birthRange(born) : null
  if (!born || !range || !listed.length) return null
  const best = listed.map((date) => birthEffect(range, date)).reduce((a, b) => (b.effect > a.effect ? b : a))
  return { name: 'date_of_birth', query: born, ...best }
}

type Range = { from: string; to: string }

function birthRange(text: string): Range | null {
  const found = /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?/.exec(text)
  if (!found) return null
  const [, year, month, day] = found
  if (day) return { from: `${year}-${month}-${day}`, to: `${year}-${month}-${day}` }
  return month ? { from: `${year}-${month}-01`, to: `${year}-${month}-31` } : { from: `${year}-01-01`, to: `${year}-12-31` }
}

function birthEffect(own: Range, listed: ListedDate): Pick<FactCompared, 'agrees' | 'effect' | 'candidate' | 'detail'> {
  const candidate = listed.text
  const overlaps = own.from <= listed.to && listed.from <= own.to
  const exact = listed.from === listed.to && own.from === own.to
  if (overlaps && exact && !listed.circa) return { agrees: true, effect: EFFECT.birthDay, candidate, detail: 'the same day of birth' }
  if (overlaps) return { agrees: true, effect: EFFECT.birthYear, candidate, detail: 'the birth dates can be the same' }
  const years = (date: string) => Number(date.slice(0, 4))
  const apart = Math.max(years(own.from) - years(listed.to), years(listed.from) - years(own.to))
  const slack = listed.circa ? 3 : 1
  if (apart > slack) return { agrees: false, effect: EFFECT.birthYearOther, candidate, detail: `born ${apart} years apart` }
  if (apart === 0 && exact) {
    // Day and month swapped is the commonest slip in a birth date.
    const swapped = `${own.from.slice(0, 4)}-${own.from.slice(8)}-${own.from.slice(5, 7)}` === listed.from
    if (swapped) return { agrees: true, effect: EFFECT.birthYear, candidate, detail: 'the same date with day and month swapped' }
    return { agrees: true, effect: EFFECT.birthDayOther, candidate, detail: 'the same year, another day' }
  }
  return {
    agrees: true,
    effect: EFFECT.birthYearNear,
    candidate,
    detail: apart <= 1 ? 'born within a year' : 'within the years the list allows',
  }
}

function compareCountry({ country, countries = [] }: SubjectFacts, entity: ListedEntity): FactCompared | null {
  const own = [...(country ? [country] : []), ...countries].map((c) => c.toUpperCase())
  const listed = [...new Set([...entity.nationalities, ...entity.countries])]
  if (!own.length || !listed.length) return null
  const agrees = own.some((code) => listed.includes(code))
  return {
    name: 'country',
    agrees,
    effect: agrees ? EFFECT.country : EFFECT.countryOther,
    query: own.join(', '),
    candidate: listed.join(', '),
    detail: agrees ? 'tied to the same country' : 'no country in common',
  }
}

function compareGender({ gender }: SubjectFacts, entity: ListedEntity): FactCompared | null {
  if (!gender || !entity.gender) return null
  const agrees = gender === entity.gender
  return {
    name: 'gender',
    agrees,
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
    agrees: false,
    effect: EFFECT.typeOther,
    query: type,
    candidate: entity.type,
    detail: 'another kind of party',
  }
}

/** The form identifiers are compared in: letters and digits, upper case. Too short ones identify nobody and come back empty. */
export function identifierKey(value: string): string {
  const key = value
    .normalize('NFKC')
    .toUpperCase()
    .replace(/^IMO[\s:.#-]*(?=\d{7}$)/, '')
    .replace(/[^\p{L}\p{N}]/gu, '')
  return key.length >= 5 ? key : ''
}

/** Facts that agree in kind with the score: how much, 0 to 1, speaks for the same party besides the name; 0.5 when nothing is known. */
export function evidenceOf(facts: readonly FactCompared[]): number {
  let balance = 0
  for (const fact of facts) balance += fact.name === 'identifier' ? 1 : fact.effect * 5 + (fact.agrees && fact.effect >= 0 ? 0.05 : 0)
  return Math.min(1, Math.max(0, 0.5 + balance))
}
