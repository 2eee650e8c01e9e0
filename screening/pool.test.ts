import { afterAll, describe, expect, it } from 'vitest'
import { buildIndex } from './index.ts'
import { decodeIndex, encodeIndex } from './index-file.ts'
import { buildIndexOffThread, createPool } from './pool.ts'
import { createScreener } from './screen.ts'
import { encodeList } from './snapshot.ts'
import { testEntities, testList } from './test-list.ts'

const list = testList()
const snapshot = encodeList(list)
const of = { snapshots: [snapshot], entities: new Map(list.entries.map((entity) => [entity.id, entity])) }
const screener = createScreener([list])
const subjects = testEntities()
  .slice(0, 150)
  .map(({ names }) => ({ full_name: `${names[0]!.full}x` }))
const expected = subjects.map((subject) => screener.screen(subject))

describe('index file', () => {
  const index = buildIndex(list.entries)
  it('reads back what was written, also from shared memory', () => {
    for (const shared of [false, true]) {
      const read = decodeIndex(encodeIndex(index, { of: 'a', shared }), { of: 'a' })!
      expect(read).toEqual(index)
      expect(createScreener([list], { index: read }).screen(subjects[3]!)).toEqual(expected[3])
    }
  })
  it('does not read another list, a cut file or noise', () => {
    const bytes = encodeIndex(index, { of: 'a' })
    expect(decodeIndex(bytes, { of: 'b' })).toBeNull()
    expect(decodeIndex(bytes.slice(0, bytes.length - 100), { of: 'a' })).toBeNull()
    expect(decodeIndex(bytes.slice(0, 9), { of: 'a' })).toBeNull()
    expect(decodeIndex(new Uint8Array(100), { of: 'a' })).toBeNull()
  })
})

describe('screening threads', () => {
  const pools: { close(): Promise<void> }[] = []
  afterAll(() => Promise.all(pools.map((pool) => pool.close())))

  it('answer as the caller’s own thread does, in order', async () => {
    const pool = await createPool({ ...of, threads: 2 })
    pools.push(pool)
    expect(pool.threads).toBe(2)
    expect(await pool.screen(subjects)).toEqual(expected)
  })

  it('work without threads', async () => {
    const pool = await createPool({ ...of, threads: 0 })
    expect(pool.threads).toBe(0)
    expect(await pool.screen(subjects.slice(0, 20))).toEqual(expected.slice(0, 20))
  })

  it('finish what is under way when they are closed', async () => {
    const pool = await createPool({ ...of, threads: 1 })
    const before = pool.screen(subjects)
    await pool.close()
    expect(await before).toEqual(expected)
    await expect(pool.screen(subjects)).rejects.toThrow(/closed/)
  })

  it('refuse damaged snapshots', async () => {
    await expect(createPool({ ...of, snapshots: [new Uint8Array(9)], threads: 1 })).rejects.toThrow(/damaged/)
  })

  it('build an index for the caller', async () => {
    const { index, shared } = await buildIndexOffThread([snapshot], [list])
    expect(createScreener([list], { index }).screen(subjects[0]!)).toEqual(expected[0])
    const pool = await createPool({ ...of, index: shared, threads: 1 })
    pools.push(pool)
    expect(await pool.screen(subjects.slice(0, 1))).toEqual(expected.slice(0, 1))
  })
})
