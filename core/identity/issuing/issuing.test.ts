import { eq } from 'drizzle-orm'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runDue } from '#core/upkeep/deadlines/run-due.ts'
import { issuerDid } from '#credentials/keys.ts'
import { presentSdJwt, readSdJwt } from '#credentials/sd-jwt.ts'
import { readTokenStatus } from '#credentials/token-status-list.ts'
import { credentialOffers } from '#db/schema.ts'
import { startApi } from '#tests/api/harness.ts'
import { codeOf, holderWallet, sealedHolder } from '#tests/holder-wallet.ts'
import { loadSmallLists } from '#tests/reach/production.ts'
import { issuerKeys } from '../credentials/issuer-keys.ts'
import { CONFIGURATIONS, PRE_AUTHORIZED } from './metadata.ts'
import { giveNonce, isOurNonce } from './nonce.ts'

type Env = 'production' | 'sandbox'
let api: Awaited<ReturnType<typeof startApi>>
const keys = {} as Record<Env, string>
beforeAll(async () => {
  api = await startApi({ PUBLIC_URL: 'https://issuer.example' })
  await loadSmallLists(api.services)
  for (const env of ['production', 'sandbox'] as const) keys[env] = (await api.makeKey(env)).key
})
afterAll(() => api?.stop())

const call = (env: Env, method: string, path: string, body?: object) => api.call(method, `/v1${path}`, body, keys[env])
const open = (path: string) => api.call('GET', path)
const person = { full_name: 'Ada Abroad', date_of_birth: '1990-05-17', country: 'FR' }

const sealed = (full_name: string, proven = true) =>
  sealedHolder((method, path, body) => call('production', method, path, body), api.ctx('production'), { full_name, proven })

const wallet = (env: Env = 'production', kind: 'P-256' | 'Ed25519' = 'P-256') => holderWallet(api, env, kind)
const offer = async (id: string, body: object = {}, env: Env = 'production') => {
  const made = await call(env, 'POST', `/credentials/${id}/offers`, body)
  expect(made.status, made.text).toBe(201)
  return made.body
}
const payloadOf = (jwt: string) => JSON.parse(Buffer.from(jwt.split('.')[1]!, 'base64url').toString())
const read = (text: string, over: { audience?: string; nonce?: string } = {}) => {
  const { config } = api.services
  const did = issuerDid(config.publicUrl, 'production')
  return readSdJwt(text, did, config.publicUrl, issuerKeys(api.services, 'production'), { now: Math.floor(Date.now() / 1000), ...over })
}

test('a wallet finds everything that it needs by the issuer’s name, of both environments, and no secret', async () => {
  for (const [env, after] of [
    ['production', ''],
    ['sandbox', '/sandbox'],
  ] as const) {
    const issuer = `https://issuer.example${after}`
    const known = async (name: string) => {
      const answer = await open(`/.well-known/${name}${after}`)
      expect(answer.status, name).toBe(200)
      expect(answer.headers.get('cache-control')).toBe('public, max-age=300')
      expect(answer.headers.get('access-control-allow-origin')).toBe('*')
      return answer.body
    }
    const metadata = await known('openid-credential-issuer')
    expect(metadata).toMatchObject({
      credential_issuer: issuer,
      credential_endpoint: `${issuer}/openid4vci/credential`,
      credential_configurations_supported: {
        identity_assurance: { format: 'dc+sd-jwt', vct: 'https://issuer.example/vct/identity-assurance/1' },
        identity_assurance_vc: { format: 'jwt_vc_json' },
      },
    })
    const claims = metadata.credential_configurations_supported.identity_assurance.credential_metadata.claims
    expect(claims.map(({ path }: { path: string[] }) => path[0])).not.toContain('full_name')
    expect(await known('oauth-authorization-server')).toMatchObject({ issuer, grant_types_supported: [PRE_AUTHORIZED] })
    const keys = await known('jwt-vc-issuer')
    expect(keys).toEqual({ issuer, jwks: (await open(env === 'sandbox' ? '/sandbox/jwks.json' : '/.well-known/jwks.json')).body })
    expect(JSON.stringify([metadata, keys])).not.toContain('"d":')
  }
  const vct = await open('/vct/identity-assurance/1')
  expect(vct.body).toMatchObject({ vct: 'https://issuer.example/vct/identity-assurance/1' })
})

