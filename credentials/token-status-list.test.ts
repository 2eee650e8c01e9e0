import { inflateSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { deriveKeySet, issuerDid } from './keys.ts'
import { LIST_ENTRIES } from './status-list.ts'
import { issueTokenStatusList, readTokenStatus, tokenStatuses, tokenStatusListUrl } from './token-status-list.ts'

const keys = deriveKeySet('a master secret that is long enough for its purpose')
const publicUrl = 'https://sealwright.example'
const NOW = 1_795_000_000
const signer = keys.issuer.production
const issue = (over: Partial<Parameters<typeof issueTokenStatusList>[0]> = {}) =>
  issueTokenStatusList({
    ...{ signer, did: issuerDid(publicUrl, 'production'), publicUrl, environment: 'production', list: 3, now: NOW },
    ...{ invalid: [1, LIST_ENTRIES - 1, 8], suspended: [2, 8], ...over },
  })
const url = tokenStatusListUrl(publicUrl, 'production', 3)
const read = (jwt: string, index: number, over = {}) => readTokenStatus(jwt, { url, index, keys: [signer], now: NOW, ...over })

it('gives two bits to each, the lowest of a byte first, and what is over is not suspended', () => {
  const bytes = tokenStatuses({ invalid: [1, 8], suspended: [2, 8] })
  expect(bytes.length).toBe(LIST_ENTRIES / 4)
  expect([...bytes.subarray(0, 3)]).toEqual([0b00_10_01_00, 0, 0b00_00_00_01])
  for (const bad of [-1, LIST_ENTRIES, 0.5, Number.NaN]) expect(() => tokenStatuses({ invalid: [bad], suspended: [] })).toThrow(RangeError)
})

it('tells each its state, and nothing where the list is wrong', async () => {
  const jwt = await issue()
  expect([0, 1, 2, 3, 8, LIST_ENTRIES - 1].map((i) => read(jwt, i))).toEqual([
    'valid',
    'invalid',
    'suspended',
    'valid',
    'invalid',
    'invalid',
  ])
  const [head, body] = jwt.split('.').map((part) => Buffer.from(part!, 'base64url').toString())
  expect(JSON.parse(head!)).toMatchObject({ typ: 'statuslist+jwt', alg: 'EdDSA', kid: `did:web:sealwright.example#${signer.kid}` })
  const payload = JSON.parse(body!)
  expect(payload).toMatchObject({ sub: url, iat: NOW, ttl: 300, status_list: { bits: 2 } })
  expect(inflateSync(Buffer.from(payload.status_list.lst, 'base64url')).length).toBe(LIST_ENTRIES / 4)
  expect(read(jwt, 0, { url: tokenStatusListUrl(publicUrl, 'sandbox', 3) })).toBeNull()
  expect(read(jwt, 0, { keys: [keys.issuer.sandbox] })).toBeNull()
  expect(read(jwt, 0, { now: NOW + 86_400 })).toBeNull()
  for (const index of [LIST_ENTRIES, -1, 0.5]) expect(read(jwt, index)).toBeNull()
  expect(read(`${jwt.slice(0, -4)}AAAA`, 0)).toBeNull()
})
