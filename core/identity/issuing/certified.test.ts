import { createHash, X509Certificate } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLocalJWKSet, importX509, jwtVerify } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { systemCtx } from '#core/kernel/system.ts'
import { rotateKeys } from '#core/upkeep/rotate-keys.ts'
import { deriveP256, makeCertificate } from '#credentials/certificate.ts'
import type { PublicKey } from '#credentials/keys.ts'
import { presentSdJwt, readSdJwt } from '#credentials/sd-jwt.ts'
import { startApi } from '#tests/api/harness.ts'
import { codeOf, holderWallet, sealedHolder } from '#tests/holder-wallet.ts'
import { loadSmallLists } from '#tests/reach/production.ts'
import { issuerKeys } from '../credentials/issuer-keys.ts'

type Api = Awaited<ReturnType<typeof startApi>>
const PUBLIC_URL = 'https://issuer.example'
let api: Api
let key: string
let id: string
beforeAll(async () => {
  api = await startApi({ PUBLIC_URL })
  ;({ key, id } = await holderOf(api, 'Ada Certified'))
})
afterAll(() => api?.stop())

async function holderOf(at: Api, full_name: string) {
  await loadSmallLists(at.services)
  const { key } = await at.makeKey('production')
  const call = (method: string, path: string, body?: object) => at.call(method, `/v1${path}`, body, key)
  const { id } = await sealedHolder(call, at.ctx('production'), { full_name })
  return { key, id }
}
const offer = async (at: Api, of: { key: string; id: string }) =>
  (await at.call('POST', `/v1/credentials/${of.id}/offers`, { with_code: false }, of.key)).body
const open = (path: string) => api.call('GET', path)
const headerOf = (jwt: string) => JSON.parse(Buffer.from(jwt.split('.')[0]!, 'base64url').toString())
const payloadOf = (jwt: string) => JSON.parse(Buffer.from(jwt.split('.')[1]!, 'base64url').toString())
const certificateOf = (jwt: string) => new X509Certificate(Buffer.from(headerOf(jwt).x5c[0], 'base64'))
const taken = async (configuration?: string) => {
  const answer = await holderWallet(api).take(await offer(api, { key, id }), configuration)
  expect(answer.status, answer.text).toBe(200)
  return answer.body.credentials[0].credential as string
}

