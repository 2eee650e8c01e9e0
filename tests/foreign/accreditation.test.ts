import { createHash, createPublicKey, randomBytes, verify, X509Certificate } from 'node:crypto'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { CompactEncrypt, decodeJwt, importJWK, type JWK } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runDue } from '#core/upkeep/deadlines/run-due.ts'
import { holderWallet } from '../holder-wallet.ts'
import { accredited } from '../reach/people.ts'
import { startProduction, type Tenant } from '../reach/production.ts'
import { asked } from './commands.ts'

// biome-ignore lint/suspicious/noExplicitAny: the libraries are installed only where they are asked for, so their types are not at hand.
type Loose = any
const foreign = createRequire(join(import.meta.dirname, 'npm', 'package.json'))
const library = (name: string): Promise<Loose> => import(pathToFileURL(foreign.resolve(name)).href)

const VCT = 'https://sealwright.example/vct/identity-assurance/1'
const CLAIMS = { accredited: true, accreditation_basis: true, accreditation_verified_until: true, accreditation_verified_by: true }

describe.skipIf(!asked)('an accreditation in the hands of a stranger’s library', () => {
  let house: Awaited<ReturnType<typeof startProduction>>
  let [first, second] = [] as unknown as [Tenant, Tenant]
  beforeAll(async () => {
    house = await startProduction({ PUBLIC_URL: 'https://sealwright.example' })
    first = await house.tenant('verifies')
    second = await house.tenant('relies')
  })
  afterAll(() => house?.stop())

  /** A holder and verifier of `@sd-jwt/sd-jwt-vc`, which goes by the certificate that the issuer publishes. */
  async function sdJwtOf(signs: (input: string) => string, authority: X509Certificate) {
    const { SDJwtVcInstance } = await library('@sd-jwt/sd-jwt-vc')
    return new SDJwtVcInstance({
      hasher: (data: string, alg: string) => new Uint8Array(createHash(alg.replace('-', '')).update(data).digest()),
      hashAlg: 'sha-256',
      saltGenerator: (length: number) => randomBytes(length).toString('base64url'),
      verifier: (data: string, signature: string) => {
        const own = new X509Certificate(Buffer.from(JSON.parse(Buffer.from(data.split('.')[0]!, 'base64url').toString()).x5c[0], 'base64'))
        const good = { key: own.publicKey, dsaEncoding: 'ieee-p1363' } as const
        return own.verify(authority.publicKey) && verify('sha256', Buffer.from(data), good, Buffer.from(signature, 'base64url'))
      },
      statusVerifier: () => true,
      statusListFetcher: async (uri: string) => (await house.api.app.request(new URL(uri).pathname)).text(),
      kbSigner: signs,
      kbSignAlg: 'ES256',
      kbVerifier: (data: string, signature: string, payload: Loose) => {
        const key = createPublicKey({ key: payload.cnf.jwk, format: 'jwk' })
        return verify('sha256', Buffer.from(data), { key, dsaEncoding: 'ieee-p1363' }, Buffer.from(signature, 'base64url'))
      },
    })
  }

  it('is read by @sd-jwt, claim by claim, and shown by it to another organisation, which files it for a person', async () => {
    const holder = house.holder(1)
    await accredited(house, first, holder)
    const { credential } = await first.get(`/wallets/${holder.address}`)
    const wallet = holderWallet(house.api)
    const taken = await wallet.take(await first.post(`/credentials/${credential.id}/offers`, { with_code: false }))
    const pem = (await house.api.call('GET', '/credentials/authority.pem')).text
    const sdJwt = await sdJwtOf(wallet.signs, new X509Certificate(pem))

    const investor = await second.post('/investors', {
      ...{ full_name: `Person ${holder.address.slice(2, 10)}`, email: 'there@second.example', wallet_address: holder.address },
      ...{ date_of_birth: '1980-01-01', country: 'US', address: { line1: '1 Street', city: 'Austin', state: 'TX' } },
    })
    await second.post(`/investors/${investor.id}/verify`, { signature: await holder.prove(second), accepted_terms: true })
    const trust = await second.post('/identity/trusted-issuers', {
      ...{ kind: 'accreditation', name: 'Sealwright', level: 'basic', certificate: pem, claims: { [VCT]: {} } },
      note: 'The certificate that the issuer publishes at its own address.',
    })
    await house.settle(trust.second_person.case_id, 'release')
    const session = await second.post('/identity/sessions', { investor_id: investor.id, claims: ['accreditation'] })
    const { request_uri } = await second.post(`/identity/sessions/${session.id}/presentation`, {})
    const request = decodeJwt<Loose>(await (await house.api.app.request(new URL(request_uri).pathname)).text())

    const kb = { payload: { iat: Math.floor(Date.now() / 1_000), aud: request.client_id, nonce: request.nonce } }
    const shown: string = await sdJwt.present(taken.body.credentials[0].credential, CLAIMS, { kb })
    const { payload } = await sdJwt.verify(shown, { requiredClaimKeys: Object.keys(CLAIMS), keyBindingNonce: request.nonce })
    expect(payload).toMatchObject({ vct: VCT, accredited: true, accreditation_basis: 'net_worth' })
    expect(payload.accreditation_verified_until).toMatch(/^\d{4}-\d{2}-\d{2}/)
    expect(payload).not.toHaveProperty('resident_country')

    const [jwk] = request.client_metadata.jwks.keys as [JWK]
    const response = await new CompactEncrypt(Buffer.from(JSON.stringify({ vp_token: { accreditation: [shown] }, state: request.state })))
      .setProtectedHeader({ alg: 'ECDH-ES', enc: 'A128GCM' })
      .encrypt(await importJWK(jwk, 'ECDH-ES'))
    const body = new URLSearchParams({ response })
    const answer = await house.api.app.request(new URL(request.response_uri).pathname, { method: 'POST', body })
    expect([answer.status, await answer.text()]).toEqual([200, expect.any(String)])
    const { evidence_id } = await second.get(`/identity/sessions/${session.id}`)
    expect(await second.get(`/identity/evidence/${evidence_id}`)).toMatchObject({ proves: 'accreditation', method: 'foreign_credential' })
    await runDue(house.api.services, { organizationId: second.ctx.organizationId, environment: 'production' })
    expect((await second.get(`/investors/${investor.id}/accreditation`)).data).toMatchObject([
      { basis: 'net_worth', method: 'principles_based', status: 'in_review' },
    ])
  })
})
