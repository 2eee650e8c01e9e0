import { and, inArray, isNull, lte, sql } from 'drizzle-orm'
import { EVIDENCE_CAME, EVIDENCE_WAITS } from '#core/identity/evidence/record.ts'
import { EVIDENCE_TAKEN_BACK } from '#core/identity/evidence/take-back.ts'
import { askWhatStands } from '#core/identity/presentations/still-stands.ts'
import { MOST_PROCESSING_DAYS } from '#core/identity/sessions/policy.ts'
import type { Ctx, Environment } from '#core/kernel/context.ts'
import type { Services } from '#core/kernel/services.ts'
import { tellOverdueCasesOf } from '#core/review/cases/overdue.ts'
import { systemCtxIn } from '#core/sources/world.ts'
import { timers } from '#db/schema.ts'
import { tellExpiringAccreditations } from './accreditations.ts'
import { expireCredentialOffers } from './credential-offers.ts'
import { tellExpiringCredentials } from './credentials.ts'
import { endExclusions } from './exclusions.ts'
import { expireIdentitySessions } from './identity-sessions.ts'
import { expireReservations } from './investments.ts'
import { expireIssuances } from './issuances.ts'
import { tellEndingLockups } from './lockups.ts'
import { tellOverdueStatements } from './statements.ts'
import { runTimers } from './timers.ts'
import { expireTransactions } from './transactions.ts'

/** What happens by itself at a time. Each does a limited batch, says how many it did, and waits for nobody outside. */
const WORK: readonly ((ctx: Ctx) => Promise<number>)[] = [
  runTimers,
  expireReservations,
  expireIdentitySessions,
  expireCredentialOffers,
  askWhatStands,
  expireTransactions,
  expireIssuances,
  tellExpiringCredentials,
  tellExpiringAccreditations,
  tellEndingLockups,
  tellOverdueCasesOf,
  endExclusions,
  tellOverdueStatements,
]

/** Does everything that is due in one tenant by its clock. */
export async function runDue(services: Services, scope: { organizationId: string; environment: Environment }): Promise<number> {
  const ctx = await systemCtxIn(services, { id: 'deadlines', ...scope })
  let done = 0
  const errors: unknown[] = []
  for (const work of WORK)
    try {
      for (let round = 0; round < 1_000; round++) {
        const count = await work(ctx)
        done += count
        if (count === 0) break
      }
    } catch (error) {
      // What cannot be done of one kind leaves the other kinds their time.
      errors.push(error)
    }
  if (errors.length) throw errors[0]
  return done
}

/** The same for every tenant that has something due: run by the clock of the wall, and of each sandbox. What fails in one holds up no other. */
export async function runAllDue(services: Services): Promise<number> {
  const due = (await tenantsWithDue(services)).map((row) => ({ organizationId: row.organization_id, environment: row.environment }))
  return overTenants(due, (scope) => runDue(services, scope))
}

type Scope = Parameters<typeof runDue>[1]

/** One after the other. What fails in one holds up no other; the first error is thrown once the others are done. */
async function overTenants(tenants: readonly Scope[], work: (scope: Scope) => Promise<number>): Promise<number> {
  let done = 0
  const errors: unknown[] = []
  for (const scope of tenants)
    done += await work(scope).catch((error: unknown) => {
      errors.push(error)
      return 0
    })
  if (errors.length) throw errors[0]
  return done
}

/**
 * Judges by evidence that came or was taken back: whoever just showed who they are waits for it, and not for the minute of the rest. A
 * sandbox whose clock is behind has its turn there.
 */
export async function runDueEvidence(services: Services): Promise<boolean> {
  const tenants = await services.connection.db
    .selectDistinct({ organizationId: timers.organization_id, environment: sql<Environment>`${timers.environment}` })
    .from(timers)
    .where(
      and(
        isNull(timers.done_at),
        lte(timers.due_at, sql`now()`),
        inArray(timers.kind, [EVIDENCE_CAME, EVIDENCE_TAKEN_BACK, EVIDENCE_WAITS]),
      ),
    )
  return (await overTenants(tenants, async (scope) => runTimers(await systemCtxIn(services, { id: 'deadlines', ...scope })))) > 0
}

async function tenantsWithDue(services: Services) {
  const { rows } = await services.connection.db.execute<{ organization_id: string; environment: Environment }>(sql`
    with horizon as (
      select now() + interval '31 days' + coalesce(max(greatest(
        clock_offset_ms * interval '1 millisecond', coalesce(frozen_at - now(), interval '0'))), interval '0') as at from sandboxes
    )
    select distinct d.organization_id, d.environment from (
      select organization_id, environment, deadline as at from cases where status <> 'decided' and overdue_told_at is null
      union all
      select organization_id, environment, due_at from timers where done_at is null
      union all
      select organization_id, environment, expires_at from identity_sessions where status = 'open'
      union all
      select organization_id, environment, ask_at from evidence where ask_at is not null and state = 'valid'
      union all
      select organization_id, environment, expires_at from credential_offers where ended is null and redeemed_at is null
      union all
      select organization_id, environment, updated_at + ${MOST_PROCESSING_DAYS} * interval '1 day' from identity_sessions where status = 'processing'
      union all
      select organization_id, environment, ends_at from self_exclusions where status = 'active'
      union all
      select organization_id, environment, due_at from reserve_duties where due_at is not null
      union all
      select organization_id, environment, reserved_until from investments where status = 'pending' and reserved_until is not null
      union all
      select organization_id, environment, deadline from transactions
        where status in ('awaiting_counterparty', 'approved') and deadline is not null
      union all
      select organization_id, environment, authorized_until from issuances
        where status = 'authorized' and authorized_until is not null
      union all
      select organization_id, environment, expires_at - case when warned_days is null then 30 when warned_days = 30 then 7 when warned_days = 7 then 1
        else 0 end * interval '1 day' from credentials
        where state = 'active' and expires_at <= (select at from horizon) and warned_days is distinct from 0
      union all
      select organization_id, environment, accreditation_expires_at - case when accreditation_warned_days is null then 30
        when accreditation_warned_days = 30 then 7 else 0 end * interval '1 day' from investors
        where accreditation_status = 'verified' and accreditation_expires_at is not null and accreditation_warned_days is distinct from 0
      union all
      select organization_id, environment, lockup_until - case when lockup_told = 0 then 7 else 0 end * interval '1 day' from lots
        where lockup_until is not null and closed_at is null and lockup_told < 2
    ) d left join sandboxes s on s.organization_id = d.organization_id and d.environment = 'sandbox'
    where d.at <= coalesce(s.frozen_at, now() + coalesce(s.clock_offset_ms, 0) * interval '1 millisecond')`)
  return rows
}
