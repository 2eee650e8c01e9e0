import { and, eq, inArray, ne } from 'drizzle-orm'
import type { Ctx } from '#core/kernel/context.ts'
import { AppError } from '#core/kernel/errors.ts'
import { Erased, tenantKeyId } from '#core/kernel/keys/keyring.ts'
import { composeMail, type Mail } from '#core/kernel/mails/mail.ts'
import { membersWho } from '#core/kernel/members.ts'
import { addressesOf } from '#core/kernel/people.ts'
import type { Services } from '#core/kernel/services.ts'
import { isAsked } from '#core/record/cases/asked-kinds.ts'
import { type CaseRow, caseOf, withHistory } from '#core/record/cases/steps.ts'
import type { EventInput } from '#core/record/events/events.ts'
import type { AuditInput } from '#core/record/log/append.ts'
import { notify } from '#core/record/notifications/notify.ts'
import type { Tx } from '#db/connect.ts'
import { cases, identitySessions, investments, investors, persons, users, wallets } from '#db/schema.ts'
import { findScoped, inScope } from '#db/scoped.ts'

const DAY_MS = 86_400_000
/** How long an answer is waited for. */
const ANSWER_DAYS = 30

/** What a reviewer asked, and what came back. The clock of the case stands still meanwhile. */
export interface Question {
  at: string
  by: string
  text: string
  answer_by: string
  /** What was left of the deadline when it was asked. */
  left_ms: number
  /** The signed-in person it is about, who may answer besides the organisation. */
  user_id: string | null
  answered_at: string | null
  answered_by: string | null
  /** Nobody answered in time. */
  no_answer: boolean
  answer_key_id: string | null
  answer_sealed: string | null
}

export const questionOf = (row: Pick<CaseRow, 'details'>): Question | null => (row.details.question as Question | undefined) ?? null

/** Kinds in which somebody can be asked. Evidence of people is asked for anew with `request_info`; what one asks of another has no third. */
const canAsk = (kind: string): boolean => !kind.startsWith('verification_') && !isAsked(kind)

const CONTEXT = (id: string) => `cases.answer:${id}`

/** Asks, within the caller's transaction: the case waits for an answer, and its deadline stands still. */
export async function ask(
  tx: Tx,
  tenant: Ctx,
  row: CaseRow,
  text: string,
): Promise<{ row: CaseRow; audit: AuditInput; events: EventInput[]; mails: Mail[] }> {
  if (!canAsk(row.kind)) throw new AppError('conflict', 'There is nobody to ask here: decide it.')
  if (row.status !== 'open' && row.status !== 'assigned')
    throw new AppError('invalid_transition', `Only a case that is looked at can ask; this one is ${row.status.replace('_', ' ')}.`)
  const until = new Date(tenant.now + ANSWER_DAYS * DAY_MS)
  const { userId } = await subjectOf(tx, tenant, row)
  const question: Question = {
    at: new Date(tenant.now).toISOString(),
    by: tenant.actor.id,
    text,
    answer_by: until.toISOString(),
    left_ms: Math.max(0, row.deadline.getTime() - tenant.now),
    user_id: userId,
    answered_at: null,
    answered_by: null,
    no_answer: false,
    answer_key_id: null,
    answer_sealed: null,
  }
  const [next] = await tx
    .update(cases)
    .set({
      status: 'awaiting_info',
      deadline: until,
      assigned_to: row.assigned_to ?? tenant.actor.id,
      details: { ...withHistory(row, tenant, 'asked for more', text), question },
    })
    .where(inScope(cases, tenant, eq(cases.id, row.id)))
    .returning()
  const people = await whoMayAnswer(tx, tenant.services, row.organization_id, userId, tenant.actor.id)
  for (const { id } of people)
    await notify(tx, tenant, {
      userId: id,
      title: 'A reviewer asks you something',
      body: `Answer by ${until.toISOString().slice(0, 10)}: until then nothing is decided.`,
      href: `/questions/${row.id}`,
    })
  return {
    row: next!,
    audit: { action: 'case_asked', category: 'admin', subject: { type: 'case', id: row.id }, details: { kind: row.kind } },
    events: [questionEvent('case.awaiting_info', next!, { answer_by: question.answer_by })],
    mails: people.map(({ email }) => questionMail(tenant, next!, email, question.answer_by)),
  }
}

/** The question itself may be about a person, so the mail only says where it is read. */
const questionMail = ({ environment, services }: Ctx, row: CaseRow, to: string, answerBy: string): Mail =>
  composeMail({
    to,
    subject: 'A reviewer asks you something',
    heading: 'A reviewer asks you something',
    paragraphs: ['Something waits for a decision, and a reviewer needs to know more before it is made.'],
    facts: [
      ['About', `${row.subject_type.replaceAll('_', ' ')} ${row.subject_id}`],
      ['Environment', environment],
      ['Answer by', `${answerBy.slice(0, 16).replace('T', ' ')} UTC`],
    ],
    after: ['Until you answer, nothing is decided. After that date it is decided with what is known.'],
    button: { label: 'Read and answer', url: `${services.config.publicUrl}/questions/${row.id}` },
  })

