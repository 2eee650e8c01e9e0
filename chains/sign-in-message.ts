/**
 * The text a holder signs to prove a wallet: EIP-4361 ("Sign-In with Ethereum"), and the same text with `Solana` as
 * wallets of that chain show it. Pure. One grammar for both: a message is taken only if writing what was read gives
 * it back letter for letter, so nothing can hide between the lines.
 */
import { type Family, parseAddress } from './address.ts'

export interface SignInMessage {
  family: Family
  domain: string
  address: string
  /** One line that says in plain words what signing does. */
  statement?: string
  uri: string
  /** EVM: the number as text. Solana: `mainnet`, `devnet`, `testnet` or `localnet`. */
  chainId: string
  /** At least 8 letters and digits, made by the server, used once. */
  nonce: string
  /** RFC 3339 */
  issuedAt: string
  expirationTime?: string
  notBefore?: string
  requestId?: string
  resources?: readonly string[]
}

const WHO: Record<Family, string> = { evm: 'Ethereum', solana: 'Solana' }

/** Writes the message. Throws RangeError when a field would break the format. */
export function formatSignIn(m: SignInMessage): string {
  const single = [
    m.domain,
    m.address,
    m.statement,
    m.uri,
    m.chainId,
    m.nonce,
    m.issuedAt,
    m.expirationTime,
    m.notBefore,
    m.requestId,
    ...(m.resources ?? []),
  ]
  if (single.some((value) => value !== undefined && /[\n\r]/.test(value))) throw new RangeError('a sign-in field is one line')
  if (!/^[A-Za-z0-9]{8,}$/.test(m.nonce)) throw new RangeError('a nonce is at least 8 letters or digits')
  const lines = [`${m.domain} wants you to sign in with your ${WHO[m.family]} account:`, m.address, '']
  if (m.statement !== undefined) lines.push(m.statement)
  lines.push('', `URI: ${m.uri}`, 'Version: 1', `Chain ID: ${m.chainId}`, `Nonce: ${m.nonce}`, `Issued At: ${m.issuedAt}`)
  if (m.expirationTime !== undefined) lines.push(`Expiration Time: ${m.expirationTime}`)
  if (m.notBefore !== undefined) lines.push(`Not Before: ${m.notBefore}`)
  if (m.requestId !== undefined) lines.push(`Request ID: ${m.requestId}`)
  if (m.resources !== undefined) lines.push('Resources:', ...m.resources.map((resource) => `- ${resource}`))
  return lines.join('\n')
}

/** Reads a message; null when it is not exactly one. */
export function parseSignIn(text: string): SignInMessage | null {
  if (text.length > 4096) return null
  const lines = text.split('\n')
  const head = /^(\S+) wants you to sign in with your (Ethereum|Solana) account:$/.exec(lines[0] ?? '')
  if (!head) return null
  const family: Family = head[2] === 'Ethereum' ? 'evm' : 'solana'
  const hasStatement = lines[3] !== ''
  let at = hasStatement ? 5 : 4
  const field = (name: string): string | undefined => (lines[at]?.startsWith(`${name}: `) ? lines[at++]!.slice(name.length + 2) : undefined)
  const uri = field('URI')
  const version = field('Version')
  const chainId = field('Chain ID')
  const nonce = field('Nonce')
  const issuedAt = field('Issued At')
  if (!uri || version !== '1' || !chainId || !nonce || !issuedAt) return null
  const expirationTime = field('Expiration Time')
  const notBefore = field('Not Before')
  const requestId = field('Request ID')
  const resources = lines[at] === 'Resources:' ? lines.slice(at + 1).map((line) => line.slice(2)) : undefined
  const message: SignInMessage = {
    family,
    domain: head[1]!,
    address: lines[1]!,
    ...(hasStatement && { statement: lines[3]! }),
    uri,
    chainId,
    nonce,
    issuedAt,
    ...(expirationTime !== undefined && { expirationTime }),
    ...(notBefore !== undefined && { notBefore }),
    ...(requestId !== undefined && { requestId }),
    ...(resources && { resources }),
  }
  try {
    return formatSignIn(message) === text ? message : null
  } catch {
    return null
  }
}

export interface SignInExpectation {
  /** The wallet that is to be proved, in any spelling. */
  address: string
  domain: string
  nonce: string
  /** ms since 1970 */
  now: number
}

/** `malformed`: not a sign-in message or of another site; `nonce_expired`: not the nonce that was given out, or too late. */
export type SignInProblem = 'malformed' | 'domain_mismatch' | 'signer_mismatch' | 'nonce_mismatch' | 'nonce_expired'

/** Everything about a message that can be judged without its signature. Times are compared as times, never as text. */
export function checkSignIn(
  text: string,
  expected: SignInExpectation,
): { ok: true; message: SignInMessage } | { ok: false; problem: SignInProblem } {
  const message = parseSignIn(text)
  if (!message) return { ok: false, problem: 'malformed' }
  const [named, wanted] = [parseAddress(message.address), parseAddress(expected.address)]
  if (!named.ok || named.family !== message.family) return { ok: false, problem: 'malformed' }
  if (!wanted.ok || named.canonical !== wanted.canonical) return { ok: false, problem: 'signer_mismatch' }
  if (message.domain !== expected.domain || hostOf(message.uri) !== expected.domain) return { ok: false, problem: 'domain_mismatch' }
  if (message.nonce !== expected.nonce) return { ok: false, problem: 'nonce_mismatch' }
  // A message without an end could be kept and used for ever: the server always writes one.
  const ends = Date.parse(message.expirationTime ?? '')
  const begins = message.notBefore === undefined ? Number.NEGATIVE_INFINITY : Date.parse(message.notBefore)
  if (!(expected.now < ends) || !(expected.now >= begins)) return { ok: false, problem: 'nonce_expired' }
  return { ok: true, message }
}

function hostOf(uri: string): string | null {
  try {
    return new URL(uri).host
  } catch {
    return null
  }
}
