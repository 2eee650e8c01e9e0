import { createHash } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { tenantCtx } from '#core/access/accounts/personal.ts'
import type { WalletRow } from '#core/chain/wallets/find.ts'
import type { Ctx, Environment, Tenant } from '#core/kernel/context.ts'
import { AppError } from '#core/kernel/errors.ts'
import { newId } from '#core/kernel/ids.ts'
import { type EventInput, recordEvents } from '#core/record/events/events.ts'
import { appendAudit } from '#core/record/log/append.ts'
import type { Written } from '#core/record/transaction.ts'
import { issuerDid, issuerUrl } from '#credentials/keys.ts'
import { claimedNonce, readSdJwt } from '#credentials/sd-jwt.ts'
import type { Tx } from '#db/connect.ts'
import { challenges, consents, credentials, evidence, persons, presentedCredentials, wallets } from '#db/schema.ts'
import { findScoped, inScope } from '#db/scoped.ts'
import type { CredentialRow } from '../credentials/issue.ts'
import { issuerKeys } from '../credentials/issuer-keys.ts'
import { type CredentialSummary, rank, stateAt, summarise } from '../credentials/live.ts'
import { resumeClear } from '../credentials/resume-clear.ts'
import { PRESENTED_ENDED } from '../credentials/standing.ts'
import { type EvidenceFound, recordEvidence, type Shown } from '../evidence/record.ts'
import { type Assurance, assuranceOf } from '../issuing/assurance.ts'
import { ensurePerson, isSamePerson, openPerson, type PersonRow } from '../persons/ensure.ts'
import { nonceIn, purposeOf, useChallenge } from './ask-to-sign.ts'
import { bindPerson } from './starting-credential.ts'

/** For whom a holder presents to an organisation: nobody else can use what was made for it. */
export const audienceOf = ({ services, organizationId, environment }: Tenant & Pick<Ctx, 'services'>): string =>
  `${issuerUrl(services.config.publicUrl, environment)}/organizations/${organizationId}`

/** Whether what was sent is an SD-JWT, with or without a proof of the holder's key. */
export const isPresentation = (sent: unknown): sent is string => typeof sent === 'string' && sent.includes('~')

/** A credential of ours as its holder showed it, with the tenant that gave it out. */
export interface PresentedHere {
  text: string
  row: CredentialRow
  /** What was disclosed, and nothing else. */
  shown: Record<string, unknown>
  level: 'basic' | 'enhanced' | 'accredited'
  isBound: boolean
  nonce: string
}

/**
 * Reads a presentation of an SD-JWT VC of this service, made for this organisation with the nonce of a challenge: of the message, where a
 * wallet signed one. Throws `issuer_not_trusted`, `credential_invalid`, `nonce_expired`.
 */
export async function readPresentation(tx: Tx, ctx: Ctx, text: string, signed: { message?: string | undefined }): Promise<PresentedHere> {
  const { config } = ctx.services
  const nonce = claimedNonce(text)
  if (nonce !== null && signed.message !== undefined && nonceIn(signed.message) !== nonce)
    throw new AppError('nonce_expired', 'Presentation and signature are of two challenges. Use the nonce of one for both.')
  const expected = { audience: audienceOf(ctx), nonce: nonce ?? '', now: Math.floor(Date.now() / 1_000) }
  const did = issuerDid(config.publicUrl, ctx.environment)
  const read = readSdJwt(text, did, config.publicUrl, issuerKeys(ctx.services, ctx.environment), expected)
  if (!read.ok && read.reason === 'issuer_not_trusted')
    throw new AppError('issuer_not_trusted', 'The credential was not issued by this service in this environment.')
  if (!read.ok)
    throw new AppError(
      'credential_invalid',
      `The presentation does not hold. It is signed by the holder’s key not more than five minutes ago, with the nonce of a challenge and the audience ${expected.audience}, and shows the level.`,
    )
  // Of whichever organisation: showing it is the holder's word that this one may know.
  const [row] = await tx
    .select()
    .from(credentials)
    .where(and(eq(credentials.credential_hash, read.facts.credentialHash), eq(credentials.environment, ctx.environment)))
    .limit(1)
  if (!row || row.id !== read.facts.id) throw new AppError('credential_invalid', 'This credential is not known any more.')
  if (!read.isBound && row.organization_id !== ctx.organizationId)
    throw new AppError(
      'credential_invalid',
      'Of another organisation only a credential counts that the holder took into a wallet of their own.',
    )
  return { text, row, shown: read.shown, level: read.facts.level, isBound: read.isBound, nonce: nonce ?? '' }
}

/** The challenge whose nonce a presentation has, for a wallet that signed it too. Throws `nonce_expired`. */
export async function messageOfNonce(tx: Tx, ctx: Ctx, nonce: string): Promise<string> {
  const [row] = await tx
    .select({ message: challenges.message })
    .from(challenges)
    .where(inScope(challenges, ctx, eq(challenges.nonce, nonce)))
    .limit(1)
  if (!row) throw new AppError('nonce_expired', 'The nonce of the presentation is of no challenge. Ask for one.')
  return row.message
}

