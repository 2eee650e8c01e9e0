import { generateKeyPairSync, sign } from 'node:crypto'
import { createSocket } from 'node:dgram'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { eq } from 'drizzle-orm'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { encodeBase58 } from '#chains/base58.ts'
import { lookForProof } from '#core/access/domains/manage.ts'
import type { Looks } from '#core/access/domains/prove.ts'
import { recheckDomains } from '#core/access/domains/recheck.ts'
import { findChangedStanding } from '#core/record/log/standing.ts'
import { auditLogs, domains, events } from '#db/schema.ts'
import { textRecords } from '#egress/lookup.ts'
import { startApi } from './harness.ts'

let api: Awaited<ReturnType<typeof startApi>>
let key: string
/** What the name server and the sites of this small internet answer. */
const records = new Map<string, string>()
const files = new Map<string, string>()
const names = createSocket('udp4', (query, from) => {
  const labels: string[] = []
  let at = 12
  for (; query[at]; at += query[at]! + 1) labels.push(query.toString('ascii', at + 1, at + 1 + query[at]!))
  const question = query.subarray(12, at + 5)
  const text = records.get(labels.join('.'))
  const header = Buffer.from([query[0]!, query[1]!, 0x81, text ? 0x80 : 0x83, 0, 1, 0, text ? 1 : 0, 0, 0, 0, 0])
  const answer = text
    ? Buffer.concat([Buffer.from([0xc0, 12, 0, 16, 0, 1, 0, 0, 0, 1, 0, text.length + 1, text.length]), Buffer.from(text)])
    : Buffer.alloc(0)
  names.send(Buffer.concat([header, question, answer]), from.port, from.address)
})
const sites = createServer((request, response) => {
  const text = files.get(request.url!)
  response.writeHead(text === undefined ? 404 : 200).end(text)
})
let looks: Looks
beforeAll(async () => {
  await new Promise<void>((done) => names.bind(0, '127.0.0.1', done))
  await new Promise<void>((done) => sites.listen(0, '127.0.0.1', done))
  const [site, server] = [(sites.address() as AddressInfo).port, `127.0.0.1:${names.address().port}`]
  looks = {
    textRecords: (name) => textRecords(name, [server]),
    fetch: (address) => {
      const { host, pathname } = new URL(address)
      return fetch(`http://127.0.0.1:${site}/${host}${pathname}`)
    },
  }
  api = await startApi()
  key = (await api.makeKey('sandbox')).key
})
afterAll(async () => {
  names.close()
  sites.closeAllConnections()
  sites.close()
  await api?.stop()
})
const call = async (method: string, path: string, body?: object, by = key) => (await api.call(method, `/v1${path}`, body, by)).body
const verify = (id: string) => lookForProof({ ctx: api.ctx('sandbox'), input: { id } }, looks)
const kyc_data = { full_name: 'Dora Domain', date_of_birth: '1984-03-02', country: 'DE' }

it('E6 a challenge carries a domain that the organisation proved, and is taken from it alone', async () => {
  const wallet = privateKeyToAccount(generatePrivateKey())
  const challenge = (about: object, by = key) => call('POST', '/wallets/challenge', { wallet_address: wallet.address, ...about }, by)
  const refused = { errors: [{ pointer: '/domain', code: 'not_registered', detail: expect.stringContaining('POST /v1/domains') }] }
  expect(await challenge({ domain: 'app.example' })).toMatchObject(refused)
  for (const bad of ['https://app.example', 'app.example:443', 'localhost', '127.0.0.1', 'a..b', 'app.example/x'])
    expect(await call('POST', '/domains', { domain: bad }), bad).toMatchObject({ errors: [{ pointer: '/domain' }] })

  const made = await call('POST', '/domains', { domain: 'App.Example' })
  expect(made).toMatchObject({ domain: 'app.example', status: 'pending', proof: { dns: { name: '_sealwright.app.example', type: 'TXT' } } })
  expect(await call('POST', '/domains', { domain: 'app.example' })).toMatchObject({ code: 'already_exists', existing_id: made.id })
  records.set(made.proof.dns.name, 'sealwright-domain=somebody-else')
  expect(await verify(made.id)).toMatchObject({ status: 'pending', problem: expect.stringContaining('answered with 404') })
  expect(await challenge({ domain: 'app.example' })).toMatchObject(refused)
  records.set(made.proof.dns.name, made.proof.dns.value)
  const proven = await verify(made.id)
  expect(proven).toMatchObject({ status: 'verified', method: 'dns', problem: null })
  api.keep('POST', `/v1/domains/${made.id}/verify`, proven)
  expect(await call('GET', '/domains')).toMatchObject({ data: [{ id: made.id, status: 'verified' }], has_more: false })

  for (const uri of ['https://other.example/', 'http://app.example/', 'https://app.example@other.example', 'https://app.example:8443/'])
    expect(await challenge({ domain: 'app.example', uri }), uri).toMatchObject({ errors: [{ pointer: '/uri' }] })
  const { message, domain } = await challenge({ domain: 'app.example', uri: 'https://app.example/join' })
  expect(domain).toBe('app.example')
  expect(message).toMatch(/^app\.example wants you to sign in with your Ethereum account:\n/)
  expect(message).toContain('\nURI: https://app.example/join\n')
  const signature = { message, signature: await wallet.signMessage({ message }) }
  const stranger = await api.makeStranger()
  const bring = (by: string) => call('POST', '/wallets/verify', { wallet_address: wallet.address, kyc_data, signature }, by)
  expect(await bring(stranger)).toMatchObject({ code: 'nonce_expired' })
  expect(await challenge({ domain: 'app.example' }, stranger)).toMatchObject(refused)
  expect(await bring(key)).toMatchObject({ verified: true, credential: { control: 'proven' } })

  // A wallet of Solana, a site that proves itself by a file, and one that runs on the developer's own machine.
  const shop = await call('POST', '/domains', { domain: 'shop.example' })
  files.set('/shop.example/.well-known/sealwright-domain.txt', `# ours\n${shop.proof.well_known.content}\n`)
  expect(await verify(shop.id)).toMatchObject({ status: 'verified', method: 'well_known' })
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const solana = encodeBase58(publicKey.export({ type: 'spki', format: 'der' }).subarray(-32))
  for (const [name, uri] of [
    ['shop.example', 'https://shop.example'],
    ['localhost:3000', 'http://localhost:3000'],
  ]) {
    const asked = await call('POST', '/wallets/challenge', { wallet_address: solana, domain: name })
    expect(asked.message).toContain(`${name} wants you to sign in with your Solana account:`)
    expect(asked.message).toContain(`\nURI: ${uri}\n`)
    const signed = { message: asked.message, signature: encodeBase58(sign(null, Buffer.from(asked.message), privateKey)) }
    const person = { ...kyc_data, full_name: 'Sol Sitar' }
    expect(await call('POST', '/wallets/verify', { wallet_address: solana, kyc_data: person, signature: signed })).toMatchObject({
      credential: { control: 'proven' },
    })
  }
  // What was asked in the name of a domain that is gone does not count.
  const last = await challenge({ domain: 'app.example' })
  expect(await call('DELETE', `/domains/${made.id}`)).toMatchObject({ deleted: true })
  const late = { message: last.message, signature: await wallet.signMessage({ message: last.message }) }
  expect(await call('POST', '/wallets/verify', { wallet_address: wallet.address, kyc_data, signature: late })).toMatchObject(refused)
})

