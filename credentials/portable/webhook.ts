import { concat, fromBase64, jsonObject, utf8 } from './bytes.ts'
import { VerificationError } from './refusal.ts'

export type DeliveryHeaders = Headers | Record<string, string | string[] | undefined>

/**
 * Proves that a delivery is from Sealwright and whole, as Standard Webhooks say, and gives its event. Throws `VerificationError`. One may
 * come twice: remember its `id`.
 */
export async function proveDelivery(p: {
  /** The body as it arrived, in bytes or text. A parsed object has other bytes when it is written again, and is refused. */
  payload: string | ArrayBuffer | ArrayBufferView
  headers: DeliveryHeaders
  /** `whsec_…` of the endpoint, or a public key `whpk_…`; several while you rotate. */
  secret: string | readonly string[]
  /** How far the clocks may be apart, in seconds; 300. */
  toleranceSeconds?: number
  now?: Date
}): Promise<Record<string, unknown>> {
  const body = bytesOf(p.payload)
  const [id, timestamp, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => headerOf(p.headers, name))
  const keys = await Promise.all([p.secret].flat().map(importSecret))
  if (!id || !timestamp || !signatures) throw new VerificationError(['header_missing'])
  const now = (p.now ?? new Date()).getTime() / 1000
  const isNear = /^\d{1,12}$/.test(timestamp) && Math.abs(now - Number(timestamp)) <= (p.toleranceSeconds ?? 300)
  if (!isNear) throw new VerificationError(['timestamp_out_of_range'])
  const signed = concat(utf8(`${id}.${timestamp}.`), body)
  for (const one of signatures.split(' ').slice(0, 20)) {
    const [version, text = ''] = one.split(',')
    const signature = fromBase64(text)
    // Web Crypto compares in constant time.
    for (const { key, kind } of keys)
      if (kind === version && signature.length > 0 && (await crypto.subtle.verify(key.algorithm.name, key, signature, signed))) {
        const event = jsonObject(body)
        if (!event) throw new VerificationError(['malformed'])
        return event
      }
  }
  throw new VerificationError(['signature_invalid'])
}

function bytesOf(payload: unknown): Uint8Array {
  if (typeof payload === 'string') return utf8(payload)
  if (payload instanceof ArrayBuffer) return new Uint8Array(payload)
  if (ArrayBuffer.isView(payload)) return new Uint8Array(payload.buffer, payload.byteOffset, payload.byteLength)
  throw new TypeError('payload is the body as it arrived, in bytes or text: take it before your framework parses it.')
}

function headerOf(headers: DeliveryHeaders, name: string): string | undefined {
  const value =
    typeof headers.get === 'function'
      ? headers.get(name)
      : Object.entries(headers as Record<string, string | string[] | undefined>).find(([key]) => key.toLowerCase() === name)?.[1]
  const text = Array.isArray(value) ? value[0] : value
  return typeof text === 'string' ? text : undefined
}

async function importSecret(secret: string): Promise<{ key: CryptoKey; kind: 'v1' | 'v1a' }> {
  const isPublic = secret.startsWith('whpk_')
  const bytes = fromBase64(secret.replace(/^wh(sec|pk)_/, ''))
  if (bytes.length === 0) throw new TypeError('secret is a whsec_… of your endpoint or a whpk_… of /.well-known/webhook-keys.json.')
  const algorithm = isPublic ? 'Ed25519' : { name: 'HMAC', hash: 'SHA-256' }
  return { key: await crypto.subtle.importKey('raw', bytes, algorithm, false, ['verify']), kind: isPublic ? 'v1a' : 'v1' }
}
