import { encodeFunctionData, parseEventLogs, toHex, zeroAddress, zeroHash } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { lot, transferCase } from '#engine/cases/transfer.ts'
import { evaluate } from '#engine/decide.ts'
import { unflatten } from '#engine/goldens.ts'
import { RESTRICTION_CODES } from '#engine/restriction-codes.ts'
import { currentRuleset } from '#engine/rulesets.ts'
import type { ChainAdapter, Hex, Unsigned } from '../adapter.ts'
import { artifact } from '../contracts/artifacts.ts'
import { createEvmAdapter } from './adapter.ts'
import { anvilBinary } from './anvil.ts'
import { type Fixture, startFixture } from './anvil-fixture.ts'
import { movedBy } from './moved.ts'

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
    adapter = createEvmAdapter({ chainId: 31337, urls: [f.anvil.url] })
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
  async function vouch(wallets: readonly { address: Hex }[], lacking: ReadonlySet<Hex> = new Set()) {
    await f.node.increaseTime({ seconds: 10 })
    await f.node.mine({ blocks: 1 })
    const now = await time()
    const statements = wallets.map(({ address }) => ({
      wallet: address,
      issuedAt: now,
      expiresAt: now + 86_400,
      attributes: lacking.has(address) ? 0n : VERIFIED,
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

  it('is minted by calldata that the issuer signs, to whom is verified and up to the supply', async () => {
    const token = await create(8)
    const holder = people[3]!
    const mint = { ...ref(token), to: holder.address, amount: 100n }
    await expect(sendUnsigned(await adapter.buildMint(mint))).rejects.toThrow() // not verified yet
    await vouch([holder])
    const { logs } = await sendUnsigned(await adapter.buildMint(mint))
    expect(movedBy(logs)).toMatchObject([{ token, from: null, to: holder.address, units: 100n }])
    await expect(sendUnsigned(await adapter.buildMint({ ...mint, amount: 901n }))).rejects.toThrow() // above the supply
  })

  it('E16 is controlled by calldata too, in ERC-7943’s words and order: pause, freeze, forced transfer, burn', async () => {
    const token = await create(9)
    const [a, b] = [people[3]!, people[4]!]
    await vouch([a, b])
    await sendUnsigned(await adapter.buildMint({ ...ref(token), to: a.address, amount: 100n }))
    const read = (functionName: string, args: readonly unknown[]) => f.node.readContract({ address: token, abi: TOKEN, functionName, args })
    const ask = async (amount = 10n) => {
      const code = await read('detectTransferRestriction', [a.address, b.address, amount])
      return { code, reason: await read('messageForTransferRestriction', [code]) }
    }
    const act = async (...[op, over]: [Parameters<ChainAdapter['buildControl']>[0], Record<string, unknown>]) =>
      sendUnsigned(await adapter.buildControl(op, { ...ref(token), ...over }))
    expect(await ask()).toMatchObject({ code: 0 })
    expect(await ask(101n)).toEqual({ code: 6, reason: 'insufficient unlocked balance' })
    // ERC-7943: a want of balance is no rule of the token, and the transfer names it in ERC-20's own words.
    const can = (amount: bigint) =>
      f.node.readContract({ address: token, abi: TOKEN, functionName: 'canTransfer', args: [a.address, b.address, amount] })
    const move = (amount: bigint) =>
      f.node.simulateContract({
        account: a.address,
        address: token,
        abi: TOKEN,
        functionName: 'transfer',
        args: [b.address, amount],
      } as never)
    expect([await can(100n), await can(101n), await can(2n ** 256n - 1n)]).toEqual([true, true, true])
    await expect(move(101n)).rejects.toThrow('ERC20InsufficientBalance')
    await act('pause', {})
    expect(await ask()).toEqual({ code: 2, reason: 'token paused' })
    await act('unpause', {})
    await act('freeze', { account: a.address })
    expect(await ask()).toMatchObject({ code: 3 })
    await act('unfreeze', { account: a.address })
    await act('freeze', { account: a.address, amount: 95n })
    expect(await ask()).toMatchObject({ code: 6 })
    expect([await can(5n), await can(6n)]).toEqual([true, false])
    await expect(move(6n)).rejects.toThrow('ERC7943InsufficientUnfrozenBalance')
    // What is moved by force is freed first: Frozen, then Transfer, then ForcedTransfer.
    const forced = await act('force_transfer', { account: a.address, to: b.address, amount: 60n })
    const names = (receipt: typeof forced) =>
      parseEventLogs({ abi: TOKEN, logs: receipt.logs }).map((log) => (log as { eventName: string }).eventName)
    expect(names(forced)).toEqual(['Frozen', 'Transfer', 'ForcedTransfer'])
    expect(await f.node.readContract({ address: token, abi: TOKEN, functionName: 'getFrozenTokens', args: [a.address] })).toBe(40n)
    expect(await f.node.readContract({ address: token, abi: TOKEN, functionName: 'holders' })).toBe(2)
    expect(names(await f.write(people[2]!, token, TOKEN, 'burn', [a.address, 1n]))).toEqual(['Frozen', 'Transfer'])
    await f.write(people[1]!, registry, REGISTRY, 'revoke', [[b.address]])
    expect(await ask(0n)).toEqual({ code: 22, reason: 'credential revoked' })
  })

  it(`E2 restricts a transfer exactly when its own answer, the model and the engine of the API say so, by the same code (${CASES} random cases)`, async () => {
    const random = mulberry32(20261121)
    const int = (n: number) => Math.floor(random() * n)
    const seen = new Map<number, number>()
    const perRound = 50
    const users = people.slice(3)
    let judged = 0
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
        users: new Map(users.map((u) => [u.address, { held: 0n, frozen: 0n, stopped: false, standing: 'live' as const }])),
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
      const fallen = users.filter(() => int(4) === 0).map((u) => u.address)
      const dead = fallen.filter(() => int(2))
      for (const who of fallen) model.users.get(who)!.standing = dead.includes(who) ? 'revoked' : 'missing'
      // Vouched for anew, without what the token asks.
      if (fallen.length > dead.length) {
        const lacking = fallen.filter((who) => !dead.includes(who))
        await vouch(
          lacking.map((address) => ({ address })),
          new Set(lacking),
        )
      }
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
          // What is no transfer to the API: the same wallet, or nothing. ERC-20 lets both pass.
          if (from === to || amount === 0n) return
          judged++
          expect({ from, to, amount, code: engineCode(model, from, to, amount, now) }).toEqual({ from, to, amount, code })
        }),
      )
    }
    // A test that never reaches a branch proves nothing about it.
    // Code 1 needs the zero address, which nobody's call can come from.
    const known = RESTRICTION_CODES.filter((one) => one.contract !== null)
    expect([...seen.keys()].sort((a, b) => a - b)).toEqual(known.flatMap((one) => (one.code === 1 ? [] : [one.code])))
    const token = await create(4999)
    for (const { code, contract } of known)
      expect(await f.node.readContract({ address: token, abi: TOKEN, functionName: 'messageForTransferRestriction', args: [code] })).toBe(
        contract,
      )
    expect(judged).toBeGreaterThan(CASES / 2)
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
  users: Map<Hex, { held: bigint; frozen: bigint; stopped: boolean; standing: 'live' | 'missing' | 'revoked' }>
}

/** The API's restriction codes in their order, written down a second time and independently. */
function expectedCode(m: Model, fromAddress: Hex, toAddress: Hex, amount: bigint, now: number): number {
  const [from, to] = [m.users.get(fromAddress)!, m.users.get(toAddress)!]
  const free = from.held > from.frozen ? from.held - from.frozen : 0n
  if (m.paused) return 2
  if (from.stopped) return 3
  if (to.stopped) return 4
  if (from.standing === 'revoked' || to.standing === 'revoked') return 22
  if (amount > free) return 6
  if (now < m.lockedUntil) return 26
  const after = m.holders + (amount > 0n && to.held === 0n ? 1 : 0) - (amount > 0n && amount === from.held ? 1 : 0)
  if (from !== to && m.maxHolders > 0 && after > m.maxHolders) return 27
  if (from !== to && m.maxBalance > 0n && to.held + amount > m.maxBalance) return 28
  if (from.standing === 'missing') return 20
  return to.standing === 'missing' ? 21 : 0
}

/** The decision of the API on the same case: the facts of an ordinary resale, with what the contract knows laid over them. */
function engineCode(m: Model, fromAddress: Hex, toAddress: Hex, amount: bigint, now: number): number {
  const [from, to] = [m.users.get(fromAddress)!, m.users.get(toAddress)!]
  const credential = { live: 'active', revoked: 'revoked', missing: null }
  const held = (one: typeof from) =>
    one.standing === 'missing' ? 'none' : { state: credential[one.standing], expires_at: '2027-06-01T00:00:00Z' }
  const facts = unflatten(
    transferCase as never,
    {
      'token.state': m.paused ? 'paused' : 'active',
      freezes: [...m.users].filter(([, one]) => one.stopped).map(([target]) => ({ target, active: true })),
      'from.wallet': fromAddress,
      'to.wallet': toAddress,
      'from.person_id': fromAddress,
      'to.person_id': toAddress,
      'from.credential': held(from),
      'to.credential': held(to),
      'from.balance': String(from.held),
      'from.lots': from.held > 0n ? [lot('lot_1', String(from.held), '2026-01-15')] : [],
      'from.frozen': String(from.frozen),
      'to.balance': String(to.held),
      'transfer.quantity': String(amount),
      'offering.lockup_days': now < m.lockedUntil ? 3650 : 'none',
      'offering.max_holders': m.maxHolders || 'none',
      'offering.holders': [...m.users]
        .filter(([, one]) => one.held > 0n)
        .map(([person_id, one]) => ({ person_id, units: String(one.held), accredited: true })),
      'offering.max_pct_per_person_bps': m.maxBalance > 0n ? Number(m.maxBalance) : 'none',
      'issuer.outstanding_units': '10000',
    } as never,
  )
  return evaluate(facts as never, currentRuleset).restriction_code
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
