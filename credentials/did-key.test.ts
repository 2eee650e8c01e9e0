import { createECDH, generateKeyPairSync } from 'node:crypto'
import { base58 } from '@scure/base'
import { expect, test } from 'vitest'
import { keyOfDid } from './did-key.ts'

const did = (prefix: number[], key: Uint8Array) => `did:key:z${base58.encode(Buffer.concat([Buffer.from(prefix), key]))}`

test('a did:key is the key that it is made of', () => {
  const ed = generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' })
  expect(keyOfDid(did([0xed, 0x01], Buffer.from(ed.x!, 'base64url')))?.export({ format: 'jwk' })).toEqual(ed)
  const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ format: 'jwk' })
  const odd = Buffer.from(ec.y!, 'base64url').at(-1)! & 1
  const point = Buffer.concat([Buffer.from([2 + odd]), Buffer.from(ec.x!, 'base64url')])
  expect(keyOfDid(did([0x80, 0x24], point))?.export({ format: 'jwk' })).toEqual(ec)
  // The example of the specification.
  expect(keyOfDid('did:key:z6MkhaXgBZDvotDkL5257faiztiGiC2QtKLGpbnnEGta2doK')).not.toBeNull()
})

test('what is no such key is none', () => {
  const point = createECDH('prime256v1')
  point.generateKeys()
  const wrong = [
    'did:key:z6Mk',
    'did:web:example.com',
    `${'did:key:z6MkhaXgBZDvotDkL5257faiztiGiC2QtKLGpbnnEGta2doK'}#key`,
    did([0xe7, 0x01], point.getPublicKey(null, 'compressed')),
    did([0x80, 0x24], Buffer.alloc(33, 5)),
    did([0xed, 0x01], Buffer.alloc(31)),
    did([0xed, 0x01], Buffer.alloc(33)),
  ]
  for (const one of wrong) expect(keyOfDid(one), one).toBeNull()
})
