import { expect, test } from 'vitest'
import type { CredentialShown } from '#credentials/presented/shown.ts'
import { ageAskedAs, ageQuery, readAge } from './ages.ts'

const SPACES = {
  mdl: ['org.iso.18013.5.1.mDL', 'org.iso.18013.5.1'],
  pid_mdoc: ['eu.europa.ec.eudi.pid.1', 'eu.europa.ec.eudi.pid.1'],
  age_mdoc: ['eu.europa.ec.av.1', 'eu.europa.ec.av.1'],
} as const

/** Which facts a mobile document with these elements establishes where an age was asked for; null where none. */
function covers(id: keyof typeof SPACES, age: 18 | 21, elements: Record<string, unknown>): string[] | null {
  const [type, space] = SPACES[id]
  try {
    return readAge(ageAskedAs(id), { format: 'mso_mdoc', type, claims: { [space]: elements } } as unknown as CredentialShown, age).covers
  } catch (error) {
    expect(error).toMatchObject({ code: 'claim_missing' })
    return null
  }
}

test.each(Object.keys(SPACES) as (keyof typeof SPACES)[])(
  'the forms in which a mobile document says an age count, each alone: %s',
  (id) => {
    expect(covers(id, 18, { age_over_18: true })).toEqual(['over_18'])
    expect(covers(id, 21, { age_over_21: true })).toEqual(['over_18', 'over_21'])
    // The nearest age that a wallet has, in place of the one that was asked for.
    expect(covers(id, 18, { age_over_21: true })).toEqual(['over_18'])
    expect(covers(id, 18, { age_in_years: 18 })).toEqual(['over_18'])
    expect(covers(id, 21, { age_in_years: 64 })).toEqual(['over_18', 'over_21'])
  },
)

test('what says less, says no, or contradicts itself establishes nothing', () => {
  const tries: [18 | 21, Record<string, unknown>][] = [
    [18, {}],
    [18, { age_over_18: false }],
    [18, { age_over_18: 1 }],
    [18, { age_over_18: 'true' }],
    [21, { age_over_18: true }],
    [18, { age_over_16: true }],
    [18, { age_over_16: false, age_over_21: true }],
    [18, { age_in_years: 17 }],
    [18, { age_in_years: '18' }],
    [18, { age_in_years: 17.9 }],
    [18, { age_over_18: false, age_in_years: 30 }],
    [21, { age_over_25: true, age_in_years: 20 }],
    [18, { birth_date: '1980-01-01' }],
  ]
  for (const [age, elements] of tries) expect(covers('mdl', age, elements), JSON.stringify(elements)).toBeNull()
})

test('an age is asked for alone: no name, no birth date and no years', () => {
  const asked = JSON.stringify(ageQuery(18))
  expect(asked).not.toMatch(/name|birth|number|years/)
  expect(asked.match(/age_over_18|"18"/g)).toHaveLength(4)
})