describe('a holder takes a credential into their own wallet', () => {
  test('as an SD-JWT VC bound to their key, with what evidence established and no name', async () => {
    const { id } = await sealed('Ada Abroad')
    const holder = wallet()
    const made = await offer(id)
    expect(made).toMatchObject({ object: 'credential_offer', tx_code: expect.stringMatching(/^\d{6}$/) })
    expect(made.url).toMatch(/^openid-credential-offer:\/\/\?credential_offer=/)
    expect(JSON.parse(new URL(made.url).searchParams.get('credential_offer')!)).toEqual(made.credential_offer)
    expect(made.credential_offer.credential_configuration_ids).not.toContain('identity_assurance_named')
    const answer = await holder.take(made)
    expect(answer.status, answer.text).toBe(200)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    const whole: string = answer.body.credentials[0].credential
    expect(payloadOf(whole)).toMatchObject({ cnf: { jwk: holder.jwk }, status: { status_list: { idx: expect.any(Number) } } })
    const names = ['basic', 'age_over_18', 'age_over_21', 'nationality', 'resident_country', 'eidas_loa', 'identity_assurance_level']
    const shown = await presentSdJwt(whole, [...names, 'evidence_method', 'wallet_control', 'full_name', 'birthdate'])
    expect(read(shown)).toEqual({ ok: false, reason: 'signature_invalid' })
    const at = { audience: 'https://market.example', nonce: 'n-1' }
    const got = read(holder.bind(shown, at.audience, at.nonce), at)
    expect(got).toMatchObject({ ok: true, isBound: true, facts: { id } })
    expect(got.ok && got.shown).toEqual({
      ...{ basic: true, age_over_18: true, age_over_21: true, nationality: 'DE' },
      ...{ eidas_loa: 'low', identity_assurance_level: 'IAL1', evidence_method: 'passport_chip' },
      wallet_control: { status: 'proven', method: 'eoa', proven_at: expect.any(Number) },
    })
    const told = (await call('production', 'GET', `/events?resource_id=${id}`)).body.data.map((one: { type: string }) => one.type)
    expect(told).toContain('credential.collected')
  })

  test('with name and birth date only where the organisation and the wallet both ask for them', async () => {
    const { id } = await sealed('Nora Named')
    const holder = wallet('production', 'Ed25519')
    expect((await holder.take(await offer(id), 'identity_assurance_named')).body.error).toBe('credential_request_denied')
    const made = await offer(id, { named: true, with_code: false })
    expect(made.tx_code).toBeNull()
    expect(made.credential_offer.credential_configuration_ids).toContain('identity_assurance_named')
    const at = { audience: 'x', nonce: 'n' }
    const whole = (await holder.take(made, 'identity_assurance_named')).body.credentials[0].credential
    const got = read(holder.bind(whole, at.audience, at.nonce), at)
    expect(got).toMatchObject({ ok: true, shown: { full_name: 'Nora Named', birthdate: '1990-05-17' } })
  })

  test('as a VC bound to their key, which says how it was found out who they are', async () => {
    const { id } = await sealed('Vera Credential')
    const holder = wallet()
    const jwt = (await holder.take(await offer(id, { with_code: false }), 'identity_assurance_vc')).body.credentials[0].credential
    expect(payloadOf(jwt)).toMatchObject({
      cnf: { jwk: holder.jwk },
      credentialSubject: { walletControl: { status: 'proven' } },
      evidence: [{ type: 'IdentityEvidence', method: 'passport_chip', identityAssuranceLevel: 'IAL1', eidasLevel: 'low' }],
    })
  })

  test('a suspended and a revoked credential say so in the token status list, and are given to nobody', async () => {
    const { id } = await sealed('Rhea Revoked')
    const holder = wallet()
    const made = await offer(id, { with_code: false })
    const { status } = payloadOf((await holder.take(made)).body.credentials[0].credential)
    const { idx, uri } = status.status_list
    const state = async () => {
      const list = await open(new URL(uri).pathname)
      expect(list.headers.get('content-type')).toBe('application/statuslist+jwt')
      expect(list.headers.get('cache-control')).toBe('public, max-age=60')
      const now = Math.floor(Date.now() / 1000)
      return readTokenStatus(list.text, { url: uri, index: idx, keys: issuerKeys(api.services, 'production'), now })
    }
    expect(await state()).toBe('valid')
    const waiting = await offer(id, { with_code: false })
    await call('production', 'POST', `/credentials/${id}/suspend`, { reason_code: 'under_review' })
    expect(await state()).toBe('suspended')
    expect((await holder.take(waiting)).body).toMatchObject({ error: 'credential_request_denied' })
    expect((await call('production', 'POST', `/credentials/${id}/offers`, {})).body.code).toBe('credential_invalid')
    expect((await open('/credentials/status/99/token')).status).toBe(404)
  })

  test('in production only where control of the wallet was proven', async () => {
    const { id } = await sealed('Una Unproven', false)
    expect((await call('production', 'POST', `/credentials/${id}/offers`, {})).body.code).toBe('signature_invalid')
  })
})

