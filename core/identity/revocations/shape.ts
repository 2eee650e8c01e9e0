import { z } from 'zod'
import type { RevocationListRow } from './lists.ts'

const time = z.string()

/** A list of revoked certificates as answers show it. */
export const revocationListShape = z
  .object({
    id: z.string(),
    object: z.literal('revocation_list'),
    issuer: z.string().meta({ description: 'Thumbprint (SHA-256) of the certificate whose list it is' }),
    issuer_name: z.string(),
    anchor: z.string().meta({ description: '`identifier` of the trusted issuer at the top of its chain' }),
    source: z.enum(['fetched', 'imported']),
    url: z.string().nullable().meta({ description: 'Where it is published; null of an imported one' }),
    state: z.enum(['current', 'overdue', 'unavailable']).meta({
      description:
        '`overdue`: a newer one should be there by now. `unavailable`: none was ever had. Neither says that a certificate is good',
    }),
    number: z.string().nullable(),
    this_update: time.nullable(),
    next_update: time.nullable(),
    digest: z.string().nullable().meta({ description: 'SHA-256' }),
    revoked: z.number().int().nullable().meta({ description: 'How many certificates it names' }),
    failure: z
      .string()
      .nullable()
      .meta({ description: 'Why there is no newer one, where asking for it failed last', examples: ['unreachable'] }),
    imported_by: z.string().nullable(),
    kept_at: time.nullable(),
    tried_at: time,
    created_at: time,
  })
  .meta({ title: 'RevocationList' })

export const importedListAnswer = revocationListShape.extend({
  success: z.literal(true),
  evidence_withdrawn: z.number().int().meta({ description: 'How much rested on certificates that it names' }),
})
export type WireRevocationList = z.output<typeof revocationListShape>

/** By the time of the world: issuers know no sandbox clocks. */
export const presentList = (row: RevocationListRow): WireRevocationList => ({
  id: row.id,
  object: 'revocation_list',
  issuer: row.issuer,
  issuer_name: row.issuer_name,
  anchor: row.anchor,
  source: row.url === null ? 'imported' : 'fetched',
  url: row.url,
  state: !row.next_update ? 'unavailable' : row.next_update.getTime() > Date.now() ? 'current' : 'overdue',
  number: row.number,
  this_update: row.this_update?.toISOString() ?? null,
  next_update: row.next_update?.toISOString() ?? null,
  digest: row.digest,
  revoked: row.revoked,
  failure: row.failure,
  imported_by: row.imported_by,
  kept_at: row.kept_at?.toISOString() ?? null,
  tried_at: row.tried_at.toISOString(),
  created_at: row.created_at.toISOString(),
})
