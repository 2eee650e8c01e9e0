import { jsonb } from 'drizzle-orm/pg-core'

/** Facts as somebody stated them, with who stated each and when; that is null where it was not kept yet. */
export const saidFacts = () => ({
  facts: jsonb().$type<Record<string, unknown>>().notNull().default({}),
  facts_stated: jsonb().$type<Record<string, { by: string; at: string }> | null>(),
})
