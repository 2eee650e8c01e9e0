import { expect, it } from 'vitest'
import { eraseNotBefore, type KeptRecord } from './retention.ts'

const cases: [KeptRecord[], string | null][] = [
  [[{ kind: 'identity', from: '2021-11-20' }], '2026-11-21'],
  [[{ kind: 'identity', from: '2021-11-21' }], '2026-11-22'],
  [[{ kind: 'sanctions', from: '2026-11-20' }], '2036-11-21'],
  [[{ kind: 'identity', from: '2024-02-29' }], '2029-03-01'],
  [[{ kind: 'identity', from: '2022-01-01' }], '2027-01-02'],
  [
    [
      { kind: 'identity', from: '2021-11-20' },
      { kind: 'sanctions', from: '2020-06-01' },
    ],
    '2030-06-02',
  ],
  [[{ kind: 'sanctions', from: '2019-01-01' }], '2024-01-02'],
  [[{ kind: 'sanctions', from: '2020-03-12' }], '2030-03-13'],
  [[{ kind: 'sanctions', from: '2020-03-11' }], '2025-03-12'],
  [[{ kind: 'mica', from: '2024-12-30' }], '2029-12-31'],
  [[{ kind: 'uk', from: '2024-12-30' }], '2029-12-31'],
  [[], null],
]

it.each(cases)('%j may go on %s', (records, day) => {
  expect(eraseNotBefore(records)).toBe(day)
})
