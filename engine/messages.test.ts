import { expect, it } from 'vitest'
import { factName } from './fact-names.ts'
import { CHECKS } from './facts.ts'
import { runGolden } from './goldens.ts'
import { factsFor, RULES } from './rulesets.ts'
import { remedyOf } from './words/of-rules.ts'
import { READERS, REMEDIES } from './words/remedies.ts'
import { readerWords } from './words/words.ts'

it('U4 every fact that a rule asks for has a name for people', () => {
  const paths = new Set(CHECKS.flatMap((check) => factsFor(check).map((fact) => fact.path)))
  expect([...paths].filter((path) => ['a fact', ''].includes(factName(path)))).toEqual([])
  expect(factName('investor.accreditation.letter')).toBe('the letter on the investor’s accreditation')
  expect(factName('token.report.period')).toBe('the monthly report on the reserve')
  expect(factName('to.places.0.country')).toBe('the receiver’s residence and other places')
})

const CASES = RULES.flatMap((rule) => rule.goldens.map((golden) => ({ rule, golden, outcome: runGolden(rule, golden) })))

// Every worked case of every rule, as the person reads it who is refused.
it('U4 no refusal is worded as what the rule affirms, none shows the path of a fact, and each reader hears what to do next', () => {
  expect(RULES.filter((rule) => !remedyOf(rule.code)).map((rule) => rule.code)).toEqual([])
  const wrong: string[] = []
  for (const { rule, golden, outcome } of CASES) {
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

// What stands in the way is never told as a note, and what is not known yet never as what was found.
it('U4 nothing that stops is worded as if it did not, and nothing unknown as if it were found', () => {
  const wrong: string[] = []
  for (const { rule, golden, outcome } of CASES) {
    const stops = ['fail', 'needs_info', 'review'].includes(outcome.result)
    for (const reader of READERS) {
      const { says, next } = readerWords(reader, outcome, rule.sentence)
      const told = `${rule.code} · ${golden.name} (${outcome.result}) to the ${reader}: ${says} ${next}`
      if (stops && next?.includes(REMEDIES.note[reader])) wrong.push(told)
      if (outcome.result === 'warn' && next !== null && next !== REMEDIES.note[reader] && outcome.visibility === 'public') wrong.push(told)
      const found = (['exclusion', 'sanctions', 'place', 'age', 'holders', 'stopped'] as const).map((name) => REMEDIES[name][reader])
      if (outcome.reason === 'FACT_MISSING' && found.some((words) => next?.includes(words))) wrong.push(told)
      if (reader === 'holder' && /\byour organisation\b/i.test(says)) wrong.push(told)
    }
  }
  expect(wrong).toEqual([])
})

it('U4 nobody is told that they excluded themselves because a register cannot be read', () => {
  expect(nextOf('SELF_EXCLUDED', 'register offline')).not.toMatch(/You excluded yourself/)
  expect(nextOf('SELF_EXCLUDED', 'on the end date')).toMatch(/You excluded yourself.*A register of your country may keep it up/)
  expect(nextOf('P2E_CASH_OUT', 'Washington')).not.toMatch(/cash out again/)
  expect(nextOf('DEFI_ACCREDITED_POOL', '100 and one new')).toBe(REMEDIES.holders.holder)
})

// 31 USC 5324 forbids to help in structuring as well.
it('U4 nobody is told to send less where a rule counts parts together, or asks for papers from a sum on', () => {
  for (const code of ['NFT_LINKED_SALES', 'TRAVEL_RULE_LINKED', 'P2E_TAX_FORM', 'P2E_CASH_OUT', 'LARGE_VALUE_10K'])
    for (const { rule, outcome } of CASES.filter((one) => one.rule.code === code))
      for (const reader of READERS) expect(readerWords(reader, outcome, rule.sentence).next ?? '').not.toMatch(/smaller|less\b/)
})

const nextOf = (code: string, name: string): string => {
  const { rule, outcome } = CASES.find((one) => one.rule.code === code && one.golden.name === name)!
  return readerWords('holder', outcome, rule.sentence).next!
}
