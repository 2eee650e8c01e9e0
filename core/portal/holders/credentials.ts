import { and, desc, eq, or } from 'drizzle-orm'
import { tenantCtx } from '#core/access/accounts/personal.ts'
import { personCredentials, suspendPerson } from '#core/identity/credentials/change-state.ts'
import { summarise } from '#core/identity/credentials/live.ts'
import { type ConsentRow, consentOf } from '#core/identity/persons/consents.ts'
import { SELF } from '#core/identity/persons/own-investor.ts'
import type { Ctx, Environment } from '#core/kernel/context.ts'
import { AppError, notFound } from '#core/kernel/errors.ts'
import { byId } from '#core/kernel/fields.ts'
import { newId } from '#core/kernel/ids.ts'
import type { EventInput } from '#core/record/events/events.ts'
import { write } from '#core/record/transaction.ts'
import { definePageVerb } from '#core/record/verb.ts'
import type { InvestorRow } from '#core/securities/investors/create.ts'
import { runVerification } from '#core/securities/investors/run-verification.ts'
import { timeIn } from '#core/sources/world.ts'
import { consents, credentials, credentialUses, investors, organizations, wallets } from '#db/schema.ts'
import { inScope, lockScoped } from '#db/scoped.ts'
import { CREDENTIAL, transition } from '#engine/lifecycles/index.ts'

export interface OwnCredential {
  id: string
  /** Null for the person's own; else the organisation that sealed one of its own from it. */
  organization: string | null
  environment: Environment
  level: string
  state: string
  reason_code: string | null
  hash: string
  wallet_address: string
  issued_at: string
  expires_at: string
  public_url: string
}
export interface CredentialUse {
  id: string
  organization: string
  environment: Environment
  market: string
  disclosed: string[]
  decision_id: string
  used_at: string
}
export interface OwnConsent {
  id: string
  organization: string
  environment: Environment
  levels: string[]
  given_at: string
  withdrawn_at: string | null
}

/** Every record there is of the signed-in person: their own, and one in each organisation that admitted them. */
async function ownRecords(ctx: Ctx) {
  const rows = await ctx.db
    .select({ investor: investors, organization: organizations.name })
    .from(investors)
    .innerJoin(organizations, eq(organizations.id, investors.organization_id))
    .where(eq(investors.user_id, ctx.actor.id))
    .limit(500)
  return rows.map(({ investor, organization }) => ({ investor, organization, own: investor.external_id === SELF }))
}

type Record_ = Awaited<ReturnType<typeof ownRecords>>[number]
type PersonTable = typeof credentials | typeof credentialUses | typeof consents

const belongsTo = (table: PersonTable, records: Record_[]) =>
  or(
    ...records.map(({ investor }) =>
      and(
        eq(table.organization_id, investor.organization_id),
        eq(table.environment, investor.environment),
        eq(table.person_id, investor.person_id),
      ),
    ),
  )

