import { sql } from 'drizzle-orm'
import { check, index, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { at, tenant, words } from './shared.ts'

/** Persons whose data was erased on request, or is restricted until a law lets it be erased. */
export const erasures = pgTable(
  'erasures',
  {
    id: text().primaryKey(),
    ...tenant(),
    person_id: text().notNull(),
    status: text({ enum: ['restricted', 'erased'] }).notNull(),
    law: text().notNull(),
    asked_on: text().notNull(),
    records: jsonb().$type<{ kind: string; from: string; until: string | null; ground: string }[]>().notNull(),
    legal_hold: text(),
    erase_from: text(),
    requested_by: text().notNull(),
    /** What people did to it since: held it, let the hold go, carried out what was restricted. */
    acts: jsonb()
      .$type<
        {
          act: 'hold' | 'release_hold' | 'carry_out' | 'open_file'
          reason_code: string
          asked_by: string
          countersigned_by: string | null
          at: string
          /** Of a file that was opened: for whom, and until when. */
          authority?: string
          until?: string
        }[]
      >()
      .notNull()
      .default([]),
    created_at: at().notNull(),
    erased_at: at(),
  },
  (t) => [
    ...words(t),
    check('erasures_erased', sql`(status = 'erased') = (erased_at is not null)`),
    index('erasures_created').on(t.organization_id, t.environment, t.created_at, t.id),
    uniqueIndex('erasures_person').on(t.person_id),
    index('erasures_due').on(t.status, t.erase_from),
  ],
)
