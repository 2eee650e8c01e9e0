import { createPublicKey, type KeyObject } from 'node:crypto'
import { AppError } from '#core/kernel/errors.ts'
import { keyOfDid } from '#credentials/did-key.ts'
import type { Fetch } from '#egress/gate.ts'

/** Where the document of a did:web is (W3C CCG did:web); null for another DID. */
function addressOfDid(did: string): string | null {
  if (!did.startsWith('did:web:')) return null
  try {
    const [host, ...path] = did.slice('did:web:'.length).split(':').map(decodeURIComponent)
    return `https://${host}/${path.length ? path.join('/') : '.well-known'}/did.json`
  } catch {
    return null
  }
}

const unreachable = () =>
  new AppError('issuer_unreachable', 'The keys of the issuer cannot be read from its did:web document now. Try again in a moment.')

/**
 * The key with which an issuer signs, by the `kid` of what it signed: that of a did:key, or one that its did:web document names for
 * assertions. Throws `credential_invalid`, `issuer_unreachable`.
 */
export async function signingKey(did: string, kid: string | undefined, ask: Fetch): Promise<KeyObject> {
  if (kid !== undefined && kid !== did && !kid.startsWith(`${did}#`) && !kid.startsWith('#'))
    throw new AppError('credential_invalid', 'The key that signed this (kid) is not one of its issuer.')
  const key = did.startsWith('did:key:') ? keyOfDid(did) : keyIn(await documentOf(did, ask), did, kid)
  if (!key) throw new AppError('credential_invalid', 'The issuer names no such key of a kind that counts: Ed25519, P-256 or P-384.')
  return key
}

async function documentOf(did: string, ask: Fetch): Promise<Record<string, unknown>> {
  const address = addressOfDid(did)
  if (!address) throw unreachable()
  let document: Record<string, unknown>
  try {
    const answer = await ask(address, { headers: { accept: 'application/did+json, application/json' } })
    if (answer.status !== 200) throw unreachable()
    document = (await answer.json()) as Record<string, unknown>
  } catch {
    throw unreachable()
  }
  if (document?.id !== did) throw unreachable()
  return document
}

type Method = { id?: unknown; controller?: unknown; publicKeyJwk?: unknown; publicKeyMultibase?: unknown }

function keyIn(document: Record<string, unknown>, did: string, kid: string | undefined): KeyObject | null {
  const list = (name: string) => (Array.isArray(document[name]) ? (document[name] as unknown[]) : [])
  const whole = (id: unknown) => (typeof id === 'string' && id.startsWith('#') ? `${did}${id}` : id)
  const methods = [...list('verificationMethod'), ...list('assertionMethod')].filter(
    (one): one is Method => typeof one === 'object' && one !== null,
  )
  const asserting = list('assertionMethod').map((one) => whole(typeof one === 'object' ? (one as Method | null)?.id : one))
  const fit = methods.filter(
    (one) => asserting.includes(whole(one.id)) && (kid === undefined || kid === did || whole(one.id) === whole(kid)),
  )
  const named = [...new Map(fit.map((one) => [whole(one.id), one])).values()]
  // Without a name of the key it is clear only where there is one.
  return named.length === 1 ? keyOf(named[0]!) : null
}

function keyOf({ publicKeyJwk, publicKeyMultibase }: Method): KeyObject | null {
  if (typeof publicKeyMultibase === 'string') return keyOfDid(`did:key:${publicKeyMultibase}`)
  const { kty, crv, x, y } = (publicKeyJwk ?? {}) as Record<string, string>
  try {
    if (kty === 'OKP' && crv === 'Ed25519') return createPublicKey({ key: { kty, crv, x: x! }, format: 'jwk' })
    if (kty === 'EC' && (crv === 'P-256' || crv === 'P-384')) return createPublicKey({ key: { kty, crv, x: x!, y: y! }, format: 'jwk' })
  } catch {
    return null
  }
  return null
}

/** The one algorithm that a key signs with. */
export function algorithmOf(key: KeyObject): string {
  if (key.asymmetricKeyType === 'ed25519') return 'EdDSA'
  return key.asymmetricKeyDetails?.namedCurve === 'secp384r1' ? 'ES384' : 'ES256'
}
