import { expect, test } from 'vitest'
import { transferCase } from '#engine/cases/transfer.ts'
import { decide } from '#engine/decide.ts'
import type { Facts } from '#engine/facts.ts'
import { unflatten } from '#engine/goldens.ts'
import { currentRuleset } from '#engine/rulesets.ts'
import type { Said } from '../facts/sources.ts'
import { membersOf } from './json-members.ts'
import { presentDecision } from './present.ts'

const facts = unflatten(transferCase) as unknown as Facts
const decided = decide(facts, currentRuleset)
const lists = Object.freeze([{ source: 'un_sc', version: '7 "ü"' }]) as unknown as unknown[]
const said: Said = Object.freeze({ tenant: { by: 'usr_1', at: '2026-11-01T00:00:00.000Z' }, 'transferor.kind': null })
const row = (at: string, more: object = {}) => ({
  id: 'dec_1',
  result_hash: decided.result_hash,
  evaluated_at: new Date(at),
  expires_at: null,
  lists,
  subject_type: null,
  ...more,
})
const MOMENTS = ['2026-11-27T12:00:00.000Z', '2026-11-27T12:00:00.001Z', '2026-11-27T12:00:00.001Z', '2026-11-27T12:00:00.000Z']

test('the facts of decisions that are alike are told as those of one by itself, at each moment, for whoever said what', () => {
  const like = { pattern: {}, none: -1 }
  const others: Said = Object.freeze({ tenant: { by: 'usr_2', at: '2026-11-02T00:00:00.000Z' } })
  const passing: Said = { ...said, 'transferor.kind': { by: 'key_1', at: '2026-11-03T00:00:00.000Z' } }
  const more = { lists: Object.freeze([{ source: 'un_sc', version: '8' }]) as unknown as unknown[] }
  for (const at of MOMENTS)
    for (const words of [said, others, passing, undefined])
      for (const of of [row(at), row(at, more)]) {
        const options = { publicUrl: 'https://sealwright.example', receipt: null, said: words }
        const alike = presentDecision(of, decided, { ...options, like })
        expect(alike.facts_used!.length).toBeGreaterThan(10)
        expect(JSON.stringify(alike)).toBe(JSON.stringify(presentDecision(of, decided, options)))
        expect(`{${membersOf(alike)}}`).toBe(JSON.stringify(alike))
      }
})
