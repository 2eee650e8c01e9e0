import { createECDH, createHash, createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto'
import { buildCertificate, buildCrl, type ChipSigner, type CrlAsked } from '#credentials/passport/build.ts'
import type { MadeUpState, MadeUpStates } from './source.ts'

const CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBdjCCARugAwIBAgIBATAKBggqhkjOPQQDAjAvMQswCQYDVQQGEwJVVDEgMB4G
A1UEAwwXVXRvcGlhLCBhIG1hZGUtdXAgc3RhdGUwIBcNMDAwMTAxMDAwMDAwWhgP
MjA5OTEyMzEwMDAwMDBaMC8xCzAJBgNVBAYTAlVUMSAwHgYDVQQDDBdVdG9waWEs
IGEgbWFkZS11cCBzdGF0ZTBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABJhA34E/
NBuKGIoSJ6z7nSC5zMQ9kg6HFVNBjLQeaCQVdpTCvFLxrMNf1valC0PBEgNe8nWW
P0QYE3BuzuKTaJ6jJjAkMA4GA1UdDwEB/wQEAwIBBjASBgNVHRMBAf8ECDAGAQH/
AgEAMAoGCCqGSM49BAMCA0kAMEYCIQDb0Vjhs1Ka8FCUgqnVqtsM60XXYTVFfZz2
cs2HiGjBaQIhANLH75u5b4BlO2E7wsV4+qi4ltSdsfykqj8x72IVkIhN
-----END CERTIFICATE-----`

/** A state that exists nowhere, whose passports the sandbox gives to everybody (`core/sandbox/passports`): its key is no secret. */
const UTOPIA: MadeUpState = {
  id: 'tis_utopia',
  name: 'Utopia, a made-up state',
  level: 'enhanced',
  ial: 'IAL2',
  eidas: 'high',
  identifier: createHash('sha256').update(new X509Certificate(CERTIFICATE).raw).digest('hex'),
  revocation: 'review',
  material: CERTIFICATE,
}

export const madeUpStates: MadeUpStates = [UTOPIA]

export const NAME_OF_UTOPIA = { country: 'UT', name: 'Utopia, a made-up state' }

/** Who signs certificates for Utopia, whose own is above. Its key is public: only sandboxes trust it. */
export function signerForUtopia(): ChipSigner {
  const pair = createECDH('prime256v1')
  const d = createHash('sha256').update('Sealwright: the made-up state of Utopia').digest()
  pair.setPrivateKey(d)
  const point = pair.getPublicKey()
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'))
  const key: KeyObject = createPrivateKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', d: d.toString('base64url'), x, y } })
  return { key, kind: 'ecdsa', hash: 'sha256' }
}

/** Where Utopia says whom it revoked. It is nowhere to be fetched: sandboxes publish it to themselves. */
export const utopiaCrlUri = (publicUrl: string): string => `${publicUrl}/sandbox/simulated-issuers/csca/crl`

/** The number of the one passport office that Utopia revoked. */
export const REVOKED_OFFICE = 8

export function utopiaCrl(times: Pick<CrlAsked, 'number' | 'thisUpdate' | 'nextUpdate' | 'at'>): Uint8Array {
  const by = signerForUtopia()
  const office = { issuer: NAME_OF_UTOPIA, subject: NAME_OF_UTOPIA, key: by.key, notBefore: 0, notAfter: 0, serial: REVOKED_OFFICE }
  return buildCrl({ ...times, issuer: new X509Certificate(CERTIFICATE).raw, revoked: [buildCertificate(office, by)] }, by)
}
