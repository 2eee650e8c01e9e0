import assert from 'node:assert/strict'
import { generateKeyPairSync, sign } from 'node:crypto'
import { test } from 'node:test'
import { readConfig } from '../server/config.ts'
import { tell } from '../server/decisions.ts'
import { sniff } from '../server/documents.ts'
import { isVerified, personOf } from '../server/identity.ts'
import { workInbox } from '../server/inbox.ts'
import { networkOf } from '../server/limit.ts'
import { decision, delivery, startServer, verifiedPerson } from './harness.ts'

test('what is set wrongly is said in a sentence', () => {
  assert.throws(() => readConfig({}), /SEALWRIGHT_KEY/)
  assert.throws(() => readConfig({ SEALWRIGHT_KEY: 'sw_sandbox_x', PUBLIC_URL: 'http://app.example.com' }), /https/)
  assert.equal(readConfig({ SEALWRIGHT_KEY: 'sw_sandbox_x', PUBLIC_URL: 'https://app.example.com/' }).domain, 'app.example.com')
})

test('a wallet signs in, in the name of this domain, and its message opens one session', async () => {
  const { ask, asked, account, wallet } = startServer()
  assert.equal((await ask('GET', '/api/documents')).status, 401)
  const { message } = (await ask('POST', '/api/session/challenge', { address: account.address })).json()
  assert.deepEqual([asked[0]!.body.domain, asked[0]!.body.uri], ['localhost:4000', 'http://localhost:4000'])
  const signature = await account.signMessage({ message })
  const opened = await ask('POST', '/api/session', { message, signature })
  assert.equal(opened.status, 201)
  assert.match(opened.headers.get('set-cookie')!, /HttpOnly; SameSite=Lax/)
  assert.equal((await ask('GET', '/api/session')).json().wallet, wallet)
  assert.equal((await ask('POST', '/api/session', { message, signature })).json().error.code, 'challenge_unknown')
  await ask('DELETE', '/api/session')
  assert.equal((await ask('GET', '/api/session')).json().wallet, null)
})

test('a signature of somebody else opens nothing, and uses the message up', async () => {
  const { ask, account } = startServer()
  const { message } = (await ask('POST', '/api/session/challenge', { address: '0x5ea15ea15ea15ea15ea15ea15ea15ea100000002' })).json()
  const signature = await account.signMessage({ message })
  assert.equal((await ask('POST', '/api/session', { message, signature })).json().error.code, 'signature_invalid')
  assert.equal((await ask('POST', '/api/session', { message, signature })).json().error.code, 'challenge_unknown')
  assert.equal((await ask('POST', '/api/session', { message: 'my own', signature })).status, 401)
})

test('a wallet of Solana signs in', async () => {
  const { ask } = startServer()
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const address = base58(Buffer.from(publicKey.export({ format: 'jwk' }).x!, 'base64url'))
  const { message } = (await ask('POST', '/api/session/challenge', { address })).json()
  const signature = base58(sign(null, Buffer.from(message), privateKey))
  assert.equal((await ask('POST', '/api/session', { message, signature })).status, 201)
})

test('a page of somebody else changes nothing', async () => {
  const { ask, signIn } = startServer()
  await signIn()
  assert.equal((await ask('DELETE', '/api/session', undefined, { origin: 'https://elsewhere.example' })).json().error.code, 'wrong_origin')
  assert.equal((await ask('DELETE', '/api/session', undefined, { origin: '' })).status, 403)
  assert.notEqual((await ask('GET', '/api/session')).json().wallet, null)
})

test('what is longer than a form is not read, signed in or not', async () => {
  const { ask, asked } = startServer()
  const long = await ask('POST', '/api/session/challenge', { address: 'x'.repeat(100_000) })
  assert.deepEqual([long.status, long.json().error.code, asked.length], [413, 'too_large', 0])
})

test('whoever asks for message after message waits, and nobody else does', async () => {
  const { ask, asked, account } = startServer({}, { PROXIES: '1' })
  const from = async (address: string) =>
    (await ask('POST', '/api/session/challenge', { address: account.address }, { 'x-forwarded-for': address })).status
  for (let n = 0; n < 20; n++) assert.equal(await from(`203.0.113.${n}, 198.51.100.7`), 201)
  assert.equal(await from('203.0.113.99, 198.51.100.7'), 429)
  assert.equal(await from('198.51.100.8'), 201)
  assert.equal(asked.length, 21)
  assert.equal(networkOf('2001:db8:0:1::5'), networkOf('2001:0db8:0:1:ffff::9'))
  assert.notEqual(networkOf('2001:db8:0:1::5'), networkOf('2001:db8:0:2::5'))
  assert.equal(networkOf('::ffff:192.0.2.1'), '192.0.2.1')
})

