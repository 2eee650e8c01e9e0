import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import {
  formatCheckpoint,
  formatVerifierKey,
  type NoteSigner,
  noteKeyId,
  openCheckpoint,
  openNote,
  parseCheckpoint,
  parseVerifierKey,
  signCheckpoint,
  signNote,
} from './checkpoint.ts'
import { hashLeaf } from './merkle.ts'

function makeSigner(name: string): NoteSigner {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const raw = (key: KeyObject) => Buffer.from(key.export({ format: 'jwk' }).x!, 'base64url')
  return { name, publicKey: raw(publicKey), sign: async (message) => sign(null, message, privateKey) }
}
const root = hashLeaf(Buffer.from('x'))

describe('signed notes', () => {
  it('opens the published example of the format', () => {
    const key = parseVerifierKey('PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW')!
    expect(noteKeyId(key).toString('hex')).toBe('c74f20a3')
    const text = "If you think cryptography is the answer to your problem,\nthen you don't know what your problem is.\n"
    const note = `${text}\n— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n`
    expect(openNote(note, [key])).toEqual({ text, signedBy: ['PeterNeumann'] })
    expect(openNote(note.replace('think', 'thank'), [key])).toBeNull()
  })

  it('passes over unknown keys but not over a wrong signature of a known one', async () => {
    const [ours, witness] = [makeSigner('log.example'), makeSigner('witness.example')]
    const note = await signCheckpoint({ origin: 'log.example', size: 9, root }, ours)
    const cosigned = note + (await signNote(note.slice(0, note.indexOf('\n\n') + 1), witness)).split('\n\n')[1]
    expect(openNote(cosigned, [ours])?.signedBy).toEqual(['log.example'])
    expect(openNote(cosigned, [ours, witness])?.signedBy).toEqual(['log.example', 'witness.example'])
    expect(openNote(note, [witness])).toBeNull()
    expect(openNote(note, [{ name: 'log.example', publicKey: witness.publicKey }])).toBeNull()
    expect(openNote(`${note}junk\n`, [ours])).toBeNull()
    await expect(signNote('a\tb\n', ours)).rejects.toThrow(RangeError)
    const signed = Buffer.concat([noteKeyId(ours), Buffer.from(await ours.sign(Buffer.from('a\tb\n')))]).toString('base64')
    expect(openNote(`a\tb\n\n— log.example ${signed}\n`, [ours])).toBeNull()
  })

  it('round-trips verifier keys and refuses altered ones', () => {
    const key = makeSigner('log.example')
    const line = formatVerifierKey(key)
    expect(parseVerifierKey(line)).toEqual({ name: key.name, publicKey: key.publicKey })
    expect(parseVerifierKey(line.replace('log', 'lag'))).toBeNull()
    expect(parseVerifierKey('x')).toBeNull()
  })
})

describe('checkpoints', () => {
  it('round-trips and binds origin, size and root', async () => {
    const signer = makeSigner('log.example')
    const note = await signCheckpoint({ origin: 'log.example/1', size: 1234, root, extensions: ['time 1'] }, signer)
    expect(openCheckpoint(note, [signer], 'log.example/1')).toEqual({ origin: 'log.example/1', size: 1234, root, extensions: ['time 1'] })
    expect(openCheckpoint(note, [signer], 'other')).toBeNull()
    for (const [from, to] of [
      ['1234', '1235'],
      ['log.example/1', 'log.example/2'],
      ['time 1', 'time 2'],
    ] as const) {
      expect(openCheckpoint(note.replace(from, to), [signer])).toBeNull()
    }
  })

  it('refuses what is not a checkpoint', () => {
    const b64 = root.toString('base64')
    for (const text of [
      '',
      'a\n1\n',
      `a\n01\n${b64}\n`,
      `a\n-1\n${b64}\n`,
      `a\n1\n${b64}`,
      `a\n1\nAAAA\n`,
      `a\n1\n${b64}\n\n`,
      `a\n9007199254740993\n${b64}\n`,
    ]) {
      expect(parseCheckpoint(text)).toBeNull()
    }
    expect(() => formatCheckpoint({ origin: 'a b', size: 1, root })).toThrow(RangeError)
    expect(() => formatCheckpoint({ origin: 'a', size: 1.5, root })).toThrow(RangeError)
    expect(() => formatCheckpoint({ origin: 'a', size: 1, root, extensions: ['x\ny'] })).toThrow(RangeError)
  })
})
