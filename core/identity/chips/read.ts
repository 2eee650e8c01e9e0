import { createHash } from 'node:crypto'
import { alpha2Of } from '#core/kernel/alpha3.ts'
import type { Ctx } from '#core/kernel/context.ts'
import { AppError } from '#core/kernel/errors.ts'
import { endOfDay } from '#core/kernel/rules-day.ts'
import { untrusted } from '#core/kernel/untrusted/reader.ts'
import type { MadeUpState } from '#core/sources/states/source.ts'
import type { ChipFiles, ChipRead } from '#credentials/passport/check.ts'
import type { EvidenceFound } from '../evidence/record.ts'
import { checkRevocation, REVOCATION_UNKNOWN, unknownWords, whatFollows } from '../revocations/check.ts'
import type { SessionRow } from '../sessions/present.ts'
import { trustedOf, voucherOf } from '../trust/trusted.ts'
import { challengeOf } from './challenge.ts'

export interface ShownChip extends ChipFiles {
  /** What the reader says of chip authentication, which only it can see. */
  chipAuthentication?: 'passed' | 'failed'
}

/** Codes of issuers that are no countries, with the code in their certificates (ICAO 9303-3, section 5). */
const ISSUERS: Record<string, string> = { EUE: 'EU', UNO: 'UN', UNA: 'UN', UTO: 'UT' }

/** What the chip of a passport establishes of its holder, as evidence. Throws the codes `passport_…`. */
export async function evidenceOfChip(ctx: Ctx, session: SessionRow, { chipAuthentication, ...files }: ShownChip): Promise<EvidenceFound> {
  if (chipAuthentication === 'failed')
    throw new AppError(
      'passport_chip_copied',
      'The reader found that the chip is not the genuine one. Prove who you are with another document, or in another way.',
    )
  const issuers = await statesTrusted(ctx)
  const anchors = issuers.map(({ id, material }) => ({ id, certificate: material ?? '' }))
  const read = await untrusted.passport(files, anchors, { now: ctx.now, challenge: challengeOf(session) })
  if (endOfDay(read.zone.expires_on) <= ctx.now)
    throw new AppError('passport_expired', 'The last day of this passport is over. Show a document that is still valid.')
  const issuingState = ISSUERS[read.zone.issuing_state] ?? alpha2Of(read.zone.issuing_state)
  if (issuingState === null || issuingState !== read.country)
    throw new AppError(
      'passport_issuer_mismatch',
      'The state that signed the chip is not the one that the document names. Prove who you are with another document, or in another way.',
    )
  const issuer = issuers.find(({ id }) => id === read.anchorId)!
  const { revocation, unchecked } = await revocationOf(ctx, read, issuer, issuers)
  return {
    ...evidenceFrom(ctx, read, issuer),
    ...readFrom(read, issuingState),
    ...(unchecked && { unchecked }),
    proof: { ...read.proof, document: read.digest, chip_authentication: chipAuthentication ?? null, revocation },
  }
}

/** What is known of whether the state revoked who signed the chip. Throws `passport_signer_revoked`, `issuer_revocation_unknown`. */
async function revocationOf(ctx: Ctx, { signer }: ChipRead, issuer: MadeUpState, issuers: readonly MadeUpState[]) {
  const revocation = await checkRevocation(ctx, {
    links: [{ certificate: signer, issuer: derOf(issuer.material!) }],
    anchor: issuer.identifier,
    trusted: issuers.flatMap(({ material }) => (material ? [derOf(material)] : [])),
  })
  const follows = whatFollows(revocation, issuer.revocation)
  if (follows === 'revoked')
    throw new AppError(
      'passport_signer_revoked',
      'The state revoked the certificate that signed this chip. Prove who you are with another document, or in another way.',
    )
  if (follows === 'refused') throw new AppError('issuer_revocation_unknown', unknownWords(revocation))
  return { revocation, unchecked: follows === 'review' ? REVOCATION_UNKNOWN : null }
}

const derOf = (pem: string): Uint8Array => Buffer.from(pem.replace(/-----(BEGIN|END) CERTIFICATE-----/g, ''), 'base64')

/** The states whose word counts for a tenant, by the certificate of each. */
const statesTrusted = async (ctx: Ctx): Promise<MadeUpState[]> => [...(await trustedOf(ctx.db, ctx, 'csca')), ...ctx.world.states]

/** The digests under which one passport is kept: its files alone, and its files with the chip's own answer. What a copy of them shows is less. */
export const digestsOf = (document: string) => ({
  passive: document,
  active: createHash('sha256').update(`active:${document}`).digest('hex'),
})

function evidenceFrom({ now }: Ctx, { zone, digest, proof }: ChipRead, issuer: MadeUpState) {
  return {
    proves: 'identity' as const,
    method: 'passport_chip' as const,
    level: issuer.level,
    // A chip shows what a state wrote, and at best that the passport was there: nobody compared a face, so not that its holder was. That is
    // IAL1 and low, whatever the state is trusted for (NIST SP 800-63A-4, section 4.2; Implementing Regulation (EU) 2015/1502, 2.1.2).
    ial: 'IAL1' as const,
    eidas: issuer.eidas && ('low' as const),
    voucher: voucherOf(issuer),
    digest: digestsOf(digest)[proof.chip],
    rejected: null,
    document_expires_on: zone.expires_on,
    takenAt: new Date(now),
    expiresAt: new Date(endOfDay(zone.expires_on)),
  }
}

function readFrom({ zone }: ChipRead, issuingState: string) {
  const nationality = alpha2Of(zone.nationality) ?? ISSUERS[zone.nationality]
  return {
    read: {
      full_name: zone.full_name,
      family_name: zone.family_name,
      given_names: zone.given_names,
      date_of_birth: zone.date_of_birth,
      ...(nationality && { nationality }),
      issuing_country: issuingState,
      document_number: zone.document_number,
      document_kind: zone.kind,
      document_expires_on: zone.expires_on,
      sex: zone.sex,
    },
    covers: ['full_name', 'date_of_birth', ...(nationality ? ['nationality'] : []), 'document'],
  }
}
