import { describe, expect, it } from 'vitest'
import { buildWalletIndex, listedWallet } from './addresses.ts'
import { buildSubjectIndex, entriesNow, type FoundEntry, type MonitoredSubject, rescreenDelta } from './blast-radius.ts'
import { listDelta } from './delta.ts'
import type { ListedEntity, SanctionsList } from './entity.ts'
import { newEntity } from './lists/build.ts'
import { createScreener } from './screen.ts'

const THRESHOLD = 0.85
const DELTAS = Number(process.env.BLAST_DELTAS ?? 200)

/** Mulberry32: the same deltas every run. */
function seeded(seed: number): () => number {
  let a = seed
  return () => {
    a = (a + 0x6d2b79f5) | 0
    let t = Math.imul(a ^ (a >>> 15), 1 | a)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

const GIVEN = (
  'Ivan Mohammed Sergei Maria Yusuf Elena Chen Fatima Dmitry Oksana Hassan Petra Gustavo Ingrid Takeshi Amara Bogdan Leila Viktor Nadia ' +
  'Rashad Beatriz Kwame Soraya Tomasz Zuleika Umberto Wilhelm'
).split(' ')
const FAMILY = (
  'Petrov Al-Rashid Kuznetsov Zhang Hussein Volkova Kim Garcia Ivanenko Khamenei Smith Belov Rodriguez Lindqvist Nakamura Okonkwo Dragomir ' +
  'Farahani Morozov Haddad Castellanos Mensah Pahlavi Wojcik Abdulov Ricci Baumgartner Quispe'
).split(' ')
const VARIANTS: Record<string, string[]> = {
  Ivan: ['Иван', 'Iwan'],
  Mohammed: ['Muhammad', 'Mohamad', 'محمد'],
  Sergei: ['Sergey', 'Сергей'],
  Yusuf: ['Youssef', 'Yousuf'],
  Petrov: ['Petroff', 'Петров'],
  Kuznetsov: ['Kuznetzov', 'Кузнецов'],
  Hussein: ['Husayn', 'Hussain'],
  'Al-Rashid': ['Alrashid', 'Rasheed'],
}

type Random = () => number
const pick = <T>(random: Random, items: readonly T[]): T => items[Math.floor(random() * items.length)]!
const vary = (random: Random, word: string) => (random() < 0.3 ? pick(random, VARIANTS[word] ?? [word]) : word)

function personName(random: Random, loose: boolean): string {
  const given = loose ? vary(random, pick(random, GIVEN)) : pick(random, GIVEN)
  const family = loose ? vary(random, pick(random, FAMILY)) : pick(random, FAMILY)
  const middle = random() < 0.3 ? ` ${pick(random, GIVEN)}ovich` : ''
  if (loose && random() < 0.1) return `${family} ${given}`
  if (loose && random() < 0.1) return `${given}${family}`
  return `${given}${middle} ${family}`
}

const wallet = (n: number) => `0x${n.toString(16).padStart(40, '0')}`

function listedPerson(random: Random, id: number): ListedEntity {
  const entity = newEntity({ list: 'un_sc', id: String(id), type: 'person' })
  entity.names = [{ full: personName(random, false), strength: 'strong', kind: 'primary' }]
  if (random() < 0.4) entity.names.push({ full: personName(random, true), strength: 'strong', kind: 'aka' })
  if (random() < 0.2) entity.addresses = [listedWallet({ ticker: 'ETH', address: wallet(Math.floor(random() * 60)) })]
  if (random() < 0.2) entity.identifiers = [{ type: 'passport', value: `P-900${Math.floor(random() * 60)}` }]
  return entity
}

/** A later version: some entries gone, some new, some with a name, address or remark changed. */
function nextVersion(random: Random, before: ListedEntity[], nextId: number): ListedEntity[] {
  const kept = before.filter(() => random() > 0.06)
  const changed = kept.map((entity) => {
    if (random() > 0.08) return entity
    const other = listedPerson(random, Number(entity.list_entry_id))
    return pick(random, [
      other,
      { ...entity, names: other.names },
      { ...entity, addresses: other.addresses },
      { ...entity, remarks: 'note' },
    ])
  })
  return [...changed, ...Array.from({ length: Math.floor(random() * 6) }, (_, i) => listedPerson(random, nextId + i))]
}

const asList = (version: string, entries: ListedEntity[]): SanctionsList => ({
  source: 'un_sc',
  version,
  sha256: version,
  published_at: '2026-08-01T00:00:00Z',
  loaded_at: '2026-08-01T00:00:00Z',
  entries,
})

type Watched = MonitoredSubject & { names: string[] }

/** A whole screening of one subject: names, documents and addresses. */
function screening(entries: ListedEntity[]) {
  const screener = createScreener([asList('v', entries)])
  const wallets = buildWalletIndex(entries)
  return (subject: Watched): FoundEntry[] => {
    const found = new Map<string, number>()
    for (const full_name of subject.names) {
      for (const match of screener.screen({ full_name }, { threshold: THRESHOLD, limit: 1000 })) {
        found.set(match.entity.id, Math.max(match.score, found.get(match.entity.id) ?? 0))
      }
    }
    for (const address of subject.addresses) for (const hit of wallets.lookup(address)) found.set(hit.entity_id, 1)
    for (const entity of entries) if (entity.identifiers.some((i) => subject.identifiers.includes(i.value))) found.set(entity.id, 1)
    return [...found].map(([entity_id, score]) => ({ entity_id, score })).sort((a, b) => (a.entity_id < b.entity_id ? -1 : 1))
  }
}

const ids = (found: readonly FoundEntry[]) => found.map((f) => f.entity_id)

describe('a delta re-screening', () => {
  it(`gives the same set as a full one on ${DELTAS} random deltas`, () => {
    const random = seeded(20260822)
    let entries = Array.from({ length: 80 }, (_, i) => listedPerson(random, i))
    let nextId = 1000
    let screen = screening(entries)
    let rescreened = 0
    let newly = 0
    for (let round = 0; round < DELTAS; round++) {
      const subjects = Array.from({ length: 40 }, (_, i): Watched => {
        const names = [personName(random, true)]
        const addresses = random() < 0.2 ? [wallet(Math.floor(random() * 60))] : []
        const identifiers = random() < 0.2 ? [`P-900${Math.floor(random() * 60)}`] : []
        return { id: `s${i}`, names, addresses, identifiers, matched: [] }
      })
      const before = new Map(subjects.map((s) => [s.id, screen(s)]))
      const index = buildSubjectIndex(subjects.map((s) => ({ ...s, matched: ids(before.get(s.id)!) })))
      const after = nextVersion(random, entries, nextId)
      nextId += 10
      const delta = listDelta({ before: asList('v1', entries), after: asList('v2', after) })
      const rescreen = screening(after)
      const inDelta = screening(entriesNow(delta))
      const byId = new Map(subjects.map((s) => [s.id, s]))
      const report = rescreenDelta({
        index,
        delta,
        before: (id) => before.get(id)!,
        screen: (id) => rescreen(byId.get(id)!),
        nameFound: (id) => inDelta(byId.get(id)!).length > 0,
      })
      const byDelta = subjects.map((s) => [s.id, ids(report.results.get(s.id) ?? before.get(s.id)!)])
      const inFull = subjects.map((s) => [s.id, ids(rescreen(s))])
      expect(byDelta).toEqual(inFull)
      rescreened += report.rescreened
      newly += report.newly_hit.length
      entries = after
      screen = rescreen
    }
    expect(newly).toBeGreaterThan(DELTAS / 10)
    expect(rescreened).toBeLessThan(DELTAS * 40)
  }, 120_000)

  const subject = (over: Partial<MonitoredSubject>): MonitoredSubject => ({ id: 's', addresses: [], identifiers: [], matched: [], ...over })
  const entity = (over: Partial<ListedEntity>): ListedEntity => ({
    ...newEntity({ list: 'un_sc', id: '1', type: 'person' }),
    names: [{ full: 'Xerxes Unrelated', strength: 'strong', kind: 'primary' }],
    ...over,
  })
  const touched = (over: Partial<MonitoredSubject>, before: ListedEntity[], after: ListedEntity[], nameFound = false) => {
    const delta = listDelta({ before: asList('v1', before), after: asList('v2', after) })
    return [
      ...(buildSubjectIndex([subject(over)])
        .touched(delta, () => nameFound)
        .get('s') ?? []),
    ]
  }

  it('says by what each subject is touched', () => {
    const listed = entity({
      addresses: [listedWallet({ ticker: 'ETH', address: wallet(7) })],
      identifiers: [{ type: 'imo', value: '9187629' }],
    })
    expect(touched({ addresses: [wallet(7).toUpperCase().replace('0X', '0x')] }, [], [listed])).toEqual(['address'])
    expect(touched({ identifiers: ['918-7629'] }, [], [listed])).toEqual(['identifier'])
    expect(touched({}, [], [listed], true)).toEqual(['name'])
    expect(touched({ matched: ['un_sc:1'] }, [listed], [])).toEqual(['matched_before'])
    expect(touched({}, [], [listed])).toEqual([])
  })

  it('asks about names only where an entry is new or decides otherwise than before', () => {
    const never = (): boolean => expect.unreachable('no name can be found in a delta that only removes')
    const delta = listDelta({ before: asList('v1', [entity({})]), after: asList('v2', []) })
    expect(buildSubjectIndex([subject({})]).touched(delta, never).size).toBe(0)
    const silent = [entity({ remarks: 'note', url: 'https://x.example' })]
    expect(touched({ matched: ['un_sc:1'] }, [entity({})], silent, true)).toEqual([])
    expect(touched({ matched: ['un_sc:1'] }, [entity({})], [entity({ programs: ['NEW'] })], true)).toEqual(['matched_before', 'name'])
  })

  it('reports who was newly hit, cleared, changed and left alone', () => {
    const subjects = ['new', 'gone', 'both', 'calm'].map((id) => subject({ id, addresses: id === 'calm' ? [] : [wallet(1)] }))
    const delta = listDelta({
      before: asList('v1', []),
      after: asList('v2', [entity({ addresses: [listedWallet({ ticker: 'ETH', address: wallet(1) })] })]),
    })
    const hit = (entity_id: string, score = 1) => ({ entity_id, score })
    const old: Record<string, FoundEntry[]> = { new: [], gone: [hit('un_sc:9')], both: [hit('un_sc:8'), hit('un_sc:7', 0.9)], calm: [] }
    const now: Record<string, FoundEntry[]> = { new: [hit('un_sc:1')], gone: [], both: [hit('un_sc:1'), hit('un_sc:7', 0.91)] }
    const index = buildSubjectIndex(subjects)
    const report = rescreenDelta({ index, delta, before: (id) => old[id]!, screen: (id) => now[id]!, nameFound: () => false })
    expect(report).toMatchObject({ from: 'v1', to: 'v2', subjects: 4, rescreened: 3, unaffected: 1 })
    expect(report.newly_hit).toMatchObject([{ subject_id: 'new', gained: ['un_sc:1'] }])
    expect(report.cleared).toMatchObject([{ subject_id: 'gone', lost: ['un_sc:9'] }])
    expect(report.changed).toMatchObject([{ subject_id: 'both', gained: ['un_sc:1'], lost: ['un_sc:8'], rescored: ['un_sc:7'] }])
  })
})