describe('a verifier that goes by certificates', () => {
  test('finds the certificate of the issuer in the header, of an authority that it can trust, and takes what it signed', async () => {
    const pem = await open('/credentials/authority.pem')
    expect(pem.headers.get('content-type')).toBe('application/pem-certificate-chain')
    const authority = new X509Certificate(pem.text)
    expect(authority.verify(authority.publicKey) && authority.ca).toBe(true)
    const jwt = (await taken()).split('~')[0]!
    expect(headerOf(jwt)).toMatchObject({ alg: 'ES256', typ: 'dc+sd-jwt', x5c: [expect.any(String)] })
    const own = certificateOf(jwt)
    // Not the authority's, and by nobody else: the profile of high assurance forbids both.
    expect([own.verify(authority.publicKey), own.checkIssued(authority), own.checkIssued(own), own.ca]).toEqual([true, true, false, false])
    expect([own.checkHost('issuer.example'), own.subjectAltName]).toEqual([
      'issuer.example',
      'DNS:issuer.example, URI:https://issuer.example',
    ])
    const { payload } = await jwtVerify(jwt, await importX509(own.toString(), 'ES256'), { typ: 'dc+sd-jwt', issuer: PUBLIC_URL })
    expect(own.validToDate.getTime()).toBeGreaterThan(payload.exp! * 1_000)
    const { idx, uri } = (payload as { status: { status_list: { idx: number; uri: string } } }).status.status_list
    const list = await open(new URL(uri).pathname)
    expect([list.status, list.headers.get('content-type'), idx]).toEqual([200, 'application/statuslist+jwt', expect.any(Number)])
    const said = await jwtVerify(list.text, await importX509(certificateOf(list.text).toString(), 'ES256'), { issuer: PUBLIC_URL })
    expect(said.payload.sub).toBe(uri)
    expect(certificateOf(list.text).fingerprint256).toBe(own.fingerprint256)
  })

  test('is shown another authority in the sandbox, whose certificates name the sandbox', async () => {
    const [production, sandbox] = [await open('/credentials/authority.pem'), await open('/sandbox/credentials/authority.pem')]
    const [one, other] = [production, sandbox].map(({ text }) => new X509Certificate(text)) as [X509Certificate, X509Certificate]
    expect(other.subject).toContain('(sandbox)')
    const list = (await open('/sandbox/credentials/status/1/token-es256')).text
    const own = certificateOf(list)
    expect(own.subjectAltName).toContain('URI:https://issuer.example/sandbox')
    expect([own.verify(other.publicKey), own.verify(one.publicKey)]).toEqual([true, false])
  })

  test('finds by DID and by address the keys of both algorithms; who asks for EdDSA gets it, with a list signed likewise', async () => {
    const metadata = (await open('/.well-known/openid-credential-issuer')).body.credential_configurations_supported
    const offered = (name: string) => [metadata[name].credential_signing_alg_values_supported, metadata[name].scope]
    expect(offered('identity_assurance')).toEqual([['ES256'], 'identity_assurance'])
    expect(offered('identity_assurance_eddsa')).toEqual([['EdDSA'], 'identity_assurance_eddsa'])
    const { body: set } = await open('/.well-known/jwks.json')
    expect(set.keys.map(({ alg }: { alg: string }) => alg).sort()).toEqual(['ES256', 'EdDSA'])
    const methods = (await open('/.well-known/did.json')).body.verificationMethod.map(({ id }: { id: string }) => id)
    for (const configuration of ['identity_assurance', 'identity_assurance_eddsa', 'identity_assurance_vc']) {
      const jwt = (await taken(configuration)).split('~')[0]!
      const { protectedHeader, payload } = await jwtVerify(jwt, createLocalJWKSet(set))
      expect(methods).toContain(protectedHeader.kid)
      if (configuration !== 'identity_assurance_eddsa') continue
      expect([protectedHeader.alg, protectedHeader.x5c, payload.iss]).toEqual(['EdDSA', undefined, 'did:web:issuer.example'])
      const { uri } = payloadOf(jwt).status.status_list
      expect(headerOf((await open(new URL(uri).pathname)).text)).toMatchObject({ alg: 'EdDSA' })
    }
    const read = async (query: string) => (await api.call('GET', `/v1/credentials/${id}/sd-jwt${query}`, undefined, key)).body.credential
    expect(headerOf(await read('')).alg).toBe('ES256')
    expect(headerOf(await read('?alg=EdDSA')).alg).toBe('EdDSA')
  })

  test('takes what former keys signed, and new ones of the same authority, after a rotation', async () => {
    const before = (await taken()).split('~')[0]!
    await rotateKeys({ ctx: systemCtx(api.services, { id: 'operator' }), input: { only: ['credentials'], now: true } })
    const after = (await taken()).split('~')[0]!
    const authority = new X509Certificate((await open('/credentials/authority.pem')).text)
    expect(headerOf(after).kid).not.toBe(headerOf(before).kid)
    const { body: set } = await open('/.well-known/jwks.json')
    for (const jwt of [before, after]) {
      expect(certificateOf(jwt).verify(authority.publicKey)).toBe(true)
      await jwtVerify(jwt, createLocalJWKSet(set))
    }
  })
})

test('an algorithm that is not the key’s is believed of nobody', async () => {
  const holder = holderWallet(api)
  const whole: string = (await holder.take(await offer(api, { key, id }))).body.credentials[0].credential
  const at = { audience: 'https://market.example', nonce: 'n-1', now: Math.floor(Date.now() / 1_000) }
  const read = (text: string, keys: readonly PublicKey[] = issuerKeys(api.services, 'production')) =>
    readSdJwt(text, 'did:web:issuer.example', PUBLIC_URL, keys, at)
  const shown = async (text: string) => holder.bind(await presentSdJwt(text, ['basic']), at.audience, at.nonce)
  expect(read(await shown(whole))).toMatchObject({ ok: true, facts: { id } })
  const [jwt, ...disclosures] = whole.split('~') as [string, ...string[]]
  const [head, ...rest] = jwt.split('.') as [string, ...string[]]
  const renamed = Buffer.from(JSON.stringify({ ...headerOf(head), alg: 'EdDSA' })).toString('base64url')
  expect(read(await shown([[renamed, ...rest].join('.'), ...disclosures].join('~')))).toEqual({ ok: false, reason: 'signature_invalid' })
  expect(read(await shown(whole), api.services.keyring.published.issuer.production)).toEqual({ ok: false, reason: 'issuer_not_trusted' })
})

