import type { Ctx } from '#core/kernel/context.ts'
import { AppError } from '#core/kernel/errors.ts'
import { findReceipt } from '#core/record/chain-receipts.ts'
import { ADMIN, askContract, CONTROL } from '#core/securities/tokens/control.ts'
import type { ContractProof } from '#db/schema.ts'

interface Claim {
  chain_id: number
  address: string
  wallet: string
  /** By which the wallet says it made the contract. */
  transaction: string | null
}

/**
 * What makes a wallet a contract's keeper, asked on chain: its owner (ERC-173), the holder of DEFAULT_ADMIN_ROLE, or, of a contract
 * that knows neither, the account whose transaction made it. Who gave ownership up made nothing. `not_asked` in the sandbox.
 * Throws `signer_mismatch` when it is none of these, `validation_failed` where there is no contract, `chain_not_configured`, `not_ready`.
 */
export async function readKeeper(ctx: Ctx, { chain_id, address, wallet, transaction }: Claim): Promise<ContractProof['role']> {
  if (!ctx.world.chain.real) return 'not_asked'
  const called = `chain ${chain_id}`
  const { chain, ask, silent } = await askContract(ctx, { chainId: String(chain_id), address, called, field: '/contract_address' })
  if (!(await chain.serves())) throw silent()
  const contract = { address: address as `0x${string}`, abi: CONTROL }
  const [owner, admin] = await Promise.all([
    ask(chain.client.readContract({ ...contract, functionName: 'owner' })),
    ask(chain.client.readContract({ ...contract, functionName: 'hasRole', args: [ADMIN, wallet as `0x${string}`] })),
  ])
  if (owner?.toLowerCase() === wallet.toLowerCase()) return 'owner'
  if (admin) return 'admin'
  if (owner !== null || admin !== null) throw new AppError('signer_mismatch', 'This wallet is neither owner nor admin of the contract.')
  if (transaction === null)
    throw new AppError(
      'signer_mismatch',
      'The contract names neither an owner nor an admin. Send deployment_transaction, signed by the account that made it.',
    )
  const found = await findReceipt([chain], transaction)
  if (found === 'unanswered') throw silent()
  const made = found !== 'unknown' && found.receipt.status === 'success' ? found.receipt : null
  if (made?.contractAddress?.toLowerCase() !== address.toLowerCase() || made.from.toLowerCase() !== wallet.toLowerCase())
    throw new AppError('signer_mismatch', 'By this transaction the wallet did not make this contract.')
  return 'deployer'
}

/** Whether the wallet of a proof still controls its contract. Throws when that cannot be told. */
export async function stillKeeps(ctx: Ctx, proof: ContractProof): Promise<boolean> {
  return readKeeper(ctx, { ...proof, transaction: proof.transaction ?? null }).then(
    () => true,
    (error: unknown) => {
      if (error instanceof AppError && (error.code === 'signer_mismatch' || error.code === 'validation_failed')) return false
      throw error
    },
  )
}
