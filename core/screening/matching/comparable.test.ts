import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApi } from '#tests/api/harness.ts'

let api: Awaited<ReturnType<typeof startApi>>
let key: string
beforeAll(async () => {
  api = await startApi()
  key = (await api.makeKey('sandbox')).key
})
afterAll(() => api.stop())
const post = (path: string, body: object) => api.call('POST', path, body, key)

test('a name that no list could hold clears nobody, and one in disguise is found', async () => {
  const kyc_data = { full_name: '😀😀', date_of_birth: '1990-05-17', country: 'US' }
  for (const [path, body, pointer] of [
    ['/v1/sanctions/check', { full_name: '!!!' }, '/full_name'],
    ['/v1/wallets/verify', { wallet_address: `0x${'e'.repeat(39)}1`, kyc_data }, '/kyc_data/full_name'],
    ['/v1/investors', { full_name: '★', email: 'star@tests.example' }, '/full_name'],
    ['/v1/investors', { first_name: '-', last_name: '-', email: 'dash@tests.example' }, '/last_name'],
  ] as const)
    expect((await post(path, body)).body, path).toMatchObject({ code: 'validation_failed', errors: [{ pointer }] })
  const found = await post('/v1/sanctions/check', { full_name: 'Маllоrу Ѕаnсtiоnеd', date_of_birth: '1970-01-01' })
  expect(found.body).toMatchObject({ status: 'hit', sanctioned: true, decision: { outcome: 'deny' } })
  expect((await post('/v1/sanctions/check', { full_name: 'Mallory (Mal) Sanctioned' })).body).toMatchObject({ status: 'possible_match' })
})
