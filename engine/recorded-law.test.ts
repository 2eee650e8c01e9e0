import { describe, expect, it } from 'vitest'
import { investmentCase } from './cases/investment.ts'
import { PAYMENT, SANCTIONS_CHECK, WALLET_VERIFY } from './cases/minimal.ts'
import { decide } from './decide.ts'
import { CHECKS, type Facts } from './facts.ts'
import { unflatten } from './goldens.ts'
import { currentRuleset, RULES } from './rulesets.ts'

describe('L2 a day whose law is not recorded', () => {
  const cases = [SANCTIONS_CHECK, PAYMENT, WALLET_VERIFY, unflatten(investmentCase as never) as unknown as Facts]

  it.each(['1990-01-01T17:00:00Z', '2022-01-03T17:00:00Z', '2024-07-01T17:00:00Z', '2025-01-01T04:59:59Z'])(
    '%s is refused by name, whatever the facts are',
    (as_of) => {
      for (const facts of cases)
        expect(decide({ ...facts, as_of }, currentRuleset)).toMatchObject({
          outcome: 'needs_info',
          reason_codes: ['LAW_NOT_RECORDED'],
          missing: ['/as_of'],
        })
    },
  )

  it('begins where New York does', () => {
    expect(decide({ ...SANCTIONS_CHECK, as_of: '2025-01-01T05:00:00Z' }, currentRuleset).reason_codes).not.toContain('LAW_NOT_RECORDED')
  })

  it('ends only where every rule that is not younger by its own law is in force', () => {
    const late = RULES.filter((rule) => rule.in_force_from > '2025-01-01' && !rule.earlier?.length)
    // Each of these is younger law: the GENIUS Act of 18 July 2025, and relief of 13 February 2026.
    for (const rule of late) expect(['2025-07-18', '2026-02-13'], rule.code).toContain(rule.in_force_from)
    for (const check of CHECKS) if (check !== 'monitoring') expect(currentRuleset.plan[check].length, check).toBeGreaterThan(0)
  })
})
