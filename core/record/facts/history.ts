import { desc, eq } from 'drizzle-orm'
import { z } from 'zod'
import type { Ctx, Tenant } from '#core/kernel/context.ts'
import { newId } from '#core/kernel/ids.ts'
import type { Queryable, Tx } from '#db/connect.ts'
import { investments, statedFacts, transactions } from '#db/schema.ts'
import { inScope } from '#db/scoped.ts'
import type { Statement, Statements } from './statements.ts'

type Row = typeof statedFacts.$inferSelect

/** What facts are about: the issuer itself, or one offering, investment or transaction. */
export interface About {
  object: Exclude<Row['object'], 'issuer'>
  id: string
}
/** The issuer of a tenant has no id of its own. */
export const ISSUER = { object: 'issuer', id: 'issuer' } as const

/** Whose word it is, and as what they said it. */
export interface Speaker {
  by: string
  role: Row['role']
  at: Date
}

/** As what somebody acts: an administrator, or one of the people of an organisation as that is. A key as whom it acts for. */
export const roleOf = (actor: Ctx['actor']): NonNullable<Row['role']> => {
  if (actor.type !== 'api_key' && actor.type !== 'user') return 'system'
  return actor.role === 'admin' ? 'admin' : (actor.member?.standing ?? actor.role)
}

export const speaking = (ctx: Ctx): Speaker => ({ by: ctx.actor.id, role: roleOf(ctx.actor), at: new Date(ctx.now) })

/** Keeps what was said of an object, in the transaction that puts it into force; null says that a fact is taken back. */
export async function keepSaid(
  tx: Tx,
  tenant: Tenant,
  about: About | typeof ISSUER,
  said: Readonly<Record<string, unknown>>,
  { by, role, at }: Speaker,
): Promise<void> {
  const rows = Object.entries(said).filter(([, value]) => value !== undefined)
  if (!rows.length) return
  await tx.insert(statedFacts).values(
    rows.map(([fact, value]) => ({
      ...{ id: newId('stated_fact', at.getTime()), organization_id: tenant.organizationId, environment: tenant.environment },
      ...{ object: about.object, object_id: about.id, fact, value, stated_by: by, role, at },
    })),
  )
}

/** What somebody says of an object that is made now, as its row keeps it. */
export const saidFirst = (ctx: Ctx, facts: Readonly<Record<string, unknown>>) => ({ facts, facts_stated: saidBeside(null, facts, ctx) })

/** Who stated the facts of an object, the caller over those before: what was said already keeps its author. */
export const saidBeside = (before: Statements | null, said: Readonly<Record<string, unknown>>, ctx: Ctx): Record<string, Statement> => ({
  ...before,
  ...Object.fromEntries(Object.keys(said).map((path) => [path, { by: ctx.actor.id, at: new Date(ctx.now).toISOString() }])),
})

/** Stores a transaction with who said its facts, and keeps each word. */
export async function insertTransaction(tx: Tx, ctx: Ctx, row: typeof transactions.$inferInsert) {
  const facts = row.facts ?? {}
  await keepSaid(tx, ctx, { object: 'transaction', id: row.id }, facts, speaking(ctx))
  return tx
    .insert(transactions)
    .values({ ...row, ...saidFirst(ctx, facts) })
    .returning()
}

/** The same of an investment. */
export async function insertInvestment(tx: Tx, ctx: Ctx, row: typeof investments.$inferSelect): Promise<void> {
  await keepSaid(tx, ctx, { object: 'investment', id: row.id }, row.facts, speaking(ctx))
  await tx.insert(investments).values(row)
}

export const historyQuery = z.strictObject({
  fact: z.string().max(100).optional().meta({ description: 'Only the words on this fact' }),
})

export const factHistory = z.object({
  success: z.literal(true),
  object: z.literal('fact_history'),
  data: z.array(
    z
      .object({
        fact: z.string(),
        value: z.unknown().meta({ description: 'null where it was taken back' }),
        stated_by: z.string().meta({ description: 'Key or account' }),
        role: z.enum(['admin', 'issuer', 'investor', 'system']).nullable().meta({ description: 'As what; null where it was not kept yet' }),
        at: z.string(),
      })
      .meta({ title: 'stated_fact' }),
  ),
})

/** Every word on the facts of an object, or on one of them, the newest first; at most 100. */
export async function wordsOn(
  db: Queryable,
  tenant: Tenant,
  about: About | typeof ISSUER,
  fact?: string,
): Promise<z.output<typeof factHistory>> {
  const { object, object_id, fact: named, at, id } = statedFacts
  const rows = await db
    .select()
    .from(statedFacts)
    .where(
      inScope(statedFacts, tenant, eq(object, about.object), eq(object_id, about.id), fact === undefined ? undefined : eq(named, fact)),
    )
    .orderBy(desc(at), desc(id))
    .limit(100)
  return {
    success: true,
    object: 'fact_history',
    data: rows.map((row) => ({
      ...{ fact: row.fact, value: row.value ?? null, stated_by: row.stated_by, role: row.role },
      at: row.at.toISOString(),
    })),
  }
}
