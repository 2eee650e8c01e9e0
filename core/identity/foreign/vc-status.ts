import type { KeyObject } from 'node:crypto'
import { compactVerify, decodeJwt, decodeProtectedHeader } from 'jose'
import { AppError } from '#core/kernel/errors.ts'
import { decodeBits, isSet } from '#credentials/status-list.ts'
import type { Fetch } from '#egress/gate.ts'
import { algorithmOf } from './did.ts'

/** Whose lists, when, and with which key it signs them. */
interface Whose {
  did: string
  now: number
  keyFor: (kid: string | undefined) => Promise<KeyObject>
}
type Json = Record<string, unknown>

const TYPES = ['BitstringStatusListEntry', 'StatusList2021Entry']
const MOST = 4

const unknown = () =>
  new AppError('credential_status_unavailable', 'Whether the issuer took this credential back cannot be told now. Try again in a moment.')

/**
 * Throws `credential_revoked` or `credential_suspended` where a status list of the issuer (Bitstring Status List 1.0, StatusList2021) has the credential set, and
 * `credential_status_unavailable` where that cannot be told: a list that is not there, not the issuer's, run out, or of a kind not known here.
 * Answers how many lists were read.
 */
export async function requireUnset(status: unknown, whose: Whose, ask: Fetch): Promise<number> {
  if (status === undefined || status === null) return 0
  const entries = (Array.isArray(status) ? status : [status]) as Json[]
  if (entries.length > MOST) throw unknown()
  for (const entry of entries) {
    const { type, statusPurpose, statusListIndex, statusListCredential, statusSize = 1 } = entry ?? {}
    if (!TYPES.includes(String(type)) || !['revocation', 'suspension'].includes(String(statusPurpose)) || statusSize !== 1) throw unknown()
    if (typeof statusListCredential !== 'string' || !/^\d{1,9}$/.test(String(statusListIndex))) throw unknown()
    const bits = await listAt(statusListCredential, String(statusPurpose), whose, ask)
    const index = Number(statusListIndex)
    if (index >= bits.length * 8) throw unknown()
    if (isSet(bits, index))
      throw statusPurpose === 'revocation'
        ? new AppError('credential_revoked', 'Its issuer took this back.')
        : new AppError('credential_suspended', 'Its issuer suspended this. Present it again once it is in use.')
  }
  return entries.length
}

async function listAt(address: string, purpose: string, { did, now, keyFor }: Whose, ask: Fetch): Promise<Uint8Array> {
  try {
    const answer = await ask(address, { headers: { accept: 'application/vc+jwt, application/jwt' } })
    if (answer.status !== 200) throw unknown()
    const jwt = (await answer.text()).trim()
    const said = decodeJwt(jwt) as Json
    const list = (said.vc ?? said) as Json
    const issuer = typeof list.issuer === 'string' ? list.issuer : ((list.issuer as Json | undefined)?.id ?? said.iss)
    if (issuer !== did) throw unknown()
    const key = await keyFor(decodeProtectedHeader(jwt).kid)
    await compactVerify(jwt, key, { algorithms: [algorithmOf(key)] })
    const ends = [said.exp && Number(said.exp) * 1_000, list.validUntil && Date.parse(String(list.validUntil))].filter(
      (end) => end !== undefined,
    )
    const subject = list.credentialSubject as Json
    if (ends.some((end) => !(Number(end) > now)) || subject.statusPurpose !== purpose) throw unknown()
    const encoded = String(subject.encodedList)
    const bits = decodeBits(encoded.startsWith('u') ? encoded : `u${encoded}`)
    if (!bits) throw unknown()
    return bits
  } catch (error) {
    if (error instanceof AppError && error.code === 'credential_status_unavailable') throw error
    throw unknown()
  }
}
