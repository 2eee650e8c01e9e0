import { createHash, generateKeyPairSync, randomUUID, sign } from 'node:crypto'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { expect } from 'vitest'
import { type EvidenceFound, recordEvidence } from '#core/identity/evidence/record.ts'
import { PRE_AUTHORIZED } from '#core/identity/issuing/metadata.ts'
import type { Ctx } from '#core/kernel/context.ts'
import { write } from '#core/record/transaction.ts'
import { persons, wallets } from '#db/schema.ts'
import { findScoped } from '#db/scoped.ts'
import type { Answer } from './api/harness.ts'

type Call = (method: string, path: string, body?: object) => Promise<Pick<Answer, 'status' | 'text' | 'body'>>

/** What a wallet is offered, as the operation answers it. */
export interface Offered {
  credential_offer: { grants: Record<string, { 'pre-authorized_code': string }> }
  tx_code: string | null
}
export const codeOf = (offer: Offered) => offer.credential_offer.grants[PRE_AUTHORIZED]!['pre-authorized_code']

/** Somebody whose passport was read and to whose wallet a credential is sealed; with control proven unless told otherwise. */
export async function sealedHolder(call: Call, ctx: Ctx, { full_name, proven = true }: { full_name: string; proven?: boolean }) {
  const account = privateKeyToAccount(generatePrivateKey())
  const wallet_address = account.address
  const { message } = (await call('POST', '/wallets/challenge', { wallet_address })).body
  const signature = proven ? { message, signature: await account.signMessage({ message }) } : undefined
  const kyc_data = { full_name, date_of_birth: '1990-05-17', country: 'FR' }
  const first = await call('POST', '/wallets/verify', { wallet_address, kyc_data, ...(signature && { signature }) })
  await write(ctx, async (tx) => {
    const held = (await findScoped(tx, wallets, ctx, first.body.wallet_id))!
    const who = (await findScoped(tx, persons, ctx, held.person_id!))!
    const found: EvidenceFound = {
      ...{ proves: 'identity', method: 'passport_chip', level: 'enhanced', ial: 'IAL1', eidas: 'low' },
      voucher: { kind: 'issuer', name: 'Utopia', id: null },
      digest: createHash('sha256').update(full_name).digest('hex'),
      rejected: null,
      read: { full_name, date_of_birth: '1990-05-17', nationality: 'DE', issuing_country: 'DE' },
      covers: ['full_name', 'date_of_birth', 'nationality'],
      takenAt: new Date(),
      expiresAt: new Date(Date.now() + 300 * 86_400_000),
    }
    const { audit, events } = await recordEvidence(tx, ctx, who, found, [held.id])
    return { result: null, audit, events }
  })
  const done = await call('POST', '/wallets/verify', { wallet_address, kyc_data })
  expect(done.body.credential, done.text).toMatchObject({ state: 'active' })
  return { account, id: done.body.credential.id as string, person_id: done.body.person_id as string }
}

/** A wallet of the holder's own, which speaks OpenID4VCI and presents what it holds. */
export function holderWallet<A extends Pick<Answer, 'status' | 'text' | 'body'>>(
  api: {
    call(method: string, path: string, body?: unknown, key?: string | null, headers?: Record<string, string>): Promise<A>
    services: { config: { publicUrl: string } }
  },
  env: 'production' | 'sandbox' = 'production',
  kind: 'P-256' | 'Ed25519' = 'P-256',
) {
  const pair = kind === 'P-256' ? generateKeyPairSync('ec', { namedCurve: 'P-256' }) : generateKeyPairSync('ed25519')
  const jwk = pair.publicKey.export({ format: 'jwk' })
  const base = env === 'sandbox' ? '/sandbox' : ''
  const issuer = `${api.services.config.publicUrl}${base}`
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  /** The signature of this wallet's key over a text, base64url. */
  const signs = (input: string) =>
    (kind === 'P-256'
      ? sign('sha256', Buffer.from(input), { key: pair.privateKey, dsaEncoding: 'ieee-p1363' })
      : sign(null, Buffer.from(input), pair.privateKey)
    ).toString('base64url')
  const jws = (header: object, payload: object) => {
    const input = `${part({ alg: kind === 'P-256' ? 'ES256' : 'EdDSA', ...header })}.${part(payload)}`
    return `${input}.${signs(input)}`
  }
  const nonce = async () => (await api.call('POST', `${base}/openid4vci/nonce`)).body.c_nonce as string
  const now = () => Math.floor(Date.now() / 1000)
  const proof = (nonce: string | undefined, over: object = {}, header: object = {}) =>
    jws({ typ: 'openid4vci-proof+jwt', jwk, ...header }, { aud: issuer, iat: now(), nonce, ...over })
  /** A proof for the token (DPoP), by the key of this wallet. */
  const dpop = (to: 'token' | 'credential', over: object = {}, header: object = {}) =>
    jws({ typ: 'dpop+jwt', jwk, ...header }, { jti: randomUUID(), htm: 'POST', htu: `${issuer}/openid4vci/${to}`, iat: now(), ...over })
  const token = (form: Record<string, string>, headers: Record<string, string> = {}) =>
    api.call('POST', `${base}/openid4vci/token`, new URLSearchParams({ grant_type: PRE_AUTHORIZED, ...form }).toString(), null, {
      'content-type': 'application/x-www-form-urlencoded',
      ...headers,
    })
  const collect = (access_token: string, body: object, proof?: string) =>
    proof === undefined
      ? api.call('POST', `${base}/openid4vci/credential`, body, access_token)
      : api.call('POST', `${base}/openid4vci/credential`, body, null, { authorization: `DPoP ${access_token}`, dpop: proof })
  /** Everything from the offer to the credential. */
  const take = async (offer: Offered, configuration = 'identity_assurance') => {
    const access = await token({ 'pre-authorized_code': codeOf(offer), ...(offer.tx_code && { tx_code: offer.tx_code }) })
    expect(access.status, access.text).toBe(200)
    return collect(access.body.access_token, { credential_configuration_id: configuration, proofs: { jwt: [proof(await nonce())] } })
  }
  /** What is shown, signed by the key of this wallet for one verifier. */
  const bind = (shown: string, audience: string, nonce: string) => {
    const sd_hash = createHash('sha256').update(shown).digest('base64url')
    return `${shown}${jws({ typ: 'kb+jwt' }, { iat: now(), aud: audience, nonce, sd_hash })}`
  }
  return { jwk, nonce, proof, dpop, token, collect, take, bind, part, signs }
}