describe('an offer', () => {
  let id: string
  const read = async (offerId: string) => (await call('production', 'GET', `/credential-offers/${offerId}`)).body
  const end = (offerId: string) => call('production', 'POST', `/credential-offers/${offerId}/cancel`, {})
  const refusal = async (made: Parameters<typeof codeOf>[0]) => {
    const { body } = await wallet().token({ 'pre-authorized_code': codeOf(made) })
    return [body.error, body.error_description]
  }
  beforeAll(async () => {
    id = (await sealed('Olga Offered')).id
  })

  test('is read without its codes as it is waited for, used and taken, and is told of', async () => {
    const holder = wallet()
    const made = await offer(id, { with_code: false, named: true })
    const open = await read(made.id)
    expect(open).toMatchObject({
      object: 'credential_offer',
      credential_id: id,
      status: 'open',
      end_reason: null,
      with_code: false,
      named: true,
    })
    expect(JSON.stringify(open)).not.toContain(codeOf(made))
    const { access_token } = (await holder.token({ 'pre-authorized_code': codeOf(made) })).body
    expect(await read(made.id)).toMatchObject({ status: 'redeemed', redeemed_at: expect.any(String), collected_at: null })
    const ask = async () => ({ credential_configuration_id: 'identity_assurance', proofs: { jwt: [holder.proof(await holder.nonce())] } })
    expect((await holder.collect(access_token, await ask())).status).toBe(200)
    expect(await read(made.id)).toMatchObject({ status: 'collected', collected_at: expect.any(String) })
    // More copies could be taken with the token: an end takes it back.
    expect((await end(made.id)).body).toMatchObject({ status: 'ended', end_reason: 'cancelled', ended_by: expect.any(String) })
    expect((await holder.collect(access_token, await ask())).body).toMatchObject({ error: 'invalid_token' })
    const told = (await call('production', 'GET', `/events?resource_id=${made.id}`)).body.data
    expect(told.map((one: { type: string }) => one.type).sort()).toEqual(['credential.offer.created', 'credential.offer.ended'])
    expect(told[0].data.object).toMatchObject({ credential_id: id, end_reason: 'cancelled' })
  })

  test('that ended, ran out, was used or tried too often refuses with words of its own, to the wallet and to who ends it', async () => {
    const [cancelled, late, used, tried] = [
      await offer(id, { with_code: false }),
      await offer(id, { with_code: false }),
      await offer(id, { with_code: false }),
      await offer(id),
    ]
    await end(cancelled.id)
    expect(await refusal(cancelled)).toEqual(['invalid_grant', 'This offer was ended by whoever made it. Ask for a new one.'])
    expect((await end(cancelled.id)).body).toMatchObject({ code: 'invalid_transition', detail: 'This offer was ended already.' })
    await api.services.connection.db
      .update(credentialOffers)
      .set({ expires_at: new Date(0) })
      .where(eq(credentialOffers.id, late.id))
    const ranOut = ['invalid_grant', 'The time of this offer has run out. Ask for a new one.']
    expect([await refusal(late), (await read(late.id)).status]).toEqual([ranOut, 'expired'])
    expect((await end(late.id)).body.detail).toContain('The time of this offer is over')
    await runDue(api.services, api.ctx('production'))
    expect([await refusal(late), (await read(late.id)).status]).toEqual([ranOut, 'expired'])
    const ended = (await call('production', 'GET', `/events?resource_id=${late.id}&type=credential.offer.ended`)).body.data
    expect(ended[0].data.object).toMatchObject({ status: 'expired', end_reason: null })
    await wallet().token({ 'pre-authorized_code': codeOf(used) })
    expect((await refusal(used))[1]).toContain('used twice')
    expect((await refusal(used))[1]).toContain('used twice')
    expect(await read(used.id)).toMatchObject({ status: 'ended', end_reason: 'replayed' })
    const wrong = String((Number(tried.tx_code) + 1) % 1_000_000).padStart(6, '0')
    for (let i = 0; i < 5; i++) await wallet().token({ 'pre-authorized_code': codeOf(tried), tx_code: wrong })
    expect((await refusal(tried))[1]).toContain('five wrong codes')
    const taken = await offer(id, { with_code: false })
    expect((await wallet().take(taken)).status).toBe(200)
    await api.services.connection.db
      .update(credentialOffers)
      .set({ token_expires_at: new Date(0) })
      .where(eq(credentialOffers.id, taken.id))
    expect((await end(taken.id)).body.detail).toContain('revoke or suspend the credential')
  })

  test('is listed page by page, by credential and status, and counted; another organisation’s is not there', async () => {
    const list = async (query: string, key = keys.production) =>
      (await api.call('GET', `/v1/credential-offers?${query}`, undefined, key)).body
    const all = await list(`credential_id=${id}&include=total_count`)
    expect([all.total_count, all.data.length, all.has_more]).toEqual([6, 6, false])
    const first = await list(`credential_id=${id}&limit=4`)
    expect([first.has_more, first.total_count]).toEqual([true, undefined])
    const rest = await list(`credential_id=${id}&limit=4&cursor=${first.next_cursor}`)
    expect([...first.data, ...rest.data]).toEqual(all.data)
    for (const status of ['open', 'redeemed', 'collected', 'expired', 'ended']) {
      const some = await list(`credential_id=${id}&status=${status}&include=total_count`)
      expect(some.data, status).toEqual(all.data.filter((one: { status: string }) => one.status === status))
      expect(some.total_count, status).toBe(some.data.length)
    }
    const { data } = await list(`credential_id=${id}&expand[]=credential`)
    expect(data.map((one: { credential: { id: string } }) => one.credential.id)).toEqual(all.data.map(() => id))
    expect(await list(`credential_id=${id}`, keys.sandbox)).toMatchObject({ data: [] })
    expect((await api.call('GET', `/v1/credential-offers/${all.data[0].id}`, undefined, keys.sandbox)).status).toBe(404)
    expect((await api.call('POST', `/v1/credential-offers/${all.data[0].id}/cancel`, {}, keys.sandbox)).status).toBe(404)
  })
})