/** The signed-in person's credentials, who relied on them, and to whom consent was given: the ledger of M14. */
export const listOwnCredentials = definePageVerb({
  name: 'own.list_credentials',
  permission: 'account.read',
  run: async ({ ctx }): Promise<{ credentials: OwnCredential[]; uses: CredentialUse[]; consents: OwnConsent[] }> => {
    const records = await ownRecords(ctx)
    if (!records.length) return { credentials: [], uses: [], consents: [] }
    const of = (row: { organization_id: string; environment: string; person_id: string }) =>
      records.find(
        ({ investor: i }) =>
          i.organization_id === row.organization_id && i.environment === row.environment && i.person_id === row.person_id,
      )!
    const [held, used, given] = await Promise.all([
      ctx.db
        .select({ credential: credentials, wallet: wallets })
        .from(credentials)
        .innerJoin(wallets, eq(wallets.id, credentials.wallet_id))
        .where(belongsTo(credentials, records))
        .orderBy(desc(credentials.issued_at), desc(credentials.id))
        .limit(100),
      ctx.db.select().from(credentialUses).where(belongsTo(credentialUses, records)).orderBy(desc(credentialUses.id)).limit(100),
      ctx.db.select().from(consents).where(belongsTo(consents, records)).orderBy(desc(consents.given_at), desc(consents.id)).limit(200),
    ])
    const newest = new Map<string, (typeof given)[number]>()
    for (const row of given) if (!newest.has(row.person_id)) newest.set(row.person_id, row)
    const now = new Map<string, number>()
    for (const { investor: i } of records)
      now.set(
        `${i.environment} ${i.organization_id}`,
        await timeIn(ctx.services, { organizationId: i.organization_id, environment: i.environment }),
      )
    return {
      credentials: held.map(({ credential, wallet }) => {
        const { organization, own } = of(credential)
        const at = now.get(`${credential.environment} ${credential.organization_id}`)!
        const summary = summarise(credential, wallet, at, false)
        return {
          id: credential.id,
          organization: own ? null : organization,
          environment: credential.environment as Environment,
          level: credential.level,
          state: summary.state,
          reason_code: credential.reason_code,
          hash: credential.credential_hash,
          wallet_address: wallet.address,
          issued_at: summary.issued_at,
          expires_at: summary.expires_at,
          public_url: `${ctx.services.config.publicUrl}/c/${credential.id}`,
        }
      }),
      uses: used.map((row) => ({
        id: String(row.id),
        organization: of(row).organization,
        environment: row.environment as Environment,
        market: row.market,
        disclosed: row.disclosed,
        decision_id: row.decision_id,
        used_at: row.used_at.toISOString(),
      })),
      consents: [...newest.values()].map((row) => ({
        id: row.id,
        organization: of(row).organization,
        environment: row.environment as Environment,
        levels: row.levels,
        given_at: row.given_at.toISOString(),
        withdrawn_at: row.withdrawn_at?.toISOString() ?? null,
      })),
    }
  },
})

/** The consent by id, with whose it is, and the call as made within its tenant. Throws `not_found` for what is not the signed-in person's. */
export async function ownConsent(ctx: Ctx, id: string) {
  const [consent] = await ctx.db.select().from(consents).where(eq(consents.id, id)).limit(1)
  const records = await ownRecords(ctx)
  const record =
    consent && records.find(({ investor: i }) => i.person_id === consent.person_id && i.organization_id === consent.organization_id)
  if (!consent || !record) throw notFound()
  return {
    consent,
    organization: record.organization,
    investor: record.investor,
    tenant: await tenantCtx(ctx, consent.organization_id, consent.environment as Environment),
  }
}

/** The call as made within the tenant of a credential of the signed-in person, and whether it is their own. Throws `not_found`. */
export async function ownCredential(ctx: Ctx, id: string): Promise<{ tenant: Ctx; own: boolean }> {
  const records = await ownRecords(ctx)
  const [row] = records.length
    ? await ctx.db
        .select()
        .from(credentials)
        .where(and(eq(credentials.id, id), belongsTo(credentials, records)))
        .limit(1)
    : []
  const record = row && records.find(({ investor: i }) => i.person_id === row.person_id && i.organization_id === row.organization_id)
  if (!row || !record) throw notFound()
  return { tenant: await tenantCtx(ctx, row.organization_id, row.environment as Environment), own: record.own }
}

const WITHDRAWN = 'consent_withdrawn'

/**
 * Takes back the consent that an organisation relies on the check. Its credentials of the person are suspended at once, so its
 * next check no longer passes; decisions made before stay valid. Throws `not_found`, `conflict` when it is withdrawn already.
 */
export const withdrawConsent = definePageVerb({
  name: 'own.withdraw_consent',
  permission: 'account.write',
  input: byId(),
  run: async ({ ctx, input }): Promise<{ success: true }> => {
    const { tenant, consent } = await ownConsent(ctx, input.id)
    return withdrawWithin(tenant, consent)
  },
})

