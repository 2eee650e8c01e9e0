import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { RESTRICTIONS } from '#core/markets/transactions/restrictions.ts'
import { runGolden } from '#engine/goldens.ts'
import { RESTRICTION_CODES } from '#engine/restriction-codes.ts'
import { currentRuleset, RULES } from '#engine/rulesets.ts'
import { RESTRICTION_CODES as ON_THE_PAGE } from '../app/content/blockchains.ts'
import { restrictionLibrary, SOLIDITY } from './restriction-codes.ts'

test('E2 engine, API, contract and page share one table of restriction codes', () => {
  const codes = RESTRICTION_CODES.map((one) => one.code)
  expect(codes).toEqual([...new Set(codes)].sort((a, b) => a - b))
  expect(readFileSync(SOLIDITY, 'utf8')).toBe(restrictionLibrary())
  expect(Object.keys(RESTRICTIONS).map(Number)).toEqual(codes)
  expect(ON_THE_PAGE.map(({ code, meaning }) => ({ code, meaning }))).toEqual(
    RESTRICTION_CODES.map(({ code, meaning }) => ({ code, meaning })),
  )
  const used = new Set(Object.values(currentRuleset.plan).flatMap((rules) => rules.flatMap(({ byte }) => (byte === null ? [] : [byte]))))
  expect(used.size).toBeGreaterThan(15)
  expect([...used].filter((byte) => !codes.includes(byte))).toEqual([])
})

test('E2 U4 each outcome of each rule has a code whose words fit: the table is read line by line', async () => {
  const fallback: Partial<Record<string, number>> = { fail: 47, needs_info: 45, review: 250 }
  const lines = new Map<string, string>()
  for (const rule of RULES)
    for (const golden of rule.goldens) {
      const { result, reason, byte, message } = runGolden(rule, golden)
      if (!(result in fallback)) continue
      const code = byte ?? fallback[result]!
      // What is not known is never said of a party.
      if (reason === 'FACT_MISSING') expect([rule.code, code]).toEqual([rule.code, 45])
      // What is settled goes to nobody, and what monitoring sees is not told.
      else if (result === 'fail') expect([rule.code, code]).not.toEqual([rule.code, 250])
      if (rule.visibility === 'officer' && result === 'review') expect([rule.code, code]).toEqual([rule.code, 250])
      const row = `${rule.code} ${result}: ${code} ${RESTRICTIONS[code]}`
      if (reason !== 'FACT_MISSING' && !lines.has(row)) lines.set(row, `${row} < ${message}`)
    }
  await expect(`${[...lines.values()].sort().join('\n')}\n`).toMatchFileSnapshot('restriction-outcomes.txt')
})
