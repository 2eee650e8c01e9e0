import { createHash, createPublicKey, generateKeyPairSync, randomBytes, sign, verify, X509Certificate } from 'node:crypto'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { getRequestListener } from '@hono/node-server'
import { createRemoteJWKSet, jwtVerify } from 'jose'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { LASTING, startApi } from '../api/harness.ts'
import { freePort } from '../product.ts'
import { credoAgent } from './credo.ts'

/** Needs packages of strangers, installed in `npm` beside this file: so it is asked for. */
const asked = process.env.FOREIGN === '1'
const foreign = createRequire(join(import.meta.dirname, 'npm', 'package.json'))
// biome-ignore lint/suspicious/noExplicitAny: the libraries are installed only where they are asked for, so their types are not at hand.
type Loose = any
const library = (name: string): Promise<Loose> => import(/* @vite-ignore */ pathToFileURL(foreign.resolve(name)).href)

describe.skipIf(!asked)('a wallet of strangers takes a credential, and strangers verify what it shows', () => {
  let api: Awaited<ReturnType<typeof startApi>>
  let server: ReturnType<typeof createServer>
  let key: string
  let url: string
  beforeAll(async () => {
    const port = await freePort()
    url = `http://127.0.0.1:${port}`
    api = await startApi({ PUBLIC_URL: url })
    server = createServer(LASTING, getRequestListener(api.app.fetch))
    await new Promise<void>((done) => server.listen(port, '127.0.0.1', done))
    key = (await api.makeKey('sandbox')).key
  })
  afterAll(async () => {
    server?.closeAllConnections()
    server?.close()
    await api?.stop()
  })
  const call = async (method: string, path: string, body?: object) => (await api.call(method, `/v1${path}`, body, key)).body
  const sealed = async (full_name: string) => {
    const wallet_address = privateKeyToAccount(generatePrivateKey()).address
    const kyc_data = { full_name, date_of_birth: '1984-03-02', country: 'DE' }
    return (await call('POST', '/wallets/verify', { wallet_address, kyc_data })).credential.id as string
  }

  /** The wallet of the OpenID Foundation's library: everything but the key is its own. */
  async function wallet() {
    const { Openid4vciClient, setGlobalConfig } = await library('@openid4vc/openid4vci')
    const { clientAuthenticationAnonymous } = await library('@openid4vc/oauth2')
    // As on any machine of one's own.
    setGlobalConfig({ allowInsecureUrls: true })
    ;(await library('@openid4vc/oauth2')).setGlobalConfig({ allowInsecureUrls: true })
    const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const jwk = pair.publicKey.export({ format: 'jwk' })
    const es256 = (input: string) =>
      sign('sha256', Buffer.from(input), { key: pair.privateKey, dsaEncoding: 'ieee-p1363' }).toString('base64url')
    const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const no = () => {
      throw new Error('This wallet has no use for it.')
    }
    const client = new Openid4vciClient({
      callbacks: {
        fetch,
        hash: (data: Uint8Array, algorithm: string) => new Uint8Array(createHash(algorithm.replace('-', '')).update(data).digest()),
        generateRandom: (length: number) => new Uint8Array(randomBytes(length)),
        signJwt: (_: unknown, { header, payload }: Loose) => {
          const input = `${part(header)}.${part(payload)}`
          return { jwt: `${input}.${es256(input)}`, signerJwk: jwk }
        },
        ...{ verifyJwt: no, decryptJwe: no, encryptJwe: no },
        clientAuthentication: clientAuthenticationAnonymous(),
      },
    })
    const take = async (offered: { url: string; tx_code: string | null }, credentialConfigurationId: string): Promise<string> => {
      const credentialOffer = await client.resolveCredentialOffer(offered.url)
      const issuerMetadata = await client.resolveIssuerMetadata(credentialOffer.credential_issuer)
      const { accessTokenResponse } = await client.retrievePreAuthorizedCodeAccessTokenFromOffer({
        ...{ credentialOffer, issuerMetadata },
        ...(offered.tx_code && { txCode: offered.tx_code }),
      })
      const { c_nonce } = await client.requestNonce({ issuerMetadata })
      const { jwt } = await client.createCredentialRequestJwtProof({
        ...{ issuerMetadata, credentialConfigurationId, nonce: c_nonce },
        signer: { method: 'jwk', publicJwk: jwk, alg: 'ES256' },
      })
      const { credentialResponse } = await client.retrieveCredentials({
        ...{ issuerMetadata, credentialConfigurationId, accessToken: accessTokenResponse.access_token },
        proofs: { jwt: [jwt] },
      })
      return credentialResponse.credentials[0].credential
    }
    return { take, es256, jwk }
  }

  /** The authority of the issuer, as whoever verifies configures it. */
  const trusted = async () => (await fetch(`${url}/sandbox/credentials/authority.pem`)).text()

  /** A verifier and holder of `@sd-jwt`, with the keys that the issuer publishes; it reads the status list by itself. */
  async function sdJwtOf(es256: (input: string) => string) {
    const { SDJwtVcInstance } = await library('@sd-jwt/sd-jwt-vc')
    const { keys } = (await (await fetch(`${url}/sandbox/jwks.json`)).json()) as { keys: { kid: string }[] }
    const authority = new X509Certificate(await trusted())
    const issued = (data: string, signature: string) => {
      const { alg, kid, x5c } = JSON.parse(Buffer.from(data.split('.')[0]!, 'base64url').toString())
      const bytes = Buffer.from(signature, 'base64url')
      // By its certificate, or by the key that the issuer publishes.
      if (x5c) {
        const own = new X509Certificate(Buffer.from(x5c[0], 'base64'))
        return (
          own.verify(authority.publicKey) && verify('sha256', Buffer.from(data), { key: own.publicKey, dsaEncoding: 'ieee-p1363' }, bytes)
        )
      }
      const known = keys.find((one) => one.kid === kid)
      return alg === 'EdDSA' && verify(null, Buffer.from(data), createPublicKey({ key: known as Loose, format: 'jwk' }), bytes)
    }
    return new SDJwtVcInstance({
      hasher: (data: string, alg: string) => new Uint8Array(createHash(alg.replace('-', '')).update(data).digest()),
      hashAlg: 'sha-256',
      saltGenerator: (length: number) => randomBytes(length).toString('base64url'),
      verifier: issued,
      statusVerifier: issued,
      statusListFetcher: async (uri: string) => (await fetch(uri, { headers: { accept: 'application/statuslist+jwt' } })).text(),
      kbSigner: es256,
      kbSignAlg: 'ES256',
      kbVerifier: (data: string, signature: string, payload: Loose) => {
        const publicKey = createPublicKey({ key: payload.cnf.jwk, format: 'jwk' })
        return verify('sha256', Buffer.from(data), { key: publicKey, dsaEncoding: 'ieee-p1363' }, Buffer.from(signature, 'base64url'))
      },
    })
  }

  it.each([
    ['identity_assurance', 'the certificate of the issuer'],
    ['identity_assurance_eddsa', 'a key of its DID'],
  ])(
    '%s by @openid4vc/openid4vci; @sd-jwt and Credo verify what is shown by %s, and refuse it once it is suspended',
    async (configuration) => {
      const { take, es256, jwk } = await wallet()
      const id = await sealed('Wanda Abroad')
      const whole = await take(await call('POST', `/credentials/${id}/offers`, {}), configuration)
      const sdJwt = await sdJwtOf(es256)
      const kb = { payload: { iat: Math.floor(Date.now() / 1000), aud: 'https://market.example', nonce: 'a-nonce' } }
      const shown: string = await sdJwt.present(whole, { basic: true, age_over_18: true, resident_country: true }, { kb })
      const options = { requiredClaimKeys: ['basic', 'age_over_18'], keyBindingNonce: 'a-nonce' }
      const { payload } = await sdJwt.verify(shown, options)
      expect(payload).toMatchObject({ basic: true, age_over_18: true, resident_country: 'DE', cnf: { jwk } })
      expect(payload).not.toHaveProperty('age_over_21')
      await expect(sdJwt.verify(shown, { ...options, keyBindingNonce: 'another' })).rejects.toThrow()

      const credo = await library('@credo-ts/core')
      const { sdJwtVc: sdJwts } = credoAgent(credo, async (did) => {
        const path = did.split(':').slice(3)
        return (await fetch(`${url}/${path.length ? path.join('/') : '.well-known'}/did.json`)).json() as Promise<Record<string, unknown>>
      })
      const keyBinding = { audience: 'https://market.example', nonce: 'a-nonce' }
      const byCredo = (trustedCertificates: string[]) => sdJwts.verify({ compactSdJwtVc: shown, keyBinding, trustedCertificates })
      const authority = await trusted()
      expect(await byCredo([authority])).toMatchObject({ isValid: true })
      if (configuration === 'identity_assurance') {
        const other = await (await fetch(`${url}/credentials/authority.pem`)).text()
        expect(await byCredo([other]), 'an authority of somebody else').toMatchObject({ isValid: false })
      }

      await call('POST', `/credentials/${id}/suspend`, { reason_code: 'under_review' })
      await expect(sdJwt.verify(shown, options)).rejects.toThrow(/status/i)
      expect(await byCredo([authority])).toMatchObject({ isValid: false })

      const { getListFromStatusListJWT, getStatusListFromJWT } = await library('@sd-jwt/jwt-status-list')
      const { idx, uri } = getStatusListFromJWT(whole.split('~')[0])
      expect(getListFromStatusListJWT(await (await fetch(uri)).text()).getStatus(idx)).toBe(2)
      await call('POST', `/credentials/${id}/revoke`, { reason_code: 'key_compromise' })
      expect(getListFromStatusListJWT(await (await fetch(uri)).text()).getStatus(idx)).toBe(1)
    },
  )

  it('as a VC, which jose verifies by the published keys; the issuer says no as the standard does', async () => {
    const { take, jwk } = await wallet()
    const id = await sealed('Wilma Abroad')
    const offered = await call('POST', `/credentials/${id}/offers`, {})
    const wrong = offered.tx_code === '000000' ? '000001' : '000000'
    await expect(take({ ...offered, tx_code: wrong }, 'identity_assurance_vc')).rejects.toMatchObject({
      errorResponse: { error: 'invalid_grant' },
    })
    const jwt = await take(offered, 'identity_assurance_vc')
    const { payload } = await jwtVerify(jwt, createRemoteJWKSet(new URL(`${url}/sandbox/jwks.json`)), { typ: 'vc+jwt' })
    expect(payload).toMatchObject({ cnf: { jwk }, credentialSubject: { walletControl: { status: 'asserted' } } })
    await expect(take(offered, 'identity_assurance_vc')).rejects.toMatchObject({ errorResponse: { error: 'invalid_grant' } })
  })
})
