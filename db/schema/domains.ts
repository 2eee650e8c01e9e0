import { sql } from 'drizzle-orm'
import { check, index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { at, tenant, words } from './shared.ts'

/** Domains that organisations proved to hold, so that wallets may be asked to sign in their name. */
export const domains = pgTable(
  'domains',
  {
    id: text().primaryKey(),
    ...tenant(),
    domain: text().notNull(),
    /** What is to be found in the DNS, or in a file of the site. */
    token: text().notNull(),
    status: text({ enum: ['pending', 'verified', 'lost'] })
      .notNull()
      .default('pending'),
    method: text({ enum: ['dns', 'well_known'] }),
    problem: text(),
    verified_at: at(),
    checked_at: at(),
    failing_since: at(),
    /** Since when people with an address of it sign on with the organisation's identity provider: one organisation's alone. */
    sign_on_since: at(),
    created_at: at().notNull(),
  },
  (t) => [
    ...words(t),
    check('domains_sign_on_proven', sql`sign_on_since is null or (status = 'verified' and environment = 'production')`),
    uniqueIndex('domains_name').on(t.organization_id, t.environment, t.domain),
    uniqueIndex('domains_sign_on').on(t.domain).where(sql`sign_on_since is not null`),
    index('domains_check').on(t.status, t.checked_at),
  ],
)
