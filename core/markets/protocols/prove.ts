import { and, eq, ne, sql } from 'drizzle-orm'
import { z } from 'zod'
import { askToSign, readAsked, useChallenge } from '#core/identity/wallets/ask-to-sign.ts'
import { checkSignature } from '#core/identity/wallets/prove-control.ts'
import type { Ctx, Environment } from '#core/kernel/context.ts'
import { AppError, invalidField, notFound } from '#core/kernel/errors.ts'
import { byId, walletAddress } from '#core/kernel/fields.ts'
import { systemCtx } from '#core/kernel/system.ts'
import { recordEvents } from '#core/record/events/events.ts'
import { appendAudit } from '#core/record/log/append.ts'
import { write } from '#core/record/transaction.ts'
import { defineVerb } from '#core/record/verb.ts'
import type { Tx } from '#db/connect.ts'
import { type ContractProof, protocolPolicies } from '#db/schema.ts'
import { findScoped, inScope, lockScoped } from '#db/scoped.ts'
import { readKeeper, stillKeeps } from './keeper.ts'
import { type ProtocolRow, presentProtocol, protocolAnswer, sameContract } from './present.ts'

const protocolChallengeInput = z.strictObject({
  chain_id: z.number().int().positive().max(2_147_483_647).meta({ description: 'The chain of the contract, such as 1' }),
  contract_address: walletAddress.meta({ description: 'A contract that the policy lists' }),
  wallet_address: walletAddress.meta({
    description: 'Its owner or admin, a plain account or a contract; of a contract without either, who deployed it',
  }),
})

/** A message that names protocol and contract, for the wallet that controls the contract to sign within ten minutes. */
export const challengeProtocol = defineVerb({
  name: 'protocols.challenge',
  permission: 'protocols.write',
  input: byId('Protocol id, ptc_…').extend(protocolChallengeInput.shape),
  output: z.object({
    success: z.literal(true),
    object: z.literal('protocol_challenge'),
    message: z.string().meta({ description: 'To be signed as it is' }),
    nonce: z.string(),
    expires_at: z.string(),
  }),
  run: async ({ ctx, input }) => {
    const row = await findScoped(ctx.db, protocolPolicies, ctx, input.id)
    if (!row) throw notFound()
    const contract = { chain_id: input.chain_id, address: input.contract_address.canonical }
    requireListed(row, contract)
    if (input.wallet_address.family !== 'evm')
      throw invalidField('/wallet_address', 'invalid_address', 'Contracts that take permits are controlled by wallets of EVM chains.')
    const wallet = input.wallet_address.canonical
    // no event: asking for a message to sign changes nothing; proving control does.
    return write(ctx, async (tx) => {
      const asked = await askToSign(tx, ctx, {
        address: wallet,
        chainId: contract.chain_id,
        statement: `I control the contract ${contract.address} on chain ${contract.chain_id} and let the protocol ${row.id} give out permits for it.`,
        purpose: ['protocol', row.id, contract.chain_id, contract.address],
      })
      return {
        result: { success: true as const, object: 'protocol_challenge' as const, ...asked },
        audit: {
          action: 'protocol_challenge',
          category: 'system',
          subject: { type: 'protocol', id: row.id },
          details: { nonce: asked.nonce },
        },
      }
    })
  },
})

const protocolProveInput = z.strictObject({
  message: z.string().max(4096),
  signature: z.string().max(20_000).meta({ description: 'Of the wallet, over the message; smart wallets sign by EIP-1271 or EIP-6492' }),
  deployment_transaction: z
    .string()
    .regex(/^0x[0-9a-fA-F]{64}$/, 'Give the hash of a transaction: 0x and 64 hex digits.')
    .optional()
    .meta({ description: 'Of a contract with neither owner nor admin: the transaction by which the wallet made it' }),
})

/**
 * Proves that a listed contract is the organisation's: a wallet signed, and in production the contract itself says that the wallet is
 * its owner or admin, or where it has neither, the chain says that the wallet made it. An earlier proof of another organisation ends
 * when its wallet does not control the contract any more. Throws `signature_invalid`, `nonce_expired`, `signer_mismatch`,
 * `conflict`, `chain_not_configured`, `not_ready`.
 */
