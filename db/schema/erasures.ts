import { sql } from 'drizzle-orm'
import { check, index, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { at, tenant, words } from './shared.ts'

/** Why records are held beyond what a law keeps. */
export const HOLD_REASONS = ['legal_claim', 'regulator_request', 'investigation', 'other'] as const

/** For whom a restricted file is opened, or for what. */
export const OPENED_FOR = ['bsa_authority', 'ofac', 'eu_authority', 'other_authority', 'legal_claim', 'rights_of_another'] as const

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
    /** Null without a hold, and of holds from before it was asked. */
    hold_reason: text({ enum: HOLD_REASONS }),
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
          opened_for?: (typeof OPENED_FOR)[number]
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
