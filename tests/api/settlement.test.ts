import { eq, sql } from 'drizzle-orm'
import { concatHex, encodeAbiParameters, type Hex, pad, toHex, zeroAddress } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { encodeBase58 } from '#chains/base58.ts'
import { anvilBinary } from '#chains/evm/anvil.ts'
import { type Fixture, startFixture } from '#chains/evm/anvil-fixture.ts'
import golden from '#chains/solana/golden.json' with { type: 'json' }
import { expectedOf, lookUp, NOBODY } from '#core/chain/transactions/chain.ts'
import { ensureWallet } from '#core/chain/wallets/find.ts'
import { settleSubmitted } from '#core/markets/transactions/settle.ts'
import { askedChains, chainsOf } from '#core/record/chain-receipts.ts'
import { cases, events, issuances, lots, offerings, transactions } from '#db/schema.ts'
import { startApi } from './harness.ts'
import { startSolanaNode } from './solana-node.ts'

const CHAIN = 31337
const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const SINGLE = '0xc3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62'

describe.skipIf(!anvilBinary())('what counts as settled on a chain', () => {
  let chain: Fixture
  let api: Awaited<ReturnType<typeof startApi>>
  let scope: { organization_id: string; environment: 'production' }
  let [token, nft, multi]: Hex[] = []
  let [payer, payee]: Awaited<ReturnType<Fixture['account']>>[] = []
  let key: string
  beforeAll(async () => {
    chain = (await startFixture(CHAIN))!
    api = await startApi({ EVM_RPC_URLS: `${CHAIN}=${chain.anvil.url}` }, { passports: true })
    scope = { organization_id: api.ctx('production').organizationId!, environment: 'production' }
    ;[payer, payee] = await Promise.all([1, 2].map(chain.account))
    token = await chain.deployLogger(payer!, 3)
    nft = await chain.deployLogger(payer!, 4)
    multi = await chain.deployLogger(payer!, 4)
    key = (await api.makeKey('production')).key
  })
  afterAll(async () => {
    await api?.stop()
    await chain?.stop()
  })

  const word = (value: Hex | bigint) => (typeof value === 'bigint' ? toHex(value, { size: 32 }) : pad(value, { size: 32 }))
  const log = async (contract: Hex, topics: Hex[], data: Hex = '0x') =>
    (await chain.send(payer!, { to: contract, data: concatHex([...topics, data]) })).transactionHash
  const move = (contract: Hex, from: Hex, to: Hex, units: bigint) => log(contract, [TRANSFER, word(from), word(to)], word(units))
  const coin = async (to: Hex, value = 1n) => (await chain.send(payer!, { to, data: '0x', value })).transactionHash

  /** A payment reported as sent under this hash; and what became of it once its chain was asked. */
  const settled = async (id: string, transaction_hash: string, more: Partial<typeof transactions.$inferInsert> = {}) => {
    const at = new Date()
    await api.services.connection.db.insert(transactions).values({
      ...scope,
      id,
      market: 'stablecoins',
      type: 'payment',
      status: 'submitted',
      from_address: payer!.address,
      to_address: payee!.address,
      amount: '5',
      currency: 'USDC',
      restriction_code: 0,
      checks: {},
      decision_id: 'none',
      transaction_hash,
      timeline: [],
      created_at: at,
      updated_at: at,
      ...more,
    })
    await settleSubmitted(api.services)
    return became(id)
  }
  const became = async (id: string) => {
    const [row] = await api.services.connection.db.select().from(transactions).where(eq(transactions.id, id))
    const last = row!.timeline.at(-1) as { compared?: string[] } | undefined
    return [row!.status, ...(last?.compared ?? [])].join(' ')
  }

  it('settles a payment only by what moved its amount between its wallets', async () => {
    const [a, b] = [payer!.address, payee!.address]
    // A stablecoin, on a chain where its contract is not known.
    expect(await settled('txn_good', await move(token!, a, b, 5_000_000n))).toBe('settled sender recipient amount')
    expect(await settled('txn_less', await move(token!, a, b, 4_999_999n))).toBe('failed')
    expect(await settled('txn_other', await move(token!, a, token!, 5_000_000n))).toBe('failed')
    expect(await settled('txn_from', await move(token!, token!, b, 5_000_000n))).toBe('failed')
    expect(await settled('txn_coin', await coin(b))).toBe('failed')
    expect(await settled('txn_nothing', await coin(a, 0n))).toBe('failed')
    // In dollars nobody can tell what was to move, but something was.
    const usd = { currency: 'USD' }
    expect(await settled('txn_usd', await coin(b), usd)).toBe('settled sender recipient')
    expect(await settled('txn_usd_token', await move(token!, a, b, 1n), usd)).toBe('settled sender recipient')
    expect(await settled('txn_usd_other', await coin(a), usd)).toBe('failed')
    expect(await settled('txn_usd_none', await coin(b, 0n), usd)).toBe('failed')
    // A named token that is priced in dollars: its amount is not theirs.
    const asset = { chain: 'ethereum', contract: token! }
    expect(await settled('txn_named', await move(token!, a, b, 5_000_000n), { asset })).toBe('settled sender recipient token amount')
    expect(await settled('txn_named_less', await move(token!, a, b, 4n), { asset })).toBe('failed')
    expect(await settled('txn_priced', await move(token!, a, b, 4n), { asset, ...usd })).toBe('settled sender recipient token')
    expect(await settled('txn_mint', await move(token!, zeroAddress, b, 5_000_000n), { type: 'mint', from_address: null })).toBe(
      'settled sender recipient amount',
    )
    expect(await settled('txn_no_mint', await move(token!, a, b, 5_000_000n), { type: 'mint', from_address: null })).toBe('failed')
    expect(await settled('txn_burn', await move(token!, a, zeroAddress, 5_000_000n), { type: 'burn', to_address: null })).toBe(
      'settled sender amount',
    )
  })

  it('settles the sale of an NFT only by the one that was sold', async () => {
    const [a, b] = [payer!.address, payee!.address].map(word) as [Hex, Hex]
    const sale = (contract: Hex, token_id: string) => ({
      type: 'sale' as const,
      market: 'nfts' as const,
      asset: { chain: 'ethereum', contract, token_id },
    })
    expect(await settled('txn_nft', await log(nft!, [TRANSFER, a, b, word(7n)]), sale(nft!, '7'))).toBe('settled sender recipient token')
    expect(await settled('txn_nft_hex', await log(nft!, [TRANSFER, a, b, word(7n)]), sale(nft!, '0x7'))).toMatch(/^settled/)
    expect(await settled('txn_nft_other', await log(nft!, [TRANSFER, a, b, word(8n)]), sale(nft!, '7'))).toBe('failed')
    const single = (id: bigint) => log(multi!, [SINGLE, a, a, b], encodeAbiParameters([{ type: 'uint256' }, { type: 'uint256' }], [id, 1n]))
    expect(await settled('txn_1155', await single(7n), sale(multi!, '7'))).toMatch(/^settled/)
    expect(await settled('txn_1155_other', await single(8n), sale(multi!, '7'))).toBe('failed')
  })

  it('asks the chain that was named, and believes no endpoint that serves another', async () => {
    const { config } = api.services
    const hash = () => move(token!, payer!.address, payee!.address, 5_000_000n)
    const asset = { chain: 'polygon', contract: token! }
    const own = config.evmRpcUrls
    // Named for Polygon, which does not answer: Ethereum's word on it counts for nothing.
    config.evmRpcUrls = { ...own, 31338: 'http://127.0.0.1:9' }
    expect(await settled('txn_elsewhere', await hash(), { asset })).toBe('submitted')
    // An endpoint of another chain than it was given for.
    config.evmRpcUrls = { 31338: chain.anvil.url }
    expect(await settled('txn_liar', await hash(), { asset })).toBe('submitted')
    config.evmRpcUrls = own
    // A hash that cannot be one of the chain is refused.
    const sandboxed = { from_address: payer!.address, to_address: payee!.address, amount: '5', currency: 'USDC' }
    const { key: sandbox } = await api.makeKey('sandbox')
    const call = (body: object) => api.call('POST', '/v1/transactions', { ...sandboxed, ...body }, sandbox)
    const wrong = await call({ asset: { chain: 'solana', contract: golden.mint }, transaction_hash: await hash() })
    expect(wrong.body.errors, wrong.text).toMatchObject([{ pointer: '/transaction_hash', code: 'invalid_format' }])
    const odd = await call({ transaction_hash: encodeBase58(Buffer.alloc(64, 9)) })
    expect(odd.body.errors, odd.text).toMatchObject([{ pointer: '/transaction_hash' }])
  })

  it('calls nothing lost that still waits to be mined', async () => {
    const { db } = api.services.connection
    await chain.node.setAutomine(false)
    const [nonce, gasPrice] = await Promise.all([chain.node.getTransactionCount({ address: payer!.address }), chain.node.getGasPrice()])
    const raw = await payer!.signTransaction({
      chainId: CHAIN,
      nonce,
      to: payee!.address,
      value: 1n,
      gas: 21_000n,
      maxFeePerGas: gasPrice * 4n,
      maxPriorityFeePerGas: 1n,
      type: 'eip1559',
    })
    const hash = await chain.node.sendRawTransaction({ serializedTransaction: raw })
    const old = new Date(Date.now() - 25 * 3_600_000)
    expect(await settled('txn_waiting', hash, { currency: 'USD', updated_at: old })).toBe('submitted')
    expect(await settled('txn_lost', `0x${'0c'.repeat(32)}`, { updated_at: old })).toBe('failed')
    await chain.node.mine({ blocks: 1 })
    await chain.node.setAutomine(true)
    await settleSubmitted(api.services)
    expect(await became('txn_waiting')).toBe('settled sender recipient')
    expect((await db.select().from(events).where(eq(events.resource_id, 'txn_waiting'))).map((one) => one.type)).toEqual([
      'transaction.settled',
    ])
  })

  it('goes on after one that fails: transfers, mints, and what is taken back', async () => {
    const { db } = api.services.connection
    const at = new Date()
    const hash = () => move(token!, payer!.address, payee!.address, 5_000_000n)
    const refuse = (table: string, id: string) =>
      api.owner.db.execute(
        sql.raw(`create trigger refuse_${id} before update on ${table} for each row when (old.id = '${id}') execute function refuse_it()`),
      )
    const allow = (table: string, id: string) => api.owner.db.execute(sql.raw(`drop trigger refuse_${id} on ${table}`))
    await api.owner.db.execute(sql`create function refuse_it() returns trigger language plpgsql as $$ begin raise 'refused'; end $$`)
    const offering = {
      ...scope,
      type: 'equity' as const,
      regulation: 'reg_s' as const,
      status: 'open' as const,
      currency: 'USD',
      created_at: at,
      updated_at: at,
    }
    const sums = { total_supply: '100', price_per_token: '1', minimum_investment: '0', maximum_raise: '100', tokens_issued: '10' }
    await db.insert(offerings).values({ ...offering, ...sums, id: 'off_on', name: 'On', chain: 'ethereum', token_address: token! })
    const mint = async (id: string) => {
      const how = {
        reason: 'grant',
        chain: 'ethereum',
        standard: 'erc20',
        status: 'submitted',
        decision_id: 'none',
        quantity: '5',
      } as const
      const whose = { offering_id: 'off_on', investor_id: '', wallet_address: payee!.address, created_at: at, updated_at: at }
      const transaction_hash = await move(token!, zeroAddress, payee!.address, 5_000_000n)
      await db.insert(issuances).values({ ...scope, ...how, ...whose, id, transaction_hash })
    }
    const minted = async (id: string) => (await db.select().from(issuances).where(eq(issuances.id, id)))[0]!.status
    await mint('iss_a_stuck')
    await mint('iss_b_free')
    await refuse('issuances', 'iss_a_stuck')
    await refuse('transactions', 'txn_a_stuck')
    await expect(settled('txn_a_stuck', await hash())).rejects.toThrow()
    await expect(settled('txn_b_free', await hash())).rejects.toThrow()
    expect(await Promise.all([became('txn_a_stuck'), became('txn_b_free')])).toEqual(['submitted', 'settled sender recipient amount'])
    expect(await Promise.all([minted('iss_a_stuck'), minted('iss_b_free')])).toEqual(['submitted', 'confirmed'])
    await allow('transactions', 'txn_a_stuck')
    await allow('issuances', 'iss_a_stuck')
    await settleSubmitted(api.services)
    expect([await became('txn_a_stuck'), await minted('iss_a_stuck')]).toEqual(['settled sender recipient amount', 'confirmed'])

    // The newest goes back first; it cannot, and what stood below it goes back all the same.
    const [low, high] = [await hash(), await hash()]
    expect(await settled('txn_c_low', low)).toMatch(/^settled/)
    expect(await settled('txn_d_high', high)).toMatch(/^settled/)
    await refuse('transactions', 'txn_d_high')
    await chain.node.request({ method: 'anvil_reorg', params: [2, []] } as unknown as Parameters<typeof chain.node.request>[0])
    const after = settled('txn_e_after', await hash())
    await expect(after).rejects.toThrow()
    expect(await Promise.all(['txn_c_low', 'txn_d_high', 'txn_e_after'].map(became))).toEqual([
      expect.stringMatching(/^submitted/),
      expect.stringMatching(/^settled/),
      expect.stringMatching(/^settled/),
    ])
    await allow('transactions', 'txn_d_high')
    await settleSubmitted(api.services)
    expect(await became('txn_d_high')).toMatch(/^submitted/)
  })

  it('leaves to a person what the chain moved and the register cannot', async () => {
    const { db } = api.services.connection
    const at = new Date()
    const lot = {
      person_id: 'alice',
      offering_id: 'off_on',
      acquired_at: at,
      acquired_from: 'issuer' as const,
      acquired_under: 'reg_s' as const,
    }
    await db
      .insert(lots)
      .values({ ...scope, ...lot, id: 'lot_on', wallet_address: payer!.address, quantity: '3', created_at: at } as typeof lots.$inferInsert)
    await db.transaction((tx) => ensureWallet(tx, api.ctx('production'), { canonical: payee!.address, family: 'evm' }))
    const sent = await move(token!, payer!.address, payee!.address, 5_000_000n)
    const units = { offering_id: 'off_on', market: 'securities', type: 'transfer', currency: 'USD' } as const
    expect(await settled('txn_unmoved', sent, units)).toBe('failed')
    const [opened] = await db.select().from(cases).where(eq(cases.subject_id, 'txn_unmoved'))
    expect(opened).toMatchObject({ kind: 'unmoved_transfer', status: 'open', priority: 90 })
  })

  it('takes one mint for one issuance, however its hash is written', async () => {
    const { db } = api.services.connection
    const at = new Date()
    const how = { reason: 'grant', chain: 'ethereum', standard: 'erc20', status: 'authorized', decision_id: 'none', quantity: '1' } as const
    const whose = { offering_id: 'off_on', investor_id: '', wallet_address: payee!.address, created_at: at, updated_at: at }
    await db.insert(issuances).values(['iss_first', 'iss_second'].map((id) => ({ ...scope, ...how, ...whose, id })))
    const hash = await move(token!, zeroAddress, payee!.address, 1_000_000n)
    const confirm = async (id: string, transaction_hash: string) =>
      (await api.call('POST', `/v1/tokens/issue/${id}/confirm`, { transaction_hash }, key)).body
    expect(await confirm('iss_first', `0x${hash.slice(2).toUpperCase()}`)).toMatchObject({ status: 'submitted', transaction_hash: hash })
    expect(await confirm('iss_second', hash)).toMatchObject({ code: 'duplicate_transaction_hash', existing_id: 'iss_first' })
  })

  it('E15 takes units for moved only by their own token, on its chain, and when they stayed', async () => {
    const [a, b] = [payer!.address, payee!.address]
    // A contract that logs two transfers of one call.
    const twice: Hex = `0x${'d0'.repeat(20)}`
    const one = (at: number) => [at + 64, at + 32, at].map((byte) => `60${byte.toString(16).padStart(2, '0')}35`).join('')
    await chain.node.setCode({ address: twice, bytecode: `0x606035600052${one(0)}60206000a360e035600052${one(128)}60206000a300` })
    const transfer = (from: Hex, to: Hex, units: bigint) => concatHex([TRANSFER, word(from), word(to), word(units)])
    const both = async (from: Hex, first: Hex, second: Hex) => {
      const { transactionHash: hash } = await chain.send(payer!, { to: twice, data: concatHex([first, second]) })
      const expected = {
        chain: null,
        token: twice,
        tokenId: null,
        from: from === zeroAddress ? NOBODY : from,
        to: b,
        amount: '5',
        currency: null,
      }
      const found = await lookUp(api.services, askedChains(api.services), hash, expected)
      return typeof found === 'string' ? found : found.failed
    }
    expect(await both(a, transfer(a, b, 5n), transfer(a, token!, 1n))).toBeNull()
    expect(await both(a, transfer(a, b, 5n), transfer(b, a, 5n))).toBe('mismatch')
    expect(await both(a, transfer(b, a, 1n), transfer(a, b, 5n))).toBe('mismatch')
    expect(await both(zeroAddress, transfer(zeroAddress, b, 5n), transfer(b, zeroAddress, 5n))).toBe('mismatch')
    expect(await both(zeroAddress, transfer(zeroAddress, b, 5n), transfer(b, token!, 1n))).toBe('mismatch')

    const { key: sandbox } = await api.makeKey('sandbox')
    const post = (path: string, body: object) => api.call('POST', `/v1${path}`, body, sandbox)
    const terms = { name: 'Own', regulation: 'reg_a_plus', total_supply: 10, price_per_token: '1', maximum_raise: '10', chain: 'ethereum' }
    const { id } = (await post('/offerings', { ...terms, token_address: token })).body
    const sent = { offering_id: id, from_address: a, to_address: b, quantity: '5', dry_run: true }
    const own = { chain: 'ethereum', contract: token! }
    for (const asset of [
      { ...own, contract: twice },
      { ...own, chain: 'polygon' },
      { ...own, token_id: '1' },
    ])
      expect((await post('/transactions', { ...sent, asset })).body.errors).toMatchObject([{ pointer: '/asset' }])
    expect((await post('/transactions', { ...sent, asset: own })).status).toBe(200)
    const mint = { offering_id: id, wallet_address: '0x5ea15ea15ea15ea15ea15ea15ea15ea100000002', quantity: 1 }
    // On a chain that nobody asks, the caller's word alone would confirm it.
    expect((await post('/tokens/issue', { ...mint, chain: 'polygon' })).body.errors).toMatchObject([{ pointer: '/chain' }])
    expect((await post('/tokens/issue', mint)).status).toBe(201)
    // What was recorded before is compared with the offering's token all the same.
    const row = { type: 'transfer' as const, asset: { chain: 'polygon', contract: twice, token_id: '1' }, offering_id: id, currency: 'USD' }
    expect(expectedOf({ ...row, from_address: a, to_address: b, amount: '5' }, { chain: 'ethereum', token: token! })).toMatchObject({
      chain: 'ethereum',
      token,
      tokenId: null,
      amount: '5',
    })
  })

  it('settles on Solana by what the balances say', async () => {
    const node = await startSolanaNode()
    api.services.config.solanaRpcUrl = node.url
    const at = (byte: number) => encodeBase58(Buffer.alloc(64, byte))
    const wallets = { from_address: golden.issuer, to_address: golden.other }
    const sent = { state: 'finalized' as const, to: golden.other, from: golden.issuer, decimals: 6 }
    node.sent = {
      [at(21)]: { ...sent, amount: 5_000_000 },
      [at(22)]: { ...sent, amount: 4_000_000 },
      [at(23)]: { ...sent, amount: 5_000_000, state: 'confirmed' },
      [at(24)]: { ...sent, amount: 5_000_000, to: golden.mint },
    }
    // The account of the mint is of another program, as that of USDC is.
    node.mint = { owner: golden.issuer }
    const asset = { chain: 'solana', contract: golden.mint }
    expect(await settled('txn_sol', at(21), { ...wallets, asset })).toBe('settled sender recipient token amount')
    expect(await settled('txn_sol_less', at(22), { ...wallets, asset })).toBe('failed')
    expect(await settled('txn_sol_young', at(23), { ...wallets, asset })).toBe('submitted')
    expect(await settled('txn_sol_other', at(24), wallets)).toBe('failed')
    await node.stop()
    api.services.config.solanaRpcUrl = null
  })

  it('E16 waits for the block its chain calls final, and E15 asks Base as any other chain', async () => {
    const base = (await startFixture(8453))!
    const { config } = api.services
    const own = config.evmRpcUrls
    try {
      config.evmRpcUrls = { 8453: base.anvil.url }
      const sender = await base.account(1)
      const { transactionHash: hash } = await base.send(sender, { to: sender.address, data: '0x', value: 1n })
      const look = () => lookUp(api.services, chainsOf(askedChains(api.services), 'base'), hash, null)
      await base.node.mine({ blocks: 20 })
      // Twenty blocks on top are not final yet.
      expect(await look()).toMatchObject({
        needs: Number.POSITIVE_INFINITY,
        onChain: { confirmations: 21, explorer_url: `https://basescan.org/tx/${hash}` },
      })
      await base.node.mine({ blocks: 100 })
      expect(await look()).toMatchObject({ needs: 1, failed: null })
      const asked = await api.call('POST', '/v1/wallets/challenge', { wallet_address: sender.address, chain: 'base' }, key)
      expect(asked.body.message).toContain('Chain ID: 8453')
    } finally {
      config.evmRpcUrls = own
      await base.stop()
    }
  })
})
