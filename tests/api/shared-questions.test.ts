import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startApi } from './harness.ts'

let api: Awaited<ReturnType<typeof startApi>>
let key: string
beforeAll(async () => {
  api = await startApi()
  key = (await api.makeKey('sandbox')).key
})
afterAll(() => api?.stop())

const CALLS = 24
/** A server keeps keys at hand while it hears that one has ended; here nobody listens for that. */
const KEYS = /from "api_keys"/
const known = '0x5ea15ea15ea15ea15ea15ea15ea15ea1000000a2'
const kyc_data = { full_name: 'Grace Example', date_of_birth: '1985-03-04', country: 'US' }

// The speed of the busiest calls hangs on it: each question asked once a call took more than a tenth of it.
test.each([
  ['sanctions/check', { wallet_address: known }],
  ['wallets/verify', { wallet_address: known, kyc_data }],
])('%s of a known wallet asks the database nothing once a call: calls of a moment share each question', async (path, body) => {
  const ask = (said: object = body) => api.call('POST', `/v1/${path}`, said, key)
  expect((await api.call('POST', '/v1/wallets/verify', { wallet_address: known, kyc_data }, key)).status).toBe(200)
  await ask()
  const query = vi.spyOn(pg.Client.prototype, 'query')
  const answers = await Promise.all(Array.from({ length: CALLS }, () => ask()))
  const texts = query.mock.calls.map(([asked]) => textOf(asked)).filter((text) => /^\s*(?:select|with)\b/i.test(text) && !KEYS.test(text))
  query.mockRestore()
  expect(answers.map(({ status }) => status)).toEqual(Array(CALLS).fill(200))
  const often = [...Map.groupBy(texts, (text) => text)].filter(([, times]) => times.length > CALLS / 2).map(([text]) => text)
  expect(often).toEqual([])
  expect(texts.length).toBeGreaterThan(0)
})

function textOf(asked: unknown): string {
  if (typeof asked === 'string') return asked
  return String((asked as { text?: string })?.text ?? '')
}
