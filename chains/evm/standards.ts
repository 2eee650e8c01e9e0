/** What to call on a token of each standard. Interfaces only: the texts of the ERCs are in the public domain, their implementations are not. */
import { encodeFunctionData, parseAbi } from 'viem'
import type { ControlOperation, ControlRequest, Hex, MintRequest, StandardId } from '../adapter.ts'

const ERC20 = parseAbi([
  'function balanceOf(address account) view returns (uint256)',
  'function transfer(address to, uint256 amount) returns (bool)',
  'function mint(address to, uint256 amount)',
  'function paused() view returns (bool)',
  'function pause()',
  'function unpause()',
  'event Transfer(address indexed from, address indexed to, uint256 value)',
])

/** ERC-1404 with ERC-7943's control, as CompliantToken has them. */
export const ERC1404 = parseAbi([
  'function detectTransferRestriction(address from, address to, uint256 amount) view returns (uint8)',
  'function messageForTransferRestriction(uint8 code) view returns (string)',
  'function mint(address to, uint256 amount)',
  'function setPaused(bool paused)',
  'function setWalletFrozen(address account, bool frozen)',
  'function setFrozenTokens(address account, uint256 amount) returns (bool)',
  'function forcedTransfer(address from, address to, uint256 amount) returns (bool)',
  'function getFrozenTokens(address account) view returns (uint256)',
  'function burn(address from, uint256 amount)',
])

export const ERC3643 = parseAbi([
  'function mint(address to, uint256 amount)',
  'function pause()',
  'function unpause()',
  'function paused() view returns (bool)',
  'function setAddressFrozen(address account, bool freeze)',
  'function freezePartialTokens(address account, uint256 amount)',
  'function unfreezePartialTokens(address account, uint256 amount)',
  'function forcedTransfer(address from, address to, uint256 amount) returns (bool)',
  'function burn(address account, uint256 amount)',
  'function isFrozen(address account) view returns (bool)',
  'function getFrozenTokens(address account) view returns (uint256)',
  'function identityRegistry() view returns (address)',
  'function compliance() view returns (address)',
])
export const IDENTITY_REGISTRY = parseAbi(['function isVerified(address account) view returns (bool)'])

type EvmStandard = Exclude<StandardId, 'spl_token_2022'>

/** Calldata of an issue: the same function in all three. */
export const encodeMint = (request: MintRequest): Hex =>
  encodeFunctionData({ abi: ERC20, functionName: 'mint', args: [request.to as Hex, request.amount] })

/** Calldata of a control act, or null when the standard has none. Without `amount`, freezing concerns the whole wallet. Throws RangeError when a part is missing. */
export function encodeControl(operation: ControlOperation, standard: EvmStandard, p: ControlRequest): Hex | null {
  switch (operation) {
    case 'pause':
    case 'unpause':
      return encodePause(operation, standard)
    case 'freeze':
    case 'unfreeze':
      return encodeFreeze(operation === 'freeze', standard, need(p.account, 'account'), p)
    case 'force_transfer': {
      if (standard === 'erc20') return null
      return encodeFunctionData({
        abi: ERC3643,
        functionName: 'forcedTransfer',
        args: [need(p.account, 'account'), need(p.to, 'to'), needAmount(p.amount)],
      })
    }
    case 'burn':
      if (standard === 'erc20') return null
      return encodeFunctionData({ abi: ERC3643, functionName: 'burn', args: [need(p.account, 'account'), needAmount(p.amount)] })
  }
}

function encodePause(operation: 'pause' | 'unpause', standard: EvmStandard): Hex {
  if (standard === 'erc1404') return encodeFunctionData({ abi: ERC1404, functionName: 'setPaused', args: [operation === 'pause'] })
  return encodeFunctionData({ abi: ERC3643, functionName: operation })
}

function encodeFreeze(freeze: boolean, standard: EvmStandard, account: Hex, { amount, frozen }: ControlRequest): Hex | null {
  if (standard === 'erc20') return null
  if (amount === undefined) {
    return standard === 'erc1404'
      ? encodeFunctionData({ abi: ERC1404, functionName: 'setWalletFrozen', args: [account, freeze] })
      : encodeFunctionData({ abi: ERC3643, functionName: 'setAddressFrozen', args: [account, freeze] })
  }
  // ERC-7943 sets the frozen amount as a whole; ERC-3643 adds to it or takes from it.
  if (standard === 'erc1404') {
    if (frozen === undefined) throw new RangeError('what is frozen already is needed')
    const after = freeze ? frozen + amount : frozen > amount ? frozen - amount : 0n
    return encodeFunctionData({ abi: ERC1404, functionName: 'setFrozenTokens', args: [account, after] })
  }
  return encodeFunctionData({
    abi: ERC3643,
    functionName: freeze ? 'freezePartialTokens' : 'unfreezePartialTokens',
    args: [account, amount],
  })
}

function need(address: string | undefined, name: string): Hex {
  if (address === undefined) throw new RangeError(`${name} is needed`)
  return address as Hex
}
function needAmount(amount: bigint | undefined): bigint {
  if (amount === undefined || amount <= 0n) throw new RangeError('an amount above zero is needed')
  return amount
}
