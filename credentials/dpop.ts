/** DPoP (RFC 9449): whoever uses an access token proves with each call that they hold the key that it was given to. */
import { createHash } from 'node:crypto'
import { type HolderKey, readHolderKey, verifiesBy } from './holder-key.ts'
import { decodePart } from './jws.ts'
import { jwkThumbprint } from './presented/jwt.ts'

/** Seconds that a proof may be old, or ahead of our clock. */
const FRESH_SECONDS = 300

export interface DpopCall {
  method: string
  url: string
  /** Seconds. */
  now: number
  /** The access token that is used with it; none yet where one is asked for. */
  token?: string
}

/** The thumbprint (RFC 7638) of the key that signed a proof for this call just now. Null when anything about the proof is wrong. */
export function readDpop(jwt: string, { method, url, now, token }: DpopCall): string | null {
  const [head, body, signature, ...rest] = jwt.length <= 10_000 ? jwt.split('.') : []
  if (!head || !body || !signature || rest.length > 0) return null
  const [header, payload] = [decodePart(head), decodePart(body)]
  if (header?.typ !== 'dpop+jwt' || header.crit !== undefined || !payload) return null
  const key: HolderKey | null = readHolderKey(header.jwk)
  if (!key || !verifiesBy(key, header.alg, `${head}.${body}`, signature)) return null
  if (typeof payload.jti !== 'string' || payload.jti === '' || payload.htm !== method || payload.htu !== url) return null
  if (typeof payload.iat !== 'number' || Math.abs(now - payload.iat) > FRESH_SECONDS) return null
  const ath = token === undefined ? undefined : createHash('sha256').update(token).digest('base64url')
  return payload.ath === ath ? jwkThumbprint({ ...key }).toString('base64url') : null
}
