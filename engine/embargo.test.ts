import { describe, expect, it } from 'vitest'
import { investmentCase } from './cases/investment.ts'
import { transferCase } from './cases/transfer.ts'
import { decide } from './decide.ts'
import { CHECKS, type Check, type Facts, SUBJECTS } from './facts.ts'
import { unflatten } from './goldens.ts'
import { currentRuleset } from './rulesets.ts'

/** Where the law of places need not be asked again, and why. What is not named here must ask. */
const ELSEWHERE: Partial<Record<Check, string>> = {
  'offering.create': 'a draft sells nothing',
  'offering.open': 'the issuer is verified by investor.verify, where its seat is asked (OFFERING_ISSUER_NOT_VERIFIED)',
  'offering.change': 'nobody acquires, and the issuer stays verified',
  'reserve.statement': 'a publication has no party',
  monitoring: 'watches what was decided, and decides nothing',
}
const PLACES = ['SANCTIONS_EMBARGOED_JURISDICTION', 'SANCTIONS_REGION_UNRESOLVED', 'COUNTRY_UNKNOWN']

describe('L1 embargo and unknown country', () => {
  it.each(CHECKS.flatMap((check) => PLACES.map((code) => [check, code] as const)))('%s runs %s, or says why not', (check, code) => {
    const runs = currentRuleset.plan[check].filter((one) => one.code === code)
    if (ELSEWHERE[check]) expect(runs).toEqual([])
    else expect(new Set(runs.map((one) => one.subject))).toEqual(new Set(SUBJECTS[check]))
  })

  const away = (party: string, country: string, region = 'none') => ({
    [`${party}.places`]: [{ source: 'residence', country, region, proven: true }],
  })
  const outcome = (base: object, over: object) => decide(unflatten({ ...base, ...over }) as Facts, currentRuleset)

  it.each([
    ['the holder who sends', transferCase, 'from'],
    ['the holder who receives', transferCase, 'to'],
    ['the investor', investmentCase, 'investor'],
  ] as const)('%s may not live in an embargoed place, nor in one that is no place', (_who, base, party) => {
    expect(outcome(base, {}).outcome).toBe('allow')
    const embargoed = outcome(base, away(party, 'KP'))
    expect(embargoed.outcome).toBe('deny')
    expect(embargoed.reason_codes).toContain('SANCTIONS_EMBARGOED_JURISDICTION')
    expect(outcome(base, away(party, 'UA', 'UA-43')).outcome).toBe('deny')
    expect(outcome(base, away(party, 'XX')).outcome).not.toBe('allow')
    expect(outcome(base, { [`${party}.places`]: [] }).outcome).not.toBe('allow')
    expect(outcome(base, { [`${party}.places`]: null }).outcome).not.toBe('allow')
  })

  it.each([
    ['a region that is written wrong', { source: 'address', country: 'UA', region: 'ua-43', proven: true }],
    ['a place of no known source', { source: 'hearsay', country: 'DE', region: 'none', proven: true }],
    ['no place at all', null],
  ])('%s beside an embargoed place is asked for, and the embargo denies all the same', (_what, unknown) => {
    const places = (...list: unknown[]) => outcome(transferCase, { 'to.places': list })
    const home = { source: 'residence', country: 'US', region: 'US-TX', proven: true }
    const iran = { source: 'residence', country: 'IR', region: 'none', proven: true }
    for (const denied of [places(iran, unknown), places(unknown, iran)]) {
      expect(denied.outcome).toBe('deny')
      expect(denied.reason_codes).toContain('SANCTIONS_EMBARGOED_JURISDICTION')
    }
    const asked = places(home, unknown)
    expect(asked.outcome).toBe('needs_info')
    expect(asked.missing).toContain('/to/places')
  })
})
