import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ListFormatError, type SanctionsList } from './entity.ts'
import { arbitraryList as list } from './lists/arbitrary-list.ts'
import { parseOfacCsv } from './lists/ofac-csv.ts'
import { sharedData } from './lists/shared-data.ts'
import { sandboxSample } from './sandbox-sample.ts'
import { decodeList, encodeList } from './snapshot.ts'

const AT = '2026-08-22T00:00:00.000Z'

describe('kept versions', () => {
  it('come back as they were, and the same list gives the same bytes', () => {
    fc.assert(
      fc.property(list, (original) => {
        const bytes = encodeList(original)
        expect(decodeList(bytes)).toEqual(original)
        expect(Buffer.from(encodeList(decodeList(bytes))).equals(Buffer.from(bytes))).toBe(true)
      }),
      { numRuns: 300, seed: 3 },
    )
  })

  it('are refused when damaged or of another format', () => {
    const bytes = encodeList(sandboxSample({ loadedAt: AT }))
    expect(() => decodeList(bytes.subarray(0, -9))).toThrow(ListFormatError)
    expect(() => decodeList(Buffer.from('{}'))).toThrow('damaged')
  })

  const sdn = sharedData('lists/official/sdn.csv')
  it.skipIf(!sdn)('hold the whole SDN list in a few megabytes', () => {
    const companion = (name: string) => ({ file: name, bytes: sharedData(`lists/official/${name}`)! })
    const files = { primary: { file: 'sdn.csv', bytes: sdn! }, aliases: companion('alt.csv'), addresses: companion('add.csv') }
    const { entries } = parseOfacCsv({ source: 'us_ofac_sdn', files })
    const real: SanctionsList = { source: 'us_ofac_sdn', version: 'v', sha256: 'x', published_at: AT, loaded_at: AT, entries }
    const bytes = encodeList(real)
    expect(decodeList(bytes)).toEqual(real)
    expect(bytes.length).toBeLessThan(3_000_000)
  })
})
