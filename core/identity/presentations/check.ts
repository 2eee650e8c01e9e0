import { createHash, type JsonWebKey } from 'node:crypto'
import { compactDecrypt, importJWK } from 'jose'
import type { Ctx } from '#core/kernel/context.ts'
import { endOfDay } from '#core/kernel/rules-day.ts'
import { type ChainLink, trustedPath } from '#credentials/presented/certificates.ts'
import { jwkThumbprint } from '#credentials/presented/jwt.ts'
import { readMdocPresentation, type Transcript } from '#credentials/presented/mdoc.ts'
import { PresentationRefused } from '#credentials/presented/refused.ts'
import { readSdJwtPresentation } from '#credentials/presented/sd-jwt.ts'
import type { ExpectedPresentation, CredentialShown as Presented, SaidSigner, StatusPlace } from '#credentials/presented/shown.ts'
import { bothRevocations, type Revocation } from '#credentials/revocation/decide.ts'
import type { EvidenceFound } from '../evidence/record.ts'
import { checkRevocation, REVOCATION_UNKNOWN, unknownWords, whatFollows } from '../revocations/check.ts'
import type { SessionRow } from '../sessions/present.ts'
import { ACCREDITATION_ID, isAccreditationAsked, readAccreditation, STANDS_MS } from './accreditations.ts'
import { ageAsked, ageAskedAs, readAge } from './ages.ts'
import type { PendingRequest } from './pending.ts'
import { askedAs, readClaims } from './query.ts'
import { readerKey } from './reader.ts'
import { CONTENT_ENCRYPTION } from './request.ts'
import { requireNotRevoked } from './status.ts'

/** How an answer came: posted by the wallet to its `response_uri`, or through the browser. */
export type Way = { by: 'redirect'; responseUri: string } | { by: 'browser' }

type WalletIssuer = Awaited<ReturnType<Ctx['world']['issuers']['of']>>[number]

/**
 * Reads the answer of a wallet and finds out what it proves: decrypted, of this request, signed by an issuer that the tenant trusts, in
 * force, not revoked, and held by the wallet that shows it. Nothing is asked of anybody but the issuer's status list. Throws `PresentationRefused`.
 */
export async function checkPresentation(
  ctx: Ctx,
  { session, pending }: { session: SessionRow; pending: PendingRequest },
  response: string,
  way: Way,
): Promise<EvidenceFound> {
  const answer = await decrypt(pending, response)
  if (way.by === 'redirect' && answer.state !== pending.state)
    throw new PresentationRefused('presentation_wrong_nonce', 'The answer is to another request. Answer the one that is shown now.')
  if (typeof answer.error === 'string') throw declined()
  const [id, presentation] = onlyPresentation(answer.vp_token)
  const age = ageAsked(session)
  const asked = isAccreditationAsked(session) ? accreditationAskedAs(id) : age === null ? askedAs(id) : ageAskedAs(id)
  const issuers = await ctx.world.issuers.of(ctx.db, ctx, asked.kind)
  // Certificates and clocks of strangers go by the time of the world, whatever the sandbox's clock says.
  const now = Date.now()
  let behind: ReturnType<typeof issuerBehind> | null = null
  const issuerOf = (signer: SaidSigner) => {
    behind = issuerBehind(signer, issuers, now)
    return behind
  }
  const shown = await readPresentation(ctx, pending, presentation, way, { format: asked.format, now, issuerOf })
  const { issuer: by, links } = behind! as ReturnType<typeof issuerBehind>
  const { source, ...said } =
    asked.kind === 'accreditation' ? await readAccreditation(ctx, session, shown, by) : { source: null, ...saidBy(ctx, id, shown, age) }
  // ISO/IEC 18013-5, B.1.4 and table B.3: an authority's other certificates sign no driving licences.
  if (asked.id === 'mdl' && !shown.signer.chain?.[0]?.keyUsage?.includes('1.0.18013.5.1.2'))
    throw new PresentationRefused('issuer_not_trusted', 'The certificate that signed this driving licence is not one for driving licences.')
  const signed = await revocationOf(ctx, { by, links, issuers, what: 'credential' })
  const listed = shown.status && (await requireStands(ctx, shown.status, issuers))
  const revocation = listed ? bothRevocations(signed, listed.revocation) : signed
  const waits = [{ by, revocation: signed }, listed].some((one) => one && whatFollows(one.revocation, one.by.revocation) === 'review')
  return {
    ...(source
      ? { method: 'foreign_credential', level: 'accredited', ial: null, eidas: null, askAt: new Date(ctx.now + STANDS_MS) }
      : { method: 'wallet_presentation', ...provenBy(by, age) }),
    voucher: by.voucher,
    rejected: null,
    ...said,
    ...(waits && { unchecked: REVOCATION_UNKNOWN }),
    digest: createHash('sha256').update(presentation).digest('hex'),
    proof: {
      ...{ format: shown.format, type: shown.type, protocol: way.by === 'browser' ? 'digital_credentials_api' : 'openid4vp' },
      ...{ issuer_algorithm: shown.algorithms.issuer, holder_algorithm: shown.algorithms.holder, holder_key: shown.holderKey },
      certificates: shown.signer.chain?.map((one) => one.fingerprint256.replaceAll(':', '').toLowerCase()) ?? [],
      ...{ anchor: by.identifier, status: shown.status ? 'valid' : 'none_published', simulated: by.simulated },
      revocation,
      ...source,
    },
    takenAt: new Date(ctx.now),
  }
}