/** Uses up the challenge whose nonce a presentation has, where no wallet signed it. Throws `nonce_expired`. */
export async function useNonce(tx: Tx, ctx: Ctx, wallet: WalletRow, nonce: string): Promise<void> {
  const challenge = await useChallenge(tx, ctx, nonce)
  if (challenge.address !== wallet.address || challenge.purpose !== purposeOf(['control']))
    throw new AppError('nonce_expired', 'This challenge was made for something else. Ask for a new one.')
}

export interface Attachment {
  success: true
  object: 'credential_attachment'
  wallet_id: string
  wallet_address: string
  credential: CredentialSummary
  evidence_id: string | null
  attached_at: string
}

/**
 * Takes what the credential of another organisation says as evidence about the person behind this wallet, which control was proven of. The
 * presentation is the holder's consent; it is kept, and the other organisation is told that its credential was reused, not by whom. When
 * that credential is suspended or revoked, the evidence ends with it. Throws `credential_invalid`, `credential_bound_elsewhere`,
 * `kyc_data_required`, `already_verified`.
 */
export async function acceptPresented(
  tx: Tx,
  ctx: Ctx,
  presented: PresentedHere,
  wallet: WalletRow,
  before: EventInput[],
): Promise<Written<Attachment>> {
  const { row, shown, level } = presented
  const source = await sourceOf(tx, ctx, presented, wallet)
  const { person, covers, read } = await personShown(tx, ctx, presented, source, wallet)
  const found = evidenceOf(ctx, presented, source.assurance, { covers, read })
  await requireNoOwnEvidence(tx, ctx, person, wallet)
  const { row: made, audit, events } = await recordEvidence(tx, ctx, person, found, [wallet.id])
  if (made.state !== 'valid') throw otherPerson()
  const consent = await keepConsent(tx, ctx, presented, person, { evidenceId: made.id, checkedAt: found.takenAt })
  const by = { reasonCode: 'presented_again' }
  const resumed = await resumeClear(tx, ctx, person.id, Object.values(PRESENTED_ENDED), by)
  await tellSource(tx, source.ctx, row.id)
  return {
    result: {
      success: true,
      object: 'credential_attachment',
      wallet_id: wallet.id,
      wallet_address: wallet.address,
      // The level that was shown, and no other.
      credential: { ...summarise(row, source.wallet, source.ctx.now, true), level },
      evidence_id: made.id,
      attached_at: new Date(ctx.now).toISOString(),
    },
    audit: [
      {
        action: 'credential_accepted',
        category: 'user',
        subject: { type: 'wallet', id: wallet.id },
        details: { person_id: person.id, evidence_id: made.id, consent_id: consent, disclosed: Object.keys(shown).sort() },
      },
      audit,
      ...resumed.audit,
    ],
    events: [...before, ...events, ...resumed.events],
  }
}

/** The credential where it was given out, which must be in use there, and what it rests on. */
async function sourceOf(tx: Tx, ctx: Ctx, { row }: PresentedHere, wallet: WalletRow) {
  const there = await tenantCtx(ctx, row.organization_id, row.environment as Environment)
  const sealed = await findScoped(tx, wallets, there, row.wallet_id)
  if (!sealed) throw new AppError('credential_invalid', 'This credential is not known any more.')
  if (sealed.address !== wallet.address) throw new AppError('credential_bound_elsewhere', 'The credential is sealed to another wallet.')
  const state = sealed.status === 'superseded' ? 'superseded' : stateAt(row, there.now)
  if (state !== 'active') throw new AppError('credential_invalid', `The credential is ${state} where it was given out.`)
  if (ctx.world.chain.wantsProof && sealed.control !== 'proven')
    throw new AppError('credential_invalid', 'Where it was given out, control of this wallet was never proven.')
  const assurance = await assuranceOf(tx, there, row, sealed)
  if (!assurance.evidence) throw new AppError('credential_invalid', 'What this credential rested on counts no more where it was given out.')
  return { ctx: there, wallet: sealed, assurance }
}
type Source = Awaited<ReturnType<typeof sourceOf>>

/** Whom it is about here: who was named, or who is known behind the wallet already and is the same person. */
async function personShown(tx: Tx, ctx: Ctx, { row, shown }: PresentedHere, source: Source, wallet: WalletRow) {
  const text = (name: string) => (typeof shown[name] === 'string' ? (shown[name] as string) : undefined)
  const [full_name, date_of_birth] = [text('full_name'), text('birthdate')]
  const rest = { country: text('resident_country'), nationality: text('nationality') }
  const read = Object.fromEntries(Object.entries({ full_name, date_of_birth, ...rest }).filter(([, value]) => value !== undefined)) as Shown
  const known = wallet.person_id ? await findScoped(tx, persons, ctx, wallet.person_id) : null
  if (full_name && date_of_birth) {
    const person = known && !known.erased_at ? known : (await ensurePerson(tx, ctx, { ...read, full_name })).person
    if (person !== known) await bindPerson(tx, ctx, wallet, person)
    return { person, read, covers: Object.keys(read) }
  }
  if (!known || known.erased_at)
    throw new AppError('kyc_data_required', 'Nobody is known behind this wallet here. Let the holder show full_name and birthdate, too.')
  const there = await findScoped(tx, persons, source.ctx, row.person_id)
  const said = there && (await openPerson(tx, source.ctx, there))
  if (!said || !isSamePerson(said, await openPerson(tx, ctx, known))) throw otherPerson()
  // Who they are was shown by being the same person, as far as it was established there.
  const { named } = source.assurance
  const proven = [...(named.full_name ? ['full_name'] : []), ...(named.birthdate ? ['date_of_birth'] : [])]
  return { person: known, read, covers: [...new Set([...Object.keys(read), ...proven])] }
}

