import { createHash, createPublicKey, randomBytes, verify } from 'node:crypto'
import { type Context, Hono, type MiddlewareHandler } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import { createPublicClient, http, isAddress, verifyMessage } from 'viem'
import { mainnet } from 'viem/chains'
import type { App, Signed } from './context.ts'
import { inTransaction } from './database.ts'
import { limit } from './limit.ts'
import { explain, Problem } from './problems.ts'

const COOKIE = 'session'
const LIFETIME_MS = 12 * 3_600_000
/** Each sign-in asks Sealwright, by your key and its limits: nobody uses them up for everybody. */
const CHALLENGES_A_MINUTE = 20

/** The signed message of a sign-in, by which Sealwright is shown, within ten minutes and once, that the holder controls the wallet. */
export interface Proof {
  message: string
  signature: string
}

const hash = (token: string) => createHash('sha256').update(token).digest('hex')

/** The same wallet is one wallet, however its address is written. */
const walletOf = (text: unknown): string | null => {
  if (typeof text !== 'string') return null
  if (isAddress(text, { strict: false })) return text.toLowerCase()
  return /^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(text) ? text : null
}

/** Signing in with a wallet (EIP-4361, and its form for Solana). Sealwright makes the message, in the name of this application's domain. */
export function sessions({ client, config, db }: App): Hono {
  const routes = new Hono()

  routes.post('/challenge', limit(config, CHALLENGES_A_MINUTE), async (c) => {
    const { address } = await jsonOf(c)
    const wallet = walletOf(address)
    if (!wallet) throw new Problem(422, 'invalid_address', 'This is no address of Ethereum or Solana.')
    const challenge = await client.wallets
      .challenge({ wallet_address: wallet, domain: config.domain, uri: config.publicUrl })
      .catch((error: unknown) => {
        throw explain(error)
      })
    db.prepare('DELETE FROM challenges WHERE expires_at < ?').run(Date.now())
    db.prepare('INSERT INTO challenges VALUES (?, ?, ?, ?)').run(
      challenge.nonce,
      wallet,
      challenge.message,
      Date.parse(challenge.expires_at),
    )
    return c.json({ message: challenge.message }, 201)
  })

  routes.post('/', async (c) => {
    const { message, signature } = await jsonOf(c)
    if (typeof message !== 'string' || typeof signature !== 'string')
      throw new Problem(400, 'malformed', 'A message and a signature are needed.')
    // Taken away before it is looked at: a message opens one session, even when it comes twice at once.
    const asked = db.prepare('DELETE FROM challenges WHERE message = ? RETURNING wallet, expires_at').get(message)
    if (!asked || Number(asked.expires_at) < Date.now())
      throw new Problem(401, 'challenge_unknown', 'This sign-in has expired. Please connect the wallet again.')
    const wallet = String(asked.wallet)
    if (!(await signedBy(wallet, message, signature, config.rpcUrl)))
      throw new Problem(401, 'signature_invalid', 'The signature is not of this wallet. Please connect the wallet again.')
    const token = randomBytes(32).toString('base64url')
    const now = Date.now()
    inTransaction(db, () => {
      db.prepare('DELETE FROM sessions WHERE expires_at < ? OR token_hash = ?').run(now, hash(getCookie(c, COOKIE) ?? ''))
      db.prepare('INSERT INTO sessions VALUES (?, ?, ?, ?, ?, ?)').run(
        hash(token),
        wallet,
        now,
        now + LIFETIME_MS,
        JSON.stringify({ message, signature } satisfies Proof),
        Number(asked.expires_at),
      )
    })
    setCookie(c, COOKIE, token, {
      httpOnly: true,
      sameSite: 'Lax',
      secure: config.publicUrl.startsWith('https:'),
      path: '/',
      maxAge: LIFETIME_MS / 1000,
    })
    return c.json({ wallet }, 201)
  })

  routes.get('/', (c) => c.json({ wallet: read(db, c)?.wallet ?? null, environment: config.environment }))

  routes.delete('/', (c) => {
    db.prepare('DELETE FROM sessions WHERE token_hash = ?').run(hash(getCookie(c, COOKIE) ?? ''))
    deleteCookie(c, COOKIE, { path: '/' })
    return c.body(null, 204)
  })
  return routes
}

/** Lets through who has signed in with a wallet, and says which. */
export function signedIn({ db }: App): MiddlewareHandler<Signed> {
  return async (c, next) => {
    const session = read(db, c)
    if (!session) throw new Problem(401, 'signed_out', 'Please connect your wallet first.')
    c.set('wallet', session.wallet)
    c.set('session', session.id)
    await next()
  }
}

/** The proof of control of this session, which works once; null when it was used or is too old: then the wallet is asked again. */
export function takeProof({ db }: App, session: string): Proof | null {
  const row = db.prepare('SELECT proof, proof_expires_at FROM sessions WHERE token_hash = ?').get(session)
  db.prepare('UPDATE sessions SET proof = NULL WHERE token_hash = ?').run(session)
  return row?.proof && Number(row.proof_expires_at) > Date.now() + 5_000 ? (JSON.parse(String(row.proof)) as Proof) : null
}

function read(db: App['db'], c: Context): { id: string; wallet: string } | null {
  const id = hash(getCookie(c, COOKIE) ?? '')
  const row = db.prepare('SELECT wallet FROM sessions WHERE token_hash = ? AND expires_at > ?').get(id, Date.now())
  return row ? { id, wallet: String(row.wallet) } : null
}

async function signedBy(wallet: string, message: string, signature: string, rpcUrl: string | null): Promise<boolean> {
  try {
    if (!wallet.startsWith('0x')) return signedOnSolana(wallet, message, signature)
    const signed = { address: wallet as `0x${string}`, message, signature: signature as `0x${string}` }
    if (await verifyMessage(signed)) return true
    return rpcUrl ? await createPublicClient({ chain: mainnet, transport: http(rpcUrl) }).verifyMessage(signed) : false
  } catch {
    return false
  }
}

/** Ed25519 over the bytes of the message; the address is the public key. The signature is base58, as Solana writes it. */
function signedOnSolana(wallet: string, message: string, signature: string): boolean {
  const key = createPublicKey({ format: 'jwk', key: { kty: 'OKP', crv: 'Ed25519', x: fromBase58(wallet).toString('base64url') } })
  return verify(null, Buffer.from(message), key, fromBase58(signature))
}

function fromBase58(text: string): Buffer {
  const letters = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
  if (text.length > 128) throw new Error('too long')
  let value = 0n
  for (const letter of text) {
    const at = letters.indexOf(letter)
    if (at < 0) throw new Error('not base58')
    value = value * 58n + BigInt(at)
  }
  const zeros = /^1*/.exec(text)![0].length
  const hex = value ? value.toString(16) : ''
  return Buffer.concat([Buffer.alloc(zeros), Buffer.from(hex.length % 2 ? `0${hex}` : hex, 'hex')])
}

/** The body as an object of JSON. */
export async function jsonOf(c: Context): Promise<Record<string, unknown>> {
  const body: unknown = await c.req.json().catch(() => null)
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw new Problem(400, 'malformed', 'The body is an object of JSON.')
  return body as Record<string, unknown>
}
