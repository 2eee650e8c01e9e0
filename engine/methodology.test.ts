import { expect, it } from 'vitest'
import { methodology, writtenMethodology } from '#tools/methodology.ts'

it('docs/methodology is what the rules say (run `node tools/methodology.ts`)', () => {
  const [now, written] = [methodology(), writtenMethodology()]
  expect([...written.keys()].sort()).toEqual([...now.keys()].sort())
  expect([...now].filter(([file, text]) => written.get(file) !== text).map(([file]) => file)).toEqual([])
})
