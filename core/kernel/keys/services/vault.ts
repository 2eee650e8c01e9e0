import type { Signer } from '#credentials/keys.ts'
import type { KeyService } from '../service.ts'
import { type Send, sendJson } from './send-json.ts'

export interface VaultSettings {
  /** `https://vault.example:8200`. */
  address: string
  token: string
  /** Name of the transit key that wraps, of type aes256-gcm96 or chacha20-poly1305. */
  key: string
  mount: string
  namespace: string | null
}

/** HashiCorp Vault's or OpenBao's transit engine. It wraps, and holds Ed25519 keys; secp256k1 it has not. */
export function vaultService(settings: VaultSettings, send: Send): KeyService {
  const ask = async (method: string, path: string, body?: object) => {
    const answer = await sendJson(send, `${settings.address.replace(/\/$/, '')}/v1/${settings.mount}/${path}`, {
      method,
      headers: {
        'x-vault-token': settings.token,
        'x-vault-request': 'true',
        ...(settings.namespace && { 'x-vault-namespace': settings.namespace }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    return answer.data as Record<string, unknown>
  }
  const key = encodeURIComponent(settings.key)
  const base64 = (bytes: Uint8Array | string) => Buffer.from(bytes).toString('base64')
  return {
    name: 'vault',
    wrap: async (secret, context) => {
      const { ciphertext } = await ask('POST', `encrypt/${key}`, { plaintext: base64(secret), associated_data: base64(context) })
      return Buffer.from(ciphertext as string)
    },
    unwrap: async (wrapped, context) => {
      const { plaintext } = await ask('POST', `decrypt/${key}`, {
        ciphertext: Buffer.from(wrapped).toString(),
        associated_data: base64(context),
      })
      return Buffer.from(plaintext as string, 'base64')
    },
    makeSigner: async (purpose) => {
      const name = `${settings.key}-${purpose}-${crypto.randomUUID()}`
      await ask('POST', `keys/${encodeURIComponent(name)}`, { type: 'ed25519' })
      return name
    },
    signer: async (name, kid) => {
      const path = encodeURIComponent(name)
      const { keys } = await ask('GET', `keys/${path}`)
      const publicKey = Buffer.from((keys as Record<string, { public_key: string }>)['1']!.public_key, 'base64')
      const sign: Signer['sign'] = async (message) => {
        const { signature } = await ask('POST', `sign/${path}`, { input: base64(message), key_version: 1 })
        return Buffer.from((signature as string).replace(/^vault:v\d+:/, ''), 'base64')
      }
      return { kid: kid(publicKey), alg: 'EdDSA', publicKey, sign }
    },
  }
}