it('E6 a proof that is gone for three days takes the domain with it, and the log tells', async () => {
  const { db } = api.services.connection
  const { id, proof } = await call('POST', '/domains', { domain: 'gone.example' })
  records.set(proof.dns.name, proof.dns.value)
  expect(await verify(id)).toMatchObject({ status: 'verified' })
  records.delete(proof.dns.name)
  const days = (n: number) => new Date(Date.now() - n * 86_400_000 - 60_000)
  const set = (change: Partial<typeof domains.$inferInsert>) => db.update(domains).set(change).where(eq(domains.id, id))
  const read = async () => (await db.select().from(domains).where(eq(domains.id, id)))[0]!
  expect(await recheckDomains(api.services, looks)).toBe(0)
  await set({ checked_at: days(1) })
  expect(await recheckDomains(api.services, looks)).toBe(1)
  expect(await read()).toMatchObject({ status: 'verified', failing_since: expect.any(Date) })
  await set({ checked_at: days(1), failing_since: days(3) })
  await recheckDomains(api.services, looks)
  expect(await read()).toMatchObject({ status: 'lost' })
  const told = await db.select({ type: events.type }).from(events).where(eq(events.resource_id, id))
  expect(told.map(({ type }) => type).sort()).toEqual(['domain.lost', 'domain.verified'])
  const log = await db.select({ action: auditLogs.action }).from(auditLogs).where(eq(auditLogs.subject_id, id))
  expect(log.map(({ action }) => action).sort()).toEqual(['domain_lost', 'domain_not_proven', 'domain_registered', 'domain_verified'])
  // Put back, it is proven again.
  records.set(proof.dns.name, proof.dns.value)
  expect(await verify(id)).toMatchObject({ status: 'verified', failing_since: null })
})

it('E6 a domain that no entry of the log proved, moved or ended is named, and one under localhost. is asked over https', async () => {
  const production = (await api.makeKey('production')).key
  const ctx = api.ctx('production')
  const [made, other] = [
    await call('POST', '/domains', { domain: 'localhost.example' }, production),
    await call('POST', '/domains', { domain: 'taken.example' }, production),
  ]
  records.set(made.proof.dns.name, made.proof.dns.value)
  expect(await lookForProof({ ctx, input: { id: made.id } }, looks)).toMatchObject({ status: 'verified' })
  const wallet_address = privateKeyToAccount(generatePrivateKey()).address
  const { message } = await call('POST', '/wallets/challenge', { wallet_address, domain: 'localhost.example' }, production)
  expect(message).toContain('URI: https://localhost.example')
  expect(await findChangedStanding(api.services)).toEqual([])
  const { db } = api.services.connection
  await db.update(domains).set({ status: 'verified' }).where(eq(domains.id, other.id))
  expect(await findChangedStanding(api.services)).toEqual([
    { subject: other.id, fault: 'the proven domain came about without an entry of the log', keys: [`domain:${other.id}`] },
  ])
  await db.update(domains).set({ status: 'pending' }).where(eq(domains.id, other.id))
  await call('DELETE', `/domains/${made.id}`, undefined, production)
  expect(await findChangedStanding(api.services)).toEqual([])
})
