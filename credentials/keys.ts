/**
 * Keys, all derived from one master secret with HKDF-SHA-256 (RFC 5869), one label a purpose, so that no key is used twice
 * and nothing but the secret needs keeping. None of them can move an asset. Signing sits behind `Signer`, so that a key
 * service may take its place.
 */
import { createHmac, createPrivateKey, createPublicKey, hash, hkdfSync, type KeyObject, sign } from 'node:crypto'
import { type LocalAccount, privateKeyToAccount } from 'viem/accounts'

export type Environment = 'sandbox' | 'production'

/** Ed25519. `publicKey` is the raw 32 bytes; `sign` gives the raw 64 bytes. */
export interface Signer {
  kid: string
  alg: 'EdDSA'
  publicKey: Uint8Array
  sign(message: Uint8Array): Promise<Uint8Array>
}

/** Whatever signs JWTs. ES256 comes with the certificates (DER, base64) that say whose key it is: its own first, without the authority. */
export type JwtSigner = Signer | CertifiedSigner

/** P-256, for verifiers that know an issuer by its certificate. `publicKey` is the uncompressed point, 65 bytes; `sign` gives the raw 64 bytes. */
export interface CertifiedSigner {
  kid: string
  alg: 'ES256'
  publicKey: Uint8Array
  x5c: readonly string[]
  sign(message: Uint8Array): Promise<Uint8Array>
}

/** A key that signatures are verified with: what its bytes are says which kind it is. */
export type PublicKey = Pick<JwtSigner, 'kid' | 'publicKey'>

/** secp256k1: signs EIP-712 data and 32-byte messages. A viem account of any kind fits, a remote one too. */
export interface Attester {
  kid: string
  alg: 'ES256K'
  address: `0x${string}`
  signTypedData: LocalAccount['signTypedData']
  signMessage: LocalAccount['signMessage']
}

export type PublicJwk = { kid: string; use: 'sig' } & (
  | { kty: 'OKP'; crv: 'Ed25519'; x: string; alg: 'EdDSA' }
  | { kty: 'EC'; crv: 'P-256'; x: string; y: string; alg: 'ES256' }
)

const SALT = 'sealwright/keys/1'
const PKCS8_ED25519 = /* @__PURE__ */ Buffer.from('302e020100300506032b657004220420', 'hex')
// Pure: whoever takes a name alone, for a browser, gets none of it.
const SPKI_ED25519 = /* @__PURE__ */ Buffer.from('302a300506032b6570032100', 'hex')
const SECP256K1_ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n

/**
 * `length` bytes (32 by default) for one purpose. The secret must hold at least 32 characters: throws RangeError otherwise,
 * because HKDF does not make a weak secret strong.
 */
export function deriveKey(masterSecret: string | Uint8Array, purpose: string, length = 32): Buffer {
  if (masterSecret.length < 32) throw new RangeError('the master secret is too short: at least 32 characters are needed')
  return Buffer.from(hkdfSync('sha256', masterSecret, SALT, purpose, length))
}

/** The Ed25519 signer of one purpose. `kid` starts with the purpose's last word and ends with the key's own fingerprint. */
export function deriveSigner(masterSecret: string | Uint8Array, purpose: string): Signer {
  const privateKey = createPrivateKey({
    key: Buffer.concat([PKCS8_ED25519, deriveKey(masterSecret, `${purpose}/ed25519`)]),
    format: 'der',
    type: 'pkcs8',
  })
  const publicKey = rawPublicKey(createPublicKey(privateKey))
  return { kid: kidOf(purpose, publicKey), alg: 'EdDSA', publicKey, sign: async (message) => sign(null, message, privateKey) }
}

/** The secp256k1 attester of one purpose. 48 derived bytes are reduced modulo the group order, so the key is unbiased. */
export function deriveAttester(masterSecret: string | Uint8Array, purpose: string): Attester {
  const wide = BigInt(`0x${deriveKey(masterSecret, `${purpose}/secp256k1`, 48).toString('hex')}`)
  const scalar = (wide % (SECP256K1_ORDER - 1n)) + 1n
  const account = privateKeyToAccount(`0x${scalar.toString(16).padStart(64, '0')}`)
  return {
    kid: kidOf(purpose, Buffer.from(account.publicKey.slice(2), 'hex')),
    alg: 'ES256K',
    address: account.address,
    signTypedData: account.signTypedData,
    signMessage: account.signMessage,
  }
}

