import { randomBytes } from 'node:crypto'
import { and, count, desc, eq, lt } from 'drizzle-orm'
import { z } from 'zod'
import { listOf } from '#core/kernel/answers.ts'
import type { Ctx, Environment, Tenant } from '#core/kernel/context.ts'
import { AppError, invalidField, notFound } from '#core/kernel/errors.ts'
import { byId } from '#core/kernel/fields.ts'
import { newId } from '#core/kernel/ids.ts'
import { decodeCursor, pageOf, pageQuery } from '#core/kernel/pagination.ts'
import type { EventInput } from '#core/record/events/events.ts'
import { answering, write } from '#core/record/transaction.ts'
import { defineVerb, type Given } from '#core/record/verb.ts'
import type { Queryable } from '#db/connect.ts'
import { domains, organizations } from '#db/schema.ts'
import { findScoped, inScope, lockScoped } from '#db/scoped.ts'
import { type Looks, proofOf, proveDomain } from './prove.ts'
import { domain, domainAnswer } from './shape.ts'

export type DomainRow = typeof domains.$inferSelect
const MOST_DOMAINS = 50
/** How long a proof may be gone before the domain is: name servers and sites fail for a while. */
const LOST_AFTER_MS = 72 * 3_600_000

const NAME = /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])$/
const createDomainInput = z.strictObject({
  domain: z
    .string()
    .max(253)
    .transform((text) => text.toLowerCase())
    .refine((text) => NAME.test(text), { message: 'Give a host name such as app.example.com, without scheme, port or path.' })
    .meta({ description: 'The host people see in their browser. A subdomain is registered by itself' }),
})

/** A domain as answers show it, with where its proof is looked for. */
const presentDomain = (row: DomainRow) => ({
  object: 'domain' as const,
  id: row.id,
  domain: row.domain,
  status: row.status,
  method: row.method,
  proof: proofOf(row.domain, row.token),
  problem: row.problem,
  verified_at: row.verified_at?.toISOString() ?? null,
  checked_at: row.checked_at?.toISOString() ?? null,
  failing_since: row.failing_since?.toISOString() ?? null,
  environment: row.environment as Environment,
  created_at: row.created_at.toISOString(),
})

const about = ({ id, domain, status, method }: DomainRow): EventInput['object'] => ({ id, domain, status, method })

/** Registers a domain. It counts once its proof was found. Throws `already_exists`, `conflict` above 50. */
export const createDomain = defineVerb({
  name: 'domains.create',
  permission: 'domains.write',
  input: createDomainInput,
  noted: ['already_exists'],
  output: domainAnswer,
  run: async ({ ctx, input }) => {
    // no event: a domain that nobody proved changes nothing.
    return write(ctx, async (tx) => {
      await tx.select({ id: organizations.id }).from(organizations).where(eq(organizations.id, ctx.organizationId)).for('update')
      const [known] = await tx
        .select()
        .from(domains)
        .where(inScope(domains, ctx, eq(domains.domain, input.domain)))
        .limit(1)
      if (known) throw new AppError('already_exists', 'This domain is registered already.', { extra: { existing_id: known.id } })
      const [has] = await tx.select({ n: count() }).from(domains).where(inScope(domains, ctx))
      if ((has?.n ?? 0) >= MOST_DOMAINS)
        throw new AppError('conflict', `An organisation has at most ${MOST_DOMAINS} domains in each environment. Remove one first.`)
      const [row] = await tx
        .insert(domains)
        .values({
          id: newId('domain', ctx.now),
          organization_id: ctx.organizationId,
          environment: ctx.environment,
          domain: input.domain,
          token: randomBytes(24).toString('base64url'),
          created_at: new Date(ctx.now),
        })
        .returning()
      return {
        result: { success: true as const, ...presentDomain(row!) },
        audit: {
          action: 'domain_registered',
          category: 'user',
          subject: { type: 'domain', id: row!.id },
          details: { domain: row!.domain },
        },
      }
    })
  },
})

/** The organisation's domains, newest first. */
export const listDomains = defineVerb({
  name: 'domains.list',
  permission: 'domains.read',
  input: z.strictObject(pageQuery),
  output: listOf(domain),
  run: async ({ ctx, input }) => {
    const after = decodeCursor(ctx, 'domains', input.cursor)
    const rows = await ctx.db
      .select()
      .from(domains)
      .where(inScope(domains, ctx, after ? lt(domains.id, after[0] as string) : undefined))
      .orderBy(desc(domains.id))
      .limit(input.limit + 1)
    return { success: true as const, ...pageOf(ctx, 'domains', rows, input.limit, presentDomain, (row) => [row.id]) }
  },
})