describe('what is refused, in the words of the standards', () => {
  let id: string
  beforeAll(async () => {
    id = (await sealed('Rita Refused')).id
  })

  test('a code that is unknown, replayed, over, or of the other environment; a replay takes back the token', async () => {
    const holder = wallet()
    const made = await offer(id, { with_code: false })
    const form = { 'pre-authorized_code': codeOf(made) }
    expect((await holder.token({ 'pre-authorized_code': 'unknown' })).body.error).toBe('invalid_grant')
    expect((await holder.token({})).body.error).toBe('invalid_request')
    expect((await holder.token({ ...form, grant_type: 'authorization_code' })).body.error).toBe('unsupported_grant_type')
    expect((await wallet('sandbox').token(form)).body.error).toBe('invalid_grant')
    expect((await holder.token({ ...form, tx_code: '123456' })).body.error).toBe('invalid_request')
    const { access_token } = (await holder.token(form)).body
    const replay = await holder.token(form)
    expect([replay.status, replay.body.error]).toEqual([400, 'invalid_grant'])
    const after = await holder.collect(access_token, {
      credential_configuration_id: 'identity_assurance',
      proofs: { jwt: [holder.proof(await holder.nonce())] },
    })
    expect([after.status, after.body.error]).toEqual([401, 'invalid_token'])
    expect(after.headers.get('www-authenticate')).toContain('invalid_token')
    const late = await offer(id, { with_code: false })
    await api.services.connection.db
      .update(credentialOffers)
      .set({ expires_at: new Date(0) })
      .where(eq(credentialOffers.id, late.id))
    expect((await holder.token({ 'pre-authorized_code': codeOf(late) })).body.error).toBe('invalid_grant')
  })

  test('five wrong transaction codes end the offer, the right one then included', async () => {
    const holder = wallet()
    const made = await offer(id)
    const form = { 'pre-authorized_code': codeOf(made) }
    expect((await holder.token(form)).body.error).toBe('invalid_request')
    const wrong = String((Number(made.tx_code) + 1) % 1_000_000).padStart(6, '0')
    for (let i = 0; i < 5; i++) expect((await holder.token({ ...form, tx_code: wrong })).body.error).toBe('invalid_grant')
    expect((await holder.token({ ...form, tx_code: made.tx_code })).body.error).toBe('invalid_grant')
  })

  test('a proof for somebody else, an old or replayed one, without our nonce, or with another key', async () => {
    const holder = wallet()
    const made = await offer(id, { with_code: false })
    const { access_token } = (await holder.token({ 'pre-authorized_code': codeOf(made) })).body
    const ask = async (jwt: string | string[], more: object = {}) => {
      const sent = { credential_configuration_id: 'identity_assurance', proofs: { jwt: [jwt].flat() }, ...more }
      return (await holder.collect(access_token, sent)).body.error
    }
    const nonce = await holder.nonce()
    expect(await ask(holder.proof(nonce, { aud: 'https://evil.example' }))).toBe('invalid_proof')
    expect(await ask(holder.proof(nonce, { aud: 'https://issuer.example/sandbox' }))).toBe('invalid_proof')
    expect(await ask(holder.proof(nonce, { iat: Math.floor(Date.now() / 1000) - 301 }))).toBe('invalid_proof')
    expect(await ask(holder.proof(nonce, {}, { typ: 'JWT' }))).toBe('invalid_proof')
    expect(await ask(holder.proof(nonce, {}, { alg: 'none' }))).toBe('invalid_proof')
    expect(await ask(holder.proof(nonce, {}, { jwk: wallet().jwk }))).toBe('invalid_proof')
    expect(await ask(holder.proof(nonce, {}, { kid: 'did:jwk:x' }))).toBe('invalid_proof')
    expect(await ask([holder.proof(nonce), holder.proof(nonce)])).toBe('invalid_proof')
    expect(await ask([])).toBe('invalid_proof')
    expect(await ask(holder.proof(undefined))).toBe('invalid_nonce')
    expect(await ask(holder.proof('1.2.3'))).toBe('invalid_nonce')
    expect(await ask(holder.proof(await wallet('sandbox').nonce()))).toBe('invalid_nonce')
    expect(await ask(holder.proof(nonce), { credential_configuration_id: 'other' })).toBe('unknown_credential_configuration')
    expect(await ask(holder.proof(nonce), { credential_identifier: 'x' })).toBe('unknown_credential_identifier')
    expect(await ask(holder.proof(nonce), { credential_configuration_id: undefined })).toBe('invalid_credential_request')
    expect(await ask(holder.proof(nonce), { credential_response_encryption: {} })).toBe('invalid_encryption_parameters')
    const kid = `did:jwk:${holder.part(holder.jwk)}#0`
    expect(await ask(holder.proof(nonce, {}, { jwk: undefined, kid }))).toBeUndefined()
    expect(await ask(holder.proof(nonce))).toBe('invalid_nonce')
    for (const _ of Object.keys(CONFIGURATIONS)) expect(await ask(holder.proof(await holder.nonce()))).toBeUndefined()
    expect(await ask(holder.proof(await holder.nonce()))).toBe('credential_request_denied')
    expect((await holder.collect('wrong', {})).body.error).toBe('invalid_token')
  })

  test('what cannot be read, and other methods', async () => {
    const text = await api.call('POST', '/openid4vci/token', '{}', null)
    expect([text.status, text.body.error]).toEqual([400, 'invalid_request'])
    const broken = await api.call('POST', '/openid4vci/credential', '{', 'a-token')
    expect([broken.status, broken.body.error]).toEqual([400, 'invalid_credential_request'])
    expect((await open('/openid4vci/token')).status).toBe(405)
    expect((await api.call('OPTIONS', '/sandbox/openid4vci/credential')).headers.get('access-control-allow-origin')).toBe('*')
  })

  test('a nonce is ours for five minutes, in its environment', () => {
    const now = Date.now()
    const nonce = giveNonce(api.services, 'sandbox', now)
    expect(isOurNonce(api.services, 'sandbox', nonce, now + 299_000)).toBe(true)
    expect(isOurNonce(api.services, 'sandbox', nonce, now + 301_000)).toBe(false)
    expect(isOurNonce(api.services, 'production', nonce, now)).toBe(false)
    expect(isOurNonce(api.services, 'sandbox', `9${nonce}`, now)).toBe(false)
  })
})

test('in the sandbox the same, by its own name, with what was said as what was found', async () => {
  const wallet_address = privateKeyToAccount(generatePrivateKey()).address
  const { credential } = (await call('sandbox', 'POST', '/wallets/verify', { wallet_address, kyc_data: person })).body
  const holder = wallet('sandbox')
  const made = await offer(credential.id, {}, 'sandbox')
  expect(made.credential_offer.credential_issuer).toBe('https://issuer.example/sandbox')
  const whole: string = (await holder.take(made)).body.credentials[0].credential
  const disclosed = whole
    .split('~')
    .slice(1, -1)
    .map((one) => JSON.parse(Buffer.from(one, 'base64url').toString()).slice(1))
  expect(Object.fromEntries(disclosed)).toMatchObject({ age_over_18: true, resident_country: 'FR', evidence_method: 'simulated' })
})