export const proveProtocol = defineVerb({
  name: 'protocols.prove',
  permission: 'protocols.write',
  input: byId('Protocol id, ptc_…').extend(protocolProveInput.shape),
  output: protocolAnswer,
  run: async ({ ctx, input }) => {
    const { nonce, address: wallet, about: of } = await readAsked(ctx.db, ctx, input.message, ['protocol', input.id])
    const contract = { chain_id: Number(of[0]), address: of[1]! }
    const { message, signature, deployment_transaction: transaction } = input
    await checkSignature(ctx, { message, signature, nonce, address: wallet })
    const role = await readKeeper(ctx, { ...contract, wallet, transaction: transaction ?? null })
    const lapsed: string[] = []
    for (const held of await othersWith(ctx.db, ctx, contract, 'proofs'))
      if (!(await stillKeeps(ctx, held.proofs.find(sameContract(contract))!))) lapsed.push(held.id)
    return write(ctx, async (tx) => {
      // Two organisations that prove one contract at one moment: the second sees the first.
      await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('protocol contracts', 0))`)
      await useChallenge(tx, ctx, nonce)
      const row = await lockScoped(tx, protocolPolicies, ctx, input.id)
      if (!row) throw notFound()
      requireListed(row, contract)
      await endOthers(tx, ctx, contract, lapsed)
      const proof: ContractProof = {
        ...contract,
        wallet,
        role,
        ...(role === 'deployer' && { transaction: transaction! }),
        proven_at: new Date(ctx.now).toISOString(),
        proven_by: ctx.actor.id,
      }
      const proofs = [...row.proofs.filter((one) => !sameContract(contract)(one)), proof]
      await tx
        .update(protocolPolicies)
        .set({ proofs })
        .where(inScope(protocolPolicies, ctx, eq(protocolPolicies.id, row.id)))
      return {
        result: presentProtocol({ ...row, proofs }),
        audit: {
          action: 'protocol_contract_proven',
          category: 'system',
          subject: { type: 'protocol', id: row.id },
          details: { ...contract, wallet, role },
          standing: [`protocol_proofs:${row.id}`],
        },
        events: [
          { type: 'protocol.contract_proven', resource: { type: 'protocol', id: row.id }, object: { ...about(row, contract), role } },
        ],
      }
    })
  },
})

interface Contract {
  chain_id: number
  address: string
}
const about = (row: ProtocolRow, { chain_id, address }: Contract) => ({
  id: row.id,
  protocol_name: row.name,
  chain_id,
  contract_address: address,
})

function requireListed(row: ProtocolRow, contract: Contract): void {
  if (!row.policy.contracts?.some(sameContract(contract)))
    throw invalidField('/contract_address', 'contract_not_listed', `The policy of ${row.name} does not list this contract on this chain.`)
}

/** The protocols of other organisations that prove, or list, this contract. In the sandbox everybody has chains of their own. */
async function othersWith(db: Tx | Ctx['db'], ctx: Ctx, contract: Contract, where: 'proofs' | 'policy'): Promise<ProtocolRow[]> {
  if (!ctx.world.chain.real) return []
  const named = JSON.stringify([contract])
  const holds =
    where === 'proofs'
      ? sql`${protocolPolicies.proofs} @> ${named}::jsonb`
      : sql`${protocolPolicies.policy} -> 'contracts' @> ${named}::jsonb`
  return db
    .select()
    .from(protocolPolicies)
    .where(and(eq(protocolPolicies.environment, ctx.environment), ne(protocolPolicies.organization_id, ctx.organizationId), holds))
}

/** Ends what does not hold any more, and tells everybody else who lists the contract. Throws `conflict` where another proof holds. */
async function endOthers(tx: Tx, ctx: Ctx, contract: Contract, lapsed: readonly string[]): Promise<void> {
  const holders = await othersWith(tx, ctx, contract, 'proofs')
  if (holders.some(({ id }) => !lapsed.includes(id)))
    throw new AppError(
      'conflict',
      'Another organisation proved that it controls this contract, and its wallet still does. Take that wallet’s role from it on chain, then prove again.',
    )
  const listed = await othersWith(tx, ctx, contract, 'policy')
  for (const row of new Map([...holders, ...listed].map((one) => [one.id, one])).values()) {
    const proofs = row.proofs.filter((one) => !sameContract(contract)(one))
    const had = proofs.length < row.proofs.length
    if (had) await tx.update(protocolPolicies).set({ proofs }).where(eq(protocolPolicies.id, row.id))
    const scope = { organizationId: row.organization_id, environment: row.environment as Environment }
    const theirs = systemCtx(ctx.services, { id: 'protocols', ...scope })
    const subject = { type: 'protocol', id: row.id }
    await appendAudit(tx, theirs, [
      {
        action: 'protocol_contract_taken',
        category: 'system',
        subject,
        details: { ...contract, had_proof: had },
        standing: [`protocol_proofs:${row.id}`],
      },
    ])
    const object = { ...about(row, contract), had_proof: had }
    await recordEvents(tx, theirs, [{ type: 'protocol.contract_taken', resource: subject, object }])
  }
}
