import { WebhookVerificationError } from './errors.js'

const encoder = new TextEncoder()

/**
 * Proves that a delivery is from Sealwright and whole, as Standard Webhooks say, and gives its event.
 * @type {typeof import('./webhooks.js').verifyWebhook}
 */
export async function verifyWebhook({ payload, headers, secret, toleranceSeconds = 300, now = Date.now() }) {
  const body = bytesOf(payload)
  const id = header(headers, 'webhook-id')
  const timestamp = header(headers, 'webhook-timestamp')
  const signatures = header(headers, 'webhook-signature')
  if (!/^\d{1,12}$/.test(timestamp) || !(Math.abs(now / 1000 - Number(timestamp)) <= toleranceSeconds))
    throw new WebhookVerificationError(`webhook-timestamp is more than ${toleranceSeconds} seconds from this machine's clock.`)

  const prefix = encoder.encode(`${id}.${timestamp}.`)
  const signed = new Uint8Array(prefix.length + body.length)
  signed.set(prefix)
  signed.set(body, prefix.length)
  const keys = await Promise.all([secret].flat().map(importKey))
  for (const one of signatures.split(' ').slice(0, 20)) {
    const [version, text = ''] = one.split(',')
    const signature = fromBase64(text)
    if (!signature) continue
    // WebCrypto compares in constant time.
    for (const { key, kind } of keys)
      if (kind === version && (await crypto.subtle.verify(key.algorithm.name, key, signature, signed)))
        return JSON.parse(new TextDecoder().decode(body))
  }
  throw new WebhookVerificationError(
    'No signature fits. Check that the secret belongs to this endpoint and that the body is as it arrived.',
  )
}

/** @param {unknown} payload */
function bytesOf(payload) {
  if (typeof payload === 'string') return encoder.encode(payload)
  if (payload instanceof ArrayBuffer) return new Uint8Array(payload)
  if (ArrayBuffer.isView(payload)) return new Uint8Array(payload.buffer, payload.byteOffset, payload.byteLength)
  throw new TypeError(
    'verifyWebhook needs the body as it arrived, in bytes or text. A parsed object written again has other bytes; take the raw body before your framework parses it.',
  )
}

/** @param {import('./webhooks.js').WebhookHeaders} headers @param {string} name */
function header(headers, name) {
  const value =
    typeof headers.get === 'function' ? headers.get(name) : Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1]
  const text = Array.isArray(value) ? value[0] : value
  if (typeof text !== 'string' || !text) throw new WebhookVerificationError(`The header ${name} is missing.`)
  return text
}

/** @param {string} secret A shared secret (`whsec_…`, `v1`) or the public key (`whpk_…`, `v1a`). */
async function importKey(secret) {
  const isPublic = secret.startsWith('whpk_')
  const bytes = fromBase64(secret.replace(/^wh(sec|pk)_/, ''))
  if (!bytes?.length) throw new TypeError('secret is a whsec_… of your endpoint or the whpk_… of /.well-known/webhook-keys.json.')
  const key = await crypto.subtle.importKey('raw', bytes, isPublic ? 'Ed25519' : { name: 'HMAC', hash: 'SHA-256' }, false, ['verify'])
  return { key, kind: isPublic ? 'v1a' : 'v1' }
}

/** @param {string} text */
function fromBase64(text) {
  try {
    return Uint8Array.from(atob(text), (c) => c.charCodeAt(0))
  } catch {
    return null
  }
}
