import { describe, expect, it } from 'vitest'
import { saleFacts } from './stated-facts.ts'

const ANSWERS = {
  ...{ organised_in_us: false, estate_us_executor: false, trust_us_trustee: false, us_branch: false, account_for_us_person: false },
  ...{ us_fiduciary_discretion: false, formed_by_us_persons: false, owned_by_accredited_entities: false, exclusion: 'none' },
}

function organised(says: boolean, seats: readonly (string | null)[], type = 'entity'): boolean | undefined {
  const said = { 'investor.us_person_answers': { ...ANSWERS, organised_in_us: says } }
  const { investor } = saleFacts(said, { person_id: 'per_1', type }, seats)
  return (investor as { us_person_answers?: { organised_in_us: boolean } }).us_person_answers?.organised_in_us
}

describe('where an entity is organised (17 CFR 230.902(k)(1)(ii))', () => {
  it('is in the United States where it says so, wherever its seat is', () => {
    expect(organised(true, ['CH'])).toBe(true)
    expect(organised(true, [null])).toBe(true)
  })

  it('is there where its seat or its registration is, whatever it answers', () => {
    expect(organised(false, ['US'])).toBe(true)
    expect(organised(false, ['CH', 'US'])).toBe(true)
    expect(organised(false, ['CH', 'KY'])).toBe(false)
  })

  it('is not asked of a person', () => {
    expect(organised(false, ['US'], 'natural')).toBe(false)
  })
})
