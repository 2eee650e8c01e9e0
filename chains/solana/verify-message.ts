import { createPublicKey, verify } from 'node:crypto'
import { decodeBase58 } from '../base58.ts'
import type { SignatureVerdict } from '../sign-in.ts'

const SPKI_ED25519 = Buffer.from('302a300506032b6570032100', 'hex')

/** Whether the address, which is its own Ed25519 key, signed the message. The signature is base58, base64 or hex of 64 bytes. */
export function verifySolanaMessage(p: { address: string; message: string; signature: string }): SignatureVerdict {
  const key = decodeBase58(p.address)
  const signature = decodeSignature(p.signature)
  if (key?.length !== 32 || !signature) return { result: 'invalid' }
  try {
    const publicKey = createPublicKey({ key: Buffer.concat([SPKI_ED25519, key]), format: 'der', type: 'spki' })
    return verify(null, Buffer.from(p.message), publicKey, signature) ? { result: 'valid', method: 'ed25519' } : { result: 'invalid' }
  } catch {
    return { result: 'invalid' } // an address off the curve has no key and can sign nothing
  }
}

function decodeSignature(text: string): Uint8Array | null {
  if (/^(0x)?[0-9a-fA-F]{128}$/.test(text)) return Buffer.from(text.replace(/^0x/, ''), 'hex')
  const short = text.length <= 88 ? decodeBase58(text) : null
  if (short?.length === 64) return short
  const bytes = /^[A-Za-z0-9+/_-]{86}(==)?$/.test(text) ? Buffer.from(text, 'base64') : null
  return bytes?.length === 64 ? bytes : null
}
