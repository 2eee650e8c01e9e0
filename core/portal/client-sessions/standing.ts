import { and, desc, eq } from 'drizzle-orm'
import { z } from 'zod'
import { bestCredential, stateAt } from '#core/identity/credentials/live.ts'
import { isGoingOn, presentSession } from '#core/identity/sessions/present.ts'
import type { SESSION_STATUSES } from '#core/identity/sessions/shape.ts'
import type { Ctx } from '#core/kernel/context.ts'
import { readResult } from '#core/record/decisions/result.ts'
import { suppliedBy, supplyOf } from '#core/record/facts/supply.ts'
import { definePageVerb } from '#core/record/verb.ts'
import { readStatuses } from '#core/securities/investors/present.ts'
import type { Queryable } from '#db/connect.ts'
import { decisions, identitySessions, organizations, wallets } from '#db/schema.ts'
import { findScoped, inScope } from '#db/scoped.ts'
import { redactFor } from '#engine/visibility.ts'
import { type ClientCall, clientCall, openClientSession } from './open.ts'

type ClientStatus = 'none' | 'pending' | 'verified' | 'expired' | 'suspended' | 'revoked' | 'rejected'
type ClientArea = 'identity' | 'accreditation' | 'details'

export interface ClientStanding {
  success: true
  object: 'client_standing'
  organization: string
  environment: string
  wallet_address: string | null
  investor_id: string | null
  status: ClientStatus
  level: string | null
  /** Until when `verified` is so, where it ends. */
  valid_until: string | null
  /** What the newest decision asks the person for, as its `missing` names it. What others bring is not told. */
  missing: { fact: string; area: ClientArea; means: string | null }[]
  steps: { name: ClientArea | 'organization'; state: 'to_do' | 'waiting' | 'done' | 'refused' }[]
  identity_session: { id: string; status: (typeof SESSION_STATUSES)[number]; expires_at: string } | null
  /** The time of this answer by the clock that `valid_until` is of. */
  as_of: string
}

/** How the person of a token stands, and what is missing. Makes no new check. Throws as `openClientSession`. */
export const readClientStanding = definePageVerb({
  name: 'client.standing',
  permission: null,
  input: z.strictObject(clientCall),
  run: async ({ ctx: caller, input }): Promise<ClientStanding> => {
    const call = await openClientSession(caller, input, 'status:read')
    const { ctx } = call
    const [session, decided, organization] = await Promise.all([
      newestSession(ctx.db, call),
      newestMissing(call),
      ctx.db.select({ name: organizations.name }).from(organizations).where(eq(organizations.id, ctx.organizationId)).limit(1),
    ])
    const waits = session !== null && session.status !== 'open' && isGoingOn(session, ctx.now)
    const found = await standingOf(call, waits)
    return {
      success: true,
      object: 'client_standing',
      organization: organization[0]?.name ?? '',
      environment: ctx.environment,
      wallet_address: call.wallet?.address ?? null,
      investor_id: call.investor?.id ?? null,
      ...found,
      missing: decided.own,
      steps: stepsOf(found.status, decided, waits),
      identity_session: session && pick(presentSession(session, ctx.now)),
      as_of: new Date(ctx.now).toISOString(),
    }
  },
})

const pick = ({ id, status, expires_at }: ReturnType<typeof presentSession>) => ({ id, status, expires_at })

/** The newest identity session about the same wallet or investor. */
async function newestSession(db: Queryable, { ctx, wallet, investor }: ClientCall) {
  const about = wallet ? eq(identitySessions.wallet_id, wallet.id) : eq(identitySessions.investor_id, investor!.id)
  const [row] = await db
    .select()
    .from(identitySessions)
    .where(inScope(identitySessions, ctx, about))
    .orderBy(desc(identitySessions.created_at), desc(identitySessions.id))
    .limit(1)
  return row ?? null
}

/** In a word, and until when. Only what counts now is `verified`: what ended, was stopped or taken back says so. */
async function standingOf({ ctx, wallet, investor }: ClientCall, waits: boolean) {
  const held = wallet ?? (investor?.wallet_id ? await findScoped(ctx.db, wallets, ctx, investor.wallet_id) : null)
  const credential = held ? await bestCredential(ctx.db, ctx, held) : null
  const state = credential ? stateAt(credential, ctx.now) : null
  const said = wallet ? wallet.verification_status : readStatuses(investor!, state && { state }, ctx.now).status
  const live = wallet ? state === 'active' && ['basic', 'enhanced'].includes(said) : said === 'verified' && (!state || state === 'active')
  if (live && credential) return { status: 'verified' as const, level: credential.level, valid_until: credential.expires_at.toISOString() }
  return { status: live ? ('verified' as const) : otherwise(said, state, waits), level: null, valid_until: null }
}

function otherwise(said: string, state: string | null, waits: boolean): ClientStatus {
  if (said === 'pending' || waits) return 'pending'
  if (state === 'expired' || state === 'suspended' || state === 'revoked') return state
  return said === 'rejected' ? 'rejected' : 'none'
}

/** What the newest decision about the person still asks for: of them, and whether of somebody else too. */
async function newestMissing({ ctx, wallet, investor }: ClientCall) {
  const about = wallet
    ? and(eq(decisions.wallet_address, wallet.address), eq(decisions.check, 'wallet.verify'))
    : and(eq(decisions.subject_id, investor!.id), eq(decisions.check, 'investor.verify'))
  const [row] = await ctx.db
    .select()
    .from(decisions)
    .where(inScope(decisions, ctx, about))
    .orderBy(desc(decisions.evaluated_at), desc(decisions.id))
    .limit(1)
  const facts = row ? await askedBy(ctx, row) : []
  return { own: facts.flatMap(({ own }) => own ?? []), others: facts.some(({ own }) => !own) }
}

async function askedBy(ctx: Ctx, row: typeof decisions.$inferSelect) {
  // What officers alone may know is told to nobody it is about.
  const { missing, rules } = redactFor(await readResult(ctx.db, row), 'public')
  const tooWeak = new Set(rules.flatMap((rule) => (rule.reason === 'STRONGER_SOURCE_NEEDED' ? rule.missing : [])))
  return missing.map((pointer) => {
    const fact = pointer.slice(1).replaceAll('/', '.')
    const { from } = suppliedBy(fact, { established: tooWeak.has(fact), ofInvestor: row.subject_type === 'investor' })
    return { own: from === 'investor' ? { fact: pointer, area: areaOf(fact), means: supplyOf(fact)?.means ?? null } : null }
  })
}

function areaOf(fact: string): ClientArea {
  if (/\.verification\b|\.(full_name|date_of_birth|residence|address_record)$/.test(fact)) return 'identity'
  return /accredit/.test(fact) ? 'accreditation' : 'details'
}

type Step = ClientStanding['steps'][number]

function stepsOf(status: ClientStatus, { own, others }: Awaited<ReturnType<typeof newestMissing>>, waits: boolean): Step[] {
  const asked = new Set(own.map(({ area }) => area))
  const identity: Step['state'] =
    status === 'verified' && !asked.has('identity')
      ? 'done'
      : waits
        ? 'waiting'
        : status === 'rejected' || status === 'revoked'
          ? 'refused'
          : 'to_do'
  const more = (['accreditation', 'details'] as const).flatMap((name): Step[] => (asked.has(name) ? [{ name, state: 'to_do' }] : []))
  const theirs: Step[] =
    others || (status === 'pending' && !waits) || status === 'suspended' ? [{ name: 'organization', state: 'waiting' }] : []
  return [{ name: 'identity', state: identity }, ...more, ...theirs]
}