/** A keyed fingerprint, hex. For lookups by a value that must not be readable from the table. */
export const keyedHash = (key: Uint8Array, value: string): string => createHmac('sha256', key).update(value).digest('hex')

export const kidOf = (purpose: string, publicKey: Uint8Array): string =>
  `${purpose.split('/').at(-1)}-${hash('sha256', publicKey).slice(0, 12)}`

function rawPublicKey(key: KeyObject): Buffer {
  return key.export({ format: 'der', type: 'spki' }).subarray(SPKI_ED25519.length)
}

/** A KeyObject from 32 raw bytes, for `node:crypto` and jose alike. Throws when it is not 32 bytes. */
export function ed25519PublicKey(raw: Uint8Array): KeyObject {
  if (raw.length !== 32) throw new RangeError('an Ed25519 public key is 32 bytes')
  return createPublicKey({ key: Buffer.concat([SPKI_ED25519, raw]), format: 'der', type: 'spki' })
}

/** A KeyObject from the bytes of an Ed25519 or a P-256 key. Throws when they are neither. */
export function publicKeyObject(raw: Uint8Array): KeyObject {
  if (!isP256(raw)) return ed25519PublicKey(raw)
  const { kty, crv, x, y } = p256Jwk(raw)
  return createPublicKey({ key: { kty, crv, x, y }, format: 'jwk' })
}

/** Whether these are the bytes of a point of P-256, uncompressed. */
export const isP256 = (raw: Uint8Array): boolean => raw.length === 65 && raw[0] === 4

const p256Jwk = (raw: Uint8Array) => ({
  ...({ kty: 'EC', crv: 'P-256' } as const),
  x: Buffer.from(raw.subarray(1, 33)).toString('base64url'),
  y: Buffer.from(raw.subarray(33)).toString('base64url'),
})

/** What the product signs with. Sandbox and production have their own keys, so neither is ever taken for the other. */
export interface KeySet {
  /** Verifiable credentials, status lists, decision answers. */
  issuer: Record<Environment, Signer>
  /** EIP-712 permits, attestations and claims. */
  attester: Record<Environment, Attester>
  /** Webhooks, Standard Webhooks `v1a`. */
  webhook: Record<Environment, Signer>
  /** Checkpoints of the one transparency log. */
  log: Signer
  /** Wraps the data keys of subjects. */
  sealing: Buffer
  /** Keys the hashes by which persons are found again. */
  pepper: Buffer
}

/** Every key of the product from its master secret. Deterministic; takes a few milliseconds. */
export function deriveKeySet(masterSecret: string | Uint8Array): KeySet {
  const both = <T>(make: (environment: Environment) => T): Record<Environment, T> => ({
    sandbox: make('sandbox'),
    production: make('production'),
  })
  return {
    issuer: both((environment) => deriveSigner(masterSecret, `${environment}/issuer`)),
    attester: both((environment) => deriveAttester(masterSecret, `${environment}/attester`)),
    webhook: both((environment) => deriveSigner(masterSecret, `${environment}/webhook`)),
    log: deriveSigner(masterSecret, 'log'),
    sealing: deriveKey(masterSecret, 'sealing'),
    pepper: deriveKey(masterSecret, 'pepper'),
  }
}

export function publicJwk({ kid, publicKey }: PublicKey): PublicJwk {
  if (isP256(publicKey)) return { ...p256Jwk(publicKey), kid, alg: 'ES256', use: 'sig' }
  return { kty: 'OKP', crv: 'Ed25519', x: Buffer.from(publicKey).toString('base64url'), kid, alg: 'EdDSA', use: 'sig' }
}

/**
 * The issuer's name as did:web. The sandbox has a name of its own (`…:sandbox`, document at `/sandbox/did.json`):
 * a verifier that trusts the production name cannot be shown a sandbox credential.
 */
