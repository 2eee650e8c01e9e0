import { createHash, generateKeyPairSync, randomBytes, sign, verify, X509Certificate } from 'node:crypto'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { getRequestListener } from '@hono/node-server'
import { CompactEncrypt, importJWK, type JWK } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#core/kernel/ids.ts'
import { deriveP256, makeCertificate } from '#credentials/certificate.ts'
import { trustedIssuers } from '#db/schema.ts'
import { LASTING, startApi } from '../api/harness.ts'
import { freePort } from '../product.ts'
import { asked } from './commands.ts'

// biome-ignore lint/suspicious/noExplicitAny: the libraries are installed only where they are asked for, so their types are not at hand.
type Loose = any
const foreign = createRequire(join(import.meta.dirname, 'npm', 'package.json'))
const load = (name: string): Promise<Loose> => import(pathToFileURL(foreign.resolve(name)).href)

const DAY = 86_400_000
const MDL = 'org.iso.18013.5.1.mDL'
const SPACE = 'org.iso.18013.5.1'
const ada = { given_name: 'Ada', family_name: 'Abroad' }

/** A made-up issuer: its authority, which the tenant trusts, and who signs for it. */
async function issuer(name: string, purposes?: string[]) {
  const secret = randomBytes(32)
  const [top, signer] = [deriveP256(secret, 'authority'), deriveP256(secret, 'signer')]
  const dates = { issuer: `C=UT, CN=${name}`, signer: top, from: new Date(Date.now() - DAY), until: new Date(Date.now() + 300 * DAY) }
  const authority = await makeCertificate({ ...dates, subject: `C=UT, CN=${name}`, key: top, authorities: 0 })
  const certificate = await makeCertificate({ ...dates, subject: `C=UT, CN=${name} signer`, key: signer, ...(purposes && { purposes }) })
  return { signer, authority, certificate, jwk: signer.privateKey.export({ format: 'jwk' }) }
}
const newHolder = () => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  return { privateKey, jwk: publicKey.export({ format: 'jwk' }), privateJwk: privateKey.export({ format: 'jwk' }) }
}
const thumbprint = ({ kty, crv, x, y }: JWK) => createHash('sha256').update(JSON.stringify({ crv, kty, x, y })).digest()

