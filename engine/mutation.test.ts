import { expect, it } from 'vitest'
import { mutateRules } from '#tools/mutate-rules.ts'

it('a change of any single parameter is noticed by a worked case (at least 90 %)', () => {
  const score = mutateRules()
  expect(score.mutants).toBeGreaterThan(300)
  expect(score.killed / score.mutants, score.survivors.join('\n')).toBeGreaterThanOrEqual(0.9)
})
