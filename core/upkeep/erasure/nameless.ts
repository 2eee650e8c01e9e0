import { and, eq, isNull, notExists, or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Environment } from '#core/kernel/context.ts'
import type { Services } from '#core/kernel/services.ts'
import { writeDue } from '#core/record/write-due.ts'
import { erasePerson } from '#core/review/erasure/wipe.ts'
import { nowOfRow } from '#core/sources/clock/rows.ts'
import { systemCtxIn } from '#core/sources/world.ts'
import type { Queryable } from '#db/connect.ts'
import { erasures, evidence, identitySessions, investors, persons, wallets } from '#db/schema.ts'
import { lockScoped } from '#db/scoped.ts'

/** Most of them in one night. */
const MOST = 1_000

/** Whether a table has no row of the person, or none of which `more` holds. */
const none = (db: Queryable, table: PgTable & { person_id: PgColumn }, more?: SQL): SQL =>
  notExists(
    db
      .select({ one: sql`1` })
      .from(table as PgTable)
      .where(and(eq(table.person_id, persons.id), more)),
  )

/** Whom nothing holds: of one person, or of all. */
function due(db: Queryable, id?: string) {
  const counts = and(eq(evidence.state, 'valid'), or(isNull(evidence.expires_at), sql`${evidence.expires_at} > ${nowOfRow(evidence)}`))
  const goesOn = sql`${identitySessions.status} in ('open', 'processing', 'in_review')`
  return db
    .select()
    .from(persons)
    .where(
      and(
        id === undefined ? undefined : eq(persons.id, id),
        ...[isNull(persons.pii_sealed), isNull(persons.person_key), isNull(persons.erased_at), eq(persons.kind, 'natural')],
        ...[none(db, wallets), none(db, investors), none(db, erasures), none(db, evidence, counts), none(db, identitySessions, goesOn)],
      ),
    )
    .limit(MOST)
}

/**
 * Erases whoever showed an age and nothing else, once nothing of what they showed counts any more: nobody asks for it, no wallet or investor is
 * theirs, and no law keeps it. Who is in a session meanwhile, or whose erasure was asked for, is left alone.
 */
export async function eraseNameless(services: Services): Promise<void> {
  for (const { id, organization_id: organizationId, environment } of await due(services.connection.db)) {
    const ctx = await systemCtxIn(services, { id: 'erase-nameless', organizationId, environment: environment as Environment })
    await writeDue(ctx, async (tx) => {
      // Held, so that nothing becomes theirs while it is looked at once more.
      const person = await lockScoped(tx, persons, ctx, id)
      if (!person || !(await due(tx, id)).length) return null
      const wiped = await erasePerson(tx, ctx, person)
      return {
        result: 1,
        audit: [
          { action: 'person_erased', category: 'system', subject: { type: 'person', id }, details: { why: 'evidence_ended' } },
          ...wiped.audit,
        ],
        events: wiped.events,
      }
    })
  }
}
