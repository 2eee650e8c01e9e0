import { desc, eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { bestCredential, stateAt, summarise } from '#core/identity/credentials/live.ts'
import { openPerson } from '#core/identity/persons/ensure.ts'
import { credential } from '#core/kernel/answers.ts'
import type { Ctx } from '#core/kernel/context.ts'
import { notFound } from '#core/kernel/errors.ts'
import { byId } from '#core/kernel/fields.ts'
import { Erased } from '#core/kernel/keys/keyring.ts'
import { queryInteger } from '#core/kernel/query-fields.ts'
import { waitForChange } from '#core/kernel/wait-for.ts'
import { defineVerb } from '#core/record/verb.ts'
import { homeOf } from '#core/sources/fixtures.ts'
import { investors, persons, screenings, wallets } from '#db/schema.ts'
import { findScoped, inScope } from '#db/scoped.ts'
import { regARemaining } from '../bookings/stated.ts'
import type { InvestorRow } from './create.ts'
import { investorAnswer, presentInvestor, readStatus, readStatuses, verificationStatuses } from './present.ts'

async function load(ctx: Ctx, id: string) {
  const row = await findScoped(ctx.db, investors, ctx, id)
  if (!row) throw notFound()
  const person = await findScoped(ctx.db, persons, ctx, row.person_id)
  const [wallet] = row.wallet_id
    ? await ctx.db
        .select()
        .from(wallets)
        .where(inScope(wallets, ctx, eq(wallets.id, row.wallet_id)))
        .limit(1)
    : []
  const credential = wallet ? await bestCredential(ctx.db, ctx, wallet) : null
  return { row, person, wallet: wallet ?? null, credential }
}

export const getInvestor = defineVerb({
  name: 'investors.get',
  permission: 'investors.read',
  input: byId('Investor id, inv_…'),
  output: investorAnswer,
  run: async ({ ctx: caller, input }) => {
    const ctx = await homeOf(caller, input.id)
    const { row, person, wallet, credential } = await load(ctx, input.id)
    const data = person
      ? await openPerson(ctx.db, ctx, person).catch((error) => {
          if (error instanceof Erased) return null
          throw error
        })
      : null
    return presentInvestor(row, data, wallet, credential && wallet ? summarise(credential, wallet, ctx.now, false) : null, ctx.now)
  },
})

/** Where an investor stands: statuses, screening, credential, and what each regulation would say. `wait` holds the answer until something changes. */
export const getInvestorStatus = defineVerb({
  name: 'investors.status',
  permission: 'investors.read',
  input: byId('Investor id, inv_…').extend(
    z.strictObject({ wait: queryInteger(1, 25).optional().meta({ description: 'Seconds to wait for a change' }) }).shape,
  ),
  output: z.object({
    success: z.literal(true),
    object: z.literal('investor_status'),
    investor_id: z.string(),
    wallet_id: z.string().nullable(),
    status: z.string(),
    verification: verificationStatuses,
    accreditation: z.object({ type: z.string(), verified_at: z.string(), expires_at: z.string().nullable() }).nullable(),
    sanctions: z.object({ cleared: z.boolean(), checked_at: z.string(), data_age_seconds: z.number().int() }),
    credential: credential.nullable(),
    eligibility: z.record(z.string(), z.object({ eligible: z.boolean(), reason_codes: z.array(z.string()) })),
    limits: z.object({ reg_a_annual_remaining: z.string().nullable() }),
    history: z.array(z.looseObject({})),
    updated_at: z.string(),
  }),
  run: async ({ ctx: caller, input }) => {
    const ctx = await homeOf(caller, input.id)
    const { row, wallet, credential } = await waitForChange(
      () => load(ctx, input.id),
      (loaded) => loaded.row.updated_at.getTime(),
      input.wait,
    )
    const [checked] = await ctx.db
      .select()
      .from(screenings)
      .where(
        inScope(screenings, ctx, sql`(${screenings.subject_id} = ${row.id} or ${screenings.wallet_address} = ${wallet?.address ?? ''})`),
      )
      .orderBy(desc(screenings.created_at))
      .limit(1)
    const identityOk = row.status === 'verified' && (!credential || stateAt(credential, ctx.now) === 'active')
    const accredited =
      readStatus(row.accreditation_status) === 'verified' &&
      (!row.accreditation_expires_at || row.accreditation_expires_at.getTime() > ctx.now)
    const why = (ok: boolean, ...codes: (string | false)[]) => ({
      eligible: ok,
      reason_codes: codes.filter((c): c is string => c !== false),
    })
    const identity = !identityOk && 'identity_not_verified'
    const lapsed = credential !== null && stateAt(credential, ctx.now) !== 'active' && `credential_${stateAt(credential, ctx.now)}`
    const accreditationReason = row.accreditation_status === 'verified' && !accredited ? 'accreditation_expired' : 'not_accredited'
    return {
      success: true as const,
      object: 'investor_status' as const,
      investor_id: row.id,
      wallet_id: row.wallet_id,
      ...readStatuses(row, credential && { state: stateAt(credential, ctx.now) }, ctx.now),
      accreditation: accreditationOf(row),
      sanctions: {
        // Of the last check of the person; one who was never checked is not cleared.
        cleared: checked?.status === 'clear',
        checked_at: (checked?.created_at ?? row.updated_at).toISOString(),
        data_age_seconds: Math.max(0, Math.round((ctx.now - (checked?.created_at ?? row.updated_at).getTime()) / 1000)),
      },
      credential: credential && wallet ? summarise(credential, wallet, ctx.now, false) : null,
      eligibility: {
        reg_d_506b: why(identityOk, identity, lapsed),
        reg_d_506c: why(identityOk && accredited, identity, lapsed, !accredited && accreditationReason),
        reg_a_plus: why(identityOk, identity, lapsed),
        reg_s: why(identityOk && row.country !== 'US', identity, lapsed, row.country === 'US' && 'us_person'),
      },
      limits: { reg_a_annual_remaining: await regARemaining(ctx, row, accredited) },
      history: row.history.slice(0, 20),
      updated_at: row.updated_at.toISOString(),
    }
  },
})

const accreditationOf = (row: InvestorRow) =>
  row.accreditation_status === 'verified'
    ? {
        type: String(row.accreditation?.type ?? 'net_worth'),
        verified_at: accreditedAt(row),
        expires_at: row.accreditation_expires_at?.toISOString() ?? null,
      }
    : null

/** When the newest evidence counted: as it was recorded, or when a person had looked at it. */
function accreditedAt(row: InvestorRow): string {
  const looked = row.history.find((entry) => entry.field === 'accreditation_status' && entry.to === 'verified')?.at
  const times = [looked, row.accreditation?.recorded_at].filter((time) => typeof time === 'string')
  return times.sort().at(-1) ?? row.updated_at.toISOString()
}
