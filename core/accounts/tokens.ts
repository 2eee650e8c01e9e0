import { jwtVerify, SignJWT } from 'jose'
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
