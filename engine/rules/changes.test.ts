import { describe, expect, it } from 'vitest'
import { legalDay, parseInstant } from '../dates.ts'
import type { Facts } from '../facts.ts'
import { goldenFacts, unflatten } from '../goldens.ts'
import { Context } from '../reading.ts'
import type { Verdict } from '../rule.ts'
import { compile } from '../ruleset.ts'
import { RULES } from '../rulesets.ts'

const ALLOWS = ['pass', 'info', 'warn', 'not_applicable']
const MARKETS = ['kyc', 'sanctions', 'payments', 'nfts', 'defi', 'gaming', 'credential', 'monitoring']

/** What a rule says of facts, with the changes it proposes. */
function verdictOf(rule: (typeof RULES)[number], facts: Facts): Verdict {
  const ms = parseInstant(facts.as_of)!
  const now = { ms, day: legalDay(ms), check: facts.check }
  const data = {
    code: rule.code,
    version: rule.version,
    in_force_from: rule.in_force_from,
    in_force_to: null,
    severity: rule.severity,
    params: rule.params,
  }
  const compiled = compile(rule, data, null, null)
  const reader = new compiled.reader(new Context(facts, now, () => ({}))) as never
  if (rule.applies && !rule.applies(reader, rule.params, now)) return { result: 'not_applicable' }
  return rule.holds(reader, rule.params, now)
}

describe('what a rule says would make it allow', () => {
  const proposals = RULES.filter((rule) => MARKETS.includes(rule.market)).flatMap((rule) =>
    rule.goldens
      .filter((g) => (g.expect === 'fail' || g.expect === 'needs_info') && g.params === undefined)
      .flatMap((golden) => {
        const facts = goldenFacts(rule, golden)
        let changes: Verdict['changes']
        try {
          changes = verdictOf(rule, facts).changes
        } catch {
          changes = undefined // A missing fact: there is nothing to propose.
        }
        return (changes ?? []).map((change) => [`${rule.code}, ${golden.name}: ${change.say}`, rule, facts, change] as const)
      }),
  )

  it('is proposed by the rules that know a bound', () => {
    expect(new Set(proposals.map(([, rule]) => rule.code)).size).toBeGreaterThanOrEqual(15)
  })

  it.each(proposals)('%s', (_name, rule, facts, change) => {
    const changed = unflatten(facts as never, change.facts) as unknown as Facts
    const verdict = verdictOf(rule, changed)
    expect(ALLOWS).toContain(verdict.result)
  })
})
