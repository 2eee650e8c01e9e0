import { createHmac } from 'node:crypto'
import { jwtVerify, SignJWT } from 'jose'
import { isSameText } from '../same-text.ts'
import type { Services } from '../services.ts'

export const ACCESS_SECONDS = 15 * 60
const AUDIENCE = 'sealwright:account'
const keyOf = (services: Services) => Buffer.from(services.keyring.derive('access-tokens'), 'hex')

/** A short-lived, signed word for one session, for clients that hold no cookies. It ends with its session. */
export async function signAccessToken(services: Services, sessionId: string): Promise<string> {
  return new SignJWT({})
    .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt' })
    .setSubject(sessionId)
    .setAudience(AUDIENCE)
    .setIssuer(services.config.publicUrl)
    .setIssuedAt()
    .setExpirationTime(`${ACCESS_SECONDS} s`)
    .sign(keyOf(services))
}

/** The session an access token speaks for, or null when it is false or old. */
export async function readAccessToken(services: Services, token: string): Promise<string | null> {
  try {
    const { payload } = await jwtVerify(token, keyOf(services), {
      algorithms: ['HS256'],
      audience: AUDIENCE,
      issuer: services.config.publicUrl,
    })
    return payload.sub ?? null
  } catch {
    return null
  }
}

const sealOf = (services: Services, token: string) =>
  createHmac('sha256', services.keyring.derive('refresh-tokens')).update(token).digest('base64url')

/**
 * The word by which a client without cookies keeps a session: the session, its token of now, and our seal over both, so that the
 * table of sessions alone opens none, and a token that was spent is still known as one of ours.
 */
export function signRefreshToken(services: Services, session: { id: string; token: string }): string {
  const text = `${session.id}.${session.token}`
  return `${text}.${sealOf(services, text)}`
}

/** The session and its token in it, or null when we did not give it out. */
export function readRefreshToken(services: Services, given: string): { id: string; token: string } | null {
  const [id = '', token = '', seal = ''] = given.split('.')
  return isSameText(seal, sealOf(services, `${id}.${token}`)) ? { id, token } : null
}
