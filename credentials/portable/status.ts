/** Whether a credential was revoked, by the lists that its issuer signs: which are asked, and how old they are. */
import { LIST_ENTRIES, type StatusPurpose } from '../status-list.ts'
import { fromBase64Url, isJsonObject, unpack } from './bytes.ts'
import { type Fetching, fetched, type KnownIssuer } from './issuer.ts'
import type { ProblemCode } from './refusal.ts'
import { readSigned } from './signed.ts'

/** One list that a credential is in, and its place there. */
export interface StatusEntry {
  url: string
  index: number
  /** A token status list says both. */
  purpose: StatusPurpose | 'token'
}

interface ReadList {
  url: string
  purpose: StatusPurpose | 'token'
  bits: Uint8Array
  signedAt: number
  expiresAt: number
}

/** The lists of these places, as they are published. One that cannot be had is left out: what is missing is never "not revoked". */
export async function fetchLists(places: readonly StatusEntry[], options: Fetching): Promise<string[]> {
  const lists = await Promise.all(
    places.map(({ url }) =>
      fetched(url, options)
        .then((response) => response.text())
        .catch(() => null),
    ),
  )
  return lists.filter((list) => list !== null)
}

/** What the lists say of these places, and the age of the oldest one in seconds; null when one is missing. `now` in seconds. */
export async function judgeLists(
  places: readonly StatusEntry[],
  lists: readonly string[],
  p: { issuer: KnownIssuer; now: number; maxAge: number; tolerance: number },
): Promise<{ problems: ProblemCode[]; age: number | null }> {
  const read = await Promise.all(lists.map((list) => readList(list, p.issuer)))
  const problems: ProblemCode[] = []
  let age: number | null = Number.NEGATIVE_INFINITY
  for (const place of places) {
    // The newest of several copies counts.
    const list = read
      .filter((one) => one?.url === place.url && one.purpose === place.purpose)
      .reduce((a, b) => (a && a.signedAt > b!.signedAt ? a : b), null)
    if (!list) {
      problems.push(read.includes(null) ? 'status_invalid' : 'status_missing')
      age = null
      continue
    }
    const seconds = p.now - list.signedAt
    if (age !== null) age = Math.max(age, seconds)
    problems.push(...stateIn(list, place))
    if (!(seconds <= p.maxAge) || seconds < -p.tolerance || p.now >= list.expiresAt + p.tolerance) problems.push('status_stale')
  }
  return { problems, age }
}

function stateIn({ bits }: ReadList, { index, purpose }: StatusEntry): ProblemCode[] {
  const perByte = purpose === 'token' ? 4 : 8
  const byte = bits[Math.floor(index / perByte)]
  if (byte === undefined) return ['status_invalid']
  if (purpose !== 'token') return (byte & (0x80 >> (index & 7))) === 0 ? [] : [purpose === 'revocation' ? 'revoked' : 'suspended']
  const value = (byte >> ((index % 4) * 2)) & 3
  return value === 0 ? [] : [value === 1 ? 'revoked' : value === 2 ? 'suspended' : 'status_invalid']
}

/** Null when it is not a list of this issuer. */
async function readList(jwt: string, issuer: KnownIssuer): Promise<ReadList | null> {
  const bitstring = await readSigned(jwt, 'vc+jwt', issuer.keys)
  if (bitstring.ok) return readBitstring(bitstring.payload, issuer)
  const token = await readSigned(jwt, 'statuslist+jwt', issuer.keys)
  return token.ok ? readToken(token.payload) : null
}

/** A bitstring shorter than the Recommendation allows would tell on whom it is asked about. */
const LEAST_BYTES = LIST_ENTRIES / 8

async function readBitstring(payload: Record<string, unknown>, { did }: KnownIssuer): Promise<ReadList | null> {
  const { issuer, iss, id, type, iat, exp, credentialSubject } = payload
  const { type: kind, statusPurpose: purpose, encodedList } = isJsonObject(credentialSubject) ? credentialSubject : {}
  if (issuer !== did || iss !== did || typeof id !== 'string' || !Array.isArray(type) || !type.includes('BitstringStatusListCredential'))
    return null
  if (typeof iat !== 'number' || typeof exp !== 'number' || kind !== 'BitstringStatusList' || typeof encodedList !== 'string') return null
  if ((purpose !== 'revocation' && purpose !== 'suspension') || !encodedList.startsWith('u')) return null
  const bits = await unpack(fromBase64Url(encodedList.slice(1)), 'gzip')
  return bits && bits.length >= LEAST_BYTES ? { url: id, purpose, bits, signedAt: iat, expiresAt: exp } : null
}

async function readToken({ sub, iat, exp, status_list }: Record<string, unknown>): Promise<ReadList | null> {
  const { bits, lst } = isJsonObject(status_list) ? status_list : {}
  if (typeof sub !== 'string' || typeof iat !== 'number' || typeof exp !== 'number' || bits !== 2 || typeof lst !== 'string') return null
  const bytes = await unpack(fromBase64Url(lst), 'deflate')
  return bytes && { url: sub, purpose: 'token', bits: bytes, signedAt: iat, expiresAt: exp }
}
