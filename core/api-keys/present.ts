import type { apiKeys } from '#db/schema.ts'

/** A key as lists show it: never the key itself, and never its hash. */
export interface ApiKey {
  id: string
  name: string
  key_prefix: string
  environment: string
  is_active: boolean
  scopes: string[]
  allowed_ips: string[]
  api_version: string
  expires_at: string | null
  created_at: string
  last_used_at: string | null
  last_used_ip: string | null
  last_used_route: string | null
  replaced_by: string | null
}

export function presentKey(row: typeof apiKeys.$inferSelect): ApiKey {
  return {
    id: row.id,
    name: row.name,
    key_prefix: row.key_prefix,
    environment: row.environment,
    is_active: row.is_active,
    scopes: row.scopes,
    allowed_ips: row.allowed_ips,
    api_version: row.api_version,
    expires_at: row.expires_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    last_used_at: row.last_used_at?.toISOString() ?? null,
    last_used_ip: row.last_used_ip,
    last_used_route: row.last_used_route,
    replaced_by: row.replaced_by,
  }
}
