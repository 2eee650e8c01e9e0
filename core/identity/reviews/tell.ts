import { and, eq, isNull, ne } from 'drizzle-orm'
import { z } from 'zod'
import type { Ctx } from '#core/kernel/context.ts'
import { AppError, invalidField } from '#core/kernel/errors.ts'
import { endOfDay } from '#core/kernel/rules-day.ts'
import { write } from '#core/record/transaction.ts'
import { definePageVerb } from '#core/record/verb.ts'
import type { Tx } from '#db/connect.ts'
import { evidence, identitySessions, investors, persons, wallets } from '#db/schema.ts'
import { findScoped, inScope } from '#db/scoped.ts'
import { refuseChildren } from '../persons/children.ts'
import { ensurePerson, type PersonData, type PersonRow, personKeyOf, updatePerson } from '../persons/ensure.ts'
import { openIdentitySession } from '../sessions/open.ts'
import type { SessionRow } from '../sessions/present.ts'
import { documentSaid, type PersonSaid, personSaid } from './data.ts'
import { lockForHolder } from './holder.ts'
import { readMrz } from './mrz.ts'
import { removePictures } from './pictures.ts'
import { keepReviewState, openReviewState, type ReviewState } from './state.ts'

const token = z.string().max(100)

/**
 * Who the holder of a session is, by their own word, where nobody told us. It makes the person under whose key everything that follows is
 * sealed; no wallet is theirs before a reviewer accepted. Throws `not_found`, `invalid_transition`, `conflict`, `under_age`.
 */
export const sayWhoYouAre = definePageVerb({
  name: 'identity_reviews.say_person',
  permission: null,
  input: personSaid.extend({ token }),
  run: async ({ ctx: caller, input: { token, ...said } }): Promise<{ success: true }> => {
    const { ctx, session: seen } = await openIdentitySession(caller, token)
    refuseChildren(said.date_of_birth, ctx.now, '/date_of_birth')
    // no event: nothing is known by it that somebody vouches for.
    return write(ctx, async (tx) => {
      const session = await lockForHolder(tx, ctx, seen.id)
      const state = await openReviewState(tx, ctx, session)
      if (session.person_id && !state.person) throw new AppError('conflict', 'Who you are was told us already: go on with your document.')
      if (session.level === 'enhanced')
        for (const name of ['line1', 'city'] as const)
          if (!said[name]) throw invalidField(`/${name}`, 'required', 'Write where you live: the law asks for the address.')
      const { person, matched } = await personBySay(tx, ctx, session, state, said)
      // What was sent under another person's key does not open under this one's.
      if (session.person_id && session.person_id !== person.id) await removePictures(tx, ctx, session.id)
      const change = { person_id: person.id, subject_key_id: person.subject_key_id }
      await keepReviewState(tx, ctx, session, { ...state, person: said, matched }, change)
      return {
        result: { success: true as const },
        audit: {
          action: 'identity_session_person_said',
          category: 'user',
          subject: { type: 'identity_session', id: session.id },
          details: { person_id: person.id, known_before: matched },
        },
      }
    })
  },
})

/** What is kept of the person, as the rules read it. The page says before it asks why it does (31 CFR 1020.220(a)(5)). */
function dataOf(ctx: Ctx, { line1, city, state, postal_code, tax_number, ...said }: PersonSaid): PersonData {
  const at = new Date(ctx.now).toISOString()
  return {
    ...said,
    ...(line1 && city && { address: { line1, city, ...(state && { state }), ...(postal_code && { postal_code }), country: said.country } }),
    ...(tax_number && { id_number: { type: 'ssn', country: 'US', number: tax_number } }),
    notice_shown_at: at,
    collected_at: at,
  }
}

