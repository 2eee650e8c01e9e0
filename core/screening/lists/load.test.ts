import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Services } from '#core/kernel/services.ts'
import { loadListFolder } from './load.ts'

test('a folder without a list says so, and names the files it did not take', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'lists-'))
  try {
    await writeFile(join(dir, 'notes.txt'), 'nothing of a publisher')
    // Nothing is stored, so no service is asked for.
    const { lists, warnings } = await loadListFolder({} as Services, dir)
    expect(lists).toEqual([])
    expect(warnings).toEqual([
      'notes.txt is no sanctions list and was ignored',
      `${dir} holds no sanctions list: nothing was loaded. Its subfolders are not read`,
    ])
  } finally {
    await rm(dir, { recursive: true })
  }
})