/** Takes the answer: the case is looked at again, with as much time as was left. */
export async function answer(
  tx: Tx,
  tenant: Ctx,
  row: CaseRow,
  text: string,
): Promise<{ row: CaseRow; audit: AuditInput; events: EventInput[] }> {
  const question = questionOf(row)
  if (row.status !== 'awaiting_info' || !question) throw new AppError('invalid_transition', 'Nothing is asked here at present.')
  const { keyId } = await subjectOf(tx, tenant, row)
  const key = keyId ?? tenantKeyId(tenant)
  const sealed = await tenant.services.keyring.seal(tx, tenant, key, CONTEXT(row.id), { text })
  const next = await goOn(tx, tenant, row, 'answered', {
    ...question,
    answered_at: new Date(tenant.now).toISOString(),
    answered_by: tenant.actor.id,
    answer_key_id: key,
    answer_sealed: sealed.toString('base64'),
  })
  return {
    row: next,
    audit: { action: 'case_answered', category: 'user', subject: { type: 'case', id: row.id }, details: { kind: row.kind } },
    events: [questionEvent('case.answered', next, { no_answer: false })],
  }
}

/** The time for an answer is over: the case is looked at again, and says that none came. */
export async function endQuestion(tx: Tx, tenant: Ctx, row: CaseRow): Promise<EventInput[]> {
  const next = await goOn(tx, tenant, row, 'no answer', { ...questionOf(row)!, no_answer: true })
  return [questionEvent('case.answered', next, { no_answer: true })]
}

async function goOn(tx: Tx, tenant: Ctx, row: CaseRow, what: string, question: Question): Promise<CaseRow> {
  const [next] = await tx
    .update(cases)
    .set({
      status: row.assigned_to ? 'assigned' : 'open',
      deadline: new Date(tenant.now + question.left_ms),
      details: { ...withHistory(row, tenant, what, null), question },
    })
    .where(inScope(cases, tenant, eq(cases.id, row.id)))
    .returning()
  return next!
}

/** The words of an answer, for who decides; null while there are none or once they were erased. */
export async function readAnswer(ctx: Pick<Ctx, 'db' | 'services'>, row: CaseRow): Promise<string | null> {
  const question = questionOf(row)
  if (!question?.answer_sealed || !question.answer_key_id) return null
  try {
    const sealed = Buffer.from(question.answer_sealed, 'base64')
    return (await ctx.services.keyring.open<{ text: string }>(ctx.db, question.answer_key_id, CONTEXT(row.id), sealed)).text
  } catch (error) {
    if (error instanceof Erased) return null
    throw error
  }
}

/** A question as it is shown; the keys and the sealed words are not. */
export const shownQuestion = (row: CaseRow, text: string | null = null) => {
  const question = questionOf(row)
  return (
    question && {
      text: question.text,
      asked_at: question.at,
      answer_by: question.answer_by,
      answered_at: question.answered_at,
      no_answer: question.no_answer,
      answer: text,
    }
  )
}

const questionEvent = (type: 'case.awaiting_info' | 'case.answered', row: CaseRow, more: Record<string, unknown>): EventInput => ({
  type,
  resource: { type: 'case', id: row.id },
  object: { case: { ...caseOf(row), ...more } },
})

/** Whose account a case is about, and the key that an erasure of that person destroys. */
async function subjectOf(tx: Tx, tenant: Ctx, row: CaseRow): Promise<{ userId: string | null; keyId: string | null }> {
  if (row.subject_type === 'identity_session') return subjectOfSession(tx, tenant, row)
  const investorId =
    row.subject_type === 'investor'
      ? row.subject_id
      : row.subject_type === 'investment'
        ? (await findScoped(tx, investments, tenant, row.subject_id))?.investor_id
        : null
  const subject = investorId
    ? await findScoped(tx, investors, tenant, investorId)
    : row.subject_type === 'wallet'
      ? await findScoped(tx, wallets, tenant, row.subject_id)
      : null
  const person = subject?.person_id ? await findScoped(tx, persons, tenant, subject.person_id) : null
  return { userId: subject?.user_id ?? null, keyId: person?.subject_key_id ?? null }
}

/** Who proves their identity answers on the page of the session, with an account or without. */
async function subjectOfSession(tx: Tx, tenant: Ctx, row: CaseRow): Promise<{ userId: string | null; keyId: string | null }> {
  const session = await findScoped(tx, identitySessions, tenant, row.subject_id)
  return { userId: typeof row.details.user_id === 'string' ? row.details.user_id : null, keyId: session?.subject_key_id ?? null }
}

/** The person it is about where they have an account, else the people of the organisation but whoever asks. */
const whoMayAnswer = async (
  tx: Tx,
  services: Services,
  organizationId: string,
  userId: string | null,
  asker: string,
): Promise<{ id: string; email: string }[]> =>
  addressesOf(
    tx,
    services,
    userId ? eq(users.id, userId) : and(inArray(users.id, await membersWho(tx, organizationId, 'cases.read')), ne(users.id, asker)),
    50,
  )