describe.skipIf(!asked)('wallets of strangers present to us', () => {
  let api: Awaited<ReturnType<typeof startApi>>
  let server: ReturnType<typeof createServer>
  let key: string
  let openid: Loose
  let pid: Awaited<ReturnType<typeof issuer>>
  let iaca: Awaited<ReturnType<typeof issuer>>
  beforeAll(async () => {
    const port = await freePort()
    api = await startApi({ PUBLIC_URL: `http://127.0.0.1:${port}` })
    server = createServer(LASTING, getRequestListener(api.app.fetch))
    await new Promise<void>((done) => server.listen(port, '127.0.0.1', done))
    key = (await api.makeKey('production')).key
    openid = await load('@openid4vc/openid4vp')
    const { setGlobalConfig } = await load('@openid4vc/oauth2')
    setGlobalConfig({ allowInsecureUrls: true })
    pid = await issuer('Made-up PID')
    iaca = await issuer('Made-up IACA', ['1.0.18013.5.1.2'])
    await trust('pid', pid.authority)
    await trust('iaca', iaca.authority)
  })
  afterAll(async () => {
    server?.closeAllConnections()
    server?.close()
    await api?.stop()
  })

  async function trust(kind: 'pid' | 'iaca', der: Buffer): Promise<void> {
    const { organizationId: organization_id, environment } = api.ctx('production')
    const at = new Date()
    await api.services.connection.db.insert(trustedIssuers).values({
      ...{ id: newId('trusted_issuer'), organization_id, environment, kind, name: kind, state: 'active', level: 'enhanced' },
      identifier: createHash('sha256').update(der).digest('hex'),
      material: new X509Certificate(der).toString(),
      ...{ ial: 'IAL2', eidas: 'high', author: 'one', approved_by: 'two', approved_at: at, created_at: at },
    })
  }
  let n = 0
  const call = async (method: string, path: string, body?: object) => (await api.call(method, `/v1${path}`, body, key)).body
  const ask = async (more: object = {}, about: object = {}) => {
    const wallet_address = `0x${(++n).toString(16).padStart(40, '9')}`
    const { id } = await call('POST', '/identity/sessions', { wallet_address, return_url: 'https://app.example.com/done', ...about })
    return { id, ...(await call('POST', `/identity/sessions/${id}/presentation`, more)) }
  }

  /** What the library asks its user for: hashes, signatures that are verified, and encryption. */
  const callbacks = () => ({
    hash: (data: Uint8Array, name: string) => createHash(name.replace('-', '')).update(data).digest(),
    generateRandom: (count: number) => randomBytes(count),
    signJwt: () => Promise.reject(new Error('not asked for')),
    decryptJwe: () => Promise.reject(new Error('not asked for')),
    clientAuthentication: () => undefined,
    fetch,
    getX509CertificateMetadata: () => ({ sanDnsNames: [], sanUriNames: [] }),
    verifyJwt: async (signer: Loose, { compact }: { compact: string }) => {
      const certificate = new X509Certificate(Buffer.from(signer.x5c[0], 'base64'))
      const [head, body, signature] = compact.split('.') as [string, string, string]
      const good = { key: certificate.publicKey, dsaEncoding: 'ieee-p1363' } as const
      const verified = verify('sha256', Buffer.from(`${head}.${body}`), good, Buffer.from(signature, 'base64url'))
      return { verified, signerJwk: certificate.publicKey.export({ format: 'jwk' }) }
    },
    encryptJwe: async ({ publicJwk, enc, apu, apv }: Loose, data: string) => ({
      encryptionJwk: publicJwk,
      jwe: await new CompactEncrypt(Buffer.from(data))
        .setProtectedHeader({ alg: 'ECDH-ES', enc, kid: publicJwk.kid, ...(apu && { apu }), ...(apv && { apv }) })
        .encrypt(await importJWK(publicJwk, 'ECDH-ES')),
    }),
  })

  /** A wallet on the library of OpenWallet Foundation's OpenID4VC: resolves a request, checks it, and answers. */
  async function present(link: string | object, make: (request: Loose) => Promise<Record<string, string[]>>, origin?: string) {
    const client = new openid.Openid4vpClient({ callbacks: callbacks() })
    const { params } = client.parseOpenid4vpAuthorizationRequest({ authorizationRequest: link })
    const resolved = await client.resolveOpenId4vpAuthorizationRequest({ authorizationRequestPayload: params, origin })
    expect(resolved.client.prefix).toBe('x509_hash')
    expect(resolved.version).toBeGreaterThan(24)
    const request = resolved.authorizationRequestPayload
    const jwk = openid.extractEncryptionJwkFromJwks(request.client_metadata.jwks, { supportedAlgValues: ['ECDH-ES'] })
    const made = await client.createOpenid4vpAuthorizationResponse({
      authorizationRequestPayload: request,
      origin,
      authorizationResponsePayload: { vp_token: await make({ ...request, encryption: jwk }) },
      jarm: {
        encryption: { nonce: randomBytes(16).toString('base64url'), jwk },
        serverMetadata: {
          authorization_signing_alg_values_supported: [],
          authorization_encryption_alg_values_supported: ['ECDH-ES'],
          authorization_encryption_enc_values_supported: ['A128GCM', 'A256GCM'],
        },
      },
    })
    if (origin) return { made }
    const { response } = await client.submitOpenid4vpAuthorizationResponse({
      authorizationRequestPayload: request,
      authorizationResponsePayload: made.authorizationResponsePayload,
      jarm: { responseJwt: made.jarm.responseJwt },
    })
    return { made, response: response as Response }
  }

  /** A presentation made by `@sd-jwt/sd-jwt-vc`: issued with every claim disclosable, shown for one audience and nonce. */
  async function sdJwtVc(audience: string, nonce: string, of: 'person' | 'age' = 'person'): Promise<string> {
    const { SDJwtVcInstance } = await load('@sd-jwt/sd-jwt-vc')
    const holder = newHolder()
    const signerOf = (k: Parameters<typeof sign>[2]) => async (data: string) =>
      sign('sha256', Buffer.from(data), { key: k as never, dsaEncoding: 'ieee-p1363' }).toString('base64url')
    const sdjwt = new SDJwtVcInstance({
      signer: signerOf(pid.signer.privateKey),
      signAlg: 'ES256',
      kbSigner: signerOf(holder.privateKey),
      kbSignAlg: 'ES256',
      hasher: async (data: string | Uint8Array, name: string) =>
        createHash(name.replace('-', ''))
          .update(data as never)
          .digest(),
      hashAlg: 'sha-256',
      saltGenerator: async () => randomBytes(16).toString('base64url'),
    })
    const claims = {
      ...ada,
      ...{ birthdate: '1984-03-02', nationalities: ['UT', 'DE'], address: { country: 'DE', locality: 'Kiel' } },
      age_equal_or_over: { 18: true, 21: true },
    }
    const issued = await sdjwt.issue(
      { vct: 'urn:eudi:pid:1', iss: 'https://pid.example', iat: Math.floor(Date.now() / 1_000), cnf: { jwk: holder.jwk }, ...claims },
      {
        _sd: ['given_name', 'family_name', 'birthdate', 'nationalities', 'address'],
        address: { _sd: ['country', 'locality'] },
        nationalities: { _sd: [0, 1] },
        age_equal_or_over: { _sd: ['18', '21'] },
      },
      { header: { x5c: [pid.certificate.toString('base64')], typ: 'dc+sd-jwt' } },
    )
    return sdjwt.present(
      issued,
      of === 'age'
        ? { age_equal_or_over: { 18: true } }
        : { given_name: true, family_name: true, birthdate: true, nationalities: { 0: true }, address: { country: true } },
      { kb: { payload: { iat: Math.floor(Date.now() / 1_000), aud: audience, nonce } } },
    )
  }

  const NAMES = ['given_name', 'family_name', 'birth_date', 'document_number', 'expiry_date']
  /** A presentation made by `@auth0/mdl`, over the transcript that `@owf/mdoc` makes. */
  async function mdl(transcript: (of: Loose, crypto: Loose) => Promise<Loose>, shown = NAMES): Promise<string> {
    const { Document, DeviceResponse, MDoc } = foreign('@auth0/mdl')
    const { SessionTranscript, cborEncode, DataItem, cborDecode } = await load('@owf/mdoc')
    const holder = newHolder()
    const document = await new Document(MDL)
      .addIssuerNameSpace(SPACE, {
        ...ada,
        birth_date: '1984-03-02',
        issuing_country: 'UT',
        document_number: 'L1',
        expiry_date: '2099-01-01',
        age_over_18: true,
        age_over_21: true,
      })
      .useDigestAlgorithm('SHA-256')
      .addValidityInfo({ signed: new Date(), validFrom: new Date(), validUntil: new Date(Date.now() + DAY) })
      .addDeviceKeyInfo({ deviceKey: holder.jwk })
      .sign({
        issuerPrivateKey: { ...iaca.jwk, kid: '1' },
        issuerCertificate: new X509Certificate(iaca.certificate).toString(),
        alg: 'ES256',
        kid: '1',
      })
    const crypto = { crypto: { digest: async ({ bytes }: { bytes: Uint8Array }) => createHash('sha256').update(bytes).digest() } }
    const made = await transcript(SessionTranscript, crypto)
    const bytes = cborEncode(DataItem.fromData(cborDecode(made.encode())))
    const fields = shown.map((name) => ({
      path: [`$['${SPACE}']['${name}']`],
      intent_to_retain: true,
    }))
    const format = { mso_mdoc: { alg: ['ES256'] } }
    const response = await DeviceResponse.from(new MDoc([document]))
      .usingPresentationDefinition({
        id: 'one',
        input_descriptors: [{ id: MDL, format, constraints: { limit_disclosure: 'required', fields } }],
      })
      .usingSessionTranscriptBytes(Buffer.from(bytes))
      .authenticateWithSignature({ ...holder.privateJwk, kid: '1' }, 'ES256')
      .sign()
    return Buffer.from(response.encode()).toString('base64url')
  }
  const verified = async (id: string, covers: string[]) => {
    const session = await call('GET', `/identity/sessions/${id}`)
    expect(session).toMatchObject({ status: 'verified', method: 'wallet_presentation' })
    const evidence = await call('GET', `/identity/evidence/${session.evidence_id}`)
    expect(evidence).toMatchObject({ level: 'enhanced', state: 'valid', proof: { simulated: false } })
    expect(evidence.covers).toEqual(expect.arrayContaining(covers))
  }

  it('personal identification data as SD-JWT VC, of @sd-jwt/sd-jwt-vc, by @openid4vc/openid4vp', async () => {
    const asked = await ask()
    const make = async ({ client_id, nonce }: Loose) => ({ pid_sd_jwt: [await sdJwtVc(client_id, nonce)] })
    const { response, made } = await present(asked.deep_link, make)
    expect(response!.status).toBe(200)
    // On the same device: it counts once the holder is back where they began.
    const { redirect_uri } = (await response!.json()) as { redirect_uri: string }
    expect(redirect_uri).toMatch(/^https:\/\/app\.example\.com\/done\?response_code=/)
    expect(await call('GET', `/identity/sessions/${asked.id}`)).toMatchObject({ status: 'open' })
    const response_code = new URL(redirect_uri).searchParams.get('response_code')!
    await call('POST', `/identity/sessions/${asked.id}/presentation/finish`, { response_code })
    await verified(asked.id, ['full_name', 'date_of_birth', 'nationality', 'country'])
    // The same answer once more.
    const again = await fetch(asked.response_uri, { method: 'POST', body: new URLSearchParams({ response: made.jarm.responseJwt }) })
    expect(((await again.json()) as Loose).code).toBe('presentation_replayed')
  })

  it('a mobile driving licence, of @auth0/mdl, by @openid4vc/openid4vp', async () => {
    const asked = await ask()
    const make = async ({ client_id, nonce, response_uri, encryption }: Loose) => ({
      mdl: [
        await mdl((of, crypto) =>
          of.forOid4Vp({ clientId: client_id, nonce, responseUri: response_uri, jwkThumbprint: thumbprint(encryption) }, crypto),
        ),
      ],
    })
    const { response } = await present(asked.qr_text, make)
    expect([response!.status, await response!.text()]).toEqual([200, '{}'])
    await verified(asked.id, ['full_name', 'date_of_birth', 'document_number', 'document_expires_on'])
  })

  it.each(['sd-jwt', 'mdl'])('through the browser’s Digital Credentials API: %s', async (format) => {
    const origin = 'https://app.example.com'
    const asked = await ask({ origin })
    const make = async ({ nonce, encryption }: Loose): Promise<Record<string, string[]>> =>
      format === 'sd-jwt'
        ? { pid_sd_jwt: [await sdJwtVc(`origin:${origin}`, nonce)] }
        : { mdl: [await mdl((of, crypto) => of.forOid4VpDcApi({ origin, nonce, jwkThumbprint: thumbprint(encryption) }, crypto))] }
    const { made } = await present({ request: asked.digital_credentials.request }, make, origin)
    const answer = await fetch(asked.response_uri, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ response: made.jarm.responseJwt }),
    })
    expect([answer.status, await answer.json()]).toEqual([200, { status: 'verified' }])
    await verified(asked.id, ['full_name', 'date_of_birth'])
  })

  it.each([
    ['sd-jwt', 'age_over_18'],
    ['mdl', 'age_over_18'],
    ['mdl', 'age_over_21'],
  ] as const)('an age and nothing else, as %s: %s', async (format, claim) => {
    const asked = await ask({}, { claims: [claim] })
    const make = async ({ client_id, nonce, response_uri, encryption }: Loose): Promise<Record<string, string[]>> => {
      if (format === 'sd-jwt') return { pid_sd_jwt: [await sdJwtVc(client_id, nonce, 'age')] }
      const of = { clientId: client_id, nonce, responseUri: response_uri, jwkThumbprint: thumbprint(encryption) }
      return { mdl: [await mdl((transcript, crypto) => transcript.forOid4Vp(of, crypto), [claim])] }
    }
    const { response } = await present(asked.qr_text, make)
    expect([response!.status, await response!.text()]).toEqual([200, '{}'])
    const session = await call('GET', `/identity/sessions/${asked.id}`)
    expect(session).toMatchObject({ status: 'verified', claims: [claim] })
    const covers = claim === 'age_over_21' ? ['over_18', 'over_21'] : ['over_18']
    const evidence = await call('GET', `/identity/evidence/${session.evidence_id}`)
    expect(evidence).toMatchObject({ proves: 'age', level: 'basic', covers, proof: { revocation: { state: 'not_published' } } })
  })

  it('what is signed for somebody else, by a stranger’s issuer or over another request is refused', async () => {
    const tries: [string, (request: Loose) => Promise<Record<string, string[]>>][] = [
      ['presentation_wrong_audience', async ({ nonce }) => ({ pid_sd_jwt: [await sdJwtVc('x509_hash:somebody-else', nonce)] })],
      ['presentation_wrong_nonce', async ({ client_id }) => ({ pid_sd_jwt: [await sdJwtVc(client_id, 'of-another')] })],
      [
        'holder_key_mismatch',
        async ({ client_id, nonce, response_uri }) => ({
          mdl: [
            await mdl((of, crypto) =>
              of.forOid4Vp({ clientId: client_id, nonce, responseUri: response_uri, jwkThumbprint: randomBytes(32) }, crypto),
            ),
          ],
        }),
      ],
      [
        'issuer_not_trusted',
        async ({ client_id, nonce }) => {
          const known = pid
          pid = await issuer('Nobody')
          const presentation = await sdJwtVc(client_id, nonce)
          pid = known
          return { pid_sd_jwt: [presentation] }
        },
      ],
    ]
    for (const [code, make] of tries) {
      const asked = await ask()
      const { response } = await present(asked.deep_link, make)
      expect([response!.status, ((await response!.json()) as Loose).code]).toEqual([422, code])
      expect(await call('GET', `/identity/sessions/${asked.id}`)).toMatchObject({ status: 'open', reason_code: code })
    }
  })
})
