import type { trustLists } from '#db/schema.ts'
import type { WireTrustedIssuer, WireTrustList } from './shape.ts'
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
  list_id: row.list_id,
  state: row.state,
  author: row.author,
  approved_by: row.approved_by,
  approved_at: row.approved_at?.toISOString() ?? null,
  ended_by: row.ended_by,
  ended_at: row.ended_at?.toISOString() ?? null,
  created_at: row.created_at.toISOString(),
})

export const presentTrustList = (row: typeof trustLists.$inferSelect): WireTrustList => ({
  id: row.id,
  object: 'trust_list',
  kind: row.kind,
  format: row.format,
  operator: row.operator,
  territory: row.territory,
  state: row.next_update.getTime() > Date.now() ? 'current' : 'overdue',
  sequence: row.sequence,
  issued_at: row.issued_at.toISOString(),
  next_update: row.next_update.toISOString(),
  digest: row.digest,
  authority: row.authority,
  signer: row.signer,
  imported_by: row.imported_by,
  imported_at: row.imported_at.toISOString(),
  created_at: row.created_at.toISOString(),
})