describe('an access token that a wallet has bound to its key (DPoP)', () => {
  const ask = { credential_configuration_id: 'identity_assurance' }
  const bound = async () => {
    const holder = holderWallet(api)
    const form = { 'pre-authorized_code': codeOf(await offer(api, { key, id })) }
    const { body } = await holder.token(form, { dpop: holder.dpop('token') })
    expect(body.token_type).toBe('DPoP')
    const ath = createHash('sha256').update(body.access_token).digest('base64url')
    const collect = async (proof?: string) =>
      holder.collect(body.access_token, { ...ask, proofs: { jwt: [holder.proof(await holder.nonce())] } }, proof)
    return { holder, ath, collect }
  }

  test('is good together with a proof of that key for this very call', async () => {
    expect((await open('/.well-known/oauth-authorization-server')).body.dpop_signing_alg_values_supported).toContain('ES256')
    const { holder, ath, collect } = await bound()
    expect((await collect(holder.dpop('credential', { ath }))).status).toBe(200)
  })

  test('and without it is refused: no proof, another key’s, of another call or token, or an old one', async () => {
    const { holder, ath, collect } = await bound()
    const proofs = [
      undefined,
      '',
      holderWallet(api).dpop('credential', { ath }),
      holder.dpop('token', { ath }),
      holder.dpop('credential'),
      holder.dpop('credential', { ath: createHash('sha256').update('another').digest('base64url') }),
      holder.dpop('credential', { ath, htm: 'GET' }),
      holder.dpop('credential', { ath, jti: undefined }),
      holder.dpop('credential', { ath, iat: Math.floor(Date.now() / 1_000) - 301 }),
      holder.dpop('credential', { ath }, { typ: 'JWT' }),
      holder.dpop('credential', { ath }, { alg: 'none' }),
    ]
    for (const proof of proofs) {
      const answer = await collect(proof)
      expect([answer.status, answer.body.error], String(proof)).toEqual([401, 'invalid_token'])
      expect(answer.headers.get('www-authenticate')).toContain('DPoP algs="ES256 EdDSA"')
    }
  })

  test('is not given for a proof that does not hold, and the offer stays open; a plain token is no bound one', async () => {
    const holder = holderWallet(api)
    const form = { 'pre-authorized_code': codeOf(await offer(api, { key, id })) }
    const refused = await holder.token(form, { dpop: holder.dpop('credential') })
    expect([refused.status, refused.body.error]).toEqual([400, 'invalid_dpop_proof'])
    const { access_token, token_type } = (await holder.token(form)).body
    expect(token_type).toBe('Bearer')
    const sent = { ...ask, proofs: { jwt: [holder.proof(await holder.nonce())] } }
    const ath = createHash('sha256').update(access_token).digest('base64url')
    expect((await holder.collect(access_token, sent, holder.dpop('credential', { ath }))).body.error).toBe('invalid_token')
    expect((await holder.collect(access_token, sent)).status).toBe(200)
  })
})

test('the certificate that an operator configured signs in production, and no authority of ours is named there', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sealwright-signer-'))
  const [top, own] = [deriveP256('s'.repeat(40), 'top'), deriveP256('s'.repeat(40), 'own')]
  const dates = { issuer: 'CN=Trust Service', signer: top, from: new Date(Date.now() - 1_000), until: new Date(Date.now() + 86_400_000) }
  const mine = await makeCertificate({ ...dates, subject: 'CN=Operator', key: own, dns: 'issuer.example' })
  const path = join(folder, 'signer.pem')
  writeFileSync(path, `${own.privateKey.export({ format: 'pem', type: 'pkcs8' })}${new X509Certificate(mine)}`)
  const other = await startApi({ PUBLIC_URL, CREDENTIAL_SIGNER_FILE: path })
  try {
    const held = await holderOf(other, 'Otto Operator')
    const jwt: string = (await holderWallet(other).take(await offer(other, held))).body.credentials[0].credential.split('~')[0]
    expect(headerOf(jwt).x5c).toEqual([mine.toString('base64')])
    await jwtVerify(jwt, await importX509(new X509Certificate(mine).toString(), 'ES256'), { issuer: PUBLIC_URL })
    await jwtVerify(jwt, createLocalJWKSet((await other.call('GET', '/.well-known/jwks.json')).body))
    expect((await other.call('GET', '/credentials/authority.pem')).status).toBe(404)
    expect((await other.call('GET', '/sandbox/credentials/authority.pem')).status).toBe(200)
  } finally {
    rmSync(folder, { recursive: true, force: true })
    await other.stop()
  }
})
