import { and, desc, eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { AppError, notFound } from '#core/kernel/errors.ts'
import { definePageVerb } from '#core/record/verb.ts'
import type { InvestorRow } from '#core/securities/investors/create.ts'
import { auditLogs, consents, investors, organizations } from '#db/schema.ts'
import { findScoped, inScope } from '#db/scoped.ts'
import { renewWithin, withdrawWithin } from '../holders/credentials.ts'
import { type ClientCall, clientCall, openClientSession } from './open.ts'

/** That this organisation relies on a check made elsewhere. */
export interface ClientConsent {
  id: string
  organization: string
  levels: string[]
  given_at: string
  withdrawn_at: string | null
  /** How it is given again: here, or by presenting the credential anew. Null while it is given. */
  again: 'here' | 'presentation' | null
}

const onlyNewest = 'Only the newest consent counts, and it is this one no more. Read them again.'

/** Whose consent: the person behind the wallet or investor of a token, and their record as an investor where there is one. */
async function personOf({ ctx, wallet, investor }: ClientCall): Promise<{ id: string | null; investor: InvestorRow | null }> {
  const id = investor?.person_id ?? wallet?.person_id ?? null
  if (investor || !id) return { id, investor }
  const [row] = await ctx.db
    .select()
    .from(investors)
    .where(inScope(investors, ctx, eq(investors.person_id, id)))
    .orderBy(desc(investors.created_at))
    .limit(1)
  return { id, investor: row ?? null }
}

/**
 * Whether a consent was taken back on a page of the organisation. The organisation says itself who is at such a page, so what the person took
 * back elsewhere, or lost by an erasure, is not its to give again.
 */
async function takenBackHere({ ctx }: ClientCall, id: string): Promise<boolean> {
  const here = and(eq(auditLogs.subject_id, id), eq(auditLogs.action, 'consent_withdrawn'), sql`${auditLogs.details} ? 'client_session_id'`)
  const [found] = await ctx.db
    .select({ id: auditLogs.id })
    .from(auditLogs)
    .where(inScope(auditLogs, ctx, here))
    .limit(1)
  return found !== undefined
}

/** The newest consent of the person, which is the one that counts. `investor`: by whom it is given again here, where it can be. */
async function newest(call: ClientCall) {
  const person = await personOf(call)
  const [row] = person.id
    ? await call.ctx.db
        .select()
        .from(consents)
        .where(inScope(consents, call.ctx, eq(consents.person_id, person.id)))
        .orderBy(desc(consents.given_at), desc(consents.id))
        .limit(1)
    : []
  const here = person.investor && row?.withdrawn_at && (await takenBackHere(call, row.id))
  return { row: row ?? null, investor: here ? person.investor : null }
}

/** The consents of a token's person to this organisation: none where it checked them itself. Throws as `openClientSession`. */
export const listClientConsents = definePageVerb({
  name: 'client.list_consents',
  permission: null,
  input: z.strictObject(clientCall),
  run: async ({ ctx: caller, input }): Promise<{ success: true; consents: ClientConsent[] }> => {
    const call = await openClientSession(caller, input, 'consents:change')
    const { row, investor } = await newest(call)
    if (!row) return { success: true, consents: [] }
    const [organization] = await call.ctx.db
      .select({ name: organizations.name })
      .from(organizations)
      .where(eq(organizations.id, call.ctx.organizationId))
      .limit(1)
    const shown = {
      id: row.id,
      organization: organization?.name ?? '',
      levels: row.levels,
      given_at: row.given_at.toISOString(),
      withdrawn_at: row.withdrawn_at?.toISOString() ?? null,
      again: row.withdrawn_at ? (investor ? ('here' as const) : ('presentation' as const)) : null,
    }
    return { success: true, consents: [shown] }
  },
})

/** Takes it back: what was sealed on it is suspended at once. Throws `not_found`, `conflict`. */
export const withdrawClientConsent = definePageVerb({
  name: 'client.withdraw_consent',
  permission: null,
  input: z.strictObject({ ...clientCall, id: z.string().max(100) }),
  run: async ({ ctx: caller, input }): Promise<{ success: true }> => {
    const { call, row } = await ownConsent(caller, input)
    return withdrawWithin(call.ctx, row, { client_session_id: call.session.id })
  },
})

/** Gives it again: the person is checked anew. Throws `not_found`, `conflict` where the credential has to be presented anew. */
export const renewClientConsent = definePageVerb({
  name: 'client.renew_consent',
  permission: null,
  input: z.strictObject({ ...clientCall, id: z.string().max(100) }),
  run: async ({ ctx: caller, input }): Promise<{ success: true }> => {
    const { call, row, investor } = await ownConsent(caller, input)
    if (!investor)
      throw new AppError(
        'conflict',
        'What was taken back is given again where it was, or by presenting the credential anew: open an identity session.',
      )
    return renewWithin(call.ctx, row, investor, { client_session_id: call.session.id })
  },
})

async function ownConsent(caller: ClientCall['ctx'], input: { token: string; origin: string; id: string }) {
  const call = await openClientSession(caller, input, 'consents:change')
  const { row, investor } = await newest(call)
  if (row?.id === input.id) return { call, row, investor }
  // Of somebody else nothing is told.
  const known = await findScoped(call.ctx.db, consents, call.ctx, input.id)
  if (row && known?.person_id === row.person_id) throw new AppError('conflict', onlyNewest)
  throw notFound()
}
