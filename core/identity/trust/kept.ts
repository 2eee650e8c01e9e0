import { and, asc, eq, isNull, notInArray } from 'drizzle-orm'
import type { Ctx } from '#core/kernel/context.ts'
import { newId } from '#core/kernel/ids.ts'
import type { AuditInput } from '#core/record/log/append.ts'
import type { Standing } from '#core/record/log/standing.ts'
import type { Queryable, Tx } from '#db/connect.ts'
import { trustedIssuers } from '#db/schema.ts'
import { inScope } from '#db/scoped.ts'
import { type IssuerNamed, recognised } from './add.ts'
import { IN_LISTS } from './authorities.ts'
import { endIssuer } from './manage.ts'
import { issuersKnown, type Proposed } from './propose.ts'
import { claimsOf, type TrustedIssuerRow } from './trusted.ts'

/** An issuer in the one form in which a file keeps it, whichever way somebody named it. Throws `validation_failed`. */
export const keptIssuer = (named: IssuerNamed, now: number): IssuerNamed => issuerNamed(recognised(named, now))

/** What an issuer is recognised by, beside its kind: no two of an organisation have the same. */
export const issuerKey = ({ kind, identifier, chain_id }: Pick<IssuerNamed, 'kind' | 'identifier' | 'chain_id'>): string =>
  [kind, identifier, ...(chain_id ? [chain_id] : [])].join(' ')

function issuerNamed(row: Proposed): IssuerNamed {
  const { kind, name, level, identifier, chain_id, country, ial, eidas, material } = row
  const certificate = material?.startsWith('-----BEGIN') ? material : null
  const jwk = material?.startsWith('{') ? (JSON.parse(material) as Record<string, unknown>) : null
  const claims = claimsOf(row)
  return {
    ...{ kind, name, level, identifier },
    ...(ial && { ial }),
    ...(eidas && { eidas }),
    ...(country && { country }),
    ...(chain_id !== null && { chain_id }),
    ...(certificate && { certificate, revocation: row.revocation }),
    ...(jwk && { jwk }),
    ...(kind === 'eas' && material && { contract: material as never }),
    ...(Object.keys(claims).length > 0 && { claims }),
  }
}

const ofFile = (ctx: Ctx) =>
  inScope(
    trustedIssuers,
    ctx,
    and(eq(trustedIssuers.state, 'active'), isNull(trustedIssuers.list_id), notInArray(trustedIssuers.kind, [...IN_LISTS])),
  )

/** Those in force that a file names, in the order of their keys. */
export async function keptIssuers(db: Queryable, ctx: Ctx): Promise<IssuerNamed[]> {
  const rows = await db.select().from(trustedIssuers).where(ofFile(ctx)).orderBy(asc(trustedIssuers.id))
  return rows.map(issuerNamed).sort((a, b) => (issuerKey(a) < issuerKey(b) ? -1 : 1))
}

/**
 * Has one issuer as a file says it: lets it in, lets another version of it go, or lets it go altogether. Two people were behind what it lets in,
 * but where one plays both.
 */
export async function putIssuer(
  tx: Tx,
  ctx: Ctx,
  { from, to }: { from: IssuerNamed | null; to: IssuerNamed | null },
  said: { by: string; countersigned_by?: string; case_id?: string },
): Promise<AuditInput[]> {
  const audit: AuditInput[] = []
  const known = await issuersKnown(tx, ctx, [(from ?? to)!.identifier!])
  const same = (row: TrustedIssuerRow) => issuerKey({ ...row, chain_id: row.chain_id ?? undefined }) === issuerKey((from ?? to)!)
  // One that is proposed already is as good as asked for: the file takes its place.
  for (const row of known.filter(same))
    audit.push((await endIssuer(tx, ctx, row, { by: said.by, reason_code: to ? 'replaced_by_policy' : 'not_in_policy' })).audit)
  if (!to) return audit
  const at = new Date(ctx.now)
  const [row] = await tx
    .insert(trustedIssuers)
    .values({
      ...recognised(to, ctx.now),
      ...{ id: newId('trusted_issuer', ctx.now), organization_id: ctx.organizationId, environment: ctx.environment, state: 'active' },
      ...{ author: said.by, created_at: at },
      ...(said.countersigned_by && { approved_by: said.countersigned_by, approved_at: at }),
    })
    .returning()
  const { kind, level, revocation, identifier, id } = row!
  audit.push({
    action: 'trusted_issuers_added',
    category: 'system',
    subject: { type: 'trusted_issuer', id },
    details: {
      ...{ kind, level, revocation, identifier, count: 1 },
      ...(said.countersigned_by && { asked_by: said.by, countersigned_by: said.countersigned_by, case_id: said.case_id! }),
    },
    standing: [`trusted_issuer:${id}` as Standing],
  })
  return audit
}
