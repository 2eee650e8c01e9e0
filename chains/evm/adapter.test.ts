import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { encodeFunctionData } from 'viem'
import { describe, expect, it, test } from 'vitest'
import { EVM_CHAIN_KEYS, EVM_CHAINS, EXPLORERS } from '../chains.ts'
import { buildSignIn } from '../sign-in.ts'
import { createEvmAdapter } from './adapter.ts'
import { anvilBinary } from './anvil.ts'
import { ERC1404, ERC3643, encodeControl } from './standards.ts'

const [issuer, holder, token] = [
  '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
  '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
] as const
const up = (url: string) =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"jsonrpc":"2.0","id":1,"method":"eth_chainId","params":[]}',
  }).then(
    () => true,
    () => false,
  )

describe('without any chain', () => {
  it('calldata is still built, and says what it lacks', async () => {
    const none = (key: 'ethereum' | 'polygon') => createEvmAdapter({ chainId: EVM_CHAINS[key].ids[0], urls: [] })
    const [ethereum, polygon] = [none('ethereum'), none('polygon')]
    const base = { token, issuer: issuer.toLowerCase(), decimals: 0 } as const
    expect(await ethereum.buildMint({ ...base, standard: 'erc3643', to: holder, amount: 5n })).toEqual({
      kind: 'evm',
      chain_id: 1,
      from: issuer,
      to: token,
      value: '0x0',
      data: encodeFunctionData({ abi: ERC3643, functionName: 'mint', args: [holder, 5n] }),
    })
    expect(await polygon.buildControl('pause', { ...base, standard: 'erc1404' })).toMatchObject({
      chain_id: 137,
      data: encodeFunctionData({ abi: ERC1404, functionName: 'setPaused', args: [true] }),
    })
    expect(await ethereum.buildMint({ ...base, token: null, standard: 'erc20', to: holder, amount: 5n })).toEqual({
      unavailable: 'token_not_linked',
      retryable: false,
    })
    expect(await ethereum.buildMint({ ...base, standard: 'spl_token_2022', to: holder, amount: 5n })).toEqual({
      unavailable: 'operation_not_supported',
      retryable: false,
    })
  })
})

test('E15 every chain of the table has its own ids and explorers, and messages name the chain they are for', () => {
  const ids = Object.values(EVM_CHAINS).flatMap((chain) => [...chain.ids])
  expect(new Set(ids).size).toBe(ids.length)
  expect(Object.fromEntries(EVM_CHAIN_KEYS.map((key) => [key, EVM_CHAINS[key].ids[0]]))).toEqual({
    ethereum: 1,
    polygon: 137,
    base: 8453,
    arbitrum: 42161,
    optimism: 10,
    avalanche: 43114,
    bsc: 56,
  })
  expect(Object.keys(EXPLORERS)).toHaveLength(2 * EVM_CHAIN_KEYS.length)
  const asked = { address: holder, publicUrl: 'https://sealwright.example', nonce: 'n'.repeat(24), issuedAt: 0, expiresAt: 1 }
  expect(buildSignIn({ ...asked, statement: 'Bind.', chain: 'base' })).toContain('Chain ID: 8453')
})

describe('control acts of each standard', () => {
  const adapter = createEvmAdapter({ chainId: 1, urls: [] })
  const selector = async (
    standard: 'erc3643' | 'erc1404' | 'erc20',
    operation: Parameters<typeof adapter.buildControl>[0],
    amount?: bigint,
  ) => {
    const built = await adapter.buildControl(operation, {
      token,
      standard,
      issuer,
      decimals: 0,
      account: holder,
      to: issuer,
      ...(amount !== undefined && { amount }),
    })
    return 'kind' in built && built.kind === 'evm' ? built.data.slice(0, 10) : (built as { unavailable: string }).unavailable
  }
  const of = (abi: typeof ERC3643 | typeof ERC1404, functionName: string, args: readonly unknown[]) =>
    encodeFunctionData({ abi, functionName, args } as never).slice(0, 10)
  it('E16 are the functions the standard has, and overwrite no other freeze', async () => {
    expect(await selector('erc3643', 'freeze')).toBe(of(ERC3643, 'setAddressFrozen', [holder, true]))
    expect(await selector('erc3643', 'freeze', 5n)).toBe(of(ERC3643, 'freezePartialTokens', [holder, 5n]))
    expect(await selector('erc3643', 'unfreeze', 5n)).toBe(of(ERC3643, 'unfreezePartialTokens', [holder, 5n]))
    expect(await selector('erc3643', 'force_transfer', 5n)).toBe(of(ERC3643, 'forcedTransfer', [holder, issuer, 5n]))
    expect(await selector('erc1404', 'freeze')).toBe(of(ERC1404, 'setWalletFrozen', [holder, true]))
    // ERC-7943 sets the amount as a whole: without a chain to ask what is frozen already, another freeze would be overwritten.
    expect(await selector('erc1404', 'freeze', 5n)).toBe('chain_not_configured')
    const set = (operation: 'freeze' | 'unfreeze', amount: bigint, frozen: bigint) =>
      encodeControl(operation, 'erc1404', { token, standard: 'erc1404', issuer, decimals: 0, account: holder, amount, frozen })
    const to = (amount: bigint) => encodeFunctionData({ abi: ERC1404, functionName: 'setFrozenTokens', args: [holder, amount] })
    expect([set('freeze', 5n, 7n), set('unfreeze', 5n, 7n), set('unfreeze', 9n, 7n)]).toEqual([to(12n), to(2n), to(0n)])
    expect(await selector('erc3643', 'burn', 5n)).toBe(of(ERC3643, 'burn', [holder, 5n]))
    expect(await selector('erc1404', 'burn', 5n)).toBe(of(ERC1404, 'burn', [holder, 5n]))
    expect(await selector('erc20', 'pause')).toBe(of(ERC3643, 'pause', []))
    for (const operation of ['freeze', 'unfreeze', 'force_transfer', 'burn'] as const)
      expect(await selector('erc20', operation, 5n)).toBe('operation_not_supported')
    await expect(selector('erc3643', 'force_transfer')).rejects.toThrow(RangeError)
    await expect(adapter.buildControl('freeze', { token, standard: 'erc3643', issuer, decimals: 0 })).rejects.toThrow(RangeError)
  })
})

describe.skipIf(!anvilBinary())('with a chain', () => {
  it('an embedded chain does not outlive a parent that was killed', async () => {
    const module = fileURLToPath(new URL('./anvil.ts', import.meta.url))
    const script = `const { startAnvil } = await import(${JSON.stringify(module)}); console.log((await startAnvil({ chainId: 31337 })).url); setInterval(() => {}, 1000)`
    const parent = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'inherit'] })
    const url = await new Promise<string>((resolve) => parent.stdout.once('data', (data) => resolve(String(data).trim())))
    expect(await up(url)).toBe(true)
    parent.kill('SIGKILL')
    const deadline = Date.now() + 10_000
    while (await up(url)) {
      if (Date.now() > deadline) throw new Error('the chain is an orphan')
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  })
})
