import { cashaddrToLegacy, hasBase58Checksum } from './cashaddr.ts'
import type { Chain, ListedEntity, ListedWallet, WalletHit, WalletIndex, WalletLookalike } from './entity.ts'

/** Tickers the publishers use, by chain. Tokens that live on several chains (USDT, USDC) are told apart by the address itself. */
const TICKER_CHAINS: Record<string, Chain> = {
  XBT: 'bitcoin',
  BTC: 'bitcoin',
  ETH: 'evm',
  ETC: 'evm',
  ARB: 'evm',
  BSC: 'evm',
  MATIC: 'evm',
  POL: 'evm',
  AVAX: 'evm',
  TRX: 'tron',
  SOL: 'solana',
  LTC: 'litecoin',
  BCH: 'bitcoin_cash',
  BSV: 'bitcoin_sv',
  BTG: 'bitcoin_gold',
  DASH: 'dash',
  ZEC: 'zcash',
  DOGE: 'dogecoin',
  XVG: 'verge',
  XMR: 'monero',
  XRP: 'ripple',
  XLM: 'stellar',
  BNB: 'bnb_beacon',
  ATOM: 'cosmos',
  ADA: 'cardano',
  DOT: 'polkadot',
  EOS: 'eos',
  NEO: 'neo',
  TON: 'ton',
}

const BECH32_CHAINS: Record<string, Chain> = {
  bc: 'bitcoin',
  tb: 'bitcoin',
  ltc: 'litecoin',
  bnb: 'bnb_beacon',
  cosmos: 'cosmos',
  addr: 'cardano',
  stake: 'cardano',
  zs: 'zcash',
  u: 'zcash',
}

const BASE58 = '[1-9A-HJ-NP-Za-km-z]'
const SHAPES: [RegExp, Chain][] = [
  [new RegExp(`^[13]${BASE58}{24,34}$`), 'bitcoin'],
  [new RegExp(`^T${BASE58}{33}$`), 'tron'],
  [new RegExp(`^[LM]${BASE58}{25,33}$`), 'litecoin'],
  [new RegExp(`^X${BASE58}{33}$`), 'dash'],
  [new RegExp(`^D${BASE58}{32,33}$`), 'dogecoin'],
  [new RegExp(`^t[13]${BASE58}{33}$`), 'zcash'],
  [new RegExp(`^[48]${BASE58}{94}$|^4${BASE58}{105}$`), 'monero'],
  [new RegExp(`^r${BASE58}{24,34}$`), 'ripple'],
  [new RegExp(`^${BASE58}{32,44}$`), 'solana'],
]

const EVM = /^0x[0-9a-f]{40}$/i
const BECH32 = /^([a-z]{1,16})1[02-9ac-hj-np-z]{6,120}$/
const CASHADDR = /^[qp][02-9ac-hj-np-z]{41}$/
const STELLAR = /^[GM][A-Z2-7]{55}$/

export type ReadAddress = { chain: Chain; address: string }

/**
 * One address out of what people paste: white space and invisible characters go, `bitcoin:…?amount=`, `ethereum:0x…@1`, CAIP-10 and
 * did:pkh wrappings go, and letters lose their case only where case carries nothing (EVM, bech32). Base58 keeps its case.
 */
export function readAddress(input: string): ReadAddress {
  const bare = unwrap(input.replace(/[\s\u200b-\u200f\u2060\ufeff]+/g, ''))
  if (EVM.test(bare)) return { chain: 'evm', address: bare.toLowerCase() }
  if (/^xdc[0-9a-f]{40}$/i.test(bare)) return { chain: 'evm', address: `0x${bare.slice(3).toLowerCase()}` }
  if (/^[0-9a-f]{40}$/i.test(bare)) return { chain: 'evm', address: `0x${bare.toLowerCase()}` }
  const oneCase = bare === bare.toUpperCase() ? bare.toLowerCase() : bare
  if (CASHADDR.test(oneCase)) return { chain: 'bitcoin_cash', address: oneCase }
  const bech32 = BECH32.exec(oneCase)
  const bech32Chain = bech32 ? BECH32_CHAINS[bech32[1]!] : undefined
  if (bech32Chain) return { chain: bech32Chain, address: oneCase }
  if (STELLAR.test(bare)) return { chain: 'stellar', address: bare }
  if (/^0x[0-9a-f]{41,64}$/i.test(bare)) return { chain: 'unknown', address: bare.toLowerCase() }
  return { chain: SHAPES.find(([shape]) => shape.test(bare))?.[1] ?? 'unknown', address: bare }
}

/** Chains whose base58 addresses end in a checksum. What only looks like Solana's and is not of 32 bytes is of a chain like these, or of none. */
const CHECKED: ReadonlySet<Chain> = new Set(['bitcoin', 'tron', 'litecoin', 'dash', 'dogecoin', 'zcash', 'solana'])
/** Shorter ones are rare, and one on OFAC's list is denied by its own checksum. */
const PLAIN_BASE58 = new RegExp(`^${BASE58}{32,}$`)

