import { createPublicKey, type JsonWebKey, type KeyObject, X509Certificate } from 'node:crypto'
import { trustedIssuers } from '#db/schema.ts'
import { inScope } from '#db/scoped.ts'
import { issuersInForce } from './in-force.ts'
import type { IssuerSource, WalletIssuer } from './source.ts'

/** Those whom two people of the tenant let in, and nobody else. */
export const recordedIssuers: IssuerSource = {
  simulated: false,
  publishes: async () => null,
  async of(db, ctx, kind) {
    const rows = await db
      .select()
      .from(trustedIssuers)
      .where(inScope(trustedIssuers, ctx, issuersInForce(kind)))
      .orderBy(trustedIssuers.id)
    return rows.map((row): WalletIssuer => {
      const { level, ial, eidas, country, identifier, revocation } = row
      const pinned = pinnedBy(row.material)
      const voucher = { kind: 'issuer' as const, name: row.name, id: row.id }
      const types = kind === 'accreditation' ? Object.keys(row.claims) : []
      return {
        kind,
        types,
        level,
        ial,
        eidas,
        country,
        revocation,
        identifier,
        thumbprint: identifier.toLowerCase(),
        ...pinned,
        voucher,
        simulated: false,
      }
    })
  },
}

/** The certificate (PEM) or key (JWK) that is kept with an issuer. What cannot be read vouches for nothing. */
function pinnedBy(material: string | null): { certificate: X509Certificate | null; key: KeyObject | null } {
  try {
    if (material?.includes('BEGIN CERTIFICATE')) return { certificate: new X509Certificate(material), key: null }
    if (material) return { certificate: null, key: createPublicKey({ key: JSON.parse(material) as JsonWebKey, format: 'jwk' }) }
  } catch {
    // Known by its thumbprint alone.
  }
  return { certificate: null, key: null }
}
