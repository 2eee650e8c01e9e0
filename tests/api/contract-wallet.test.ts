import { generateKeyPairSync, sign } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { and, asc, eq, isNull } from 'drizzle-orm'
import {
  concatHex,
  encodeDeployData,
  encodeFunctionData,
  getAddress,
  getContractAddress,
  pad,
  parseEventLogs,
  serializeErc6492Signature,
  toHex,
  zeroAddress,
  zeroHash,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { encodeBase58 } from '#chains/base58.ts'
import { artifact } from '#chains/contracts/artifacts.ts'
import { anvilBinary } from '#chains/evm/anvil.ts'
import { type Fixture, startFixture } from '#chains/evm/anvil-fixture.ts'
import golden from '#chains/solana/golden.json' with { type: 'json' }
import { tokenAccount } from '#chains/solana/token-2022.ts'
import { ensureWallet } from '#core/chain/wallets/find.ts'
import { adminVerbs } from '#core/doors/admin-verbs.ts'
import { issuerVerbs } from '#core/doors/issuer-verbs.ts'
import { atHome } from '#core/kernel/permissions.ts'
import { settleSubmitted } from '#core/markets/transactions/settle.ts'
import { loadListFolder, openLists } from '#core/screening/lists/load.ts'
import { auditLogs, challenges, events, issuances, lots, offerings, transactions, users } from '#db/schema.ts'
import { userByEmail } from '../stored.ts'
import { startApi } from './harness.ts'
import { makeAccount, Person } from './person.ts'
import { startSolanaNode } from './solana-node.ts'

type Hex = `0x${string}`
const CHAIN = 31337
const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const frozenHolding = (() => {
  const data = Buffer.from(golden.holdingData, 'base64')
  data.writeUInt8(2, 108)
  return data.toString('base64')
})()
const UN_LIST = `<?xml version="1.0" encoding="UTF-8"?>
<CONSOLIDATED_LIST dateGenerated="${new Date().toISOString()}"><INDIVIDUALS><INDIVIDUAL><DATAID>1</DATAID><FIRST_NAME>Zenobia</FIRST_NAME>
<UN_LIST_TYPE>Test</UN_LIST_TYPE><REFERENCE_NUMBER>QDi.1</REFERENCE_NUMBER></INDIVIDUAL></INDIVIDUALS><ENTITIES></ENTITIES></CONSOLIDATED_LIST>`

describe.skipIf(!anvilBinary())('signing in with a wallet that is a contract', () => {
  let chain: Fixture
  let api: Awaited<ReturnType<typeof startApi>>
  let lists: string
  beforeAll(async () => {
    chain = (await startFixture(CHAIN))!
    lists = mkdtempSync(join(tmpdir(), 'sealwright-lists-'))
    writeFileSync(join(lists, 'sdn.csv'), `100,"NOBODY, Zenobia","individual","SDGT",${Array(8).fill('-0- ').join(',')}\r\n\x1a`)
    writeFileSync(join(lists, 'consolidated.xml'), UN_LIST)
    api = await startApi({ EVM_RPC_URLS: `${CHAIN}=${chain.anvil.url}` }, { passports: true })
    // Small ones: what a first version holds at least is not asked of them.
    await loadListFolder(api.services, lists, {})
    await openLists(api.services, { dir: null, source: 'official' })
  })
  afterAll(async () => {
    await api?.stop()
    await chain?.stop()
    rmSync(lists, { recursive: true, force: true })
  })

  /** Somebody signed in, and the words a wallet has to sign for them. */
  async function someone(email: string) {
    await makeAccount(api, email)
    const person = new Person(api)
    expect((await person.signIn(email)).status).toBe(200)
    return person
  }
  const challenge = async (who: Person, path: string, address: Hex, chainId = CHAIN): Promise<string> =>
    (await who.post(`${path}/challenge`, { address, chainId })).body.message

  it('opens the account by its contract (EIP-1271), and before that exists (EIP-6492), for its owner alone', async () => {
    const [deployer, owner, stranger] = await Promise.all([10, 11, 12].map(chain.account))
    const factory = await chain.deploy(deployer!, 'SmartWalletFactory')
    const salt = toHex(7, { size: 32 })
    const later = getContractAddress({
      opcode: 'CREATE2',
      from: factory,
      salt,
      bytecode: encodeDeployData({ ...artifact('SmartWallet'), args: [owner!.address] }),
    })
    const deploy = encodeFunctionData({ ...artifact('SmartWalletFactory'), functionName: 'deploy', args: [owner!.address, salt] })
    const ways = [
      {
        proof: 'eip1271',
        address: await chain.deploy(deployer!, 'SmartWallet', [owner!.address]),
        wrap: (signature: Hex) => signature,
      },
      {
        proof: 'eip6492',
        address: later,
        wrap: (signature: Hex) => serializeErc6492Signature({ address: factory, data: deploy, signature }),
      },
    ]
    for (const { proof, address, wrap } of ways) {
      const email = `${proof}@tests.example`
      const person = await someone(email)
      const signed = async (who: Person, path: string, by = owner!) => {
        const message = await challenge(who, path, address)
        return { message, signature: wrap(await by.signMessage({ message })) }
      }
      const add = '/api/accounts/wallets'
      const enter = '/api/accounts/wallet-sign-in'
      expect((await person.post(add, await signed(person, add, stranger!))).body.code, proof).toBe('signature_invalid')
      expect((await person.post(add, await signed(person, add))).body, proof).toMatchObject({ proof, family: 'evm' })
      const visitor = new Person(api)
      expect((await visitor.post(enter, await signed(visitor, enter, stranger!))).body.code, proof).toBe('signature_invalid')
      expect(await visitor.user()).toBeNull()
      const words = await signed(visitor, enter)
      expect((await visitor.post(enter, words)).body, proof).toMatchObject({ mfa_required: false, user: { email } })
      expect(await visitor.user()).toMatchObject({ email })
      // So does an appeal of the wallet's, without an account.
      const appeal = '/api/appeals'
      const holder = new Person(api)
      const begin = async (by?: typeof owner) => holder.post(`${appeal}/session`, await signed(holder, appeal, by))
      expect((await begin(stranger)).body.code, proof).toBe('signature_invalid')
      expect((await begin()).body, proof).toMatchObject({ wallet_address: getAddress(address), refusals: [] })
      // The words are good once, and only for what they say.
      expect((await visitor.post(enter, words)).body.code).toBe('nonce_expired')
      const elsewhere = new Person(api)
      const other = await challenge(elsewhere, enter, address)
      const changed = { message: other.replace(/Nonce: \w/, 'Nonce: _'), signature: wrap(await owner!.signMessage({ message: other })) }
      expect((await elsewhere.post(enter, changed)).body.code).toBe('nonce_expired')
    }
    expect(await chain.node.getCode({ address: later })).toBeUndefined()
  })

  it('is asked on the chain where it was linked: a contract at its address on another chain is somebody else', async () => {
    const elsewhere = (await startFixture(CHAIN + 1))!
    try {
      api.services.config.evmRpcUrls[String(CHAIN + 1)] = elsewhere.anvil.url
      // The same deployer's first contract has the same address everywhere, whoever it belongs to.
      const [owner, thief] = [await chain.account(31), await elsewhere.account(32)]
      const address = await chain.deploy(await chain.account(30), 'SmartWallet', [owner.address])
      expect(await elsewhere.deploy(await elsewhere.account(30), 'SmartWallet', [thief.address])).toBe(address)
      const email = 'linked@tests.example'
      const person = await someone(email)
      const signed = async (who: Person, path: string, by: typeof owner, chainId: number) => {
        const message = await challenge(who, path, address, chainId)
        return { message, signature: await by.signMessage({ message }) }
      }
      const add = '/api/accounts/wallets'
      const enter = '/api/accounts/wallet-sign-in'
      expect((await person.post(add, await signed(person, add, owner, CHAIN))).body).toMatchObject({ proof: 'eip1271' })
      const visitor = new Person(api)
      const stolen = await visitor.post(enter, await signed(visitor, enter, thief, CHAIN + 1))
      expect([stolen.status, stolen.body.code]).toEqual([401, 'invalid_credentials'])
      expect(await visitor.user()).toBeNull()
      // Nor do words given for one chain count for another.
      const moved = await signed(visitor, enter, thief, CHAIN)
      const message = moved.message.replace(`Chain ID: ${CHAIN}`, `Chain ID: ${CHAIN + 1}`)
      const changed = { message, signature: await thief.signMessage({ message }) }
      expect((await visitor.post(enter, changed)).body.code).toBe('signature_invalid')
      expect((await visitor.post(enter, await signed(visitor, enter, owner, CHAIN))).body).toMatchObject({ user: { email } })

      // An organisation's record of the wallet: who proved it on one chain is not outvoted from another.
      const { key } = await api.makeKey('production')
      const post = async (path: string, body: object) => (await api.call('POST', `/v1${path}`, body, key)).body
      const kyc_data = { full_name: 'Olga Owner', date_of_birth: '1980-01-01', country: 'US' }
      const prove = async (by: typeof owner, chainId: number) => {
        const { message, nonce } = await post('/wallets/challenge', { wallet_address: address })
        // The chains of this test have no name by which a challenge could ask for them.
        const words = message.replace('Chain ID: 1', `Chain ID: ${chainId}`)
        await api.services.connection.db.update(challenges).set({ message: words }).where(eq(challenges.nonce, nonce))
        const signature = { message: words, signature: await by.signMessage({ message: words }) }
        return post('/wallets/verify', { wallet_address: address, kyc_data, signature })
      }
      expect(await prove(owner, CHAIN)).toMatchObject({ verified: true, credential: { control: 'proven' } })
      expect(await prove(thief, CHAIN + 1)).toMatchObject({ code: 'signer_mismatch' })
      expect(await prove(owner, CHAIN)).toMatchObject({ verified: true })

      // What it was refused is told to its controller alone.
      const refused = await post('/sanctions/check', { wallet_address: address, country: 'KP' })
      expect(refused.decision.outcome).toBe('deny')
      const refusals = async (by: typeof owner, chainId: number) => {
        const holder = new Person(api)
        return (await holder.post('/api/appeals/session', await signed(holder, '/api/appeals', by, chainId))).body.refusals
      }
      expect(await refusals(thief, CHAIN + 1)).toEqual([])
      expect(await refusals(owner, CHAIN)).toMatchObject([{ id: refused.decision.id }])
    } finally {
      delete api.services.config.evmRpcUrls[String(CHAIN + 1)]
      await elsewhere.stop()
    }
  })

  it('confirms in production what was reported as sent: settled, failed, or still waited for', async () => {
    const { key } = await api.makeKey('production')
    const post = (path: string, body: object) => api.call('POST', `/v1${path}`, body, key)
    // What nobody told: whether the platform serves the European Union, and whose travel rule binds it.
    expect((await api.call('PATCH', '/v1/tenant-facts', { facts: { serves_eu: false, travel_seats: ['US'] } }, key)).status).toBe(200)
    const [payer, payee] = await Promise.all([20, 21].map(chain.account))
    const kyc_data = { full_name: 'Paula Payer', date_of_birth: '1980-01-01', country: 'US' }
    for (const one of [payer!, payee!]) {
      const { message } = (await post('/wallets/challenge', { wallet_address: one.address, chain: 'ethereum' })).body
      const signature = { message, signature: await one.signMessage({ message }) }
      const verified = await post('/wallets/verify', { wallet_address: one.address, kyc_data, signature })
      expect(verified.body, verified.text).toMatchObject({ verified: true })
    }
    const approved = async () => {
      const made = await post('/transactions', { from_address: payer!.address, to_address: payee!.address, amount: '5', currency: 'USDC' })
      expect(made.body, made.text).toMatchObject({ status: 'approved', authorization: { scheme: 'eip712' } })
      return made.body.id as string
    }
    const submit = async (id: string, transaction_hash: string) =>
      expect((await post(`/transactions/${id}/submit`, { transaction_hash })).body).toMatchObject({ status: 'submitted' })
    const read = async (id: string) => (await api.call('GET', `/v1/transactions/${id}`, undefined, key)).body
    const [sent, unknown] = [await approved(), await approved()]
    const token = await chain.deployLogger(payer!, 3)
    const move = async (from: Hex) => {
      const topics: Hex[] = [TRANSFER, pad(from), pad(payee!.address)]
      const data = concatHex([...topics, toHex(5_000_000n, { size: 32 })])
      return (await chain.send(payer!, { to: token, data })).transactionHash
    }
    await submit(sent, await move(payer!.address))
    await submit(unknown, `0x${'0a'.repeat(32)}`)
    expect(await settleSubmitted(api.services)).toBe(1)
    expect(await read(sent)).toMatchObject({ status: 'settled', on_chain: { confirmations: expect.any(Number), explorer_url: null } })
    // Which contract USDC has on this chain is not known.
    expect(await read(sent)).toMatchObject({ confirmed_by: 'chain', compared_on_chain: ['sender', 'recipient', 'amount'] })
    expect((await read(sent)).events.map((event: { type: string }) => event.type)).toEqual([
      'transaction.settled',
      'transaction.submitted',
      'transaction.approved',
    ])
    expect(await read(unknown)).toMatchObject({ status: 'submitted', on_chain: null })
    const day = new Date(Date.now() - 25 * 3_600_000)
    await api.services.connection.db.update(transactions).set({ updated_at: day }).where(eq(transactions.id, unknown))
    // A mint is waited for likewise.
    const { db } = api.services.connection
    const [owner] = await db.select().from(transactions).where(eq(transactions.id, sent))
    const scope = { organization_id: owner!.organization_id, environment: 'production' as const, created_at: day, updated_at: day }
    const offering = {
      ...scope,
      id: 'off_minted',
      name: 'Minted',
      type: 'equity' as const,
      regulation: 'reg_s' as const,
      status: 'open' as const,
      currency: 'USD',
    }
    const terms = { total_supply: '100', price_per_token: '1', minimum_investment: '0', maximum_raise: '100', tokens_issued: '7' }
    await db.insert(offerings).values({ ...offering, ...terms })
    const mint = { ...scope, offering_id: 'off_minted', investor_id: '', wallet_address: payee!.address, decision_id: 'none' }
    const how = { reason: 'grant', chain: 'ethereum', standard: 'erc3643', status: 'authorized' } as const
    await db.insert(issuances).values([
      { ...mint, ...how, id: 'iss_minted', quantity: '5' },
      { ...mint, ...how, id: 'iss_lost', quantity: '2' },
    ])
    const confirm = async (id: string, transaction_hash: string) => (await post(`/tokens/issue/${id}/confirm`, { transaction_hash })).body
    const minted = await move(zeroAddress)
    expect(await confirm('iss_minted', minted)).toMatchObject({ status: 'submitted' })
    expect(await confirm('iss_lost', minted)).toMatchObject({ code: 'duplicate_transaction_hash', existing_id: 'iss_minted' })
    expect(await confirm('iss_lost', `0x${'0b'.repeat(32)}`)).toMatchObject({ status: 'submitted' })
    await db.update(issuances).set({ updated_at: day }).where(eq(issuances.id, 'iss_lost'))
    // A chain that does not answer may know it.
    const { evmRpcUrls } = api.services.config
    api.services.config.evmRpcUrls = { ...evmRpcUrls, 1: 'http://127.0.0.1:9' }
    expect(await settleSubmitted(api.services)).toBe(1)
    api.services.config.evmRpcUrls = evmRpcUrls
    expect(await read(unknown)).toMatchObject({ status: 'submitted' })
    expect(await settleSubmitted(api.services)).toBe(2)
    const mints = await db.select({ id: issuances.id, status: issuances.status }).from(issuances).orderBy(issuances.id)
    expect(mints).toEqual([
      { id: 'iss_lost', status: 'failed' },
      { id: 'iss_minted', status: 'confirmed' },
    ])
    expect((await db.select().from(offerings).where(eq(offerings.id, 'off_minted')))[0]).toMatchObject({ tokens_issued: '5' })
    expect((await read(unknown)).timeline.at(-1)).toMatchObject({ status: 'failed', detail: expect.stringContaining('No chain knows it') })
  })

  it('takes back what a chain took back, and settles it anew where it comes again', async () => {
    const { key } = await api.makeKey('production')
    const post = async (path: string, body: object) => (await api.call('POST', `/v1${path}`, body, key)).body
    const { db } = api.services.connection
    const [issuer, attester, alice, bob] = await Promise.all([30, 31, 32, 33].map(chain.account))
    // A token of two decimals, and two people it knows.
    const registry = await chain.deploy(issuer!, 'CredentialRegistry')
    const factory = await chain.deploy(issuer!, 'CompliantTokenFactory', [await chain.deploy(issuer!, 'CompliantToken', [registry])])
    const { abi } = artifact('CompliantTokenFactory')
    const terms = { name: 'Reorg', symbol: 'RE', decimals: 2, attester: attester!.address, required: 1n, maxSupply: 100_000n }
    const limits = { maxBalance: 0n, maxHolders: 0, lockedUntil: 0 }
    const made = await chain.write(issuer!, factory, abi, 'create', [toHex(1, { size: 32 }), { ...terms, ...limits }])
    const [created] = parseEventLogs({ abi, logs: made.logs, eventName: 'TokenCreated' }) as unknown as { args: { token: Hex } }[]
    const token = created!.args.token
    const issuedAt = Number((await chain.node.getBlock()).timestamp)
    const known = [alice!, bob!].map(({ address }) => ({
      wallet: address,
      issuedAt,
      expiresAt: issuedAt + 86_400,
      attributes: 1n,
      credentialHash: zeroHash,
    }))
    await chain.write(attester!, registry, artifact('CredentialRegistry').abi, 'attest', [known])
    const at = new Date()
    const [scope] = await db.select().from(transactions).limit(1)
    const row = { organization_id: scope!.organization_id, environment: 'production' as const, created_at: at, updated_at: at }
    const stated = {
      id: 'off_reorg',
      name: 'Reorg',
      type: 'equity',
      regulation: 'reg_s',
      status: 'open',
      currency: 'USD',
      chain: 'ethereum',
    } as const
    const sums = { total_supply: '100', price_per_token: '1', minimum_investment: '0', maximum_raise: '100', tokens_issued: '10' }
    await db.insert(offerings).values({ ...row, ...stated, ...sums, token_address: token, token_decimals: 2 })
    const how = {
      reason: 'grant',
      chain: 'ethereum',
      standard: 'erc1404',
      status: 'authorized',
      decision_id: 'none',
      quantity: '10',
    } as const
    await db
      .insert(issuances)
      .values({ ...row, ...how, id: 'iss_reorg', offering_id: 'off_reorg', investor_id: '', wallet_address: alice!.address })
    const lot = {
      offering_id: 'off_reorg',
      acquired_at: at,
      acquired_from: 'issuer' as const,
      acquired_under: 'reg_s' as const,
      quantity: '10',
    }
    await db
      .insert(lots)
      .values({ ...row, ...lot, id: 'lot_reorg', person_id: 'alice', wallet_address: alice!.address, issuance_id: 'iss_reorg' })
    for (const { address } of [alice!, bob!])
      await db.transaction((tx) => ensureWallet(tx, api.ctx('production'), { canonical: address, family: 'evm' }))
    const transfer = { market: 'securities', type: 'transfer', status: 'submitted', restriction_code: 0, checks: {} } as const
    const moved = (id: string, from: string, to: string, amount: string, transaction_hash: string) =>
      db.insert(transactions).values({
        ...row,
        ...transfer,
        id,
        decision_id: scope!.decision_id,
        offering_id: 'off_reorg',
        from_address: from,
        to_address: to,
        amount,
        transaction_hash,
        timeline: [],
      })
    const held = async () =>
      Object.fromEntries(
        (await db.select().from(lots).where(isNull(lots.closed_at)).orderBy(asc(lots.quantity)))
          .filter((one) => one.offering_id === 'off_reorg')
          .map((one) => [`${one.wallet_address === alice!.address ? 'alice' : 'bob'} ${one.quantity}`, one.lockup_until]),
      )
    const statusOf = async (id: string) =>
      (await db.select({ status: transactions.status }).from(transactions).where(eq(transactions.id, id)))[0]!.status
    const minted = async () => (await db.select().from(issuances).where(eq(issuances.id, 'iss_reorg')))[0]!
    const send = async (from: typeof issuer, functionName: string, to: string, units: bigint) =>
      (await chain.write(from!, token, artifact('CompliantToken').abi, functionName, [to, units])).transactionHash
    const step = () => settleSubmitted(api.services)
    const told = async (id: string) =>
      (await db.select({ type: events.type }).from(events).where(eq(events.resource_id, id)).orderBy(asc(events.position))).map(
        (one) => one.type,
      )
    const reorganise = (depth: number) =>
      chain.node.request({ method: 'anvil_reorg', params: [depth, []] } as unknown as Parameters<typeof chain.node.request>[0])

    const table = async () => {
      const { outstanding, issued, pending } = (await api.call('GET', '/v1/offerings/off_reorg/cap-table', undefined, key)).body
      return [outstanding, issued, pending]
    }

    const mint = await send(issuer, 'mint', alice!.address, 1_000n)
    expect(await post('/tokens/issue/iss_reorg/confirm', { transaction_hash: mint })).toMatchObject({ status: 'submitted' })
    expect(await table()).toEqual(['0', '0', '10'])
    expect([await step(), (await minted()).status]).toEqual([1, 'confirmed'])
    expect(await table()).toEqual(['10', '10', '0'])
    // Two transfers on it, the second of what the first gave.
    const first = await send(alice, 'transfer', bob!.address, 400n)
    const second = await send(bob, 'transfer', alice!.address, 100n)
    await moved('txn_reorg2', bob!.address, alice!.address, '1', second)
    await moved('txn_reorg1', alice!.address, bob!.address, '4', first)
    expect(await step()).toBe(2)
    expect(Object.keys(await held()).sort()).toEqual(['alice 1', 'alice 6', 'bob 3'])
    // Nothing changes while the blocks stand.
    expect(await step()).toBe(0)

    await reorganise(3)
    expect(await step()).toBe(3)
    expect([(await minted()).status, await statusOf('txn_reorg1'), await statusOf('txn_reorg2')]).toEqual(Array(3).fill('submitted'))
    expect(Object.keys(await held())).toEqual(['alice 10'])
    // A9: held no more, though it was meanwhile.
    expect(await table()).toEqual(['0', '0', '10'])
    expect((await minted()).confirmed_during).toMatch(/^\{\["[^"]+","[^"]+"\)\}$/)
    expect(await told('iss_reorg')).toEqual(['token.issuance.submitted', 'token.issuance.confirmed', 'token.issuance.reorganized'])
    expect(await told('txn_reorg1')).toEqual(['transaction.settled', 'transaction.reorganized'])
    // A19 what moves units says so in every event of it.
    const objects = await db.select({ object: events.object }).from(events).where(eq(events.resource_id, 'txn_reorg1'))
    for (const { object } of objects) expect(object).toMatchObject({ quantity: '4', currency: null })
    const audited = await db.select().from(auditLogs).where(eq(auditLogs.subject_id, 'txn_reorg1'))
    expect(audited.map((one) => one.action).sort()).toEqual(['transaction_reorganized', 'transaction_settled'])
    const after = await api.call('GET', '/v1/transactions/txn_reorg1', undefined, key)
    expect(after.body.timeline.at(-1), after.text).toMatchObject({ status: 'submitted', detail: expect.stringContaining('left its chain') })

    // The same is included again.
    const again = await send(issuer, 'mint', alice!.address, 1_000n)
    expect(await post('/tokens/issue/iss_reorg/confirm', { transaction_hash: again })).toMatchObject({ status: 'submitted' })
    const anew = await send(alice, 'transfer', bob!.address, 400n)
    await db.update(transactions).set({ transaction_hash: anew }).where(eq(transactions.id, 'txn_reorg1'))
    expect(await step()).toBe(2)
    expect([(await minted()).status, await statusOf('txn_reorg1'), await statusOf('txn_reorg2')]).toEqual([
      'confirmed',
      'settled',
      'submitted',
    ])
    expect(Object.keys(await held()).sort()).toEqual(['alice 6', 'bob 4'])
    expect(await table()).toEqual(['10', '10', '0'])
    expect((await minted()).confirmed_during).toMatch(/^\{\["[^"]+","[^"]+"\),\["[^"]+",\)\}$/)
    // What moved another amount than was decided is none of it.
    const less = await send(bob, 'transfer', alice!.address, 1n)
    await db.update(transactions).set({ transaction_hash: less }).where(eq(transactions.id, 'txn_reorg2'))
    expect([await step(), await statusOf('txn_reorg2')]).toEqual([1, 'failed'])
    // A second time: only what the last settling moved goes back. What is final is watched no longer.
    await reorganise(2)
    expect([await step(), Object.keys(await held())]).toEqual([1, ['alice 10']])
    // Units that have moved on since, by an order or to another wallet, cannot simply go back: a person looks at it, once.
    await chain.write(issuer!, token, artifact('CompliantToken').abi, 'mint', [alice!.address, 1_000n])
    const last = await send(alice, 'transfer', bob!.address, 200n)
    await moved('txn_reorg3', alice!.address, bob!.address, '2', last)
    expect([await step(), Object.keys(await held()).sort()]).toEqual([1, ['alice 8', 'bob 2']])
    await db
      .update(lots)
      .set({ closed_at: new Date(), closed_by: 'act_moved_on' })
      .where(and(eq(lots.transaction_id, 'txn_reorg3'), eq(lots.wallet_address, bob!.address)))
    await reorganise(1)
    expect([await step(), await statusOf('txn_reorg3'), Object.keys(await held())]).toEqual([1, 'settled', ['alice 8']])
    expect(await told('txn_reorg3')).toEqual(['transaction.settled', 'transaction.reorganized'])
    const [opened] = (await api.call('GET', '/v1/cases?status=open', undefined, key)).body.data
    expect(opened).toMatchObject({ kind: 'reorganized_transfer', priority: 90, subject: { type: 'transaction', id: 'txn_reorg3' } })
    const { timeline } = (await api.call('GET', '/v1/transactions/txn_reorg3', undefined, key)).body
    expect(timeline.at(-1)).toMatchObject({ status: 'settled', detail: expect.stringContaining('moved on since') })
    expect(await step()).toBe(0)
    await chain.node.mine({ blocks: 80 })
    expect(await step()).toBe(0)
    expect((await minted()).settled_block).toBeNull()

    // A contract that is only named issues and moves nothing in production.
    const reasons = async () =>
      (await post('/tokens/issue', { offering_id: 'off_reorg', wallet_address: alice!.address, quantity: 1 })).decision.reason_codes
    expect(await reasons()).toContain('token_not_linked')
    const stopped = { offering_id: 'off_reorg', from_address: alice!.address, to_address: bob!.address, amount: '1' }
    expect((await post('/transactions', stopped)).decision.reason_codes).toEqual(
      expect.arrayContaining(['token_not_linked', 'token_deactivated']),
    )
    // The contract is linked by the signature of a wallet that it says is its owner, and by no other.
    const link = async (by: typeof issuer, words: object = {}) => {
      const asked = { token_address: token, wallet_address: by!.address, ...words }
      const { message, ...rest } = await post('/offerings/off_reorg/token/challenge', asked)
      return message ? post('/offerings/off_reorg/token/link', { message, signature: await by!.signMessage({ message }) }) : rest
    }
    expect((await link(alice)).code).toBe('signer_mismatch')
    expect((await link(issuer, { token_address: bob!.address })).code).toBe('conflict')
    expect((await link(issuer, { chain: 'polygon' })).code).toBe('conflict')
    expect(await link(issuer)).toMatchObject({
      token_address: token,
      token_decimals: 2,
      token: { state: 'active', wallet_address: issuer!.address, role: 'owner', deactivated_at: null },
    })
    expect((await told('off_reorg')).at(-1)).toBe('offering.token_linked')
    expect(await reasons()).not.toContain('token_not_linked')
    expect((await post('/transactions', stopped)).decision.reason_codes).not.toContain('token_deactivated')
    // One contract stands for one offering.
    await db.insert(offerings).values({ ...row, ...stated, ...sums, id: 'off_twin', tokens_issued: '0' })
    const twin = await post('/offerings/off_twin/token/challenge', { token_address: token, wallet_address: issuer!.address })
    expect(twin).toMatchObject({ code: 'conflict', existing_id: 'off_reorg' })
    // What an administrator paused, the issuer does not resume.
    await makeAccount(api, 'pausing@tests.example')
    const admin = await userByEmail(api.services, 'pausing@tests.example')
    await db.update(users).set({ role: 'admin' }).where(eq(users.id, admin!.id))
    const actor = {
      type: 'user',
      id: admin!.id,
      email: admin!.email,
      ...atHome(admin!.organization_id!, 'admin'),
      sessionId: 'none',
      secondFactorAt: null,
    } as const
    const verbs = issuerVerbs({ ...api.ctx('production'), actor, organizationId: admin!.organization_id! })
    const why = { id: 'off_reorg', reason_code: 'key_at_risk' }
    expect(await verbs.pauseToken({ ...why, standard: 'erc1404' })).toMatchObject({
      state: 'paused',
      paused_by: 'admin',
      unsigned_transaction: { to: token, chain_id: CHAIN, data: expect.stringMatching(/^0x16c38b3c0+1$/) },
    })
    expect((await post('/offerings/off_reorg/token/resume', { reason_code: 'mine' })).code).toBe('forbidden')
    const search = adminVerbs({ ...api.ctx('production'), actor, organizationId: admin!.organization_id! }).searchTokenRows
    expect(await search({ state: 'paused', q: token.toUpperCase().replace('0X', '0x') })).toMatchObject({
      total: 1,
      paused: 1,
      rows: [{ id: 'off_reorg', state: 'paused', environment: 'production', pause: { by: admin!.email, role: 'admin' } }],
    })
    expect((await search({ state: 'active', q: 'off_reorg' })).total).toBe(0)
    expect((await post('/transactions', stopped)).restriction_code).toBe(2)
    expect(await verbs.resumeToken(why)).toMatchObject({ state: 'active', paused_at: null })
    const [resumed] = (await search({ state: 'active', q: 'off_reorg' })).rows
    expect(resumed).toMatchObject({
      pause: null,
      history: [{ act: 'resumed' }, { act: 'paused', by: admin!.email, reason_code: 'key_at_risk' }],
    })
    // Who acted for the issuer, and in which words, the platform is not told.
    await post('/offerings/off_reorg/token/pause', { reason_code: 'own_reason', note: 'Said by Ada.' })
    const [own] = (await search({ state: 'paused', q: 'off_reorg' })).rows
    expect(own).toMatchObject({ pause: { by: 'the issuer', role: 'issuer' } })
    expect(own!.history[0]).toMatchObject({ by: 'the issuer', note: null, reason_code: 'own_reason' })
    await post('/offerings/off_reorg/token/resume', { reason_code: 'own_reason' })
    const challenge = await post('/offerings/off_reorg/token/challenge', { token_address: token, wallet_address: issuer!.address })
    const signature = await issuer!.signMessage({ message: challenge.message })
    const other = { message: challenge.message.replace('off_reorg', 'off_other'), signature }
    expect((await post('/offerings/off_reorg/token/link', other)).code).toBe('signature_invalid')
    expect((await post('/offerings/off_minted/token/link', { message: challenge.message, signature })).code).toBe('nonce_expired')
  })

  it('mints on Solana by a transaction built for each reading, once the mint authority has signed for it', async () => {
    const { key } = await api.makeKey('production')
    const call = async (method: string, path: string, body?: object) => (await api.call(method, `/v1${path}`, body, key)).body
    const { db } = api.services.connection
    const [scope] = await db.select().from(transactions).limit(1)
    const row = {
      organization_id: scope!.organization_id,
      environment: 'production' as const,
      created_at: new Date(),
      updated_at: new Date(),
    }
    const stated = {
      name: 'Sol',
      type: 'equity' as const,
      regulation: 'reg_s' as const,
      status: 'open' as const,
      currency: 'USD',
      chain: 'solana',
    }
    const sums = { total_supply: '100', price_per_token: '1', minimum_investment: '0', maximum_raise: '100', tokens_issued: '0' }
    await db.insert(offerings).values({ ...row, ...stated, ...sums, id: 'off_sol' })
    const how = { reason: 'grant', chain: 'solana', standard: 'spl_token_2022', status: 'authorized', quantity: '10' } as const
    const whose = { offering_id: 'off_sol', investor_id: '', wallet_address: golden.other, decision_id: scope!.decision_id }
    await db.insert(issuances).values({ ...row, ...how, ...whose, id: 'iss_sol' })
    const mint = () => call('GET', '/tokens/issue/iss_sol')

    const signer = (pair = generateKeyPairSync('ed25519')) => ({
      address: encodeBase58(Buffer.from(pair.publicKey.export({ format: 'jwk' }).x!, 'base64url')),
      sign: (message: string) => encodeBase58(sign(null, Buffer.from(message), pair.privateKey)),
    })
    const [authority, stranger] = [signer(), signer()]
    const node = await startSolanaNode()
    const link = async (by: typeof authority, signed = by) => {
      const asked = { token_address: golden.mint, wallet_address: by.address }
      const { message, ...refused } = await call('POST', '/offerings/off_sol/token/challenge', asked)
      return message ? call('POST', '/offerings/off_sol/token/link', { message, signature: signed.sign(message) }) : refused
    }
    expect(await mint()).toMatchObject({ unsigned_transaction: null, unsigned_reason: 'token_address_unknown' })
    // No node, no guess.
    expect((await link(authority)).code).toBe('chain_not_configured')
    api.services.config.solanaRpcUrl = 'http://127.0.0.1:9'
    expect((await link(authority)).code).toBe('not_ready')
    api.services.config.solanaRpcUrl = node.url
    node.mint = { authority: authority.address }
    expect((await link(authority, stranger)).code).toBe('signature_invalid')
    expect((await link(stranger)).code).toBe('signer_mismatch')
    node.mint = { authority: authority.address, owner: stranger.address }
    expect((await link(authority)).errors).toMatchObject([{ pointer: '/token_address', code: 'no_contract' }])
    node.mint = { authority: authority.address }
    const evm = { token_address: `0x${'52'.repeat(20)}`, wallet_address: authority.address }
    expect((await call('POST', '/offerings/off_sol/token/challenge', evm)).errors).toMatchObject([{ pointer: '/token_address' }])
    // Named alone, it is not minted by.
    expect(await call('PATCH', '/offerings/off_sol', { token_address: golden.mint })).toMatchObject({ token: { state: 'unlinked' } })
    expect(await mint()).toMatchObject({ unsigned_transaction: null, unsigned_reason: 'token_not_linked' })
    expect(await link(authority)).toMatchObject({
      token_decimals: 2,
      token: { state: 'active', role: 'mint_authority', wallet_address: authority.address },
    })

    expect(await mint()).toMatchObject({
      unsigned_transaction: { kind: 'solana', cluster: 'devnet', fee_payer: authority.address, expires_at_block_height: 150 },
      supply: { total: '100', issued: '0', remaining: '100' },
    })
    // The same transaction that the program itself accepted, once its authority is the one that signed that.
    node.mint = { authority: golden.issuer }
    expect((await mint()).unsigned_transaction.transaction_base64).toBe(golden.mintTx)
    // A list asks no chain.
    const [listed] = (await call('GET', '/tokens/issue?offering_id=off_sol')).data
    expect(listed).toMatchObject({ unsigned_transaction: null, unsigned_reason: 'read_it_alone' })
    // An account that is frozen is thawed with the mint, unless its holder is frozen on record.
    node.accounts = { [tokenAccount(golden.other, golden.mint)]: frozenHolding }
    const size = async () => Buffer.from((await mint()).unsigned_transaction.transaction_base64, 'base64').length
    expect(await size()).toBe(Buffer.from(golden.mintTx, 'base64').length)
    await db.transaction((tx) => ensureWallet(tx, api.ctx('production'), { canonical: golden.other, family: 'solana' }))
    const freeze = {
      offering_id: 'off_sol',
      wallet_address: golden.other,
      legal_basis: 'court_order',
      document_sha256: 'a1'.repeat(32),
      whole: true,
    }
    const frozen = await call('POST', '/holdings/freeze', freeze)
    expect([frozen.status, await mint()], JSON.stringify(frozen)).toMatchObject(['active', { unsigned_reason: 'account_frozen' }])
    node.accounts = {}
    node.mint = { authority: null }
    expect(await mint()).toMatchObject({ unsigned_reason: 'authority_cannot_sign' })
    expect(await call('POST', '/offerings/off_sol/token/pause', { reason_code: 'key_at_risk' })).toMatchObject({
      state: 'paused',
      unsigned_transaction: { kind: 'solana', transaction_base64: golden.pauseTx },
    })
    expect(await mint()).toMatchObject({ unsigned_reason: 'token_paused' })
    await call('POST', '/offerings/off_sol/token/resume', { reason_code: 'key_replaced' })
    // Reported, a mint counts once it is finalized, and only if it was just that; what failed gives its units back.
    node.mint = {}
    const hash = (byte: number) => encodeBase58(Buffer.alloc(64, byte))
    const mints = ['iss_sol2', 'iss_sol3', 'iss_sol4'].map((id) => ({ ...row, ...how, ...whose, id }))
    await db.insert(issuances).values(mints)
    await db.update(offerings).set({ tokens_issued: '40' }).where(eq(offerings.id, 'off_sol'))
    const report = (id: string, byte: number) => call('POST', `/tokens/issue/${id}/confirm`, { transaction_hash: hash(byte) })
    for (const [at, id] of ['iss_sol', ...mints.map((each) => each.id)].entries())
      expect(await report(id, at + 1)).toMatchObject({ status: 'submitted', confirmed_by: null })
    const good = { to: golden.other, amount: 1_000 }
    const step = () => settleSubmitted(api.services)
    node.sent = { [hash(1)]: { state: 'confirmed', ...good }, [hash(2)]: { state: 'processed', err: { of: 1 }, ...good } }
    expect(await step()).toBe(0)
    node.sent = {
      [hash(1)]: { state: 'finalized', ...good },
      [hash(2)]: { state: 'finalized', err: { of: 1 }, ...good },
      [hash(3)]: { state: 'finalized', ...good, amount: 999 },
    }
    expect(await step()).toBe(3)
    const became = async (id: string) => {
      const { status, failure, supply } = await call('GET', `/tokens/issue/${id}`)
      return [status, failure?.code ?? null, supply.issued]
    }
    expect(await became('iss_sol')).toEqual(['confirmed', null, '20'])
    expect(await became('iss_sol2')).toEqual(['failed', 'reverted', '20'])
    expect(await became('iss_sol3')).toEqual(['failed', 'mismatch', '20'])
    expect(await became('iss_sol4')).toEqual(['submitted', null, '20'])
    await db.insert(issuances).values({ ...row, ...how, ...whose, id: 'iss_sol5' })
    await node.stop()
    // A node that does not answer ends nothing.
    expect(await step()).toBe(0)
    const waiting = () => call('GET', '/tokens/issue/iss_sol5')
    expect(await waiting()).toMatchObject({ unsigned_transaction: null, unsigned_reason: 'chain_not_answering' })
    api.services.config.solanaRpcUrl = null
    expect(await waiting()).toMatchObject({ unsigned_transaction: null, unsigned_reason: 'chain_not_configured' })
    // What the decision rests on is told with it, as by the call itself.
    expect((await waiting()).decision).toMatchObject({ id: scope!.decision_id })
  })

  it('is told apart from a chain that cannot be asked, which is no "no"', async () => {
    const owner = privateKeyToAccount(toHex(0x5ea1_9999, { size: 32 }))
    const person = await someone('unasked@tests.example')
    const path = '/api/accounts/wallets'
    const address = `0x${'5e'.repeat(20)}` as Hex
    const message = await challenge(person, path, address, 10)
    const signature = concatHex([await owner.signMessage({ message }), '0x00'])
    const answer = await person.post(path, { message, signature })
    expect([answer.status, answer.body.code]).toEqual([503, 'chain_not_configured'])
    await chain.stop()
    const again = await challenge(person, path, address)
    const down = await person.post(path, { message: again, signature: await owner.signMessage({ message: again }) })
    expect([down.status, down.body.code]).toEqual([503, 'not_ready'])
    expect(down.body.detail).toContain('did not answer')
  })
})