const SIGNED = {
  credential: 'The certificate that signed this credential was revoked by its issuer. Present a credential that was issued newly.',
  status:
    'The certificate that signed the issuer’s status list was revoked, so nobody can tell whether the credential stands. Try again later.',
} as const

/**
 * Throws unless the issuer's status list says that a credential stands, and unless whoever signed that list may still sign it. Answers who it
 * was, with what is known of their certificates.
 */
export async function requireStands(ctx: Ctx, place: StatusPlace, issuers: readonly WalletIssuer[]) {
  const { issuer: by, links } = await requireNotRevoked(ctx, place, (signer) => issuerBehind(signer, issuers, Date.now()))
  return { by, revocation: await revocationOf(ctx, { by, links, issuers, what: 'status' }) }
}

/** What is known of whether certificates of the chain were revoked. Throws `issuer_certificate_revoked`, `issuer_revocation_unknown`. */
async function revocationOf(
  ctx: Ctx,
  {
    by,
    links,
    issuers,
    what,
  }: { by: WalletIssuer; links: readonly ChainLink[]; issuers: readonly WalletIssuer[]; what: keyof typeof SIGNED },
): Promise<Revocation> {
  const revocation = await checkRevocation(ctx, {
    links: links.map(({ certificate, issuer }) => ({ certificate: certificate.raw, issuer: issuer.raw })),
    anchor: by.identifier,
    trusted: issuers.flatMap(({ certificate }) => certificate?.raw ?? []),
  })
  const follows = whatFollows(revocation, by.revocation)
  if (follows === 'revoked') throw new PresentationRefused('issuer_certificate_revoked', SIGNED[what])
  if (follows === 'refused') throw new PresentationRefused('issuer_revocation_unknown', unknownWords(revocation))
  return revocation
}

const provenBy = ({ level, ial, eidas }: WalletIssuer, age: ReturnType<typeof ageAsked>) =>
  age === null ? { level, ial, eidas } : { level: 'basic' as const, ial: null, eidas: null }

/** An accreditation is asked for under one id. Throws `credential_invalid`. */
function accreditationAskedAs(id: string) {
  if (id !== ACCREDITATION_ID)
    throw new PresentationRefused('credential_invalid', 'The wallet answered with something that was not asked for.')
  return { id, format: 'dc+sd-jwt', kind: 'accreditation' } as const
}

/** An age does not change back, but a proof of it is looked at anew after a year. */
const AGE_COUNTS_MS = 365 * 86_400_000

