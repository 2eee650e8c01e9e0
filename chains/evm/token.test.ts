import { encodeFunctionData, parseEventLogs, toHex, zeroAddress, zeroHash } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ChainAdapter, Hex, Unsigned } from '../adapter.ts'
import { artifact } from '../contracts/artifacts.ts'
import { createEvmAdapter } from './adapter.ts'
import { anvilBinary } from './anvil.ts'
import { type Fixture, startFixture } from './anvil-fixture.ts'

const TOKEN = artifact('CompliantToken').abi
const REGISTRY = artifact('CredentialRegistry').abi
const FACTORY = artifact('CompliantTokenFactory').abi
const CASES = Number(process.env.PARITY_CASES ?? 1500)
const VERIFIED = 1n

describe.skipIf(!anvilBinary())('a token on an embedded chain', () => {
  let f: Fixture
  let adapter: ChainAdapter
  let people: Awaited<ReturnType<Fixture['account']>>[]
  let registry: Hex
  let factory: Hex
  beforeAll(async () => {
    f = (await startFixture())!
    people = await Promise.all(Array.from({ length: 9 }, (_, i) => f.account(i)))
    const [platform] = people
    registry = await f.deploy(platform!, 'CredentialRegistry')
    factory = await f.deploy(platform!, 'CompliantTokenFactory', [await f.deploy(platform!, 'CompliantToken', [registry])])
    adapter = createEvmAdapter({ key: 'ethereum', chainId: 31337, mode: 'embedded', urls: [f.anvil.url] })
  })
  afterAll(() => f?.stop())

  const terms = (over: Record<string, unknown> = {}) => ({
    name: 'Acme Series A',
    symbol: 'ACME',
    decimals: 0,
    attester: people[1]!.address,
    required: VERIFIED,
    maxSupply: 1000n,
    maxBalance: 0n,
    maxHolders: 0,
    lockedUntil: 0,
    ...over,
  })
  const time = async () => Number((await f.node.getBlock()).timestamp)
  async function create(salt: number, over: Record<string, unknown> = {}): Promise<Hex> {
    const receipt = await f.write(people[2]!, factory, FACTORY, 'create', [toHex(salt, { size: 32 }), terms(over)])
    return (parseEventLogs({ abi: FACTORY, logs: receipt.logs, eventName: 'TokenCreated' })[0] as unknown as { args: { token: Hex } }).args
      .token
  }
  async function vouch(wallets: readonly { address: Hex }[]) {
    await f.node.increaseTime({ seconds: 10 })
    await f.node.mine({ blocks: 1 })
    const now = await time()
    const statements = wallets.map(({ address }) => ({
      wallet: address,
      issuedAt: now,
      expiresAt: now + 86_400,
      attributes: VERIFIED,
      credentialHash: zeroHash,
    }))
    await f.write(people[1]!, registry, REGISTRY, 'attest', [statements])
  }
  const ref = (token: Hex) => ({ token, standard: 'erc1404' as const, issuer: people[2]!.address, decimals: 0 })
  const sendUnsigned = (unsigned: Awaited<ReturnType<ChainAdapter['buildMint']>>, from = people[2]!) => {
    const one = unsigned as Extract<Unsigned, { kind: 'evm' }>
    expect(one).toMatchObject({ kind: 'evm', chain_id: 31337, from: people[2]!.address, value: '0x0' })
    return f.send(from, { to: one.to, data: one.data, value: BigInt(one.value) })
  }

  it('is made by its issuer alone at an address known beforehand, and speaks ERC-7943', async () => {
    const salt = toHex(7, { size: 32 })
    const predicted = await f.node.readContract({
      address: factory,
      abi: FACTORY,
      functionName: 'predict',
      args: [people[2]!.address, salt],
    })
    const token = await create(7)
    expect(token).toBe(predicted)
    expect(await f.node.readContract({ address: token, abi: TOKEN, functionName: 'supportsInterface', args: ['0x3edbb4c4'] })).toBe(true)
    expect(await f.node.readContract({ address: token, abi: TOKEN, functionName: 'owner' })).toBe(people[2]!.address)
    await expect(f.write(people[3]!, token, TOKEN, 'initialize', [people[3]!.address, terms()])).rejects.toThrow()
    // Whoever deployed the platform's contracts, or vouches for holders, has no power over the token.
    for (const stranger of [people[0]!, people[1]!]) {
      for (const [name, args] of [
        ['mint', [stranger.address, 1n]],
        ['setPaused', [true]],
        ['forcedTransfer', [people[3]!.address, stranger.address, 1n]],
        ['burn', [people[3]!.address, 1n]],
        ['setWalletFrozen', [people[3]!.address, true]],
      ] as const) {
        await expect(
          f.node.simulateContract({ account: stranger, address: token, abi: TOKEN, functionName: name, args: [...args] } as never),
        ).rejects.toThrow('NotOwner')
      }
    }
  })

  it('is minted by calldata that the issuer signs, and the issue is confirmed only if it is exactly that', async () => {
    const token = await create(8)
    const [holder, other] = [people[3]!, people[4]!]
    const mint = { ...ref(token), to: holder.address, amount: 100n }
    await expect(sendUnsigned(await adapter.buildMint(mint))).rejects.toThrow() // not verified yet
    await vouch([holder])
    const { transactionHash: hash } = await sendUnsigned(await adapter.buildMint(mint))
    const expected = { token, from: null, to: holder.address, amount: 100n, sender: people[2]!.address }
    expect(await adapter.confirm(hash, expected)).toMatchObject({ state: 'confirmed', confirmations: 1 })
    expect(await adapter.confirm(hash, { ...expected, confirmations: 5 })).toMatchObject({ state: 'pending' })
    expect(await adapter.confirm(hash, { ...expected, amount: 101n })).toEqual({ state: 'mismatch', problem: 'no_such_transfer' })
    expect(await adapter.confirm(hash, { ...expected, to: other.address })).toEqual({ state: 'mismatch', problem: 'no_such_transfer' })
    expect(await adapter.confirm(hash, { ...expected, from: other.address })).toEqual({ state: 'mismatch', problem: 'no_such_transfer' })
    expect(await adapter.confirm(hash, { ...expected, sender: other.address })).toEqual({ state: 'mismatch', problem: 'other_sender' })
    expect(await adapter.confirm(hash, { ...expected, token: factory })).toEqual({ state: 'mismatch', problem: 'other_contract' })
    expect(await adapter.confirm(`0x${'ab'.repeat(32)}`, expected)).toEqual({ state: 'not_found' })
    await f.node.mine({ blocks: 100 })
    expect(await adapter.confirm(hash, expected)).toMatchObject({ state: 'finalized' })
    await expect(sendUnsigned(await adapter.buildMint({ ...mint, amount: 901n }))).rejects.toThrow() // above the supply
  })

  it('is controlled by calldata too: pause, freeze, forced transfer', async () => {
    const token = await create(9)
    const [a, b] = [people[3]!, people[4]!]
    await vouch([a, b])
    await sendUnsigned(await adapter.buildMint({ ...ref(token), to: a.address, amount: 100n }))
    const ask = async (amount = 10n) => adapter.checkTransfer({ token, standard: 'erc1404', from: a.address, to: b.address, amount })
    const act = async (...[op, over]: [Parameters<ChainAdapter['buildControl']>[0], Record<string, unknown>]) =>
      sendUnsigned(await adapter.buildControl(op, { ...ref(token), ...over }))
    expect(await ask()).toMatchObject({ allowed: true, code: 0, reasons: [] })
    expect(await ask(101n)).toMatchObject({ allowed: false, code: 6, reasons: ['insufficient unlocked balance'] })
    await act('pause', {})
    expect(await ask()).toMatchObject({ allowed: false, code: 2, reasons: ['token paused'] })
    await act('unpause', {})
    await act('freeze', { account: a.address })
    expect(await ask()).toMatchObject({ code: 3 })
    await act('unfreeze', { account: a.address })
    await act('freeze', { account: a.address, amount: 95n })
    expect(await ask()).toMatchObject({ code: 6 })
    await act('force_transfer', { account: a.address, to: b.address, amount: 60n })
    expect(await f.node.readContract({ address: token, abi: TOKEN, functionName: 'getFrozenTokens', args: [a.address] })).toBe(40n)
    expect(await f.node.readContract({ address: token, abi: TOKEN, functionName: 'holders' })).toBe(2)
    await f.write(people[1]!, registry, REGISTRY, 'revoke', [[b.address]])
    expect(await ask(0n)).toMatchObject({ code: 21, reasons: ['recipient unverified'] })
  })

  it(`restricts a transfer exactly when its own answer says so, and as the model says (${CASES} random cases)`, async () => {
    const random = mulberry32(20261121)
    const int = (n: number) => Math.floor(random() * n)
    const seen = new Map<number, number>()
    const perRound = 50
    const users = people.slice(3)
    for (let round = 0; round < Math.ceil(CASES / perRound); round++) {
      await f.node.increaseTime({ seconds: 100 })
      await f.node.mine({ blocks: 1 })
      const now = await time()
      const model: Model = {
        paused: false,
        lockedUntil: int(6) === 0 ? now + 100_000 : 0,
        maxHolders: 0,
        maxBalance: int(2) ? 130n : 0n,
        holders: 0,
        users: new Map(users.map((u) => [u.address, { held: 0n, frozen: 0n, stopped: false, verified: true }])),
      }
      const room = int(2) === 1
      model.maxHolders = room ? 3 : 0
      const token = await create(1000 + round, {
        maxBalance: model.maxBalance,
        maxHolders: model.maxHolders,
        lockedUntil: model.lockedUntil,
        maxSupply: 0n,
      })
      await vouch(users)
      const holders = users.slice(0, 3)
      const amounts = holders.map(() => BigInt(int(100)))
      await f.write(people[2]!, token, TOKEN, 'mintBatch', [holders.map((h) => h.address), amounts])
      holders.forEach((h, i) => {
        model.users.get(h.address)!.held = amounts[i]!
        if (amounts[i]! > 0n) model.holders++
      })
      if (int(2)) {
        const [who, amount] = [holders[int(3)]!.address, BigInt(int(150))]
        model.users.get(who)!.frozen = amount
        await f.write(people[2]!, token, TOKEN, 'setFrozenTokens', [who, amount])
      }
      if (int(3) === 0) {
        const who = users[int(users.length)]!.address
        model.users.get(who)!.stopped = true
        await f.write(people[2]!, token, TOKEN, 'setWalletFrozen', [who, true])
      }
      const dead = users.filter(() => int(5) === 0).map((u) => u.address)
      for (const who of dead) model.users.get(who)!.verified = false
      if (dead.length > 0) await f.write(people[1]!, registry, REGISTRY, 'revoke', [dead])
      if (int(8) === 0) {
        model.paused = true
        await f.write(people[2]!, token, TOKEN, 'setPaused', [true])
      }
      const cases = Array.from({ length: perRound }, () => {
        const from = users[int(users.length)]!.address
        const amount = int(4) === 0 ? model.users.get(from)!.held : BigInt(int(5) ? int(120) : 0)
        return { from, to: users[int(users.length)]!.address, amount }
      })
      await Promise.all(
        cases.map(async ({ from, to, amount }) => {
          const [code, passes] = await Promise.all([
            f.node.readContract({
              address: token,
              abi: TOKEN,
              functionName: 'detectTransferRestriction',
              args: [from, to, amount],
            }) as Promise<number>,
            f.node
              .call({ account: from, to: token, data: encodeFunctionData({ abi: TOKEN, functionName: 'transfer', args: [to, amount] }) })
              .then(
                () => true,
                () => false,
              ),
          ])
          seen.set(code, (seen.get(code) ?? 0) + 1)
          expect({ from, to, amount, code, passes }).toEqual({
            from,
            to,
            amount,
            code: expectedCode(model, from, to, amount, now),
            passes: code === 0,
          })
        }),
      )
    }
    // A test that never reaches a branch proves nothing about it.
    expect([...seen.keys()].sort((a, b) => a - b)).toEqual([0, 2, 3, 4, 6, 20, 21, 26, 27, 28])
  })

  it('tells transfers in order and takes them back after a reorganisation', async () => {
    const token = await create(5000)
    await vouch(people.slice(3, 6))
    const start = await adapter.readTransfers([token], null)
    if ('unavailable' in start) throw new Error('no chain')
    for (const amount of [1n, 2n]) await sendUnsigned(await adapter.buildMint({ ...ref(token), to: people[3]!.address, amount }))
    const first = await adapter.readTransfers([token], start.cursor)
    if ('unavailable' in first) throw new Error('no chain')
    expect(first.transfers.map((t) => [t.from, t.to, t.amount])).toEqual([
      [null, people[3]!.address, 1n],
      [null, people[3]!.address, 2n],
    ])
    expect(await adapter.readTransfers([token], first.cursor)).toMatchObject({ transfers: [], rolled_back_to: null })
    await f.node.request({ method: 'anvil_reorg' as never, params: [1, []] as never })
    const after = await adapter.readTransfers([token], first.cursor)
    if ('unavailable' in after) throw new Error('no chain')
    expect(after.rolled_back_to).toBe(first.transfers[0]!.block)
    expect(after.transfers).toEqual([])
    expect(await f.node.readContract({ address: token, abi: TOKEN, functionName: 'balanceOf', args: [people[3]!.address] })).toBe(1n)
  })

  it('has no holder who is nobody', async () => {
    const token = await create(6000)
    await vouch([people[8]!])
    await expect(sendUnsigned(await adapter.buildMint({ ...ref(token), to: people[8]!.address, amount: 1n }))).resolves.toBeDefined()
    await expect(adapter.buildMint({ ...ref(token), to: zeroAddress, amount: 1n })).rejects.toThrow(RangeError)
    await expect(adapter.buildMint({ ...ref(token), to: people[3]!.address, amount: 0n })).rejects.toThrow(RangeError)
  })
})

interface Model {
  paused: boolean
  lockedUntil: number
  maxHolders: number
  maxBalance: bigint
  holders: number
  users: Map<Hex, { held: bigint; frozen: bigint; stopped: boolean; verified: boolean }>
}

/** The API's restriction codes in their order, written down a second time and independently. */
function expectedCode(m: Model, fromAddress: Hex, toAddress: Hex, amount: bigint, now: number): number {
  const [from, to] = [m.users.get(fromAddress)!, m.users.get(toAddress)!]
  const free = from.held > from.frozen ? from.held - from.frozen : 0n
  if (m.paused) return 2
  if (from.stopped) return 3
  if (to.stopped) return 4
  if (!from.verified) return 20
  if (!to.verified) return 21
  if (amount > free) return 6
  if (now < m.lockedUntil) return 26
  if (from === to) return 0
  const after = m.holders + (amount > 0n && to.held === 0n ? 1 : 0) - (amount > 0n && amount === from.held ? 1 : 0)
  if (m.maxHolders > 0 && after > m.maxHolders) return 27
  if (m.maxBalance > 0n && to.held + amount > m.maxBalance) return 28
  return 0
}

/** A generator whose low bits are as random as its high ones. */
function mulberry32(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}
