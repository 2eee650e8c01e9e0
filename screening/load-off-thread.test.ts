import { describe, expect, it } from 'vitest'
import { ListFormatError } from './entity.ts'
import { listsFromFiles } from './load.ts'
import { loadOffThread } from './load-off-thread.ts'
import { decodeList } from './snapshot.ts'

const AT = '2026-08-22T00:00:00.000Z'
const NULLS = '-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- '
const file = (name: string, text: string) => ({ name, bytes: Buffer.from(text), modifiedAt: AT })
const files = [file('sdn.csv', `1,"A CO",-0- ,"P",${NULLS}\n`), file('cons_prim.csv', '1,"cut'), file('notes.txt', 'x')]

describe('loading in a thread of its own', () => {
  it('gives what loading here gives', async () => {
    const here = listsFromFiles({ files, loadedAt: AT })
    const { snapshots, ...there } = await loadOffThread({ files, loadedAt: AT })
    expect(there).toEqual(here)
    expect(snapshots.map((bytes) => decodeList(bytes))).toEqual(here.lists)
    expect(there.refused[0]!.error).toBeInstanceOf(ListFormatError)
    expect(there.refused[0]!.error.message).toBe('cons_prim.csv:1: a quoted field is not closed')
  })

  it('fails as loading here fails', async () => {
    await expect(loadOffThread({ dir: '/nowhere/at/all', loadedAt: AT })).rejects.toThrow('ENOENT')
  })
})
