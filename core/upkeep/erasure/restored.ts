import { and, eq, inArray, isNull, notExists, sql } from 'drizzle-orm'
import type { Environment } from '#core/kernel/context.ts'
import { setAsideId } from '#core/kernel/keys/keyring.ts'
import type { Services } from '#core/kernel/services.ts'
import { writeDue } from '#core/record/write-due.ts'
import { erasePerson, restrictPerson } from '#core/review/erasure/wipe.ts'
import { systemCtxIn } from '#core/sources/world.ts'
import type { Queryable } from '#db/connect.ts'
import { erasures, persons } from '#db/schema.ts'
import { lockScoped } from '#db/scoped.ts'

const PAGE = 1_000

/** Whom these keys sealed, and of whose erasure nothing is known here. */
const broughtBack = (db: Queryable, keyIds: readonly string[]) =>
  db
    .select()
    .from(persons)
    .where(
      and(
        inArray(persons.subject_key_id, [...keyIds]),
        isNull(persons.erased_at),
        notExists(db.select({ one: sql`1` }).from(erasures).where(eq(erasures.person_id, persons.id))),
      ),
    )

/**
 * Erases again whom a restored backup brought back after their key was destroyed in its own database: nobody can read them, but wallets and
 * credentials came back that count. Whoever was restricted is so again; for how long they are kept came after the backup, and is said anew.
 */
export async function eraseRestored(services: Services): Promise<void> {
  const { db } = services.connection
  for (let after = ''; ; ) {
    const ids = await services.keyring.destroyedAfter(db, after, PAGE)
    if (!ids.length) return
    after = ids.at(-1)!
    for (const { id, organization_id: organizationId, environment } of await broughtBack(db, ids)) {
      const ctx = await systemCtxIn(services, { id: 'erase-restored', organizationId, environment: environment as Environment })
      await writeDue(ctx, async (tx) => {
        const person = await lockScoped(tx, persons, ctx, id)
        if (!person || person.erased_at) return null
        const kept = (await services.keyring.stateOf(tx, setAsideId(person.subject_key_id))) === 'live'
        // Nobody finds whoever was restricted again already.
        if (kept && person.person_key === null) return null
        const wiped = kept ? await restrictPerson(tx, ctx, person) : await erasePerson(tx, ctx, { ...person, pii_sealed: null })
        const action = kept ? 'person_restricted' : 'person_erased'
        return {
          result: 1,
          audit: [{ action, category: 'system', subject: { type: 'person', id }, details: { why: 'backup_restored' } }, ...wiped.audit],
          events: wiped.events,
        }
      })
    }
  }
}
