import type { WireTrustedIssuer } from './shape.ts'
import { claimsOf, type TrustedIssuerRow } from './trusted.ts'

export const presentIssuer = (row: TrustedIssuerRow): WireTrustedIssuer => ({
  id: row.id,
  object: 'trusted_issuer',
  kind: row.kind,
  name: row.name,
  identifier: row.identifier,
  chain_id: row.chain_id,
  contract: row.kind === 'eas' ? row.material : null,
  certificate: row.material?.startsWith('-----BEGIN') ? row.material : null,
  jwk: row.material?.startsWith('{') ? JSON.parse(row.material) : null,
  country: row.country,
  level: row.level,
  ial: row.ial,
  eidas: row.eidas,
  claims: claimsOf(row),
  revocation: row.revocation,
  state: row.state,
  author: row.author,
  approved_by: row.approved_by,
  approved_at: row.approved_at?.toISOString() ?? null,
  ended_by: row.ended_by,
  ended_at: row.ended_at?.toISOString() ?? null,
  created_at: row.created_at.toISOString(),
})
