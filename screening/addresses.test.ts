import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { buildWalletIndex, isMistyped, listedWallet, readAddress } from './addresses.ts'
import { cashaddrToLegacy } from './cashaddr.ts'
import { displayAddress } from './eip55.ts'
import type { ListedEntity } from './entity.ts'
import { newEntity } from './lists/build.ts'
import { sharedData } from './lists/shared-data.ts'

const EVM = '0x901bb9583b24d97e995513c6778dc6888ab6870e'
const BTC = '1DT3tenf14cxz9WFNxmYrXFbB6TFiVWA9U'
const BECH32 = 'bc1qvlzfn6kmezv44d8kw0p5jsmxe6wchv3zc7gsxs'

function listed(id: string, wallets: [string, string][]): ListedEntity {
  const entity = newEntity({ list: 'us_ofac_sdn', id, type: 'person' })
  entity.addresses = wallets.map(([ticker, address]) => listedWallet({ ticker, address }))
  return entity
}

const index = buildWalletIndex([
  listed('1', [
    ['ETH', '0x901bb9583b24d97e995513c6778dc6888ab6870e'],
    ['XBT', BTC],
    ['XBT', BECH32],
  ]),
  listed('2', [
    ['USDC', '0x901bb9583b24d97e995513c6778dc6888aB6870E'],
    ['BCH', 'qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a'],
  ]),
])
const ids = (input: string) => index.lookup(input).map((hit) => hit.entity_id)

describe('an address is found however it is written', () => {
  it.each([
    EVM,
    EVM.toUpperCase().replace('0X', '0x'),
    displayAddress({ chain: 'evm', address: EVM }),
    `  ${EVM}\n`,
    `\u200b${EVM}`,
    EVM.slice(2),
    EVM.replace('0x', 'xdc'),
    `ethereum:${EVM}@1`,
    `ethereum:pay-${EVM}@1?value=2e18`,
    `ethereum:0xdac17f958d2ee523a2206206994597c13d831ec7@1/transfer?address=${EVM}&uint256=1`,
    `eip155:1:${EVM}`,
    `did:pkh:eip155:1:${EVM}`,
  ])('%j', (input) => expect(ids(input)).toEqual(['us_ofac_sdn:1', 'us_ofac_sdn:2']))

  it.each([
    BTC,
    `bitcoin:${BTC}?amount=0.1`,
    `bip122:000000000019d6689c085ae165831e93:${BTC}`,
    BECH32,
    BECH32.toUpperCase(),
    `BITCOIN:${BECH32.toUpperCase()}`,
  ])('%j', (input) => expect(ids(input)).toEqual(['us_ofac_sdn:1']))

  it('case carries meaning in base58, and mixed case is no bech32', () => {
    expect(ids(BTC.toLowerCase())).toEqual([])
    expect(ids(BECH32.replace('bc1qv', 'bc1qV'))).toEqual([])
  })

  it('C10 an address that its own checksum denies is known as one, so that it is never cleared', () => {
    const whole = [BTC, 'LNwgtMxcKUQ51dw7bQL1yPQjBVZh6QEqsd', 'XnPFsRWTaSgiVauosEwQ6dEitGYXgwznz2', 't1MMXtBrSp1XG38Lx9cePcNUCJj5vdWfUWL']
    for (const address of whole) {
      expect([address, isMistyped(readAddress(address))]).toEqual([address, false])
      for (const other of [address.toLowerCase(), `${address.slice(0, -1)}${address.endsWith('z') ? 'y' : 'z'}`])
        if (readAddress(other).chain !== 'unknown') expect([other, isMistyped(readAddress(other))]).toEqual([other, true])
    }
    for (const address of [EVM, BECH32, 'qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a']) expect(isMistyped(readAddress(address))).toBe(false)
  })

  it('both spellings of a Bitcoin Cash key hash are one address (vectors of the CashAddr specification)', () => {
    const legacy = '1BpEi6DfDAUFd7GtittLSdBeYJvcoaVggu'
    expect(cashaddrToLegacy('qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a')).toBe(legacy)
    expect(cashaddrToLegacy('ppm2qsznhks23z7629mms6s4cwef74vcwvn0h829pq')).toBe('3CWFddi6m4ndiGyKqzYvsFYagqDLPVMTzC')
    expect(cashaddrToLegacy('qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6q')).toBeNull()
    expect(ids(legacy)).toEqual(['us_ofac_sdn:2'])
    expect(ids('bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a')).toEqual(['us_ofac_sdn:2'])
    expect(ids('qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6q')).toEqual([])
  })
})

