import { createHash, generateKeyPairSync } from 'node:crypto'
import { CompactEncrypt, decodeJwt, importJWK, type JWK } from 'jose'
import type { Ctx } from '#core/kernel/context.ts'
import {
  REVOKED_UNTIL,
  SIMULATED_ACCREDITATION,
  SIMULATED_STATES,
  simulatedIssuer,
  simulatedStatusUri,
} from '#core/sources/issuers/sandbox.ts'
import { deriveP256, makeCertificate } from '#credentials/certificate.ts'
import { jwkThumbprint } from '#credentials/presented/jwt.ts'
import type { Transcript } from '#credentials/presented/mdoc.ts'
import { fullDate, issueMdoc, issueSdJwtVc, newHolder, presentMdoc, presentSdJwtVc, type Signing } from './credentials.ts'

export const SIMULATED_CREDENTIALS = ['pid_sd_jwt', 'pid_mdoc', 'mdl', 'accreditation'] as const
/** In these one claim can be shown alone, and the holder says when. */
export const isSdJwt = (kind: Kind): kind is 'pid_sd_jwt' | 'accreditation' => kind === 'pid_sd_jwt' || kind === 'accreditation'
type Kind = (typeof SIMULATED_CREDENTIALS)[number]

/** What can be wrong with what the simulated wallet presents. */
export const FLAWS = [
  'expired',
  'revoked',
  'suspended',
  'status_unavailable',
  'wrong_audience',
  'wrong_nonce',
  'late',
  'wrong_device',
  'unknown_issuer',
  'expired_issuer',
  'revoked_issuer',
  'unchecked_issuer',
  'forged',
  'altered',
  'algorithm',
  'claim_missing',
  'unreadable',
  'declined',
  'replayed',
] as const
export type Flaw = (typeof FLAWS)[number]

export interface SimulatedPerson {
  given_name: string
  family_name: string
  birth_date: string
  country: string
  /** Whose document it is, where names and birth date do not tell people apart: no two have one of the same number. */
  bearer?: string
  /** The wallet that an accreditation is sealed to; null where nobody is known to have one. */
  wallet: string | null
}

/** The request as a wallet reads it. */
interface Request {
  client_id: string
  nonce: string
  state: string
  response_uri: string
  dcql_query: { credentials: { id: string; claims: { path: string[] }[] }[] }
  client_metadata: { jwks: { keys: [JWK] } }
}

const TYPES = {
  pid_mdoc: { docType: 'eu.europa.ec.eudi.pid.1', space: 'eu.europa.ec.eudi.pid.1' },
  mdl: { docType: 'org.iso.18013.5.1.mDL', space: 'org.iso.18013.5.1' },
} as const
const DAY = 86_400_000

/** The encrypted answer of the simulated wallet to a signed request; null where it declines. */
export async function answerAsWallet(
  ctx: Ctx,
  requestJwt: string,
  kind: Kind,
  person: SimulatedPerson,
  flaw?: Flaw,
): Promise<string | null> {
  if (flaw === 'declined') return null
  if (flaw === 'unreadable') return 'not-an-encrypted-answer'
  const request = decodeJwt<Request>(requestJwt)
  const presentation = await present(ctx, request, kind, person, flaw)
  const [key] = request.client_metadata.jwks.keys
  return new CompactEncrypt(Buffer.from(JSON.stringify({ vp_token: { [kind]: [presentation] }, state: request.state })))
    .setProtectedHeader({ alg: 'ECDH-ES', enc: 'A256GCM', ...(key.kid && { kid: key.kid }) })
    .encrypt(await importJWK(key, 'ECDH-ES'))
}

async function present(ctx: Ctx, request: Request, kind: Kind, person: SimulatedPerson, flaw?: Flaw): Promise<string> {
  const now = Date.now()
  const until = new Date(now + (flaw === 'expired' ? -DAY : 365 * DAY))
  const from = new Date(now - 30 * DAY)
  const by = await signingOf(ctx, kind, flaw)
  const holder = newHolder()
  const presenter = flaw === 'wrong_device' ? newHolder() : holder
  const status = statusOf(ctx, kind, flaw)
  const claims = onlyAsked(request, kind, claimsOf(kind, person, until.toISOString().slice(0, 10)))
  if (flaw === 'claim_missing') for (const name of LEFT_OUT) delete claims[name]
  const nonce = flaw === 'wrong_nonce' ? 'of-another-request' : request.nonce
  const clientId = flaw === 'wrong_audience' ? 'x509_hash:of-somebody-else' : request.client_id
  if (isSdJwt(kind)) {
    const type = kind === 'accreditation' ? SIMULATED_ACCREDITATION : 'urn:eudi:pid:1'
    const sub = kind === 'accreditation' && person.wallet ? { sub: didOf(person.wallet) } : {}
    // Of an accreditation that has run out its own last day is over, whatever of its credential.
    const ends = kind === 'accreditation' ? new Date(now + 365 * DAY) : until
    const issued = issueSdJwtVc(by, type, claims, holder, { from, until: ends, status, ...sub })
    const shown = flaw === 'altered' ? altered(issued) : issued
    return presentSdJwtVc(shown, presenter.privateKey, { audience: clientId, nonce, at: new Date(flaw === 'late' ? now - 3_600_000 : now) })
  }
  const type = TYPES[kind]
  const [key] = request.client_metadata.jwks.keys
  const transcript: Transcript = {
    ...{ by: 'redirect', clientId, nonce, responseUri: request.response_uri },
    keyThumbprint: jwkThumbprint(key),
  }
  const issued = issueMdoc(by, type, claims, holder, { from, until, status })
  // The name as it was signed, and one of the same length in its place.
  const shown = flaw === 'altered' ? replaced(issued, person.given_name) : issued
  return presentMdoc(shown, type.docType, presenter.privateKey, transcript)
}

