import { and, eq } from 'drizzle-orm'
import { z } from 'zod'
import type { Picture } from '#core/identity/documents/kinds.ts'
import { presentDocuments } from '#core/identity/documents/present.ts'
import { type DocumentSaid, IDENTITY_DOCUMENTS, type PersonSaid, refusalWords, takenBackWords } from '#core/identity/reviews/data.ts'
import { FACE_NOTICE } from '#core/identity/reviews/face-notice.ts'
import { picturesOf, waitsForHolder } from '#core/identity/reviews/holder.ts'
import { openReviewState } from '#core/identity/reviews/state.ts'
import { IDENTITY_REVIEW } from '#core/identity/sessions/conclude.ts'
import { openIdentitySession } from '#core/identity/sessions/open.ts'
import { isGoingOn, presentSession, type SessionRow } from '#core/identity/sessions/present.ts'
import type { WireSession } from '#core/identity/sessions/shape.ts'
import { waysThatLead } from '#core/identity/sessions/ways.ts'
import type { Ctx, Environment } from '#core/kernel/context.ts'
import { allCountries } from '#core/kernel/countries.ts'
import { AppError } from '#core/kernel/errors.ts'
import { definePageVerb } from '#core/record/verb.ts'
import { cases, domains, organizations, persons, wallets } from '#db/schema.ts'
import { findScoped, inScope } from '#db/scoped.ts'
import { appealOwnSession, type SessionAppeal, sessionAppeal } from '../appeals/of-session.ts'
import { questionOf } from '../cases/question.ts'

/** What the page of a session shows to whoever has its address. Of a person who was told us it says nothing. */
export interface VerifyPage {
  id: string
  organization: string
  environment: Environment
  status: WireSession['status']
  level: WireSession['level']
  /** Those that lead somewhere as it stands now. */
  methods: WireSession['methods']
  /** The others, and why they cannot be walked. */
  closed: Awaited<ReturnType<typeof waysThatLead>>['closed']
  /** What alone is asked for; null where it is who they are. */
  claims: WireSession['claims']
  method: WireSession['method']
  /** Why it was rejected, or why what was shown counts no more, in words for the person. */
  reason: { code: string; words: string } | null
  appeal: SessionAppeal | null
  wallet_address: string | null
  return_url: string | null
  expires_at: string
  updated_at: string
  countries: { code: string; name: string }[]
  /** What is said of a face before one is processed, and when the person agreed to it: here, or in an app of the organisation's, which says so. */
  face: { version: string; points: readonly string[]; agreed_at: string | null; stated_at: string | null }
  review: {
    /** Whether it is known who the session is about; `person` is what the holder said, where nobody else did. */
    known: boolean
    person: PersonSaid | null
    document: DocumentSaid | null
    /** Whether the back of this kind of document is asked for. */
    back: boolean
    pictures: { kind: Picture; file_name: string; size: number }[]
    /** What a reviewer asks for, while it waits. */
    question: { text: string; asked_at: string; answer_by: string } | null
    submitted_at: string | null
  }
}

const byToken = z.strictObject({ token: z.string().max(100) })

/** The page of a session. Throws `not_found` for a secret that nobody gave out. */
const readVerifyPage = definePageVerb({
  name: 'identity_sessions.page',
  permission: null,
  input: byToken,
  run: async ({ ctx: caller, input }): Promise<VerifyPage> => {
    const { ctx, session } = await openIdentitySession(caller, input.token)
    const person = session.person_id ? await findScoped(ctx.db, persons, ctx, session.person_id) : null
    const shown = presentSession(session, ctx.now)
    // Who was erased proves nothing any more.
    const erased = session.person_id !== null && (!person || person.erased_at !== null)
    const [organization, wallet, review] = await Promise.all([
      ctx.db.select({ name: organizations.name }).from(organizations).where(eq(organizations.id, ctx.organizationId)).limit(1),
      session.wallet_id ? findScoped(ctx.db, wallets, ctx, session.wallet_id) : null,
      reviewShown(ctx, session, !erased && isGoingOn(session, ctx.now)),
    ])
    return {
      id: session.id,
      organization: organization[0]?.name ?? 'An organisation',
      environment: ctx.environment,
      status: erased && !['verified', 'rejected'].includes(shown.status) ? 'cancelled' : shown.status,
      level: shown.level,
      ...(await waysThatLead(ctx, session, wallet?.address ?? null)),
      claims: shown.claims,
      method: shown.method,
      reason: reasonOf(shown),
      appeal: erased ? null : await sessionAppeal(ctx.db, ctx, session),
      wallet_address: wallet?.address ?? null,
      return_url: shown.return_url,
      expires_at: shown.expires_at,
      updated_at: shown.updated_at,
      countries: allCountries(),
      face: {
        ...FACE_NOTICE,
        agreed_at: session.face_notice === FACE_NOTICE.version ? session.face_agreed_at!.toISOString() : null,
        stated_at: session.face_stated?.agreed_at ?? null,
      },
      review,
    }
  },
})

