import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { browserOf, knownAgain } from '#app/routes/verify/browser.ts'
import { answerAsWallet } from '#core/sandbox/simulated/wallet.ts'
import { startApi } from '#tests/api/harness.ts'
import { openPresentation } from './begin.ts'
import { returnToPage } from './return.ts'

let api: Awaited<ReturnType<typeof startApi>>
let key: string
beforeAll(async () => {
  api = await startApi()
  key = (await api.makeKey('sandbox')).key
})
afterAll(() => api.stop())

const call = (method: string, path: string, body?: object) => api.call(method, `/v1${path}`, body, key)
let n = 0
const session = async (more: object = {}) => {
  const wallet_address = `0x${(++n).toString(16).padStart(40, 'e')}`
  const { id, url } = (await call('POST', '/identity/sessions', { wallet_address, ...more })).body
  return { id: id as string, secret: new URL(url).pathname.split('/').at(-1)! }
}
const standing = async (id: string) => {
  const { status, reason_code, evidence_id } = (await call('GET', `/identity/sessions/${id}`)).body
  return { status, reason_code, evidence_id }
}
const ada = { given_name: 'Ada', family_name: 'Example', birth_date: '1990-05-17', country: 'US', wallet: null }

/** Opens a link as the wallet of a device does, and gives where it is led to then. */
async function answerLink(link: string) {
  const post = (url: string, form: Record<string, string>) =>
    api.app.request(new URL(url).pathname, { method: 'POST', body: new URLSearchParams(form) })
  const request = await (await post(new URL(link).searchParams.get('request_uri')!, {})).text()
  const { response_uri } = JSON.parse(Buffer.from(request.split('.')[1]!, 'base64url').toString())
  const response = (await answerAsWallet(api.ctx('sandbox'), request, 'pid_sd_jwt', ada))!
  const answer = await post(response_uri, { response })
  return {
    status: answer.status,
    body: (await answer.json()) as { redirect_uri?: string; code?: string },
    again: () => post(response_uri, { response }),
  }
}
type Came = [code: string, browser: string | undefined]
const codeIn = (url: string) => new URL(url).searchParams.get('response_code')!
const open = (secret: string, browser?: string) => openPresentation.run({ ctx: api.ctx('sandbox'), input: { secret, browser } })
const back = (secret: string, response_code: string, browser?: string) =>
  returnToPage.run({ ctx: api.ctx('sandbox'), input: { secret, response_code, browser } })

describe('what a wallet on the same device shows', () => {
  test('counts once its holder is back in the browser that showed the link', async () => {
    const { id, secret } = await session()
    const { deep_link } = await open(secret, 'the-browser-it-began-in')
    const { body, again } = await answerLink(deep_link!)
    expect(new URL(body.redirect_uri!).pathname).toBe(`/verify/${secret}`)
    expect(await standing(id)).toMatchObject({ status: 'open', evidence_id: null })
    expect(((await (await again()).json()) as { code: string }).code).toBe('presentation_replayed')
    await back(secret, codeIn(body.redirect_uri!), 'the-browser-it-began-in')
    expect(await standing(id)).toMatchObject({ status: 'verified', reason_code: null, evidence_id: expect.any(String) })
    await expect(back(secret, codeIn(body.redirect_uri!), 'the-browser-it-began-in')).rejects.toMatchObject({
      code: 'presentation_not_returned',
    })
  })

  test.each([
    ['another browser', (code: string): Came => [code, 'the-browser-of-somebody-else']],
    ['a browser that is not known', (code: string): Came => [code, undefined]],
    ['another code', (): Came => ['made-up', 'the-browser-it-began-in']],
  ])('counts for nobody who comes back with %s; the session stays open for another request', async (_, came) => {
    const { id, secret } = await session()
    const { deep_link } = await open(secret, 'the-browser-it-began-in')
    const code = codeIn((await answerLink(deep_link!)).body.redirect_uri!)
    await expect(back(secret, ...came(code))).rejects.toMatchObject({ code: 'presentation_not_returned' })
    expect(await standing(id)).toEqual({ status: 'open', reason_code: 'presentation_not_returned', evidence_id: null })
    await expect(back(secret, code, 'the-browser-it-began-in')).rejects.toMatchObject({ code: 'presentation_not_returned' })
    const fresh = await answerLink((await open(secret, 'the-browser-it-began-in')).deep_link!)
    await back(secret, codeIn(fresh.body.redirect_uri!), 'the-browser-it-began-in')
    expect(await standing(id)).toMatchObject({ status: 'verified' })
  })

  test('is not asked for where the browser cannot be known again, and taken by nobody who guesses the address', async () => {
    const { secret } = await session()
    const { deep_link, response_uri } = await open(secret)
    expect(deep_link).toBeNull()
    const answer = await api.app.request(`${new URL(response_uri).pathname}/link`, {
      method: 'POST',
      body: new URLSearchParams({ response: 'x' }),
    })
    expect(((await answer.json()) as { code: string }).code).toBe('presentation_not_returned')
  })

  test('in an app of somebody else’s counts by the code with which its holder came back to return_url', async () => {
    const { id } = await session({ return_url: 'https://app.example.com/done?step=2' })
    const ask = async () => (await call('POST', `/identity/sessions/${id}/presentation`, {})).body.deep_link as string
    const finish = (response_code: string) => call('POST', `/identity/sessions/${id}/presentation/finish`, { response_code })
    expect((await finish('early')).body.code).toBe('presentation_not_returned')
    const first = await answerLink(await ask())
    expect(first.body.redirect_uri).toMatch(/^https:\/\/app\.example\.com\/done\?step=2&response_code=/)
    const refused = await finish('made-up')
    expect([refused.status, refused.body.code]).toEqual([422, 'presentation_not_returned'])
    const done = await finish(codeIn((await answerLink(await ask())).body.redirect_uri!))
    expect(done.body, done.text).toMatchObject({ success: true, status: 'verified', method: 'wallet_presentation' })
    const other = await session()
    expect((await call('POST', `/identity/sessions/${other.id}/presentation`, {})).body.deep_link).toBeNull()
  })

  test('of the page of a session does not count by the call of its organisation', async () => {
    const { id, secret } = await session()
    const { body } = await answerLink((await open(secret, 'the-browser-it-began-in')).deep_link!)
    const sent = { response_code: codeIn(body.redirect_uri!) }
    expect((await call('POST', `/identity/sessions/${id}/presentation/finish`, sent)).body.code).toBe('presentation_not_returned')
  })
})

test('a browser is known again by a cookie of the pages of sessions alone', () => {
  const asked = (cookie?: string) => new Request('https://seal.example/verify/s', cookie ? { headers: { cookie } } : {})
  const made = knownAgain(asked(), 'https://seal.example')['set-cookie']!
  expect(made).toMatch(/^sealwright\.verify=[\w-]{32}; Path=\/verify; Max-Age=86400; HttpOnly; SameSite=Lax; Secure$/)
  const value = made.slice('sealwright.verify='.length).split(';')[0]!
  expect(browserOf(asked(`other=1; sealwright.verify=${value}`))).toBe(value)
  expect(knownAgain(asked(`sealwright.verify=${value}`), 'https://seal.example')).toEqual({})
  expect(browserOf(asked('sealwright.verify=short'))).toBeUndefined()
  expect(knownAgain(asked(), 'http://localhost:3000')['set-cookie']).not.toContain('Secure')
})