/**
 * Whether an address cannot be anybody's, because its own checksum denies it: mostly one whose letter case was changed on its way. Such a
 * text is on no list, so nothing may be concluded from that. Not for Solana's addresses of 32 bytes, which carry none.
 */
export const isMistyped = ({ chain, address }: ReadAddress): boolean =>
  CHECKED.has(chain) && PLAIN_BASE58.test(address) && !hasBase58Checksum(address)

function unwrap(text: string): string {
  const caip = /^(?:did:pkh:)?[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}:([-.%a-zA-Z0-9]{1,128})$/.exec(text)
  if (caip) return caip[1]!
  const uri = /^([a-zA-Z][a-zA-Z0-9+.-]*):(?:\/\/)?(.*)$/s.exec(text)
  if (!uri) return text
  const rest = uri[2]!
  const [path = '', query = ''] = rest.split('?', 2)
  // An ERC-20 transfer (EIP-681) names the token first; the one who is paid is in `address`.
  const payee = /\/transfer$/.test(path) ? /(?:^|&)address=([^&]+)/.exec(query)?.[1] : undefined
  return payee ?? path.replace(/^pay-/, '').replace(/[@/].*$/, '')
}

/** A listed address with its chain: the address's own shape where it settles the chain, the ticker where shapes are shared. */
export function listedWallet({ ticker, address }: { ticker: string; address: string }): ListedWallet {
  const read = readAddress(address)
  const named = TICKER_CHAINS[ticker.toUpperCase()]
  const shapeDecides = read.chain === 'evm' || named === undefined
  return { chain: shapeDecides ? read.chain : named, address: read.address, ticker: ticker.toUpperCase() }
}

/** What addresses are compared by. Both spellings of a Bitcoin Cash key hash share one key, so either finds the other. */
export function addressKey({ chain, address }: ReadAddress): string {
  return CASHADDR.test(address) && chain === 'bitcoin_cash' ? (cashaddrToLegacy(address) ?? address) : address
}

const ENDS_CHARS = 4
const NONE: readonly never[] = Object.freeze([])

/** Length of the part every address of the kind begins with: it says nothing about likeness. */
function leadOf({ chain, address }: ReadAddress): number {
  if (chain === 'evm') return 2
  const bech32 = BECH32.exec(address)
  return bech32 && BECH32_CHAINS[bech32[1]!] ? bech32[1]!.length + 2 : 0
}

function endsOf(read: ReadAddress): string | null {
  const lead = leadOf(read)
  if (read.address.length < lead + ENDS_CHARS * 3) return null
  return `${read.address.slice(0, lead + ENDS_CHARS)}…${read.address.slice(-ENDS_CHARS)}`
}

/** Builds the exact map of every digital-currency address of these entries. Matching is on the address alone: one key, any network. */
export function buildWalletIndex(entities: Iterable<ListedEntity>): WalletIndex {
  const exact = new Map<string, WalletHit[]>()
  const byEnds = new Map<string, WalletHit[]>()
  for (const entity of entities) {
    for (const wallet of entity.addresses) {
      const hit: WalletHit = { entity_id: entity.id, ...wallet }
      push(exact, addressKey(readAddress(wallet.address)), hit)
      const ends = endsOf(wallet)
      if (ends) push(byEnds, ends, hit)
    }
  }
  const find = (input: string): readonly WalletHit[] => {
    // Most questions arrive as plain lower-case addresses: one probe, no parsing.
    const plain = exact.get(input)
    if (plain) return plain
    if (input.length === 42 && EVM.test(input)) return exact.get(input.toLowerCase()) ?? NONE
    return exact.get(addressKey(readAddress(input))) ?? NONE
  }
  return {
    size: exact.size,
    lookup: find,
    lookalikes(input) {
      if (find(input).length > 0) return NONE
      const read = readAddress(input)
      const ends = endsOf(read)
      return (ends ? (byEnds.get(ends) ?? NONE) : NONE).map((hit) => lookalike(read.address, hit))
    },
  }
}

function push(map: Map<string, WalletHit[]>, key: string, hit: WalletHit): void {
  const hits = map.get(key)
  if (!hits) map.set(key, [hit])
  else if (!hits.some((h) => h.entity_id === hit.entity_id && h.ticker === hit.ticker)) hits.push(hit)
}

function lookalike(address: string, hit: WalletHit): WalletLookalike {
  let prefix = 0
  while (prefix < address.length && address[prefix] === hit.address[prefix]) prefix++
  let suffix = 0
  while (suffix < address.length && address.at(-1 - suffix) === hit.address.at(-1 - suffix)) suffix++
  return { ...hit, shared_prefix: prefix, shared_suffix: suffix }
}
