import { createHmac } from 'node:crypto'
import type { Keyring } from '#core/kernel/keys/keyring.ts'
import { isSameText } from '#core/kernel/same-text.ts'

const signature = (secret: string, value: string) => createHmac('sha256', secret).update(value).digest('base64')

/**
 * A Cookie header whose signatures by former secrets are replaced by those of the secret in use, so that a rotation signs nobody
 * out. Null when there is nothing to replace. The auth library signs as `value.base64(HMAC-SHA-256)`.
 */
export function withFreshSignatures(keyring: Keyring, header: string | null): string | null {
  const [current, ...former] = keyring.generations('sessions')
  if (!header || !former.length) return null
  let changed = false
  const cookies = header.split('; ').map((cookie) => {
    const at = cookie.indexOf('=')
    const signed = decoded(cookie.slice(at + 1))
    const dot = signed.lastIndexOf('.')
    if (at < 0 || dot < 1 || signed.length - dot !== 45) return cookie
    const value = signed.slice(0, dot)
    const is = (number: number) => isSameText(signed.slice(dot + 1), signature(keyring.derive('sessions', number), value))
    if (is(current!) || !former.some(is)) return cookie
    changed = true
    return `${cookie.slice(0, at)}=${encodeURIComponent(`${value}.${signature(keyring.derive('sessions'), value)}`)}`
  })
  return changed ? cookies.join('; ') : null
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
