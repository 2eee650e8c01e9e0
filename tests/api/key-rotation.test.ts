import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readAccessToken, readRefreshToken, signAccessToken, signRefreshToken } from '#core/access/accounts/tokens.ts'
import { KeyCache } from '#core/access/api-keys/authenticate.ts'
import { listenForChanges } from '#core/access/api-keys/listen.ts'
import { openSecret, sealSecret } from '#core/access/second-factor/check.ts'
import { openKeyring } from '#core/kernel/keys/open.ts'
import { systemCtx } from '#core/kernel/system.ts'
import { verifyAudit } from '#core/record/audit/verify.ts'
import { signaturesOf } from '#core/record/webhooks/sign.ts'
import { rewrapSecrets, rotateKeys } from '#core/upkeep/rotate-keys.ts'
import { openCheckpoint } from '#credentials/checkpoint.ts'
import { checkReceipt } from '#credentials/receipt.ts'
import { keyNumberOf } from '#credentials/seal.ts'
import { auditLogs, session, subjectKeys } from '#db/schema.ts'
import { startApi } from './harness.ts'
import { makeAccount, PASSWORD, Person } from './person.ts'

let api: Awaited<ReturnType<typeof startApi>>
let key: string
beforeAll(async () => {
  api = await startApi()
  key = (await api.makeKey('sandbox')).key
})
afterAll(() => api?.stop())

const get = async (path: string) => {
  const answer = await api.call('GET', path, undefined, key)
  expect(answer.status, `${path}: ${answer.text}`).toBe(200)
  return answer
}
const post = async (path: string, body: object) => {
  const answer = await api.call('POST', `/api/v1${path}`, body, key)
  expect(answer.status, answer.text).toBeLessThan(300)
  return answer.body
}
const kidsOf = async (path: string) => {
  const { body } = await get(path)
  return (body.keys ?? body.verificationMethod).map((one: { kid?: string; id?: string }) => one.kid ?? one.id?.split('#')[1]) as string[]
}

