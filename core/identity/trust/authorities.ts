import { createHash } from 'node:crypto'
import { and, eq, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Ctx } from '#core/kernel/context.ts'
import { AppError } from '#core/kernel/errors.ts'
import type { AuditInput } from '#core/record/log/append.ts'
import type { Standing } from '#core/record/log/standing.ts'
import type { Queryable, Tx } from '#db/connect.ts'
import { trustedIssuers, trustLists } from '#db/schema.ts'
import { inScope, lockName } from '#db/scoped.ts'
import { takeBackEvidence } from '../evidence/take-back.ts'
import { IMPORTED_KINDS, revocationField } from './shape.ts'

/** Authorities of governments' documents come in whole lists, of hundreds: a file keeps those by their digest. */
export const IN_LISTS = ['iaca', 'csca'] as const

/** Certificates that came in lists, as a file names them: what they are for, how many, and a digest that says which. */
export const authoritiesField = z.strictObject({
  kind: z.enum(IMPORTED_KINDS),
  list: z
    .strictObject({
      operator: z.string().max(500),
      territory: z.string().max(20),
      authority: z.string().max(64).meta({ description: 'Thumbprint of the operator’s certificate' }),
    })
    .nullable()
    .default(null)
    .meta({ description: 'The trust list that names them; null for a master list, a VICAL or certificates in PEM' }),
  revocation: revocationField,
  certificates: z.number().int().min(1).meta({ description: 'How many' }),
  sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .meta({ description: 'Of their thumbprints in order, one a line' }),
})
export type Authorities = z.output<typeof authoritiesField>

/** What such a group is recognised by. */
export const authoritiesKey = ({ kind, sha256 }: Pick<Authorities, 'kind' | 'sha256'>): string => `${kind} ${sha256}`

const t = trustedIssuers
/** What comes in lists, and what a trust list names: as a whole it is let in, and by its list it ends. */
const ofLists = or(inArray(t.kind, [...IN_LISTS]), isNotNull(t.list_id))

/** Those in force, each list's together, in the order of their keys. */
export async function authoritiesNow(db: Queryable, ctx: Ctx): Promise<Authorities[]> {
  const rows = await db
    .select({
      kind: t.kind,
      revocation: t.revocation,
      certificates: sql<number>`count(*)::int`,
      thumbprints: sql<string>`string_agg(${t.identifier}, chr(10) order by ${t.identifier} collate "C")`,
      operator: trustLists.operator,
      territory: trustLists.territory,
      authority: trustLists.authority,
    })
    .from(t)
    .leftJoin(trustLists, eq(trustLists.id, t.list_id))
    .where(inScope(t, ctx, and(eq(t.state, 'active'), ofLists)))
    .groupBy(t.kind, t.revocation, t.list_id, trustLists.operator, trustLists.territory, trustLists.authority)
  return rows
    .map(({ kind, revocation, certificates, thumbprints, operator, territory, authority }) => ({
      kind: kind as Authorities['kind'],
      list: operator === null ? null : { operator, territory: territory!, authority: authority! },
      ...{ revocation, certificates, sha256: createHash('sha256').update(thumbprints).digest('hex') },
    }))
    .sort((a, b) => (authoritiesKey(a) < authoritiesKey(b) ? -1 : 1))
}

/**
 * Has certificates of a list count as a file says: with another word on revocation, or not at all, and what rests on them is taken back.
 * Throws `version_conflict` where they are not the ones the plan was made from.
 */
export async function putAuthorities(
  tx: Tx,
  ctx: Ctx,
  { from, to }: { from: Authorities; to: Authorities | null },
  said: { by: string; countersigned_by?: string; case_id?: string },
): Promise<AuditInput[]> {
  await lockName(tx, ctx, 'trusted-issuers')
  const rows = await tx
    .select({ id: t.id, identifier: t.identifier, list: trustLists.authority })
    .from(t)
    .leftJoin(trustLists, eq(trustLists.id, t.list_id))
    .where(
      inScope(
        t,
        ctx,
        and(
          ...[eq(t.state, 'active'), eq(t.kind, from.kind), eq(t.revocation, from.revocation)],
          from.list ? eq(trustLists.authority, from.list.authority) : and(isNull(t.list_id), ofLists),
          from.list ? and(eq(trustLists.operator, from.list.operator), eq(trustLists.territory, from.list.territory)) : undefined,
        ),
      ),
    )
  const thumbprints = rows.map((row) => row.identifier).sort()
  if (createHash('sha256').update(thumbprints.join('\n')).digest('hex') !== from.sha256)
    throw new AppError('version_conflict', 'Authorities were imported or let go since this plan was made. Read them, and plan anew.')
  const ids = rows.map((row) => row.id)
  const these = inScope(t, ctx, inArray(t.id, ids))
  if (to) await tx.update(t).set({ revocation: to.revocation }).where(these)
  else {
    await tx
      .update(t)
      .set({ state: 'ended', ended_by: said.by, ended_at: new Date(ctx.now) })
      .where(these)
    for (const id of ids) await takeBackEvidence(tx, ctx, { voucherId: id }, 'issuer_not_trusted')
  }
  return [
    {
      action: to ? 'trusted_issuers_revocation_set' : 'trusted_issuers_ended',
      category: 'system',
      subject: { type: 'trusted_issuers', id: from.sha256 },
      details: {
        ...{ kind: from.kind, count: ids.length, from: from.revocation, to: to?.revocation ?? null },
        ...(to ? {} : { reason_code: 'not_in_policy' }),
        ...(said.countersigned_by && { asked_by: said.by, countersigned_by: said.countersigned_by, case_id: said.case_id! }),
      },
      standing: ids.map((id): Standing => `trusted_issuer:${id}`),
    },
  ]
}
