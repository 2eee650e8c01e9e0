import { eq } from 'drizzle-orm'
import { type EvidenceFound, recordEvidence } from '#core/identity/evidence/record.ts'
import { changeStatus, judgeDocuments, mirror } from '#core/identity/holders/status.ts'
import { isSelf } from '#core/identity/persons/own-investor.ts'
import type { Ctx } from '#core/kernel/context.ts'
import { AppError, notFound } from '#core/kernel/errors.ts'
import { endOfDay } from '#core/kernel/rules-day.ts'
import type { CaseRow } from '#core/record/cases/steps.ts'
import type { EventInput } from '#core/record/events/events.ts'
import type { AuditInput } from '#core/record/log/append.ts'
import { notify } from '#core/record/notifications/notify.ts'
import type { Tx } from '#db/connect.ts'
import { accreditationFiles, investors, persons } from '#db/schema.ts'
import { findScoped, inScope, lockScoped } from '#db/scoped.ts'
import { isoDay, legalDay } from '#engine/dates.ts'
import { accreditationFacts } from '../attempts.ts'
import type { InvestorRow } from '../create.ts'
import { endReview } from '../end-review.ts'
import { accreditationEnded } from '../present.ts'
import { runVerification } from '../run-verification.ts'
import { citedNow } from './cited.ts'
import { judgeFile, type Working } from './judge.ts'
import { type RegisterLookUp, toLookUp } from './looked-up.ts'
import { type AccreditationFileRow, openSaid } from './present.ts'
import { lastDayOf } from './route.ts'

interface Word {
  outcome: 'release' | 'refuse'
  reasonCode: string
  note: string
  author: string
  approver: string
  /** What each of them found in a register, where something is looked up. */
  lookedUp: readonly RegisterLookUp[]
}

interface Settled {
  what: string
  audit: AuditInput[]
  events: EventInput[]
}

/**
 * What a person decided of a file that they read. Confirmed, the rules judge it again with what was seen, it becomes evidence, and the
 * investor is verified by it; refused, it is not. Throws `conflict` where the rules do not let it pass.
 */
export async function settleFile(tx: Tx, ctx: Ctx, row: CaseRow, word: Word): Promise<Settled> {
  const file = await lockScoped(tx, accreditationFiles, ctx, row.subject_id)
  const investor = file && (await lockScoped(tx, investors, ctx, file.investor_id))
  if (!file || !investor) throw notFound()
  if (file.status !== 'in_review') return { what: 'ended already', audit: [], events: [] }
  const done =
    word.outcome === 'release' ? await accept(tx, ctx, { file, investor, row, word }) : await refuse(tx, ctx, file, investor, word)
  if (isSelf(investor)) await tellPerson(tx, ctx, investor, word)
  return done
}

async function refuse(tx: Tx, ctx: Ctx, file: AccreditationFileRow, investor: InvestorRow, word: Word): Promise<Settled> {
  await decided(tx, ctx, file, word, { status: 'refused', reason_code: word.reasonCode })
  // What was verified by other evidence stands beside a file that shows nothing.
  if (investor.accreditation_status === 'verified' && !accreditationEnded(investor, ctx.now))
    return { what: 'refused', audit: [], events: [] }
  const events = await changeStatus(tx, ctx, investor, 'accreditation_status', 'rejected', { reason: word.reasonCode, note: word.note })
  await tx
    .update(investors)
    .set({ facts: accreditationFacts(investor.facts, 'rejected') })
    .where(inScope(investors, ctx, eq(investors.id, investor.id)))
  return { what: 'rejected', audit: [], events }
}

/** Which register was looked at, and when. What it says of whom stands sealed with the evidence. */
const withoutEntry = ({ register, looked_up_on, good_standing }: RegisterLookUp) => ({ register, looked_up_on, good_standing })

interface Accepting {
  file: AccreditationFileRow
  investor: InvestorRow
  row: CaseRow
  word: Word
}

