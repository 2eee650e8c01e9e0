import { expect, it } from 'vitest'
import { rulesIndex, writtenIndex } from '../tools/rules-index.mjs'

it('the index lists every rule file (run `node tools/rules-index.mjs` after adding one)', () => {
  expect(writtenIndex()).toBe(rulesIndex())
})
