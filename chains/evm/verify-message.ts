import {
  BaseError,
  type Client,
  ExecutionRevertedError,
  encodeDeployData,
  erc6492SignatureValidatorAbi,
  erc6492SignatureValidatorByteCode,
  hashMessage,
  isErc6492Signature,
  recoverMessageAddress,
} from 'viem'
import { call } from 'viem/actions'
import type { SignatureVerdict } from '../sign-in.ts'

type Hex = `0x${string}`

/**
 * Whether `address` signed `message` (EIP-191).
 * A key of its own is checked without a chain. Any other signature may be a smart wallet's: only its contract can tell
 * (EIP-1271, or EIP-6492 before it is deployed), so without a client the answer is `chain_not_configured`, never "invalid".
 */
export async function verifyEvmMessage(p: {
  address: Hex
  message: string
  signature: string
  client?: Client | undefined
}): Promise<SignatureVerdict> {
  if (!/^0x([0-9a-fA-F]{2})+$/.test(p.signature) || p.signature.length > 20_000) return { result: 'invalid' }
  const signature = p.signature as Hex
  const recovered = await recover(p.message, signature)
  if (recovered === p.address) return { result: 'valid', method: 'eoa' }
  if (!p.client) return { result: 'unavailable', code: 'chain_not_configured', retryable: false, recovered }
  try {
    const data = encodeDeployData({
      abi: erc6492SignatureValidatorAbi,
      bytecode: erc6492SignatureValidatorByteCode,
      args: [p.address, hashMessage(p.message), signature],
    })
    const answer = await call(p.client, { data })
    if (answer.data !== '0x01') return { result: 'invalid' }
    return { result: 'valid', method: isErc6492Signature(signature) ? 'eip6492' : 'eip1271' }
  } catch (error) {
    // A revert is the validator's "no". Anything else means we could not ask.
    const reverted = error instanceof BaseError && error.walk((cause) => cause instanceof ExecutionRevertedError) !== null
    return reverted ? { result: 'invalid' } : { result: 'unavailable', code: 'rpc_error', retryable: true, recovered }
  }
}

async function recover(message: string, signature: Hex): Promise<Hex | null> {
  if (signature.length !== 132) return null
  try {
    return await recoverMessageAddress({ message, signature })
  } catch {
    return null
  }
}
