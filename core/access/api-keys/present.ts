import { z } from 'zod'
import type { Environment } from '#core/kernel/context.ts'
import type { apiKeys } from '#db/schema.ts'

/** A key as lists show it: never the key itself, and never its hash. */
export const apiKey = z.object({
  id: z.string(),
  name: z.string(),
  key_prefix: z.string(),
  environment: z.enum(['sandbox', 'production']),
  is_active: z.boolean(),
  scopes: z.array(z.string()),
  allowed_ips: z.array(z.string()),
  api_version: z.string(),
  expires_at: z.string().nullable(),
  created_at: z.string(),
  last_used_at: z.string().nullable(),
  last_used_ip: z.string().nullable(),
  last_used_route: z.string().nullable(),
  replaced_by: z.string().nullable(),
  service_account_id: z.string().nullable().meta({ description: 'The program it acts for; null for a key that acts for who made it' }),
})
export type ApiKey = z.output<typeof apiKey>

export function presentKey(row: typeof apiKeys.$inferSelect): ApiKey {
  return {
    id: row.id,
    name: row.name,
    key_prefix: row.key_prefix,
    environment: row.environment as Environment,
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
    service_account_id: row.service_account_id,
  }
}
