import { EXAMPLES } from './events.generated.js'

const encoder = new TextEncoder()

/** Every type of event. */
export const eventTypes = Object.keys(EXAMPLES)

/**
 * An event as Sealwright sends it, with your own values: of the envelope in `envelope`, of `data.object` in `object`.
 * @type {typeof import('./index.js').exampleEvent}
 */
export function exampleEvent(type, object = {}, envelope = {}) {
  const example = Object.hasOwn(EXAMPLES, type) ? EXAMPLES[type] : null
  if (!example) throw new RangeError(`There is no event ${JSON.stringify(type)}. See eventTypes for all of them.`)
  const { data, ...rest } = structuredClone(example)
  return { ...rest, ...envelope, type, data: { ...data, object: { ...data.object, ...object } } }
}

/** @param {Uint8Array} bytes */
const toBase64 = (bytes) => btoa(String.fromCharCode(...bytes))
/** @param {string} text */
const fromBase64 = (text) => Uint8Array.from(atob(text), (c) => c.charCodeAt(0))

/**
 * Signs events as Sealwright does: with a shared secret (`v1`) and with a key of its own (`v1a`).
 * @type {typeof import('./index.js').createWebhooks}
 */
export async function createWebhooks({
  secret = `whsec_${toBase64(crypto.getRandomValues(new Uint8Array(32)))}`,
  now = () => Date.now(),
} = {}) {
  const shared = await crypto.subtle.importKey('raw', fromBase64(secret.replace(/^whsec_/, '')), { name: 'HMAC', hash: 'SHA-256' }, false, [
    'sign',
  ])
  const pair = /** @type {CryptoKeyPair} */ (await crypto.subtle.generateKey('Ed25519', true, ['sign', 'verify']))
  const publicKey = `whpk_${toBase64(new Uint8Array(await crypto.subtle.exportKey('raw', pair.publicKey)))}`
  return {
    secret,
    publicKey,
    async deliver(event, { at = now(), tamper = false, only } = {}) {
      const timestamp = Math.floor(Number(at) / 1000)
      const signed = JSON.stringify(event)
      const content = encoder.encode(`${event.id}.${timestamp}.${signed}`)
      const signatures = {
        v1: `v1,${toBase64(new Uint8Array(await crypto.subtle.sign('HMAC', shared, content)))}`,
        v1a: `v1a,${toBase64(new Uint8Array(await crypto.subtle.sign('Ed25519', pair.privateKey, content)))}`,
      }
      const headers = {
        'content-type': 'application/json',
        'user-agent': 'Sealwright-Webhooks/1.0 (test kit)',
        'webhook-id': event.id,
        'webhook-timestamp': String(timestamp),
        'webhook-signature': only ? signatures[only] : `${signatures.v1} ${signatures.v1a}`,
      }
      // One character more than was signed.
      const payload = tamper ? `${signed} ` : signed
      return { event, payload, headers, request: (url) => new Request(url, { method: 'POST', headers, body: payload }) }
    },
  }
}