test('what only the organisation may know of somebody is not told to them', () => {
  const rule = (code: string) => ({ code, result: 'review', message: 'The name resembles an entry.', citation: null })
  const rules = [rule('sanctions_name_possible'), rule('pep_match'), rule('travel_rule_incomplete')]
  const told = tell(decision('review', { rules }) as never)
  assert.deepEqual([told.headline, told.reasons.map(({ code }) => code)], ['A person looks at this first', ['travel_rule_incomplete']])
})

test('an event is kept once, a changed or old one never, and what fails is tried again', async () => {
  let up = false
  const { app, server, wallet } = startServer({
    'GET /v1/wallets/WALLET': () => ({ body: {} }),
  })
  verifiedPerson(app, wallet)
  app.client.wallets.get = (() =>
    up
      ? Promise.resolve({ verification_status: 'none', credential: { id: 'cre_1', state: 'revoked' } })
      : Promise.reject(new Error('away'))) as never
  const event = { id: 'evt_1', type: 'credential.revoked', resource: { type: 'credential', id: 'cre_1' }, data: { object: {} } }
  const { body, headers } = delivery(event)
  const post = async (text: string, sent: Record<string, string>) =>
    (await server.request('/webhooks', { method: 'POST', body: text, headers: sent })).status
  assert.deepEqual([await post(body, headers), await post(body, headers), await post(`${body} `, headers)], [204, 204, 401])
  const old = delivery({ ...event, id: 'evt_0' }, new Date(Date.now() - 3_600_000))
  assert.equal(await post(old.body, old.headers), 401)
  assert.equal(app.db.prepare('SELECT count(*) AS n FROM inbox').get()!.n, 1)

  assert.equal(await workInbox(app), 0)
  assert.deepEqual(
    { ...app.db.prepare('SELECT attempts, problem, done_at FROM inbox').get()! },
    { attempts: 1, problem: 'away', done_at: null },
  )
  assert.equal(isVerified(personOf(app, wallet)), true)
  up = true
  app.db.exec('UPDATE inbox SET next_at = 0')
  assert.equal(await workInbox(app), 1)
  assert.equal(isVerified(personOf(app, wallet)), false)
  assert.equal(await workInbox(app), 0)
})

test('a document is what its bytes say, and only its owner reads it', async () => {
  assert.equal(sniff(Buffer.from('<html>')), null)
  const { app, ask, signIn } = startServer()
  await signIn()
  const [first] = Object.keys((await import('../server/case-schema.ts')).DOCUMENT_KINDS) as [string]
  const upload = async (bytes: string, name: string, kind = first) => {
    const form = new FormData()
    form.set('kind', kind)
    form.set('file', new File([bytes], name))
    return ask('POST', '/api/documents', form)
  }
  assert.equal((await upload('<script>', 'passport.pdf')).status, 415)
  assert.equal((await upload('%PDF-1.7 ', 'passport.pdf', 'constructor')).status, 422)
  const kept = (await upload('%PDF-1.7 ', '../../passport".pdf')).json()
  const read = await ask('GET', `/api/documents/${kept.id}`)
  assert.deepEqual([read.status, read.text, read.headers.get('content-type')], [200, '%PDF-1.7 ', 'application/pdf'])
  assert.match(read.headers.get('content-disposition')!, /^attachment/)
  assert.equal((await upload('%PDF-1.7 ', 'again.pdf')).json().id, kept.id)
  app.db.exec("UPDATE documents SET wallet = 'another'")
  assert.equal((await ask('GET', `/api/documents/${kept.id}`)).status, 404)
})

test('a credential that has run out is none', () => {
  const { app, wallet } = startServer()
  verifiedPerson(app, wallet)
  app.db.prepare('UPDATE people SET expires_at = ?').run(new Date(Date.now() - 1).toISOString())
  assert.equal(isVerified(personOf(app, wallet)), false)
  assert.equal(isVerified(undefined), false)
})

function base58(bytes: Uint8Array): string {
  const letters = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
  let value = BigInt(`0x${Buffer.from(bytes).toString('hex')}`)
  let text = ''
  for (; value > 0n; value /= 58n) text = letters[Number(value % 58n)] + text
  for (const byte of bytes) {
    if (byte !== 0) break
    text = `1${text}`
  }
  return text
}
