import fc from 'fast-check'
import { expect, it } from 'vitest'
import { listDelta } from './delta.ts'
import { arbitraryList as list } from './lists/arbitrary-list.ts'
import { decodeListInTurns, encodeList } from './snapshot.ts'
import { deltaOfSnapshots } from './snapshot-delta.ts'

it('two stored versions differ as their lists do, and are read in turns as at once', async () => {
  await fc.assert(
    fc.asyncProperty(fc.option(list), list, async (before, after) => {
      const stored = { before: before && encodeList(before), after: encodeList(after) }
      expect(await deltaOfSnapshots(stored)).toEqual(listDelta({ before, after }))
      expect(await decodeListInTurns(stored.after)).toEqual(after)
    }),
    { numRuns: 200, seed: 5 },
  )
})