/** A wallet as an account of any chain. */
const didOf = (address: string): string =>
  address.startsWith('0x') ? `did:pkh:eip155:1:${address}` : `did:pkh:solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp:${address}`

/** What the flaw `claim_missing` leaves out, by the names of each form. */
const LEFT_OUT = ['birthdate', 'birth_date', 'age_equal_or_over', 'age_over_18', 'age_over_21', 'accreditation_basis']

/** Its holder shares what is asked for, and no more. */
function onlyAsked({ dcql_query }: Request, kind: Kind, claims: Record<string, unknown>): Record<string, unknown> {
  const paths = dcql_query.credentials.find(({ id }) => id === kind)?.claims.map(({ path }) => path) ?? []
  const names = paths.map((path) => (isSdJwt(kind) ? path[0] : path[1]))
  return Object.fromEntries(Object.entries(claims).filter(([name]) => names.includes(name)))
}

function claimsOf(
  kind: Kind,
  { given_name, family_name, birth_date, country, bearer }: SimulatedPerson,
  expires: string,
): Record<string, unknown> {
  if (kind === 'accreditation')
    return {
      accredited: true,
      accreditation_basis: 'net_worth',
      accreditation_verified_until: expires,
      accreditation_verified_by: { kind: 'author', name: 'Example & Partners LLP' },
    }
  const over = (years: number) => `${Number(birth_date.slice(0, 4)) + years}${birth_date.slice(4)}` <= new Date().toISOString().slice(0, 10)
  const common = {
    given_name,
    family_name,
    document_number: numberOf(bearer ?? `${given_name}|${family_name}|${birth_date}`),
    issuing_country: 'UT',
  }
  if (kind === 'pid_sd_jwt')
    return {
      ...common,
      birthdate: birth_date,
      age_equal_or_over: { 18: over(18), 21: over(21) },
      nationalities: [country],
      address: { country },
      date_of_expiry: expires,
    }
  return {
    ...common,
    birth_date: fullDate(birth_date),
    age_over_18: over(18),
    age_over_21: over(21),
    resident_country: country,
    expiry_date: fullDate(expires),
    nationality: kind === 'mdl' ? country : [country],
  }
}

const issuerOf = (kind: Kind) => (kind === 'accreditation' ? kind : kind === 'pid_sd_jwt' ? 'pid' : 'iaca')

/** Flaws of the certificate of who signed. */
const ANOTHER_SIGNER: Partial<Record<Flaw, Parameters<typeof simulatedIssuer>[2]>> = {
  expired_issuer: { signerUntil: new Date(Date.UTC(2024, 1, 1)) },
  revoked_issuer: { signerUntil: REVOKED_UNTIL },
  unchecked_issuer: { crl: 'https://issuer.sandbox.invalid/crl' },
}

async function signingOf(ctx: Ctx, kind: Kind, flaw?: Flaw): Promise<Signing> {
  const of = issuerOf(kind)
  const { signer, certificate } = await simulatedIssuer(ctx.services, of)
  if (flaw === 'forged') return { privateKey: generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey, chain: [certificate] }
  if (flaw === 'algorithm') return { privateKey: signer.privateKey, chain: [certificate], alg: of === 'iaca' ? '-47' : 'ES256K' }
  if (flaw === 'unknown_issuer') {
    const stranger = deriveP256(createHash('sha256').update('nobody').digest('hex'), 'unknown')
    const dates = { from: new Date(Date.now() - DAY), until: new Date(Date.now() + DAY) }
    const own = await makeCertificate({ ...dates, subject: 'CN=Unknown', issuer: 'CN=Unknown', key: stranger, signer: stranger })
    return { privateKey: stranger.privateKey, chain: [own] }
  }
  const another = flaw && ANOTHER_SIGNER[flaw]
  if (another) return { privateKey: signer.privateKey, chain: [(await simulatedIssuer(ctx.services, of, another)).certificate] }
  return { privateKey: signer.privateKey, chain: [certificate] }
}

function statusOf(ctx: Ctx, kind: Kind, flaw?: Flaw) {
  const uri = simulatedStatusUri(ctx.services.config.publicUrl, issuerOf(kind))
  if (flaw === 'status_unavailable') return { uri: 'https://issuer.sandbox.invalid/status', idx: 0 }
  return { uri, idx: flaw === 'revoked' || flaw === 'suspended' ? SIMULATED_STATES[flaw] : SIMULATED_STATES.valid }
}

/** With another family name, or ground, than the issuer signed. */
function altered(issued: string): string {
  const [jwt, ...disclosures] = issued.split('~')
  const changed = disclosures.map((one) => {
    if (!one) return one
    const [salt, name] = JSON.parse(Buffer.from(one, 'base64url').toString()) as [string, string]
    return ALTERED.includes(name) ? Buffer.from(JSON.stringify([salt, name, 'altered'])).toString('base64url') : one
  })
  return [jwt, ...changed].join('~')
}

const ALTERED = ['family_name', 'accreditation_basis']

function replaced(issued: Buffer, name: string): Buffer {
  const at = issued.lastIndexOf(name)
  return at < 0
    ? issued
    : Buffer.concat([issued.subarray(0, at), Buffer.alloc(Buffer.byteLength(name), 'x'), issued.subarray(at + Buffer.byteLength(name))])
}

/** Each made-up person has a document of their own. */
const numberOf = (bearer: string): string => `S${createHash('sha256').update(bearer).digest('hex').slice(0, 8).toUpperCase()}`
