import { createPublicKey, type JsonWebKey, type KeyObject } from 'node:crypto'
import { isSignedBy } from './algorithms.ts'
import { decodeCbor, encodeCbor, Tagged } from './cbor.ts'
import { PresentationRefused } from './refused.ts'

/** COSE_Sign1 (RFC 9052, section 4.2), taken apart. */
export interface Sign1 {
  protected: Buffer
  algorithm: unknown
  payload: Buffer | null
  signature: Buffer
  /** `x5chain` of either header, the signer's first. */
  chain: Buffer[]
  /** The protected header's `typ`. */
  type: unknown
}

const ALG = 1
const CRIT = 2
const TYP = 16
const X5CHAIN = 33

/** Reads a COSE_Sign1. Throws `credential_invalid`. */
export function readSign1(value: unknown): Sign1 {
  const parts = value instanceof Tagged && value.tag === 18 ? value.value : value
  const [head, unprotected, payload, signature, ...rest] = Array.isArray(parts) ? parts : []
  if (
    !(
      Buffer.isBuffer(head) &&
      unprotected instanceof Map &&
      (Buffer.isBuffer(payload) || payload === null) &&
      Buffer.isBuffer(signature) &&
      !rest.length
    )
  )
    throw notReadable()
  const signed = head.length ? decoded(head) : new Map()
  if (!(signed instanceof Map) || signed.has(CRIT)) throw notReadable()
  const chain: unknown = unprotected.get(X5CHAIN) ?? signed.get(X5CHAIN) ?? []
  const list = Array.isArray(chain) ? chain : [chain]
  if (!list.every((one): one is Buffer => Buffer.isBuffer(one))) throw notReadable()
  return { protected: head, algorithm: signed.get(ALG), payload, signature, chain: list, type: signed.get(TYP) }
}

export const notReadable = () =>
  new PresentationRefused('credential_invalid', 'What was presented is not a mobile document that we can read.')

/** CBOR from a stranger. Throws `credential_invalid`. */
export function decoded(bytes: Uint8Array): unknown {
  try {
    return decodeCbor(bytes)
  } catch {
    throw notReadable()
  }
}

/** The bytes that a COSE_Sign1 signs. */
export const sign1Message = (head: Uint8Array, payload: Uint8Array): Buffer => encodeCbor(['Signature1', head, Buffer.alloc(0), payload])

/** Whether it is signed by this key. `payload` where it is detached. Throws `algorithm_not_supported`. */
export function isSign1Of(key: KeyObject, sign1: Sign1, payload: Uint8Array): boolean {
  return isSignedBy(key, sign1.algorithm, sign1Message(sign1.protected, payload), sign1.signature)
}

const CURVES: Record<number, string> = { 1: 'P-256', 2: 'P-384', 3: 'P-521', 6: 'Ed25519' }

/** A COSE_Key as key and JWK. Throws `algorithm_not_supported`. */
export function keyOfCose(value: unknown): { key: KeyObject; jwk: JsonWebKey } {
  const unknown = () => new PresentationRefused('algorithm_not_supported', 'The document is bound to a kind of key that we do not know.')
  if (!(value instanceof Map)) throw unknown()
  const [kty, crv, x, y] = [1, -1, -2, -3].map((label) => value.get(label))
  const curve = CURVES[Number(crv)]
  if (!curve || !Buffer.isBuffer(x) || (kty === 2 ? !Buffer.isBuffer(y) : kty !== 1)) throw unknown()
  const jwk: JsonWebKey =
    kty === 2
      ? { kty: 'EC', crv: curve, x: x.toString('base64url'), y: (y as Buffer).toString('base64url') }
      : { kty: 'OKP', crv: curve, x: x.toString('base64url') }
  try {
    return { key: createPublicKey({ key: jwk, format: 'jwk' }), jwk }
  } catch {
    throw unknown()
  }
}