test('S13 every key is replaced by one command; what the former ones made stays good, in every process at once', async () => {
  const { services } = api
  const { keyring, connection } = services
  const open = { secret: keyring.master, formerSecret: null, service: null, keysUrl: null }
  const neighbour = await openKeyring(connection, open)
  const stopListening = await listenForChanges(api.databaseUrl, new KeyCache(), neighbour, services.log)

  const wallet_address = '0x5ea15ea15ea15ea15ea15ea15ea15ea100000002'
  const verified = await post('/wallets/verify', {
    wallet_address,
    kyc_data: { full_name: 'Rita Rotated', date_of_birth: '1990-05-17', country: 'US' },
  })
  const presented = async () => (await get(`/api/v1/credentials/${verified.credential.id}/vc`)).body.credential as string
  const credential = await presented()
  const decision = verified.decision.id as string
  const receipt = (await get(`/api/v1/decisions/${decision}/receipt`)).body
  for (let n = 0; n < 2; n++) await post('/sanctions/check', { wallet_address })
  const page = (await get('/api/v1/events?limit=1')).body
  const user = await makeAccount(api, 'rita@rotation.example')
  const person = new Person(api)
  expect((await person.signIn('rita@rotation.example', PASSWORD)).status).toBe(200)
  const [{ id: sessionId, token }] = (await connection.db.select().from(session)) as [typeof session.$inferSelect]
  const access = await signAccessToken(services, sessionId)
  const refresh = signRefreshToken(services, { id: sessionId, token })
  const totp = sealSecret(services, user, Buffer.from('secret'))
  const before = { keys: keyring.keys, dids: await kidsOf('/sandbox/did.json'), webhooks: await kidsOf('/.well-known/webhook-keys.json') }

  const { rotations, rewrapped } = await rotateKeys({
    ctx: systemCtx(services, { id: 'operator' }),
    input: { only: ['sealing', 'log', 'credentials', 'webhooks', 'sessions', 'permits'], now: true },
  })
  expect(rotations.map(({ generation }) => generation)).toEqual([1, 1, 1, 1, 1, 1])
  expect(rewrapped).toBeGreaterThan(0)
  const { keys } = keyring
  for (const [old, fresh] of [
    [before.keys.log.kid, keys.log.kid],
    [before.keys.issuer.sandbox.kid, keys.issuer.sandbox.kid],
    [before.keys.webhook.sandbox.kid, keys.webhook.sandbox.kid],
    [before.keys.attester.sandbox.kid, keys.attester.sandbox.kid],
  ])
    expect(fresh).not.toBe(old)

  // The documents show old and new, the one in use first.
  const dids = await kidsOf('/sandbox/did.json')
  expect(dids).toEqual(expect.arrayContaining([...before.dids, keys.issuer.sandbox.kid, keys.attester.sandbox.kid]))
  expect(await kidsOf('/.well-known/webhook-keys.json')).toEqual(expect.arrayContaining([...before.webhooks, keys.webhook.sandbox.kid]))

  // The log: the former receipt holds, and its head is signed by both.
  expect(await checkReceipt(receipt.receipt, receipt.verifier_key)).toBeNull()
  const note = (await get('/log/checkpoint')).text
  const origin = note.split('\n')[0]!
  for (const signer of [before.keys.log, keys.log])
    expect(openCheckpoint(note, [{ name: origin, publicKey: signer.publicKey }], origin)).not.toBeNull()
  const anew = (await get(`/api/v1/decisions/${decision}/receipt`)).body
  expect(anew.verifier_key).not.toBe(receipt.verifier_key)
  expect(await checkReceipt(anew.receipt, anew.verifier_key)).toBeNull()

  // Credentials, old and new, and sealed facts.
  for (const shown of [credential, await presented()])
    expect((await post('/credentials/attach', { wallet_address, credential: shown })).credential.state).toBe('active')
  expect(await presented()).not.toBe(credential)
  expect(await post(`/decisions/${decision}/replay`, {})).toMatchObject({ status: 'identical' })
  const wrapped = await connection.db.select().from(subjectKeys)
  expect(new Set(wrapped.map((row) => keyNumberOf(row.wrapped_key!)))).toEqual(new Set([1]))

  // Webhooks are signed by both.
  const signed = await signaturesOf({ id: 'evt_1', timestamp: 1, body: '{}', secrets: [], signers: keyring.signing.webhook.sandbox })
  expect(signed.split(' ')).toHaveLength(2)

  // Nobody is signed out, and no page ends in the middle.
  expect((await person.user()).email).toBe('rita@rotation.example')
  expect((await person.post('/api/accounts/sign-out')).status).toBeLessThan(300)
  const other = new Person(api)
  expect((await other.signIn('rita@rotation.example', PASSWORD)).status).toBe(200)
  expect((await other.user()).email).toBe('rita@rotation.example')
  expect(await readAccessToken(services, access)).toBe(sessionId)
  expect(readRefreshToken(services, refresh)).toEqual({ id: sessionId, token })
  expect(refresh).not.toBe(signRefreshToken(services, { id: sessionId, token }))
  expect(openSecret(services, user, totp).toString()).toBe('secret')
  expect(keyNumberOf(Buffer.from(sealSecret(services, user, Buffer.from('secret')), 'base64'))).toBe(1)
  expect((await get(`/api/v1/events?limit=1&cursor=${page.next_cursor}`)).body.data).toHaveLength(1)

  // A leaf says so, and the neighbour knows without a restart.
  expect(await connection.db.select().from(auditLogs).where(eq(auditLogs.action, 'keys_rotated'))).toHaveLength(1)
  expect(await verifyAudit(services)).toMatchObject({ whole: true })
  await expect.poll(() => neighbour.keys.log.kid).toBe(keys.log.kid)
  // Nor does one that starts now.
  expect((await openKeyring(connection, open)).keys.issuer).toMatchObject({ sandbox: { kid: keys.issuer.sandbox.kid } })
  await stopListening()
})

test('S13 the secret that wraps is replaced too, and the former one opens nothing any more', async () => {
  const { services } = api
  const { keyring, connection } = services
  const secret = 'another-secret-of-the-tests-of-40-characters'
  const moving = await openKeyring(connection, { secret, formerSecret: keyring.master, service: null, keysUrl: null })
  const ctx = systemCtx({ ...services, keyring: moving }, { id: 'operator' })
  expect(await rewrapSecrets({ ctx })).toBe(7)
  const moved = await openKeyring(connection, { secret, formerSecret: null, service: null, keysUrl: null })
  expect(moved.keys.log.kid).toBe(keyring.keys.log.kid)
  expect(moved.derive('invitation-lookup')).toBe(keyring.derive('invitation-lookup'))
  await expect(openKeyring(connection, { secret: keyring.master, formerSecret: null, service: null, keysUrl: null })).rejects.toThrow(
    'APP_SECRET is not the secret',
  )
})