async function accept(tx: Tx, ctx: Ctx, { file, investor, row, word }: Accepting): Promise<Settled> {
  const said = await openSaid(tx, ctx, file)
  // Of two look-ups the earlier one ends first.
  const lookedUp = word.lookedUp.map(({ looked_up_on }) => looked_up_on).toSorted()[0] ?? null
  const working = await judgeFile(tx, ctx, { investor, file: { ...file, said }, by: 'established', lookedUp })
  refuseBroken(working)
  const today = legalDay(ctx.now)
  const checkedAt = toLookUp(file, said)?.what === 'licence' ? lookedUp : (said.figures.license?.checked_at ?? null)
  const last = lastDayOf({ route: working.kept, basis: file.basis, checkedAt, today })
  const cited = file.cites ? await citedNow(tx, ctx, file.cites) : null
  const ends = [last === null ? null : endOfDay(isoDay(last)), cited?.expires_at?.getTime() ?? null].filter((one) => one !== null)
  const expiresAt = ends.length ? new Date(Math.min(...ends)) : null
  const person = (await findScoped(tx, persons, ctx, file.person_id))!
  const author = file.method === 'third_party_letter' ? said.letter : undefined
  const shown: EvidenceFound = {
    proves: 'accreditation',
    method: 'accreditation_review',
    level: 'accredited',
    ial: null,
    eidas: null,
    voucher: author
      ? { kind: 'author', name: author.author, id: author.license_number ?? null }
      : // Whoever said it first is let go: what was accepted because of them goes with them.
        (cited?.voucher ?? { kind: 'reviewer', name: 'reviewer', id: word.approver }),
    digest: file.digest,
    reviewer: word.author,
    second_reviewer: word.approver === word.author ? null : word.approver,
    case_id: row.id,
    rejected: null,
    read: { basis: file.basis, method: file.method, route: working.kept, said, reason: word.note, looked_up: word.lookedUp },
    proof: word.lookedUp.length ? { ...(author && { author: author.verifier }), looked_up: word.lookedUp.map(withoutEntry) } : null,
    covers: ['accreditation'],
    takenAt: new Date(ctx.now),
    expiresAt,
  }
  const found = await recordEvidence(tx, ctx, person, shown, [investor.id])
  await decided(tx, ctx, file, word, { status: 'accepted', evidence_id: found.row.id, decision_id: working.decision.id })
  const after = await keepRecord(tx, ctx, investor, file, working, found.row.id)
  const closed = await endReview(tx, ctx, { investorId: investor.id, check: 'accreditation' })
  const verified = await runVerification(tx, ctx, after, { checks: ['accreditation'], force: false })
  if (verified.result.verification.accreditation_status !== 'verified')
    throw new AppError('conflict', 'This evidence counts no more today. Ask for a current one.')
  await judgeDocuments(
    tx,
    file.papers.map((paper) => paper.document_id),
    'accepted',
  )
  return {
    what: 'verified',
    audit: [found.audit, verified.audit],
    events: [...found.events, ...closed, ...verified.events],
  }
}

/** What a person confirms, the rules have to let pass, or leave to them. */
function refuseBroken({ basis, route, missing, broken }: Working): void {
  const bars = broken ?? (missing.length ? missing.join(', ') : null)
  if (bars === null) return
  const said = [basis?.message, route.needed && `The method still needs: ${route.needed}.`].filter(Boolean).join(' ')
  throw new AppError('conflict', `The rules do not let this pass: ${bars}. ${said || 'Refuse it, or ask for a current file.'}`)
}

/** What each sale is judged by from now on stands with the investor; nothing that was known against it before speaks against newer evidence. */
async function keepRecord(
  tx: Tx,
  ctx: Ctx,
  investor: InvestorRow,
  file: AccreditationFileRow,
  { kept }: Working,
  evidenceId: string,
): Promise<InvestorRow> {
  const [stored] = await tx
    .update(investors)
    .set({
      accreditation: {
        ...OLD_WORDS[file.basis],
        basis: file.basis,
        method: OLD_METHODS[file.method] ?? file.method,
        ...(kept.letter && { verifier: kept.letter.verifier, dated: kept.letter.dated }),
        route: kept,
        file_id: file.id,
        evidence_id: evidenceId,
        recorded_at: file.created_at.toISOString(),
      },
      facts: accreditationFacts(investor.facts, 'verified'),
    })
    .where(inScope(investors, ctx, eq(investors.id, investor.id)))
    .returning()
  return stored!
}

/** A method in the words of the calls from before there were files. */
const OLD_METHODS: Partial<Record<AccreditationFileRow['method'], string>> = {
  income_documents: 'income_docs',
  net_worth_documents: 'net_worth_docs',
  principles_based: 'professional_license',
}

/** A ground in the words of `accreditation_type`. */
const OLD_WORDS: Record<AccreditationFileRow['basis'], { type: string }> = {
  income: { type: 'income' },
  net_worth: { type: 'net_worth' },
  license: { type: 'professional' },
  insider: { type: 'professional' },
  knowledgeable_employee: { type: 'professional' },
  trust: { type: 'entity' },
  entity_assets: { type: 'entity' },
  entity_investments: { type: 'entity' },
  institution: { type: 'entity' },
  family_office: { type: 'entity' },
  all_owners: { type: 'entity' },
}

const decided = (tx: Tx, ctx: Ctx, file: AccreditationFileRow, word: Word, values: Partial<AccreditationFileRow>) =>
  tx
    .update(accreditationFiles)
    .set({ ...values, decided_by: word.approver, decided_at: new Date(ctx.now), updated_at: new Date(ctx.now) })
    .where(inScope(accreditationFiles, ctx, eq(accreditationFiles.id, file.id)))

async function tellPerson(tx: Tx, ctx: Ctx, investor: InvestorRow, word: Word): Promise<void> {
  const good = word.outcome === 'release'
  await mirror(tx, ctx, investor.user_id!, good ? null : { code: word.reasonCode, message: word.note, retryable: true })
  await notify(tx, ctx, {
    userId: investor.user_id!,
    title: good ? 'Your accreditation was verified' : 'Your accreditation was not accepted',
    body: good ? 'Nothing more to do.' : word.note,
    href: '/dashboard/verification',
  })
}
