import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { buildWalletIndex } from './addresses.ts'
import { applyDelta, isEmptyDelta, listDelta } from './delta.ts'
import { type ListedEntity, ListFormatError, type SanctionsList } from './entity.ts'
import { newEntity } from './lists/build.ts'
import { parseOfacCsv } from './lists/ofac-csv.ts'
import { sharedData } from './lists/shared-data.ts'
import { MAGIC_HOLDERS, magicSolanaWallet, magicWallet, sandboxSample, sandboxSamplePrevious } from './sandbox-sample.ts'
import { decodeList, encodeList } from './snapshot.ts'
import { DEFAULT_BUDGET, freshnessOf } from './staleness.ts'

const AT = '2026-08-22T00:00:00.000Z'

const word = fc.stringMatching(/^[A-Za-zА-я ]{1,12}$/)
const entity: fc.Arbitrary<ListedEntity> = fc
  .record({
    id: fc.integer({ min: 1, max: 12 }),
    name: word,
    weak: word,
    program: word,
    remark: fc.option(fc.string({ maxLength: 20 })),
    imo: fc.boolean(),
  })
  .map(({ id, name, weak, program, remark, imo }) => ({
    ...newEntity({ list: 'un_sc', id: String(id), type: imo ? 'vessel' : 'person' }),
    names: [
      { full: `${name}.`, strength: 'strong', kind: 'primary' },
      { full: weak, strength: 'weak', kind: 'aka', script: 'Cyrl' },
    ],
    programs: [program],
    vessel: imo ? { imo: '1' } : null,
    remarks: remark ?? null,
  }))
const list: fc.Arbitrary<SanctionsList> = fc.uniqueArray(entity, { selector: (e) => e.id, maxLength: 12 }).map((entries) => ({
  source: 'un_sc',
  version: '2026-08-01-000000000000',
  sha256: '0'.repeat(64),
  published_at: AT,
  loaded_at: AT,
  entries,
}))

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

describe('staleness', () => {
  const inForce = (confirmed_at: string) => [{ source: 'un_sc' as const, version: 'v1', confirmed_at }]

  it('is fresh to the last second of the budget and stale after it', () => {
    const at = (seconds: number) => freshnessOf({ lists: inForce(AT), now: new Date(Date.parse(AT) + seconds * 1000).toISOString() })
    const budget = DEFAULT_BUDGET.max_age_seconds
    expect(at(0)).toMatchObject({ state: 'fresh', data_age_seconds: 0, lists: [{ remaining_seconds: budget }] })
    expect(at(budget)).toMatchObject({ state: 'fresh', lists: [{ remaining_seconds: 0 }] })
    expect(at(budget + 1)).toMatchObject({ state: 'stale', data_age_seconds: budget + 1, lists: [{ stale: true }] })
  })

  it('fails closed: nothing loaded, a list missing, a time unreadable or in the future', () => {
    expect(freshnessOf({ lists: [], now: AT })).toMatchObject({ state: 'unavailable', data_age_seconds: null })
    expect(freshnessOf({ lists: inForce(AT), now: AT, required: ['un_sc', 'eu_fsf'] })).toMatchObject({
      state: 'unavailable',
      missing: ['eu_fsf'],
    })
    expect(freshnessOf({ lists: inForce('never'), now: AT }).state).toBe('stale')
    expect(freshnessOf({ lists: inForce(AT), now: 'never' }).state).toBe('stale')
    expect(freshnessOf({ lists: inForce('2026-08-22T00:05:01Z'), now: AT }).state).toBe('stale')
    expect(freshnessOf({ lists: inForce('2026-08-22T00:04:00Z'), now: AT })).toMatchObject({ state: 'fresh', data_age_seconds: 0 })
  })

  it('a source may have its own budget, and the oldest list gives the age', () => {
    const lists = [...inForce(AT), { source: 'eu_fsf' as const, version: 'v2', confirmed_at: '2026-08-21T23:00:00Z' }]
    const budget = { max_age_seconds: 86_400, by_source: { eu_fsf: 3599 } }
    expect(freshnessOf({ lists, now: AT, budget })).toMatchObject({ state: 'stale', data_age_seconds: 3600 })
    expect(freshnessOf({ lists, now: AT, budget, required: ['un_sc'] })).toMatchObject({ state: 'fresh', data_age_seconds: 0 })
  })
})

describe('the sandbox sample', () => {
  const now = sandboxSample({ loadedAt: AT })
  const before = sandboxSamplePrevious({ loadedAt: AT })

  it('lists the magic addresses on both chain families', () => {
    expect(magicWallet('2001')).toBe('0x5ea15ea15ea15ea15ea15ea15ea15ea100002001')
    expect(magicSolanaWallet('0001')).toBe('7NQ3JdzsKpxJc2KNNM1eVyQy6Mk8qFAe1STzkWBoKro2')
    const wallets = buildWalletIndex(now.entries)
    expect(wallets.lookup(magicWallet('2001'))[0]!.entity_id).toBe('sandbox_sample:SBX-0001')
    expect(wallets.lookup(magicSolanaWallet('2001'))[0]!.entity_id).toBe('sandbox_sample:SBX-0001')
    for (const code of ['0001', '0002', '2002', '2003', '2005']) expect(wallets.lookup(magicWallet(code))).toEqual([])
    expect(buildWalletIndex(before.entries).lookup(magicWallet('2005'))).not.toEqual([])
  })

  it('has the magic people, a weak alias that is only weak, and a PEP who is no sanction', () => {
    const named = (full: string) => now.entries.filter((e) => e.names.some((n) => n.full === full))
    expect(named('Mallory Sanctioned')[0]!.dates_of_birth[0]).toMatchObject({ from: '1970-01-01', to: '1970-01-01' })
    expect(named('Wade Alias')[0]!.names.find((n) => n.full === 'Wade Alias')!.strength).toBe('weak')
    expect(named('Petra Exposed')[0]!.topic).toBe('pep')
    for (const holder of Object.values(MAGIC_HOLDERS)) expect(named(holder.full_name)).not.toEqual([])
  })

  it('is the same version every time, and the earlier one is another', () => {
    expect(sandboxSample({ loadedAt: '2027-01-01T00:00:00Z' }).version).toBe(now.version)
    expect(before.version < now.version).toBe(true)
  })

  it('every entry says that it is invented', () => {
    for (const entry of [...now.entries, ...before.entries]) expect(entry.remarks).toMatch(/^Fictional/)
  })
})