/** The person that somebody says to be: corrected where this session made them, else found by name and birth date, else made. */
async function personBySay(
  tx: Tx,
  ctx: Ctx,
  session: SessionRow,
  state: ReviewState,
  said: PersonSaid,
): Promise<{ person: PersonRow; matched: boolean }> {
  const own = session.person_id && !state.matched ? await findScoped(tx, persons, ctx, session.person_id) : null
  const [other] = await tx
    .select()
    .from(persons)
    .where(inScope(persons, ctx, and(eq(persons.person_key, personKeyOf(ctx, said)), isNull(persons.erased_at))))
    .limit(1)
  if (own && !own.erased_at && (!other || other.id === own.id) && (await isOnlyHere(tx, ctx, own, session))) {
    await updatePerson(tx, ctx, own, dataOf(ctx, said))
    return { person: own, matched: false }
  }
  const { person, created } = await ensurePerson(tx, ctx, dataOf(ctx, said))
  return { person, matched: !created }
}

/** Whether nothing but this session knows the person: whoever is known elsewhere is not renamed by who has a link. */
async function isOnlyHere(tx: Tx, ctx: Ctx, { id }: PersonRow, session: SessionRow): Promise<boolean> {
  const found = await Promise.all([
    tx
      .select({ id: wallets.id })
      .from(wallets)
      .where(inScope(wallets, ctx, eq(wallets.person_id, id)))
      .limit(1),
    tx
      .select({ id: investors.id })
      .from(investors)
      .where(inScope(investors, ctx, eq(investors.person_id, id)))
      .limit(1),
    tx
      .select({ id: evidence.id })
      .from(evidence)
      .where(inScope(evidence, ctx, eq(evidence.person_id, id)))
      .limit(1),
    tx
      .select({ id: identitySessions.id })
      .from(identitySessions)
      .where(inScope(identitySessions, ctx, and(eq(identitySessions.person_id, id), ne(identitySessions.id, session.id))))
      .limit(1),
  ])
  return found.every((rows) => rows.length === 0)
}

/**
 * What is printed on the document, typed by its holder. The lines of its machine-readable zone are read and their check digits tried, which
 * finds slips of the finger. Throws `not_found`, `invalid_transition`, `conflict`, `validation_failed`.
 */
export const sayDocument = definePageVerb({
  name: 'identity_reviews.say_document',
  permission: null,
  input: documentSaid.extend({ token }),
  run: async ({ ctx: caller, input: { token, ...said } }): Promise<{ success: true }> => {
    const { ctx, session: seen } = await openIdentitySession(caller, token)
    const today = new Date(ctx.now).toISOString().slice(0, 10)
    refuseChildren(said.date_of_birth, ctx.now, '/date_of_birth')
    if (said.expires_on && endOfDay(said.expires_on) <= ctx.now)
      throw invalidField('/expires_on', 'document_expired', 'This document has expired. Use one that is still valid.')
    const read = said.mrz ? await readMrz(said.mrz, today) : null
    if (read && 'problem' in read) throw invalidField('/mrz', 'invalid_format', read.problem)
    if (read?.mrz.wrong.length)
      throw invalidField(
        '/mrz',
        'check_digit',
        `A character is not as it is printed: the check digit of the ${read.mrz.wrong[0]!.toLowerCase()} does not fit. Compare the lines once more.`,
      )
    // no event: nothing is known by it that somebody vouches for.
    return write(ctx, async (tx) => {
      const session = await lockForHolder(tx, ctx, seen.id)
      if (!session.person_id) throw new AppError('conflict', 'Say first who you are.')
      const { mrz: _, mrz_by: __, ...state } = await openReviewState(tx, ctx, session)
      await keepReviewState(tx, ctx, session, { ...state, document: said, ...(read && { mrz: read.mrz }) })
      return {
        result: { success: true as const },
        audit: {
          action: 'identity_session_document_said',
          category: 'user',
          subject: { type: 'identity_session', id: session.id },
          details: { kind: said.kind, mrz: read !== null },
        },
      }
    })
  },
})
