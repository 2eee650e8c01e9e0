import { z } from 'zod'
import { nameHash } from '#credentials/permit.ts'
import type { ProtocolTerms, ProtocolVersion, protocolPolicies } from '#db/schema.ts'

export type ProtocolRow = typeof protocolPolicies.$inferSelect

/** Of a listed contract. */
export const PROOF_STATUSES = ['pending', 'proven'] as const

const terms = {
  min_level: z.enum(['defi-basic', 'defi-enhanced', 'defi-institutional']).nullable(),
  blocked_countries: z.array(z.string()),
  contracts: z.array(z.object({ chain_id: z.number().int(), address: z.string() })),
  paused: z.boolean(),
}

const version = z.object({
  version: z.number().int(),
  ...terms,
  since: z.string().meta({ description: 'From when it was in force' }),
})

/** A protocol and its policy. */
export const protocolAnswer = z.object({
  success: z.literal(true),
  id: z.string(),
  object: z.literal('protocol'),
  protocol_name: z.string(),
  version: z.number().int(),
  ...terms,
  contract_proofs: z
    .array(
      z.object({
        chain_id: z.number().int(),
        address: z.string(),
        status: z.enum(PROOF_STATUSES).meta({ description: 'In production only proven ones get permits; in the sandbox all' }),
        role: z
          .enum(['owner', 'admin', 'deployer', 'not_asked'])
          .nullable()
          .meta({ description: 'What made the wallet its keeper; the sandbox has no chain to ask' }),
        wallet_address: z.string().nullable().meta({ description: 'The wallet that signed' }),
        proven_at: z.string().nullable(),
      }),
    )
    .meta({ description: 'Of each listed contract, whether control is proven' }),
  policy_hash: z.string().meta({ description: 'keccak-256 of protocol_name: what permits carry as `policy`' }),
  versions: z.array(version).meta({ description: 'Newest first, the present one among them; the last hundred' }),
  created_at: z.string(),
  updated_at: z.string(),
})

export type ProtocolView = z.output<typeof protocolAnswer>

/** Whether a contract is this one. */
export const sameContract = (one: { chain_id: number; address: string }) => (other: { chain_id: number; address: string }) =>
  one.chain_id === other.chain_id && one.address === other.address

const termsOf = (terms: ProtocolTerms) => ({
  min_level: terms.min_level ?? null,
  blocked_countries: terms.blocked_countries ?? [],
  contracts: terms.contracts ?? [],
})

/** A protocol's policy as it stands, and each version of it, newest first. */
export function presentProtocol(row: ProtocolRow): ProtocolView {
  const now: ProtocolVersion = { version: row.version, policy: row.policy, paused: row.paused, since: row.updated_at.toISOString() }
  return {
    success: true,
    id: row.id,
    object: 'protocol',
    protocol_name: row.name,
    version: row.version,
    ...termsOf(row.policy),
    contract_proofs: (row.policy.contracts ?? []).map(({ chain_id, address }) => {
      const proof = row.proofs.find(sameContract({ chain_id, address }))
      return {
        chain_id,
        address,
        status: proof ? 'proven' : 'pending',
        role: proof?.role ?? null,
        wallet_address: proof?.wallet ?? null,
        proven_at: proof?.proven_at ?? null,
      }
    }),
    paused: row.paused,
    policy_hash: nameHash(row.name),
    versions: [...row.history, now].toReversed().map(({ policy, ...rest }) => ({ ...rest, ...termsOf(policy) })),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  }
}
