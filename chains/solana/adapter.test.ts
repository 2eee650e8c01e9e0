import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { Unsigned } from '../adapter.ts'
import { encodeBase58 } from '../base58.ts'
import { createSolanaAdapter } from './adapter.ts'
import golden from './golden.json' with { type: 'json' }
import { buildTransaction } from './message.ts'
import { isOnCurve, programAddress, publicKey } from './program-address.ts'
import type { SolanaRpc } from './rpc.ts'
import { readHolding, readMint, TOKEN_2022, tokenAccount } from './token-2022.ts'

// golden.json: accounts as the Token-2022 program itself wrote them (in LiteSVM), and transactions of which the same program
// accepted the like with a live block hash.
const { issuer, holder, other, mint } = golden
const bytes = (base64: string) => new Uint8Array(Buffer.from(base64, 'base64'))
const SIGNATURE = encodeBase58(Buffer.alloc(64, 7))

function node(over: { accounts?: Record<string, string | null>; owner?: string; answers?: Record<string, unknown> } = {}): SolanaRpc {
  const accounts: Record<string, string | null> = { [mint]: golden.mintData, [golden.ata]: golden.holdingData, ...over.accounts }
  return async (method, params) => {
    if (over.answers && method in over.answers) return over.answers[method]
    if (method === 'getLatestBlockhash') return { value: { blockhash: '11111111111111111111111111111112', lastValidBlockHeight: 150 } }
    if (method === 'getGenesisHash') return '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d'
    if (method === 'getMultipleAccounts')
      return {
        context: { slot: 9 },
        value: (params[0] as string[]).map((address) =>
          accounts[address] ? { owner: over.owner ?? TOKEN_2022, data: [accounts[address], 'base64'] } : null,
        ),
      }
    throw new Error(`unexpected ${method}`)
  }
}
const adapter = (over?: Parameters<typeof node>[0]) => createSolanaAdapter({ url: null, rpc: node(over) })
const ref = { token: mint, standard: 'spl_token_2022' as const, issuer, decimals: 2 }
const wire = (unsigned: unknown) => (unsigned as Extract<Unsigned, { kind: 'solana' }>).transaction_base64
/** The holder's account with its state byte or amount changed. */
const holding = (change: (data: Buffer) => void) => {
  const data = Buffer.from(golden.holdingData, 'base64')
  change(data)
  return data.toString('base64')
}

describe('addresses', () => {
  it('of token accounts are those the network derives', () => expect(tokenAccount(holder, mint)).toBe(golden.ata))

  it('of programs are off the curve, those of wallets on it', () => {
    for (const wallet of [issuer, holder, other]) expect(isOnCurve(publicKey(wallet))).toBe(true)
    for (let i = 0; i < 20; i++) expect(isOnCurve(publicKey(programAddress([randomBytes(8)], mint)))).toBe(false)
    expect(isOnCurve(new Uint8Array(32).fill(255))).toBe(false)
    expect(() => publicKey('0x12')).toThrow(RangeError)
  })
})

describe('accounts', () => {
  it('are read as the program wrote them', () => {
    expect(readMint(bytes(golden.mintData))).toEqual({
      supply: 1013n,
      decimals: 2,
      mintAuthority: issuer,
      freezeAuthority: issuer,
      startsFrozen: true,
      paused: false,
      pauseAuthority: issuer,
    })
    expect(readHolding(bytes(golden.holdingData))).toEqual({ mint, owner: holder, amount: 1012n, frozen: false })
    expect(readMint(new Uint8Array(82))).toBeNull()
    expect(readHolding(new Uint8Array(165))).toBeNull()
    expect(readHolding(new Uint8Array(3))).toBeNull()
  })
})

