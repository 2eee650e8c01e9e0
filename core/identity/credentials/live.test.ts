import { expect, test } from 'vitest'
import { levelsOf } from './live.ts'

test('who is accredited is as well identified as the evidence of their identity says', () => {
  const established = (level: 'basic' | 'enhanced' | null) => ({ kind: 'established' as const, level })
  expect(levelsOf('accredited', established(null))).toEqual(['basic', 'accredited'])
  expect(levelsOf('accredited', established('basic'))).toEqual(['basic', 'accredited'])
  expect(levelsOf('accredited', established('enhanced'))).toEqual(['basic', 'enhanced', 'accredited'])
  expect(levelsOf('accredited', { kind: 'simulated', level: null })).toEqual(['basic', 'enhanced', 'accredited'])
  expect(levelsOf('enhanced', established('basic'))).toEqual(['basic', 'enhanced'])
  expect(levelsOf('basic', established('enhanced'))).toEqual(['basic'])
})