/** What a credential says of what the session is about, and until when. Throws `claim_missing`, `credential_expired`, `credential_invalid`. */
function saidBy(
  ctx: Ctx,
  id: string,
  shown: Presented,
  age: ReturnType<typeof ageAsked>,
): Pick<EvidenceFound, 'proves' | 'read' | 'covers' | 'document_expires_on' | 'expiresAt'> {
  if (age !== null)
    return {
      proves: 'age',
      ...readAge(ageAskedAs(id), shown, age),
      document_expires_on: null,
      expiresAt: new Date(ctx.now + AGE_COUNTS_MS),
    }
  const { read, covers, expiresOn } = readClaims(askedAs(id), shown)
  if (expiresOn !== null && endOfDay(expiresOn) <= Date.now())
    throw new PresentationRefused('credential_expired', 'The document behind the credential has expired. Present another one.')
  const expiresAt = expiresOn === null ? null : new Date(endOfDay(expiresOn))
  return { proves: 'identity', read, covers, document_expires_on: expiresOn, expiresAt }
}

export const declined = () =>
  new PresentationRefused(
    'presentation_declined',
    'The wallet presented nothing. Try again and agree in the wallet, or choose another way.',
  )

/** The JSON of an encrypted answer (JARM without a signature: RFC 7516). Throws `presentation_unreadable`, `algorithm_not_supported`. */
async function decrypt(pending: PendingRequest, response: string): Promise<Record<string, unknown>> {
  try {
    const { plaintext } = await compactDecrypt(response, await importJWK(pending.key as Parameters<typeof importJWK>[0], 'ECDH-ES'), {
      keyManagementAlgorithms: ['ECDH-ES'],
      contentEncryptionAlgorithms: CONTENT_ENCRYPTION,
    })
    const value: unknown = JSON.parse(Buffer.from(plaintext).toString())
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>
  } catch (error) {
    if ((error as { code?: string }).code === 'ERR_JOSE_ALG_NOT_ALLOWED')
      throw new PresentationRefused(
        'algorithm_not_supported',
        `The answer has to be encrypted by ECDH-ES with ${CONTENT_ENCRYPTION.join(' or ')}.`,
      )
  }
  throw new PresentationRefused(
    'presentation_unreadable',
    'The wallet’s answer cannot be read: it is not encrypted for this request. Try again.',
  )
}

/** The one presentation of an answer, and what it was asked for as. */
function onlyPresentation(token: unknown): [id: string, presentation: string] {
  const entries = typeof token === 'object' && token !== null ? Object.entries(token) : []
  const [id, value] = entries[0] ?? []
  const list: unknown = Array.isArray(value) ? value : [value]
  const [presentation, ...more] = list as unknown[]
  if (entries.length !== 1 || typeof presentation !== 'string' || more.length)
    throw new PresentationRefused('credential_invalid', 'The wallet has to answer with one of the credentials that were asked for.')
  return [id!, presentation]
}

/** Whose key signed, and by which issuer that the tenant trusts it counts. Throws `issuer_not_trusted`, `issuer_certificate_expired`. */
function issuerBehind({ chain, issuer: name }: SaidSigner, issuers: readonly WalletIssuer[], now: number) {
  if (chain) {
    const { anchor, links } = trustedPath(chain, issuers, now)
    return { issuer: anchor, links, key: chain[0]!.publicKey }
  }
  const pinned = issuers.find((one) => one.key !== null && one.identifier === name)
  if (!pinned)
    throw new PresentationRefused(
      'issuer_not_trusted',
      'The issuer of this credential is not one that this organisation trusts. Present another credential.',
    )
  return { issuer: pinned, links: [], key: pinned.key! }
}

async function readPresentation(
  ctx: Ctx,
  pending: PendingRequest,
  presentation: string,
  way: Way,
  { format, ...expected }: Pick<ExpectedPresentation, 'now' | 'issuerOf'> & { format: Presented['format'] },
): Promise<Presented> {
  const { clientId } = await readerKey(ctx)
  const origin = pending.origin ?? ''
  const { nonce } = pending
  if (format === 'dc+sd-jwt')
    return readSdJwtPresentation(presentation, { ...expected, nonce, audience: way.by === 'browser' ? `origin:${origin}` : clientId })
  const keyThumbprint = jwkThumbprint(pending.key as JsonWebKey)
  const transcript: Transcript =
    way.by === 'browser'
      ? { by: 'browser', origin, nonce, keyThumbprint }
      : { by: 'redirect', clientId, nonce, keyThumbprint, responseUri: way.responseUri }
  return readMdocPresentation(presentation, transcript, expected)
}
