import { createHash } from 'node:crypto'
import { compactVerify, decodeProtectedHeader, errors } from 'jose'
import type { Ctx } from '#core/kernel/context.ts'
import { AppError } from '#core/kernel/errors.ts'
import { keyOfDid } from '#credentials/did-key.ts'
import type { Tx } from '#db/connect.ts'
import { type ProgrammeStatement, statementFields } from './statement.ts'

/** A statement is signed for now, not kept for later. */
const MOST_AGE_MS = 24 * 3_600_000
/** So far may the signer's clock be ahead. */
const AHEAD_MS = 60_000

const wrong = (detail: string) => new AppError('statement_invalid', detail)

/**
 * Reads a statement that was signed by a key which the tenant registered, for this service and about this wallet or investor. Throws
 * `statement_invalid`, saying which of it does not hold.
 */
export async function readSignedStatement(
  tx: Tx,
  ctx: Ctx,
  jws: string,
  about: string,
): Promise<{ statement: ProgrammeStatement; key: string; algorithm: string }> {
  const { kid, algorithm, payload } = await verified(tx, ctx, jws)
  const { aud, sub, iat, exp, iss: _, jti: __, ...said } = payload
  const home = ctx.services.config.publicUrl
  if (aud !== home) throw wrong(`This statement is not for this service: aud has to be ${home}.`)
  if (typeof sub !== 'string' || sub.toLowerCase() !== about.toLowerCase())
    throw wrong('This statement is about somebody else: sub has to be the wallet or the investor of the call.')
  if (typeof iat !== 'number' || iat * 1_000 > ctx.now + AHEAD_MS || iat * 1_000 < ctx.now - MOST_AGE_MS)
    throw wrong('This statement was not signed within the last 24 hours (iat).')
  if (exp !== undefined && !(typeof exp === 'number' && exp * 1_000 > ctx.now)) throw wrong('This statement has run out (exp).')
  const read = statementFields.safeParse(said)
  if (!read.success) throw wrong(`The statement does not say what it has to: ${read.error.issues[0]?.path.join('.') || 'unknown fields'}.`)
  return { statement: read.data, key: `sha256:${createHash('sha256').update(kid).digest('hex')}`, algorithm }
}

async function verified(tx: Tx, ctx: Ctx, jws: string): Promise<{ kid: string; algorithm: string; payload: Record<string, unknown> }> {
  try {
    const { kid = '', alg = '' } = decodeProtectedHeader(jws)
    const keys = (await ctx.world.tenant.inForce(tx, ctx)).find(({ fact }) => fact === 'reliance_keys')?.value
    // A key may be named with its fragment, as DIDs do.
    const did = kid.split('#')[0]!
    const key = Array.isArray(keys) && keys.includes(did) ? keyOfDid(did) : null
    if (!key) throw wrong('The key of this statement (kid) is none of your reliance_keys.')
    const { payload } = await compactVerify(jws, key, { algorithms: [key.asymmetricKeyType === 'ed25519' ? 'EdDSA' : 'ES256'] })
    return { kid: did, algorithm: alg, payload: JSON.parse(Buffer.from(payload).toString()) }
  } catch (error) {
    if (error instanceof AppError) throw error
    if (error instanceof errors.JOSEError || error instanceof SyntaxError || error instanceof TypeError)
      throw wrong('The signature of this statement does not hold.')
    throw error
  }
}
