import { createHash, X509Certificate } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import { SignJWT } from 'jose'
import type { Services } from '#core/kernel/services.ts'
import { deriveP256, makeCertificate, type P256Key } from '#credentials/certificate.ts'
import { buildCrl } from '#credentials/passport/build.ts'
import { utopiaCrl, utopiaCrlUri } from '../states/sandbox.ts'
import { recordedIssuers } from './production.ts'
import type { IssuerSource, WalletIssuer } from './source.ts'

/** What a made-up issuer signs with: its document signer, and the authority above it. */
export interface SimulatedIssuer {
  signer: P256Key
  /** DER. */
  certificate: Buffer
  authority: Buffer
}

const NAMES = {
  iaca: 'Simulated issuer of mobile documents',
  pid: 'Simulated issuer of personal identification data',
  accreditation: 'Simulated verifier of accreditations',
} as const
/** The type (`vct`) of the accreditations that the simulated wallet holds. */
export const SIMULATED_ACCREDITATION = 'urn:sealwright:sandbox:accreditation:1'
const FROM = new Date(Date.UTC(2024, 0, 1))
const UNTIL = new Date(Date.UTC(2050, 0, 1))

/** The made-up issuer of a kind, of this installation alone. No production call asks this source, so its word counts in no other world. */
export async function simulatedIssuer(
  services: Pick<Services, 'keyring' | 'config'>,
  kind: keyof typeof NAMES,
  { signerUntil = UNTIL, crl = simulatedCrlUri(services.config.publicUrl, kind) }: { signerUntil?: Date; crl?: string } = {},
): Promise<SimulatedIssuer> {
  const secret = services.keyring.derive('simulated-issuers')
  const top = deriveP256(secret, `${kind}/authority`)
  const signer = deriveP256(secret, `${kind}/signer`)
  const issuer = `C=UT, O=Sealwright sandbox, CN=${NAMES[kind]}`
  const common = { issuer, signer: top, from: FROM, until: UNTIL }
  const authority = await makeCertificate({ ...common, subject: issuer, key: top, authorities: 0 })
  const purposes = kind === 'iaca' ? ['1.0.18013.5.1.2'] : undefined
  const certificate = await makeCertificate({
    ...common,
    subject: `C=UT, O=Sealwright sandbox, CN=${NAMES[kind]} (signer)`,
    key: signer,
    until: signerUntil,
    crl,
    ...(purposes && { purposes }),
  })
  return { signer, certificate, authority }
}

/** Where in the list of the made-up issuer a credential of each state has its place. */
export const SIMULATED_STATES = { valid: 0, revoked: 1, suspended: 2 } as const

/** The list of a made-up issuer: it is nowhere to be fetched, and its places are the states themselves. */
export const simulatedStatusUri = (publicUrl: string, kind: keyof typeof NAMES): string =>
  `${publicUrl}/sandbox/simulated-issuers/${kind}/status`

/** Where a made-up issuer says which of its signers it revoked. It is nowhere to be fetched either. */
const simulatedCrlUri = (publicUrl: string, kind: keyof typeof NAMES): string => `${publicUrl}/sandbox/simulated-issuers/${kind}/crl`

/** Ends on another day than its successor: the one signer that a made-up issuer has revoked. */
export const REVOKED_UNTIL = new Date(Date.UTC(2049, 0, 1))

async function simulatedCrl(services: Pick<Services, 'keyring' | 'config'>, kind: keyof typeof NAMES): Promise<Uint8Array> {
  const { authority } = await simulatedIssuer(services, kind)
  const { certificate } = await simulatedIssuer(services, kind, { signerUntil: REVOKED_UNTIL })
  const { privateKey } = deriveP256(services.keyring.derive('simulated-issuers'), `${kind}/authority`)
  const at = simulatedCrlUri(services.config.publicUrl, kind)
  return buildCrl(
    { ...hourly(Date.now()), at, issuer: authority, revoked: [certificate] },
    { key: privateKey, kind: 'ecdsa', hash: 'sha256' },
  )
}

/** Of a list that is made anew each time it is asked for: its number grows. */
const hourly = (now: number) => ({ number: Math.floor(now / 3_600_000), thisUpdate: now, nextUpdate: now + 3_600_000 })

async function simulatedStatusList(
  services: Pick<Services, 'keyring' | 'config'>,
  uri: string,
  kind: keyof typeof NAMES,
): Promise<Uint8Array> {
  const { signer, certificate } = await simulatedIssuer(services, kind)
  const now = Math.floor(Date.now() / 1_000)
  // Two bits a credential: valid, revoked, suspended.
  const status_list = { bits: 2, lst: deflateSync(Buffer.from([0b10_01_00])).toString('base64url') }
  const token = await new SignJWT({ sub: uri, iat: now, exp: now + 3_600, ttl: 60, status_list })
    .setProtectedHeader({ alg: 'ES256', typ: 'statuslist+jwt', x5c: [certificate.toString('base64')] })
    .sign(signer.privateKey)
  return Buffer.from(token)
}

/** Those whom the tenant let in, and the made-up ones of the simulated wallet. */
export const simulatedIssuers: IssuerSource = {
  simulated: true,
  async publishes({ services }, uri) {
    const { publicUrl } = services.config
    if (uri === utopiaCrlUri(publicUrl)) return utopiaCrl({ ...hourly(Date.now()), at: uri })
    for (const kind of ['iaca', 'pid', 'accreditation'] as const) {
      if (uri === simulatedStatusUri(publicUrl, kind)) return simulatedStatusList(services, uri, kind)
      if (uri === simulatedCrlUri(publicUrl, kind)) return simulatedCrl(services, kind)
    }
    return null
  },
  async of(db, ctx, kind) {
    const { authority } = await simulatedIssuer(ctx.services, kind)
    const thumbprint = createHash('sha256').update(authority).digest('hex')
    const simulated: WalletIssuer = {
      ...{ kind, types: kind === 'accreditation' ? [SIMULATED_ACCREDITATION] : [] },
      ...{ thumbprint, identifier: thumbprint, certificate: new X509Certificate(authority), key: null },
      ...(kind === 'accreditation'
        ? { level: 'basic' as const, ial: null, eidas: null }
        : { level: 'enhanced' as const, ial: 'IAL2' as const, eidas: 'high' as const }),
      ...{ country: null, revocation: 'require' },
      voucher: { kind: 'issuer', name: NAMES[kind], id: null },
      simulated: true,
    }
    return [...(await recordedIssuers.of(db, ctx, kind)), simulated]
  },
}