/** How a person who is not signed in is known, for the log. */
type By = { client_session_id?: string }

/** The same for whoever has made sure that its person asks, as made within its tenant. */
export function withdrawWithin(tenant: Ctx, consent: ConsentRow, by: By = {}): Promise<{ success: true }> {
  return write(tenant, async (tx) => {
    const row = await lockScoped(tx, consents, tenant, consent.id)
    if (!row || row.withdrawn_at) throw new AppError('conflict', 'This consent is withdrawn already.')
    await tx
      .update(consents)
      .set({ withdrawn_at: new Date(tenant.now) })
      .where(inScope(consents, tenant, eq(consents.id, consent.id)))
    const suspended = await suspendPerson(tx, tenant, consent.person_id, WITHDRAWN)
    return {
      result: { success: true as const },
      audit: [
        {
          action: 'consent_withdrawn',
          category: 'user',
          subject: { type: 'consent', id: consent.id },
          details: { person_id: consent.person_id, ...by },
        },
        ...suspended.audit,
      ],
      events: [
        {
          type: 'consent.withdrawn',
          resource: { type: 'consent', id: consent.id },
          object: {
            id: consent.id,
            person_id: consent.person_id,
            credential_id: suspended.rows[0]?.id ?? null,
            scope: tenant.organizationId,
          },
        },
        ...suspended.events,
      ],
    }
  })
}

/** Gives the consent again. The person is checked anew, and a new credential takes the place of the suspended ones. */
export const renewConsent = definePageVerb({
  name: 'own.renew_consent',
  permission: 'account.write',
  input: byId(),
  run: async ({ ctx, input }): Promise<{ success: true }> => {
    const { tenant, consent, investor } = await ownConsent(ctx, input.id)
    return renewWithin(tenant, consent, investor)
  },
})

/** The same for whoever has made sure that its person asks, as made within its tenant. */
export function renewWithin(tenant: Ctx, consent: ConsentRow, investor: InvestorRow, by: By = {}): Promise<{ success: true }> {
  return write(tenant, async (tx) => {
    const newest = await consentOf(tx, tenant, consent.person_id)
    if (!newest?.withdrawn_at) throw new AppError('conflict', 'This consent is given already.')
    const id = newId('consent', tenant.now)
    await tx.insert(consents).values({
      id,
      organization_id: tenant.organizationId,
      environment: tenant.environment,
      person_id: consent.person_id,
      levels: newest.levels,
      given_at: new Date(tenant.now),
    })
    const done = await runVerification(tx, tenant, investor, { checks: ['identity', 'sanctions'], force: true }, { lifts: WITHDRAWN })
    const fresh = done.result.credential
    if (fresh)
      await tx.insert(credentialUses).values({
        organization_id: tenant.organizationId,
        environment: tenant.environment,
        credential_id: fresh.id,
        person_id: consent.person_id,
        market: 'securities',
        decision_id: done.result.decision.id,
        disclosed: newest.levels,
        used_at: new Date(tenant.now),
      })
    const renewed: EventInput[] = []
    if (fresh?.state === 'active')
      for (const old of await personCredentials(tx, tenant, consent.person_id, ['suspended'], [WITHDRAWN])) {
        const state = transition(CREDENTIAL, transition(CREDENTIAL, 'suspended', 'resume'), 'renew')
        await tx
          .update(credentials)
          .set({ state, superseded_by: fresh.id, updated_at: new Date(tenant.now) })
          .where(inScope(credentials, tenant, eq(credentials.id, old.id)))
        renewed.push({
          type: 'credential.renewed',
          resource: { type: 'credential', id: old.id },
          object: { credential: fresh, supersedes: old.id },
        })
      }
    return {
      result: { success: true as const },
      audit: [
        {
          action: 'consent_given',
          category: 'user' as const,
          subject: { type: 'consent', id },
          details: { person_id: consent.person_id, levels: newest.levels, ...by },
        },
        done.audit,
      ],
      events: [...renewed, ...done.events],
    }
  })
}
