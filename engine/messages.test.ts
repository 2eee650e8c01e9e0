import { expect, it } from 'vitest'
import { factName } from './fact-names.ts'
import { CHECKS } from './facts.ts'
import { runGolden } from './goldens.ts'
import { factsFor, RULES } from './rulesets.ts'

it('U4 every fact that a rule asks for has a name for people', () => {
  const paths = new Set(CHECKS.flatMap((check) => factsFor(check).map((fact) => fact.path)))
  expect([...paths].filter((path) => ['a fact', ''].includes(factName(path)))).toEqual([])
  expect(factName('investor.accreditation.letter')).toBe('the letter on the investor’s accreditation')
  expect(factName('token.report.period')).toBe('the monthly report on the reserve')
  expect(factName('to.places.0.country')).toBe('the receiver’s residence and other places')
})

// Every worked case of every rule, as the person reads it who is refused.
it('U4 no refusal is worded as what the rule affirms, and none shows the path of a fact', () => {
  const wrong: string[] = []
  for (const rule of RULES) {
    const affirmed = rule.sentence
    for (const golden of rule.goldens) {
      if (golden.expect === 'pass' || golden.expect === 'not_applicable') continue
      const { message } = runGolden(rule, golden)
      const said = `${rule.code} · ${golden.name} (${golden.expect}): ${message}`
      if (!message || message.startsWith(affirmed) || message.startsWith('Not settled.')) wrong.push(said)
      if (/\b[a-z]+[._][a-z_]+\.[a-z_.]+|\bundefined\b|\{[a-z_]+\}/.test(message ?? '')) wrong.push(said)
    }
  }
  expect(wrong).toEqual([])
})