const otherPerson = () =>
  new AppError('credential_bound_elsewhere', 'The credential is of another person than is known behind this wallet here.')

const IALS = ['IAL1', 'IAL2', 'IAL3'] as const
const EIDAS = ['low', 'substantial', 'high'] as const

/** What was shown, or what its evidence says now where that is less: a credential may say what was thought of it before. */
function lesser<T extends string>(order: readonly T[], shown: unknown, source: { now: T | null } | null): T | null {
  const said = order.find((one) => one === shown) ?? null
  if (said === null || !source) return said
  return source.now && order[Math.min(order.indexOf(said), order.indexOf(source.now))]!
}

/** It goes no further than what was shown, nor than the first evidence, and counts no longer than either. */
function evidenceOf(
  ctx: Ctx,
  { text, row, shown, level }: PresentedHere,
  { row: first }: Assurance,
  about: Pick<EvidenceFound, 'covers' | 'read'>,
): EvidenceFound {
  const goes = Math.min(rank(level), first ? rank(first.level) : rank(level))
  const ends = [row.expires_at, first?.expires_at ?? null].filter((at) => at !== null).map((at) => at.getTime())
  return {
    ...about,
    proves: 'identity',
    method: 'foreign_credential',
    level: goes >= rank('enhanced') ? 'enhanced' : 'basic',
    ial: lesser(IALS, shown.identity_assurance_level, first && { now: first.ial }),
    eidas: lesser(EIDAS, shown.eidas_loa, first && { now: first.eidas }),
    voucher: { kind: 'issuer', name: 'Sealwright', id: issuerDid(ctx.services.config.publicUrl, ctx.environment) },
    digest: createHash('sha256').update(text).digest('hex'),
    proof: { format: 'dc+sd-jwt', credential_id: row.id, credential_hash: row.credential_hash, disclosed: Object.keys(shown).sort() },
    rejected: null,
    takenAt: first?.taken_at ?? row.issued_at,
    expiresAt: new Date(Math.min(...ends)),
  }
}

async function keepConsent(
  tx: Tx,
  ctx: Ctx,
  { row, level }: PresentedHere,
  person: PersonRow,
  { evidenceId, checkedAt }: { evidenceId: string; checkedAt: Date },
): Promise<string> {
  const id = newId('consent', ctx.now)
  const at = new Date(ctx.now)
  await tx.insert(consents).values({
    id,
    organization_id: ctx.organizationId,
    environment: ctx.environment,
    person_id: person.id,
    levels: ['identity', ...(level === 'basic' ? [] : ['documents'])],
    given_at: at,
  })
  const link = { evidence_id: evidenceId, consent_id: id, state: 'active' as const, checked_at: checkedAt, presented_at: at }
  const { source_credential_id, person_id, organization_id, environment } = presentedCredentials
  await tx
    .insert(presentedCredentials)
    .values({
      ...link,
      organization_id: ctx.organizationId,
      environment: ctx.environment,
      source_credential_id: row.id,
      person_id: person.id,
    })
    .onConflictDoUpdate({ target: [organization_id, environment, source_credential_id, person_id], set: link })
  return id
}

/** Whom the organisation identified itself it need not rely on anybody for, and its checks would be judged as if it did. */
async function requireNoOwnEvidence(tx: Tx, ctx: Ctx, person: PersonRow, wallet: WalletRow): Promise<void> {
  const identity = await ctx.world.identity.of(tx, ctx, { personId: person.id, shownFor: wallet.id, played: null })
  const row = identity.status === 'verified' && identity.evidence ? await findScoped(tx, evidence, ctx, identity.evidence) : null
  if (row && row.method !== 'foreign_credential')
    throw new AppError('already_verified', 'Your organisation holds evidence of its own about this person: nothing has to be relied on.')
}

/** Tells whoever gave the credential out that it was presented elsewhere; to whom is the holder's business. */
async function tellSource(tx: Tx, there: Ctx, credentialId: string): Promise<void> {
  const by: Ctx = { ...there, actor: { type: 'system', id: 'presented_credential' }, idempotency: null }
  const resource = { type: 'credential', id: credentialId }
  await appendAudit(tx, by, [{ action: 'credential_presented', category: 'user', subject: resource, details: {} }])
  await recordEvents(tx, by, [
    { type: 'credential.reused', resource, object: { credential_id: credentialId, market: null, decision_id: null } },
  ])
}
