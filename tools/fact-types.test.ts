import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { factTypes } from './fact-types.ts'

test('engine/facts/of-checks.generated.ts is what the vocabulary and the rules say (run `node tools/fact-types.ts`)', () => {
  expect(readFileSync(new URL('../engine/facts/of-checks.generated.ts', import.meta.url), 'utf8')).toBe(factTypes())
})
