import { and, eq, sql } from 'drizzle-orm'
import { trustedIssuers, trustLists } from '#db/schema.ts'

/** Issuers of a kind whose word counts now: agreed to, not let go, and on no list whose time is over. */
export const issuersInForce = (kind: typeof trustedIssuers.$inferSelect.kind) =>
  and(
    eq(trustedIssuers.kind, kind),
    eq(trustedIssuers.state, 'active'),
    sql`(${trustedIssuers.list_id} is null or exists (select from ${trustLists} l where l.id = ${trustedIssuers.list_id} and l.next_update > now()))`,
  )
