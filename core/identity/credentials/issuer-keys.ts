import { createHash, createPrivateKey, createPublicKey, X509Certificate } from 'node:crypto'
import type { Environment } from '#core/kernel/context.ts'
import { notFound } from '#core/kernel/errors.ts'
import type { CertifiedKey, Services } from '#core/kernel/services.ts'
import { deriveP256, makeCertificate, type P256Key, signsWith } from '#credentials/certificate.ts'
import { type CertifiedSigner, issuerUrl, type JwtSigner, type PublicKey } from '#credentials/keys.ts'

/** With what credentials can be signed: by a key that a certificate vouches for, as wallets of high assurance ask, or by one of our DID. */
export const CREDENTIAL_ALGORITHMS = ['ES256', 'EdDSA'] as const satisfies readonly JwtSigner['alg'][]
export type CredentialAlgorithm = (typeof CREDENTIAL_ALGORITHMS)[number]

/** Every key whose signatures of credentials hold, as they are published: those in use first. */
export function issuerKeys({ keyring, config }: Services, environment: Environment): PublicKey[] {
  const { issuer, certified } = keyring.published
  return [...issuer[environment], ...configuredOf(config, environment), ...certified[environment]]
}

/** The key that signs credentials of an environment now, by algorithm. */
export function issuerSigner(services: Services, environment: Environment, alg: CredentialAlgorithm): JwtSigner | Promise<JwtSigner> {
  if (alg === 'EdDSA') return services.keyring.keys.issuer[environment]
  const [configured] = configuredOf(services.config, environment)
  return configured ?? certified(services, environment)
}

/**
 * The certificate of the authority of the installation's own, PEM: a verifier that trusts it takes what is signed with ES256. Throws
 * `not_found` where the operator configured a certificate of somebody else's authority.
 */
export async function ownAuthority(services: Services, environment: Environment): Promise<string> {
  if (configuredOf(services.config, environment).length) throw notFound()
  return new X509Certificate((await madeFor(services, environment)).authority).toString()
}

/** In production what the operator configured; for what the sandbox signs no certificate of strangers vouches. */
function configuredOf({ credentialSigner }: Services['config'], environment: Environment): CertifiedSigner[] {
  const configured: Record<Environment, CertifiedKey | null> = { production: credentialSigner, sandbox: null }
  const key = configured[environment]
  if (!key) return []
  let signer = read.get(key)
  if (!signer) {
    signer = readKey(key)
    read.set(key, signer)
  }
  return [signer]
}
const read = new WeakMap<CertifiedKey, CertifiedSigner>()

function readKey({ key, certificates }: CertifiedKey): CertifiedSigner {
  const privateKey = createPrivateKey(key)
  // The point of a P-256 key closes its structure.
  const publicKey = createPublicKey(privateKey).export({ format: 'der', type: 'spki' }).subarray(-65)
  const kid = `issuer-${createHash('sha256').update(publicKey).digest('hex').slice(0, 12)}`
  return { kid, alg: 'ES256', publicKey, x5c: certificates, sign: signsWith(privateKey) }
}

async function certified(services: Services, environment: Environment): Promise<CertifiedSigner> {
  const { signer, certificate } = await madeFor(services, environment)
  return { ...signer, x5c: [certificate.toString('base64')] }
}

interface Made {
  signer: Omit<CertifiedSigner, 'x5c'>
  authority: Buffer
  certificate: Buffer
}
const made = new Map<string, Promise<Made>>()

/** The authority and the certificate of this year: the same bytes in every process, so that nothing has to be stored. */
function madeFor(services: Services, environment: Environment): Promise<Made> {
  const signer = services.keyring.published.certified[environment][0]!
  const url = issuerUrl(services.config.publicUrl, environment)
  // Who verifies goes by the clock on the wall, whatever the sandbox's says.
  const year = new Date().getUTCFullYear()
  const secret = services.keyring.derive('credential-authority')
  const name = createHash('sha256').update([secret, signer.kid, url, year].join('|')).digest('hex')
  let parts = made.get(name)
  if (!parts) {
    if (made.size > 100) made.clear()
    parts = make(signer, deriveP256(secret, `${environment}/authority`), { url, year, environment })
    made.set(name, parts)
  }
  return parts
}

const AFTER: Record<Environment, string> = { production: '', sandbox: ' (sandbox)' }
const AUTHORITY_YEARS = [2026, 2056] as const

async function make(
  { key, ...signer }: Omit<CertifiedSigner, 'x5c'> & { key: P256Key },
  above: P256Key,
  { url, year, environment }: { url: string; year: number; environment: Environment },
): Promise<Made> {
  const host = new URL(url).hostname
  const issuer = `O=Sealwright, CN=Credentials of ${host}${AFTER[environment]}`
  const newYear = (of: number) => new Date(Date.UTC(of, 0, 1))
  const [from, until] = AUTHORITY_YEARS.map(newYear) as [Date, Date]
  const authority = await makeCertificate({ subject: issuer, issuer, key: above, signer: above, from, until, authorities: 0 })
  const certificate = await makeCertificate({
    ...{ subject: `O=Sealwright, CN=${host}`, issuer, key, signer: above, from: newYear(year) },
    // A credential of the last days of a year, which counts for another year, is verified all that time.
    until: new Date(Date.UTC(year + 2, 0, 15)),
    ...{ dns: host, uri: url },
  })
  return { signer, authority, certificate }
}
