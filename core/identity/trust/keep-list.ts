import { and, eq, inArray, notInArray } from 'drizzle-orm'
import type { Ctx } from '#core/kernel/context.ts'
import { invalidField } from '#core/kernel/errors.ts'
import { newId } from '#core/kernel/ids.ts'
import { listVerb } from '#core/record/list-verb.ts'
import type { AuditInput } from '#core/record/log/append.ts'
import type { Standing } from '#core/record/log/standing.ts'
import type { Tx } from '#db/connect.ts'
import { trustedIssuers, trustLists } from '#db/schema.ts'
import { inScope } from '#db/scoped.ts'
import { takeBackEvidence } from '../evidence/take-back.ts'
import { presentTrustList } from './present.ts'
import type { ListedKind, ProviderList } from './provider-list.ts'
import { trustListShape } from './shape.ts'

type TrustListRow = typeof trustLists.$inferSelect

interface Imported {
  kind: ListedKind
  list: ProviderList
  sha256: string
  signer: string
  authority: string
}

/**
 * Keeps which issue of a list was imported, in place of the one before, and lets go of the issuers that it names no more: ending takes one
 * person. The same file once more changes nothing. Throws `validation_failed` for an older issue.
 */
export async function keepTrustList(
  tx: Tx,
  ctx: Ctx,
  { kind, list, sha256, signer, authority }: Imported,
  named: readonly string[],
): Promise<{ row: TrustListRow; ended: number; audit: AuditInput[] }> {
  const t = trustLists
  const [before] = await tx
    .select()
    .from(t)
    .where(inScope(t, ctx, and(eq(t.kind, kind), eq(t.scheme, list.scheme))))
    .for('update')
  if (before?.digest === sha256) return { row: before, ended: 0, audit: [] }
  if (before && list.sequence <= before.sequence)
    throw invalidField(
      '/file',
      'older',
      list.sequence < before.sequence
        ? `Number ${before.sequence} of this list is kept, and this is number ${list.sequence}: nobody goes back.`
        : `Another file with the number ${list.sequence} of this list is kept. Ask its operator which one counts.`,
    )
  const at = new Date(ctx.now)
  const said = {
    ...{ format: list.format, operator: list.operator, territory: list.territory, sequence: list.sequence },
    ...{ issued_at: new Date(list.issued), next_update: new Date(list.nextUpdate), digest: sha256, signer, authority },
    ...{ imported_by: ctx.actor.id, imported_at: at },
  }
  const tenant = { organization_id: ctx.organizationId, environment: ctx.environment }
  const [row] = before
    ? await tx
        .update(t)
        .set(said)
        .where(inScope(t, ctx, eq(t.id, before.id)))
        .returning()
    : await tx
        .insert(t)
        .values({ ...said, ...tenant, id: newId('trust_list', ctx.now), kind, scheme: list.scheme, created_at: at })
        .returning()
  const ended = await endUnnamed(tx, ctx, row!, named)
  return {
    row: row!,
    ended: ended.length,
    audit: [
      {
        action: 'trust_list_imported',
        category: 'system',
        subject: { type: 'trust_list', id: row!.id },
        details: { kind, format: list.format, sequence: list.sequence, before: before?.sequence ?? null, sha256, signer, ended },
        ...(ended.length && { standing: ended.map((id): Standing => `trusted_issuer:${id}`) }),
      },
    ],
  }
}

/** Issuers that came from the list and stand on it no more. */
async function endUnnamed(tx: Tx, ctx: Ctx, { id }: TrustListRow, named: readonly string[]): Promise<string[]> {
  const t = trustedIssuers
  const gone = and(
    eq(t.list_id, id),
    inArray(t.state, ['proposed', 'active']),
    named.length ? notInArray(t.identifier, [...named]) : undefined,
  )
  const rows = await tx
    .update(t)
    .set({ state: 'ended', ended_by: ctx.actor.id, ended_at: new Date(ctx.now) })
    .where(inScope(t, ctx, gone))
    .returning({ id: t.id })
  for (const row of rows) await takeBackEvidence(tx, ctx, { voucherId: row.id }, 'issuer_not_trusted')
  return rows.map((row) => row.id)
}

/** Lists of trust services that were imported, the newest known first: of each the issue that counts. */
export const listTrustLists = listVerb({
  name: 'trust_lists.list',
  permission: 'identity.read',
  table: trustLists,
  list: 'trust_lists',
  filters: {},
  item: trustListShape,
  present: (_, rows) => rows.map(presentTrustList),
})
