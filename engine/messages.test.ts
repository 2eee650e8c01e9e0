import { expect, it } from 'vitest'
import { factName } from './fact-names.ts'
import { CHECKS } from './facts.ts'
import { runGolden } from './goldens.ts'
import { factsFor, RULES } from './rulesets.ts'
import { remedyOf } from './words/of-rules.ts'
import { READERS } from './words/remedies.ts'
import { readerWords } from './words/words.ts'

it('U4 every fact that a rule asks for has a name for people', () => {
  const paths = new Set(CHECKS.flatMap((check) => factsFor(check).map((fact) => fact.path)))
  expect([...paths].filter((path) => ['a fact', ''].includes(factName(path)))).toEqual([])
  expect(factName('investor.accreditation.letter')).toBe('the letter on the investor’s accreditation')
  expect(factName('token.report.period')).toBe('the monthly report on the reserve')
  expect(factName('to.places.0.country')).toBe('the receiver’s residence and other places')
})

const cases = () => RULES.flatMap((rule) => rule.goldens.map((golden) => ({ rule, golden, outcome: runGolden(rule, golden) })))

// Every worked case of every rule, as the person reads it who is refused.
it('U4 no refusal is worded as what the rule affirms, none shows the path of a fact, and each reader hears what to do next', () => {
  expect(RULES.filter((rule) => !remedyOf(rule.code)).map((rule) => rule.code)).toEqual([])
  const wrong: string[] = []
  for (const { rule, golden, outcome } of cases()) {
    const { result, message } = outcome
    const holds = result === 'pass' || result === 'not_applicable'
    const told = `${rule.code} · ${golden.name} (${result})`
    if (!holds && (!message || message.startsWith(rule.sentence) || message.startsWith('This rule does not settle it')))
      wrong.push(`${told}: ${message}`)
    if (/\b[a-z]+[._][a-z_]+\.[a-z_.]+|\bundefined\b|\{[a-z_]+\}/.test(message ?? '')) wrong.push(`${told}: ${message}`)
    for (const reader of READERS) {
      const { says, next } = readerWords(reader, outcome, rule.sentence)
      const secret = rule.visibility === 'officer' ? reader !== 'reviewer' : rule.visibility === 'tenant' && reader === 'holder'
      const quiet = holds || (secret && ['info', 'warn'].includes(result))
      const isWrong =
        !says || quiet !== (next === null) || (secret && result !== 'not_applicable' && says !== 'A person has to look at this.')
      if (isWrong || /undefined|\{[a-z_]+\}/.test(`${says}${next}`)) wrong.push(`${told} to the ${reader}: ${says} ${next}`)
    }
  }
  expect(wrong).toEqual([])
})

// What a rule says where it does not hold is written, not made of what it affirms.
it('U4 every rule has its own sentence for the outcome that its severity gives', () => {
  const results = { block: 'fail', ask: 'needs_info', hold: 'review', warn: 'warn', info: 'info' } as const
  const silent = RULES.filter(({ message, severity, goldens }) => {
    const result = results[severity as keyof typeof results]
    return typeof message !== 'string' && !message[result] && goldens.some((golden: { expect: string }) => golden.expect === result)
  })
  expect(silent.map((rule) => rule.code)).toEqual([])
})
