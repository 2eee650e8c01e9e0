import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { applyDelta, isEmptyDelta, listDelta } from './delta.ts'
import type { ListedEntity } from './entity.ts'
import { arbitraryList as list } from './lists/arbitrary-list.ts'
import { sandboxSample, sandboxSamplePrevious } from './sandbox-sample.ts'

const AT = '2026-08-22T00:00:00.000Z'

const byId = (entries: readonly ListedEntity[]) => [...entries].sort((a, b) => (a.id < b.id ? -1 : 1))

describe('deltas', () => {
  it('a delta applied to the old version gives the new one', () => {
    fc.assert(
      fc.property(list, list, (before, after) => {
        const delta = listDelta({ before, after })
        expect(applyDelta({ entries: before.entries, delta })).toEqual(byId(after.entries))
        expect(delta.added.length + delta.changed.length).toBeLessThanOrEqual(after.entries.length)
        for (const { before: old, after: now, fields } of delta.changed)
          for (const field of fields) expect(old[field]).not.toEqual(now[field])
      }),
      { numRuns: 500, seed: 1 },
    )
  })

  it('nothing changed is an empty delta, also when the publisher reorders names', () => {
    fc.assert(
      fc.property(list, (before) => {
        const entries = before.entries.map((e) => ({ ...e, names: [...e.names].reverse() })).reverse()
        expect(isEmptyDelta(listDelta({ before, after: { ...before, entries } }))).toBe(true)
      }),
      { numRuns: 200, seed: 2 },
    )
  })

  it('names the fields that changed, and adds everything to nothing', () => {
    const sample = sandboxSample({ loadedAt: AT })
    const delta = listDelta({ before: sandboxSamplePrevious({ loadedAt: AT }), after: sample })
    expect(delta).toMatchObject({ source: 'sandbox_sample', added: [], changed: [], removed: [{ names: [{ full: 'Delia Delisted' }] }] })
    const renamed = {
      ...sample,
      entries: sample.entries.map((e, i) => (i === 0 ? { ...e, programs: ['X'], gender: 'female' as const } : e)),
    }
    expect(listDelta({ before: sample, after: renamed }).changed[0]!.fields.sort()).toEqual(['gender', 'programs'])
    expect(listDelta({ before: null, after: sample })).toMatchObject({ from: null, added: { length: sample.entries.length } })
  })
})
