import { describe, expect, it, test } from 'vitest'
import { newDataKey, openBytes, openFile, openJson, SealError, sealBytes, sealFile, sealJson, unwrapDataKey, wrapDataKey } from './seal.ts'

const sealing = newDataKey()

describe('sealing', () => {
  it('opens what it sealed, through the wrapped key', () => {
    const wrapped = wrapDataKey(sealing, 'sub_1', newDataKey())
    const key = unwrapDataKey(sealing, 'sub_1', wrapped)
    const sealed = sealJson(key, 'persons.pii:per_1', { name: 'Ada', born: '1990-05-17' })
    expect(sealed.includes('Ada')).toBe(false)
    expect(openJson(key, 'persons.pii:per_1', sealed)).toEqual({ name: 'Ada', born: '1990-05-17' })
    expect(openBytes(key, 'c', sealBytes(key, 'c', new Uint8Array()))).toEqual(Buffer.alloc(0))
  })

  it('never gives the same bytes twice', () => {
    const key = newDataKey()
    expect(sealJson(key, 'c', 1)).not.toEqual(sealJson(key, 'c', 1))
  })

  it('fails closed on another key, another place, and every single changed byte', () => {
    const key = newDataKey()
    const sealed = sealJson(key, 'a', 'secret')
    expect(() => openJson(newDataKey(), 'a', sealed)).toThrow(SealError)
    expect(() => openJson(key, 'b', sealed)).toThrow(SealError)
    for (let i = 0; i < sealed.length; i++) {
      const altered = Buffer.from(sealed)
      altered[i]! ^= 1
      expect(() => openJson(key, 'a', altered)).toThrow(SealError)
    }
    for (let length = 0; length < sealed.length; length++) expect(() => openJson(key, 'a', sealed.subarray(0, length))).toThrow(SealError)
    const wrapped = wrapDataKey(sealing, 'sub_1', key)
    expect(() => unwrapDataKey(sealing, 'sub_2', wrapped)).toThrow(SealError)
    expect(() => unwrapDataKey(newDataKey(), 'sub_1', wrapped)).toThrow(SealError)
  })
})

test('S3 a file of 10 MB is sealed and opened in pieces that hold nobody up, and opens as any bytes do', async () => {
  const key = newDataKey()
  const file = Buffer.alloc(10 * 1024 * 1024 + 7, 'page')
  const inPieces = async () => {
    let longest = 0
    let busy = true
    const look = (before: NodeJS.CpuUsage) => {
      const { user, system } = process.threadCpuUsage(before)
      longest = Math.max(longest, (user + system) / 1_000)
      if (busy) setImmediate(look, process.threadCpuUsage())
    }
    look(process.threadCpuUsage())
    const sealed = await sealFile(key, 'documents.content:doc_1', file)
    const opened = await openFile(key, 'documents.content:doc_1', sealed)
    busy = false
    return { sealed, opened, longest }
  }
  let { sealed, opened, longest } = await inPieces()
  // The least of several: a busy machine only ever adds to it.
  for (let run = 0; run < 4 && longest >= 20; run++) ({ sealed, opened, longest } = await inPieces())
  expect(longest).toBeLessThan(20)
  expect(opened.equals(file)).toBe(true)
  sealed[sealed.length >> 1]! ^= 1
  await expect(openFile(key, 'documents.content:doc_1', sealed)).rejects.toThrow(SealError)
  await expect(openFile(key, 'documents.content:doc_2', sealed)).rejects.toThrow(SealError)
  sealed[sealed.length >> 1]! ^= 1
  expect(openBytes(key, 'documents.content:doc_1', sealed).equals(file)).toBe(true)
})
