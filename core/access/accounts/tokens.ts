import { jwtVerify, SignJWT } from 'jose'
import type { Services } from '#core/kernel/services.ts'

export const ACCESS_SECONDS = 15 * 60
const AUDIENCE = 'sealwright:account'
/** The key of a token: the one it names, or the one in use. */
const keyOf = (services: Services, kid?: string) =>
  Buffer.from(services.keyring.derive('access-tokens', kid === undefined ? undefined : Number(kid)), 'hex')

/** A short-lived, signed word for one session, for clients that hold no cookies. It ends with its session. */
export async function signAccessToken(services: Services, sessionId: string): Promise<string> {
  return new SignJWT({})
    .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt', kid: String(services.keyring.generations('sessions')[0]) })
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
    const { payload } = await jwtVerify(token, ({ kid = '0' }) => keyOf(services, kid), {
      algorithms: ['HS256'],
      audience: AUDIENCE,
      issuer: services.config.publicUrl,
    })
    return payload.sub ?? null
  } catch {
    return null
  }
}

/**
 * The word by which a client without cookies keeps a session: the session, its token of now, and our seal over both, so that the
 * table of sessions alone opens none, and a token that was spent is still known as one of ours.
 */
export function signRefreshToken(services: Services, session: { id: string; token: string }): string {
  const text = `${session.id}.${session.token}`
  return `${text}.${services.keyring.stamp('refresh-tokens', text)}`
}

/** The session and its token in it, or null when we did not give it out. */
export function readRefreshToken(services: Services, given: string): { id: string; token: string } | null {
  const [id = '', token = '', seal = ''] = given.split('.')
  return services.keyring.isStamp('refresh-tokens', `${id}.${token}`, seal) ? { id, token } : null
}