describe('transactions', () => {
  it('are byte for byte those that the program accepted', async () => {
    expect(wire(await adapter().buildMint({ ...ref, to: other, amount: 1000n }))).toBe(golden.mintTx)
    expect(wire(await adapter().buildControl('freeze', { ...ref, account: holder }))).toBe(golden.freezeTx)
    expect(wire(await adapter().buildControl('pause', ref))).toBe(golden.pauseTx)
    expect(await adapter().buildControl('pause', ref)).toMatchObject({
      kind: 'solana',
      cluster: 'mainnet-beta',
      fee_payer: issuer,
      expires_at_block_height: 150,
    })
    const local = adapter({ answers: { getGenesisHash: 'GH7ome3EiwEr7tu9JuTh2dpYWBJK3z69Xm1ZE3MEE6JC' } })
    expect(await local.buildControl('pause', ref)).toMatchObject({ cluster: 'solana:GH7ome3EiwEr7tu9JuTh2dpYWBJK3z69' })
  })

  it('thaw an existing account only when told to', async () => {
    const frozen = adapter({ accounts: { [golden.ata]: holding((data) => data.writeUInt8(2, 108)) } })
    expect(await frozen.buildMint({ ...ref, to: holder, amount: 1n })).toEqual({ unavailable: 'account_frozen', retryable: false })
    const [plain, thawing] = [
      await adapter().buildMint({ ...ref, to: holder, amount: 1n }),
      await frozen.buildMint({ ...ref, to: holder, amount: 1n, thaw: true }),
    ]
    expect(Buffer.from(wire(thawing), 'base64').length).toBeGreaterThan(Buffer.from(wire(plain), 'base64').length)
  })

  it('are refused when they cannot be right', async () => {
    const mintOf = (over: object) => adapter().buildMint({ ...ref, to: other, amount: 1n, ...over })
    await expect(mintOf({ decimals: 3 })).rejects.toThrow('2 decimals')
    await expect(mintOf({ amount: 0n })).rejects.toThrow(RangeError)
    await expect(mintOf({ amount: 2n ** 64n })).rejects.toThrow(RangeError)
    await expect(mintOf({ to: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed' })).rejects.toThrow(RangeError)
    expect(await mintOf({ token: other })).toEqual({ unavailable: 'not_a_mint', retryable: false })
    // Bytes that look like a mint's, in an account that anybody may have made.
    const forged = adapter({ owner: other })
    expect(await forged.buildMint({ ...ref, to: other, amount: 1n })).toEqual({ unavailable: 'not_a_mint', retryable: false })
    expect([await forged.mintAt(mint), await adapter().mintAt(other)]).toEqual(['other', 'none'])
    expect(await mintOf({ issuer: other })).toEqual({ unavailable: 'not_the_authority', retryable: false })
    const changed = (change: (data: Buffer) => void) => {
      const data = Buffer.from(golden.mintData, 'base64')
      change(data)
      return adapter({ accounts: { [mint]: data.toString('base64') } }).buildMint({ ...ref, to: other, amount: 1n })
    }
    expect(await changed((data) => data.writeUInt32LE(0, 0))).toMatchObject({ unavailable: 'not_the_authority' })
    // The thaw of a new account would need the signature of somebody else.
    expect(await changed((data) => data.fill(1, 50, 82))).toMatchObject({ unavailable: 'account_frozen' })
    expect(await mintOf({ token: null })).toEqual({ unavailable: 'token_not_linked', retryable: false })
    expect(await mintOf({ standard: 'erc20' })).toEqual({ unavailable: 'operation_not_supported', retryable: false })
    expect(await adapter().buildControl('force_transfer', { ...ref, account: holder, to: other, amount: 1n })).toEqual({
      unavailable: 'operation_not_supported',
      retryable: false,
    })
    const many = Array.from({ length: 40 }, () => ({
      program: mint,
      accounts: [{ address: encodeBase58(randomBytes(32)) }],
      data: new Uint8Array(),
    }))
    expect(() => buildTransaction(issuer, mint, many)).toThrow('1232')
  })
})

describe('what a transaction moved', () => {
  const balance = (owner: string, amount: number, of = mint) => ({
    mint: of,
    owner,
    uiTokenAmount: { amount: String(amount), decimals: 2 },
  })
  const final = { slot: 5, confirmations: null, err: null, confirmationStatus: 'finalized' }
  const look = (over: { status?: unknown; err?: unknown; pre?: unknown[]; post?: unknown[] } = {}) =>
    adapter({
      answers: {
        getSignatureStatuses: { value: [over.status === undefined ? final : over.status] },
        getTransaction: {
          slot: 5,
          meta: { err: over.err ?? null, preTokenBalances: over.pre ?? [], postTokenBalances: over.post ?? [balance(holder, 100)] },
          transaction: { message: { accountKeys: [issuer, holder] } },
        },
      },
    }).movements(SIGNATURE)
  const one = { token: mint, decimals: 2, id: null, units: 100n }

  it('is told once it is final, an issue apart from a transfer', async () => {
    expect(await look()).toMatchObject({ state: 'finalized', moved: [{ ...one, from: null, to: holder }], cluster: 'mainnet-beta' })
    expect(await look({ post: [balance(holder, 100, other)] })).toMatchObject({ moved: [{ token: other, to: holder }] })
    // A transfer that looks like an issue from the receiving end.
    expect(await look({ pre: [balance(other, 100)], post: [balance(other, 0), balance(holder, 100)] })).toMatchObject({
      moved: [{ ...one, from: other, to: holder }],
    })
  })

  it('tells waiting, failed and unknown apart', async () => {
    expect(await look({ status: null })).toEqual({ state: 'not_found' })
    expect(await look({ status: { ...final, confirmations: 3, confirmationStatus: 'confirmed' } })).toMatchObject({ state: 'confirmed' })
    expect(await look({ status: { ...final, confirmations: 0, confirmationStatus: 'processed' } })).toMatchObject({ state: 'pending' })
    expect(await look({ status: { ...final, err: { x: 1 } } })).toMatchObject({ state: 'reverted' })
    expect(await look({ err: { x: 1 } })).toMatchObject({ state: 'reverted' })
    expect(await adapter().movements('0x12')).toEqual({ state: 'not_found' })
  })
})

describe('without a node', () => {
  const none = createSolanaAdapter({ url: null })
  it('says so', async () => {
    const missing = { unavailable: 'chain_not_configured', retryable: false }
    expect(await none.buildMint({ ...ref, to: other, amount: 1n })).toEqual(missing)
    expect(await none.buildControl('pause', ref)).toEqual(missing)
    expect(await none.movements(SIGNATURE)).toEqual(missing)
    expect(await none.mintAt(mint)).toEqual(missing)
  })
  it('a silent node is an error that may pass, not an answer', async () => {
    const broken = createSolanaAdapter({ url: 'http://127.0.0.1:9' })
    expect(await broken.mintAt(mint)).toEqual({ unavailable: 'rpc_error', retryable: true })
  })
})