function reasonOf({ status, reason_code: code }: WireSession): VerifyPage['reason'] {
  if (status === 'rejected') return { code: code ?? 'rejected', words: refusalWords(code) }
  const words = status === 'open' ? takenBackWords(code) : null
  return words === null ? null : { code: code!, words }
}

/** What was said and sent, for as long as it is needed: a link that is left lying about tells nobody of somebody later. */
async function reviewShown(ctx: Ctx, session: SessionRow, goesOn: boolean): Promise<VerifyPage['review']> {
  const [state, pictures, asked] = await Promise.all([
    openReviewState(ctx.db, ctx, session),
    picturesOf(ctx.db, session.id),
    session.status === 'in_review' ? waitsForHolder(ctx.db, ctx, session.id) : false,
  ])
  const named = await presentDocuments(ctx, pictures)
  return {
    known: session.person_id !== null,
    person: (goesOn && state.person) || null,
    document: (goesOn && state.document) || null,
    back: state.document ? IDENTITY_DOCUMENTS[state.document.kind] : false,
    pictures: (goesOn ? named : []).map(({ kind, file_name, size }) => ({ kind: kind as Picture, file_name, size })),
    question: asked ? await questionAsked(ctx, session.id) : null,
    submitted_at: state.submitted_at ?? null,
  }
}

/** What is read on the page of a session, and said against its refusal. */
export const verifyPageVerbs = { readVerifyPage, appealOwnSession }

async function questionAsked(ctx: Ctx, sessionId: string): Promise<VerifyPage['review']['question']> {
  const [row] = await ctx.db
    .select()
    .from(cases)
    .where(inScope(cases, ctx, and(eq(cases.subject_id, sessionId), eq(cases.kind, IDENTITY_REVIEW), eq(cases.status, 'awaiting_info'))))
    .limit(1)
  const question = row && questionOf(row)
  return question ? { text: question.text, asked_at: question.at, answer_by: question.answer_by } : null
}

/** An origin as a content policy takes it: nothing that could begin another directive. */
const ORIGIN = /^https?:\/\/[a-z0-9.-]+(?::\d{1,5})?$/

/**
 * Who may show the page of a session within a page of theirs: the proven domains of the tenant, and where the person goes on afterwards.
 * With whose it is, for the limits of uploads. Null for a secret that nobody gave out.
 */
export async function framersOf(caller: Ctx, token: string): Promise<{ id: string; organizationId: string; origins: string[] } | null> {
  const opened = await openIdentitySession(caller, token).catch((error) => {
    if (error instanceof AppError && error.code === 'not_found') return null
    throw error
  })
  if (!opened) return null
  const { ctx, session } = opened
  const own = await ctx.db
    .select({ domain: domains.domain })
    .from(domains)
    .where(inScope(domains, ctx, eq(domains.status, 'verified')))
  const origins = [
    ...own.map(({ domain }) => `https://${domain}`),
    ...(session.return_url ? [new URL(session.return_url).origin] : []),
    ...(ctx.world.tenant.ownsUnproven('localhost') ? ['http://localhost:*'] : []),
  ]
  return {
    id: session.id,
    organizationId: ctx.organizationId,
    origins: [...new Set(origins)].filter((origin) => ORIGIN.test(origin) || origin.endsWith(':*')),
  }
}
