import { z } from 'zod'
import { invalidField } from '#core/kernel/errors.ts'
import { country, walletAddress } from '#core/kernel/fields.ts'
import type { ProtocolTerms } from '#db/schema.ts'

export const protocolTerms = {
  min_level: z
    .enum(['defi-basic', 'defi-enhanced', 'defi-institutional'])
    .nullable()
    .meta({ description: 'The least level for every action but leaving; it can raise what the default policy asks, not lower it' }),
  blocked_countries: z.array(country).max(250).meta({ description: 'No wallets of these countries; they may still leave' }),
  contracts: z
    .array(
      z.strictObject({
        chain_id: z
          .number()
          .int()
          .positive()
          .max(2 ** 53 - 1),
        address: walletAddress,
      }),
    )
    .max(50)
    .meta({
      description:
        'The contracts permits are made for. Once one is listed, no other contract gets one under this name. In production a contract gets none before its control is proven with challenge and prove; then no other organisation gets one for it',
    }),
  paused: z.boolean().meta({ description: 'While true every check of this protocol answers 409 protocol_paused' }),
}
type Terms = z.output<z.ZodObject<typeof protocolTerms>>

/** The terms as they are kept. Throws `validation_failed` for a contract that is not of an EVM chain. */
export function keptTerms(input: Omit<Terms, 'paused'>): ProtocolTerms {
  const contracts = input.contracts.map(({ chain_id, address }, at) => {
    if (address.family !== 'evm') throw invalidField(`/contracts/${at}/address`, 'invalid_address', 'Permits are for EVM contracts.')
    return { chain_id, address: address.canonical }
  })
  const key = (one: { chain_id: number; address: string }) => `${one.chain_id}:${one.address}`
  return {
    ...(input.min_level && { min_level: input.min_level }),
    blocked_countries: [...new Set(input.blocked_countries)].sort(),
    contracts: [...new Map(contracts.map((one) => [key(one), one])).values()],
  }
}