export const getDomain = defineVerb({
  name: 'domains.get',
  permission: 'domains.read',
  input: byId(),
  output: domainAnswer,
  run: async ({ ctx, input }) => {
    const row = await findScoped(ctx.db, domains, ctx, input.id)
    if (!row) throw notFound()
    return { success: true as const, ...presentDomain(row) }
  },
})

/** Looks for the proof of a domain now, and says what was found. Throws `not_found`. */
export const verifyDomain = defineVerb({
  name: 'domains.verify',
  permission: 'domains.write',
  input: byId(),
  output: domainAnswer,
  run: lookForProof,
})

/** As `verifyDomain`; `looks` are the ways to look, else those of this machine. */
export async function lookForProof({ ctx, input }: Given<ReturnType<typeof byId>>, looks?: Looks) {
  const row = await findScoped(ctx.db, domains, ctx, input.id)
  if (!row) throw notFound()
  const answer = (now: DomainRow) => ({ success: true as const, ...presentDomain(now) })
  return answer(
    await checkDomain(
      answering(ctx, (_, now: DomainRow) => answer(now)),
      row,
      looks,
    ),
  )
}

/** Looks for the proof, writes down what was found, and tells of what it changes. */
export async function checkDomain(ctx: Ctx, seen: DomainRow, looks?: Looks): Promise<DomainRow> {
  // Outside of the transaction: it waits for strangers.
  const found = await proveDomain(seen.domain, seen.token, looks)
  return write(ctx, async (tx) => {
    const row = await lockScoped(tx, domains, ctx, seen.id)
    if (!row) throw notFound()
    const at = new Date(Date.now())
    const since = row.failing_since ?? at
    const gone = row.status === 'verified' && at.getTime() - since.getTime() >= LOST_AFTER_MS
    const change = found.method
      ? { status: 'verified' as const, method: found.method, verified_at: at, failing_since: null }
      : {
          status: gone ? ('lost' as const) : row.status,
          ...(gone && { sign_on_since: null }),
          failing_since: row.status === 'pending' ? null : since,
        }
    const [now] = await tx
      .update(domains)
      .set({ ...change, problem: found.problem, checked_at: at })
      .where(inScope(domains, ctx, eq(domains.id, row.id)))
      .returning()
    const told = now!.status !== row.status && (now!.status === 'verified' ? 'domain.verified' : 'domain.lost')
    return {
      result: now!,
      audit: {
        action: found.method ? 'domain_verified' : gone ? 'domain_lost' : 'domain_not_proven',
        category: 'user',
        subject: { type: 'domain', id: row.id },
        details: { domain: row.domain, method: found.method },
        standing: [`domain:${row.id}`],
      },
      events: told ? [{ type: told, resource: { type: 'domain', id: row.id }, object: about(now!) }] : [],
    }
  })
}

/** Removes a domain: from now on no wallet is asked in its name, and what was asked is not taken. Throws `not_found`. */
export const deleteDomain = defineVerb({
  name: 'domains.delete',
  permission: 'domains.write',
  input: byId(),
  output: z.object({ success: z.literal(true), object: z.literal('domain'), id: z.string(), deleted: z.literal(true) }),
  run: async ({ ctx, input }) => {
    // no event: whoever removed it knows.
    return write(ctx, async (tx) => {
      const row = await lockScoped(tx, domains, ctx, input.id)
      if (!row) throw notFound()
      if (row.sign_on_since)
        throw new AppError('conflict', 'People sign on by this domain. An owner has to let go of it in the settings of the sign-on first.')
      await tx.delete(domains).where(inScope(domains, ctx, eq(domains.id, row.id)))
      return {
        result: { success: true as const, object: 'domain' as const, id: row.id, deleted: true as const },
        audit: {
          action: 'domain_removed',
          category: 'user',
          subject: { type: 'domain', id: row.id },
          details: { domain: row.domain },
          standing: [`domain:${row.id}`],
        },
      }
    })
  },
})

/** Refuses a domain that this organisation has not proven. The sandbox also takes `localhost`, with any port. */
export async function requireDomain(db: Queryable, ctx: Tenant & Pick<Ctx, 'world'>, domain: string): Promise<void> {
  if (ctx.world.tenant.ownsUnproven(domain)) return
  const [row] = await db
    .select({ id: domains.id })
    .from(domains)
    .where(inScope(domains, ctx, and(eq(domains.domain, domain), eq(domains.status, 'verified'))))
    .limit(1)
  if (!row)
    throw invalidField(
      '/domain',
      'not_registered',
      `${domain} is not a proven domain of your organisation. Register it with POST /v1/domains, put its proof in the DNS or in a file, and call POST /v1/domains/{id}/verify.`,
    )
}