describe('chains', () => {
  it.each([
    ['USDT', 'TA39q3p75XRSWYAEaSF7dANtyksoa3sLge', 'tron'],
    ['USDT', EVM, 'evm'],
    ['USDT', BTC, 'bitcoin'],
    ['ETC', EVM, 'evm'],
    ['ARB', EVM, 'evm'],
    ['DOGE', 'DHzAVdEoL3PjGeLWNdEJwwMA1CeQ9J9Cpo', 'dogecoin'],
    ['XVG', 'DFFJhnQNZf8rf67tYnesPu7MuGUpYtzv7Z', 'verge'],
    ['BSV', '12sjrrhoFEsedNRhtgwvvRqjFTh8fZTDX9', 'bitcoin_sv'],
    ['BNB', 'bnb136ns6lfw4zs5hg4n85vdthaad7hq5m4gtkgf23', 'bnb_beacon'],
    ['SOL', '42RLPACwZPx3vYYmxSueqsogfynBDqXK298EDsNoyoHi', 'solana'],
    ['XMR', '5be5543ff73456ab9f2d207887e2af87322c651ea1a873c5b25b7ffae456c320', 'monero'],
    ['NEWCOIN', 'weird~address', 'unknown'],
  ])('%s %s is %s', (ticker, address, chain) => expect(listedWallet({ ticker, address }).chain).toBe(chain))

  it('EIP-55 for people, lower case for machines', () => {
    expect(displayAddress({ chain: 'evm', address: '0x5ea15ea15ea15ea15ea15ea15ea15ea100002001' })).toBe(
      '0x5Ea15EA15eA15ea15EA15Ea15EA15eA100002001',
    )
    expect(displayAddress({ chain: 'bitcoin', address: BTC })).toBe(BTC)
  })
})

describe('look-alikes are told apart from matches', () => {
  it('names the listed address that a poisoned one imitates', () => {
    const poisoned = `${EVM.slice(0, 6)}${'1'.repeat(32)}${EVM.slice(-4)}`
    expect(index.lookup(poisoned)).toEqual([])
    expect(index.lookalikes(poisoned)[0]).toMatchObject({ entity_id: 'us_ofac_sdn:1', shared_prefix: 6, shared_suffix: 4 })
    expect(index.lookalikes(EVM)).toEqual([])
    expect(index.lookalikes('0x0000000000000000000000000000000000000001')).toEqual([])
    expect(index.lookalikes('')).toEqual([])
  })
})

describe('any text at all', () => {
  it('is read without failing, and reading twice changes nothing', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 80 }), (text) => {
        const once = readAddress(text)
        if (!once.address.includes(':')) expect(readAddress(once.address).address).toBe(once.address)
        expect(index.lookup(text)).toEqual([])
        index.lookalikes(text)
      }),
      { numRuns: 2000, seed: 7 },
    )
  })
})

const rows = sharedData('screening/crypto.dev.jsonl.gz')
const all = sharedData('lists/crypto/ofac_all_addresses_2026-08-08.json.gz')
const whenPresent = rows && all ? describe : describe.skip
if (!rows) console.info('The shared data folder is absent: the labelled wallets are not checked.')

whenPresent('the labelled development wallets', () => {
  type Row = { query: string; expected_uid: string | null; variation: string }
  type Source = { addresses: { address: string; entity_id: number; ofac_tickers: string[] }[] }
  const queries: Row[] = (rows?.toString('utf8').trim().split('\n') ?? []).map((line) => JSON.parse(line))
  const source: Source = JSON.parse(all?.toString('utf8') ?? '{"addresses":[]}')
  const real = buildWalletIndex(
    source.addresses.map((a) =>
      listed(
        String(a.entity_id),
        a.ofac_tickers.map((t): [string, string] => [t, a.address]),
      ),
    ),
  )

  it('are all found, and nothing else is', () => {
    expect(real.size).toBe(961)
    const wrong = queries.filter(({ query, expected_uid }) => {
      const found = real.lookup(query).map((hit) => hit.entity_id.replace('us_ofac_sdn', 'ofac'))
      return expected_uid ? !found.includes(expected_uid) : found.length > 0
    })
    expect(wrong).toEqual([])
    expect(queries).toHaveLength(2405)
  })

  it('every listed address has a chain, and its display form finds it', () => {
    for (const { address, ofac_tickers } of source.addresses) {
      const wallet = listedWallet({ ticker: ofac_tickers[0]!, address })
      expect(wallet.chain).not.toBe('unknown')
      expect(real.lookup(displayAddress(wallet))).not.toEqual([])
    }
  })

  it('poisoned addresses are mostly recognised as look-alikes, random ones never', () => {
    const share = (variation: string) => {
      const of = queries.filter((q) => q.variation === variation)
      return of.filter((q) => real.lookalikes(q.query).length > 0).length / of.length
    }
    expect(share('neg_random')).toBe(0)
    expect(share('neg_poisoned_prefix_suffix')).toBeGreaterThan(0.8)
  })
})
