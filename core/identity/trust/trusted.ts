import { and, eq } from 'drizzle-orm'
import type { Tenant } from '#core/kernel/context.ts'
import { issuersInForce } from '#core/sources/issuers/in-force.ts'
import type { Queryable } from '#db/connect.ts'
import { trustedIssuers, type Voucher } from '#db/schema.ts'
import { inScope } from '#db/scoped.ts'
import type { Claims } from './claims.ts'

export type TrustedIssuerRow = typeof trustedIssuers.$inferSelect
export type TrustedKind = TrustedIssuerRow['kind']

/** The issuers of a kind whose word counts for a tenant now: proposed ones do not yet, ended ones no more. */
export const trustedOf = (db: Queryable, scope: Tenant, kind: TrustedKind): Promise<TrustedIssuerRow[]> =>
  db
    .select()
    .from(trustedIssuers)
    .where(inScope(trustedIssuers, scope, issuersInForce(kind)))
    .orderBy(trustedIssuers.id)

/** The issuer of a kind that is recognised by this, if its word counts now. Addresses with their checksum, thumbprints in lower case. */
export async function findTrusted(
  db: Queryable,
  scope: Tenant,
  kind: TrustedKind,
  identifier: string,
  chainId: number | null = null,
): Promise<TrustedIssuerRow | null> {
  const t = trustedIssuers
  const rows = await db
    .select()
    .from(t)
    .where(inScope(t, scope, and(issuersInForce(kind), eq(t.identifier, identifier))))
    .orderBy(t.id)
  return rows.find((row) => row.chain_id === chainId) ?? null
}

/** How evidence names the issuer that it rests on: by this it is taken back when the issuer is let go. */
export const voucherOf = (row: Pick<TrustedIssuerRow, 'id' | 'name'>): Voucher => ({ kind: 'issuer', name: row.name, id: row.id })

export const claimsOf = (row: Pick<TrustedIssuerRow, 'claims'>): Claims => row.claims as Claims