export function issuerDid(publicUrl: string, environment: Environment): string {
  const url = new URL(publicUrl)
  const path = url.pathname.split('/').filter(Boolean).map(encodeURIComponent)
  const host = url.host.replace(':', '%3A')
  return ['did:web', host, ...path, ...(environment === 'sandbox' ? ['sandbox'] : [])].join(':')
}

/** The issuer's name as an address, for wallets: it has two names, as `issuerDid` says. */
export const issuerUrl = (publicUrl: string, environment: Environment): string =>
  `${publicUrl.replace(/\/$/, '')}${environment === 'sandbox' ? '/sandbox' : ''}`

/** Where the document of a did:web is fetched; null when it is not one. */
export function didDocumentUrl(did: string): string | null {
  const match = /^did:web:([A-Za-z0-9._%-]+)((?::[A-Za-z0-9._%-]+)*)$/.exec(did)
  if (!match) return null
  const host = decodeURIComponent(match[1]!)
  const path = match[2]!.split(':').slice(1)
  const scheme = /^(localhost|127\.0\.0\.1)(:\d+)?$/.test(host) ? 'http' : 'https'
  return `${scheme}://${host}${path.length > 0 ? `/${path.join('/')}` : '/.well-known'}/did.json`
}

/** A key of an issuer as JWK, by the name that the header of what it signed carries: its DID URL. */
const issuerJwk = (did: string, key: PublicKey): PublicJwk => publicJwk({ ...key, kid: `${did}#${key.kid}` })

/** `/.well-known/jwks.json`: an issuer's keys as a JWK set (RFC 7517), for verifiers that know no DIDs. */
export const issuerJwks = (did: string, keys: readonly PublicKey[]): { keys: PublicJwk[] } => ({
  keys: keys.map((key) => issuerJwk(did, key)),
})

/**
 * The DID document: keys that may assert credentials, and the attester's account. Former keys are listed until what they signed has
 * expired. `JsonWebKey2020` is the type that verifiers of JWTs know.
 */
export function didDocument(
  did: string,
  keys: readonly PublicKey[],
  attesters: readonly Pick<Attester, 'kid' | 'address'>[],
): Record<string, unknown> {
  const jwks = keys.map((key) => ({ id: `${did}#${key.kid}`, type: 'JsonWebKey2020', controller: did, publicKeyJwk: issuerJwk(did, key) }))
  const accounts = attesters.map((one) => ({
    id: `${did}#${one.kid}`,
    type: 'EcdsaSecp256k1RecoveryMethod2020',
    controller: did,
    blockchainAccountId: `eip155:1:${one.address}`,
  }))
  return {
    '@context': [
      'https://www.w3.org/ns/did/v1',
      'https://w3id.org/security/suites/jws-2020/v1',
      'https://w3id.org/security/suites/secp256k1recovery-2020/v2',
    ],
    id: did,
    verificationMethod: [...jwks, ...accounts],
    assertionMethod: [...jwks, ...accounts].map((method) => method.id),
    authentication: jwks.map((method) => method.id),
  }
}

/** `/.well-known/webhook-keys.json`: a JWK set; `whpk` is the same key as the Standard Webhooks libraries take it. */
export function webhookKeys(keys: readonly { signer: Pick<Signer, 'kid' | 'publicKey'>; environment: Environment }[]): {
  keys: (PublicJwk & { environment: Environment; whpk: string })[]
} {
  return {
    keys: keys.map(({ signer, environment }) => ({
      ...publicJwk(signer),
      environment,
      whpk: `whpk_${Buffer.from(signer.publicKey).toString('base64')}`,
    })),
  }
}

/** The `v1a` part of a `webhook-signature` header over `id.timestamp.body`. `timestamp` in seconds. */
export async function signWebhook(signer: Signer, id: string, timestamp: number, body: string): Promise<string> {
  return `v1a,${Buffer.from(await signer.sign(Buffer.from(`${id}.${timestamp}.${body}`))).toString('base64')}`
}
