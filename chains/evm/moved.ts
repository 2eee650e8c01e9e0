/** What a transaction moved, as its logs say: ERC-20, ERC-721 and ERC-1155. */
import { decodeEventLog, getAddress, type Log, parseAbi, zeroAddress } from 'viem'
import type { Moved } from '../adapter.ts'

/** keccak-256 of Transfer(address,address,uint256). */
const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const MULTI = parseAbi([
  'event TransferSingle(address indexed operator, address indexed from, address indexed to, uint256 id, uint256 value)',
  'event TransferBatch(address indexed operator, address indexed from, address indexed to, uint256[] ids, uint256[] values)',
])

/** The movements in a receipt's logs, in their order. Logs of any other form move nothing. */
export const movedBy = (logs: readonly Pick<Log, 'address' | 'topics' | 'data'>[]): Moved[] => logs.flatMap(readLog)

function readLog({ address, topics, data }: Pick<Log, 'address' | 'topics' | 'data'>): Moved[] {
  const whole = (from: string, to: string, id: bigint | null, units: bigint): Moved => ({
    token: getAddress(address),
    id,
    from: from === zeroAddress ? null : getAddress(from),
    to: to === zeroAddress ? null : getAddress(to),
    units,
    // One of an NFT is one.
    decimals: id === null ? null : 0,
  })
  const [topic, from, to, id] = topics
  if (topic === TRANSFER && from && to) {
    const [sender, recipient] = [from, to].map((one) => `0x${one.slice(26)}`) as [string, string]
    if (id) return [whole(sender, recipient, BigInt(id), 1n)]
    return /^0x[0-9a-f]{64}$/.test(data) ? [whole(sender, recipient, null, BigInt(data))] : []
  }
  try {
    const { eventName, args } = decodeEventLog({ abi: MULTI, topics, data })
    if (eventName === 'TransferSingle') return [whole(args.from, args.to, args.id, args.value)]
    return args.ids.flatMap((one, at) => (args.values[at] === undefined ? [] : [whole(args.from, args.to, one, args.values[at])]))
  } catch {
    return []
  }
}
