import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { encodeFunctionData } from 'viem'
import { describe, expect, it } from 'vitest'
import { connectChains } from './connect.ts'
import { createEvmAdapter } from './evm/adapter.ts'
import { anvilBinary, startAnvil } from './evm/anvil.ts'
import { ERC1404, ERC3643 } from './evm/standards.ts'

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
  it('calldata is still built, and everything that needs a chain says so', async () => {
    const { adapters, notes } = await connectChains({ evmRpcUrls: {}, solanaRpcUrl: null })
    expect(Object.values(adapters).map((a) => a.mode)).toEqual(['none', 'none', 'none'])
    expect(notes).toEqual([])
    const missing = { unavailable: 'chain_not_configured', retryable: false }
    const { ethereum, polygon } = adapters
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
    expect(await ethereum.confirm(`0x${'1'.repeat(64)}`, { token, from: null, to: holder, amount: 1n })).toEqual(missing)
    expect(await ethereum.balance(holder)).toEqual(missing)
    expect(await ethereum.checkTransfer({ token, standard: 'erc20', from: issuer, to: holder, amount: 1n })).toEqual(missing)
    expect(await ethereum.readTransfers([token], null)).toEqual(missing)
  })
})

describe('control acts of each standard', () => {
  const adapter = createEvmAdapter({ key: 'ethereum', chainId: 1, mode: 'none', urls: [] })
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
  it('are the functions the standard has', async () => {
    expect(await selector('erc3643', 'freeze')).toBe(of(ERC3643, 'setAddressFrozen', [holder, true]))
    expect(await selector('erc3643', 'freeze', 5n)).toBe(of(ERC3643, 'freezePartialTokens', [holder, 5n]))
    expect(await selector('erc3643', 'unfreeze', 5n)).toBe(of(ERC3643, 'unfreezePartialTokens', [holder, 5n]))
    expect(await selector('erc3643', 'force_transfer', 5n)).toBe(of(ERC3643, 'forcedTransfer', [holder, issuer, 5n]))
    expect(await selector('erc1404', 'freeze')).toBe(of(ERC1404, 'setWalletFrozen', [holder, true]))
    expect(await selector('erc1404', 'freeze', 5n)).toBe(of(ERC1404, 'setFrozenTokens', [holder, 5n]))
    expect(await selector('erc20', 'pause')).toBe(of(ERC3643, 'pause', []))
    for (const operation of ['freeze', 'unfreeze', 'force_transfer'] as const)
      expect(await selector('erc20', operation, 5n)).toBe('operation_not_supported')
    await expect(selector('erc3643', 'force_transfer')).rejects.toThrow(RangeError)
    await expect(adapter.buildControl('freeze', { token, standard: 'erc3643', issuer, decimals: 0 })).rejects.toThrow(RangeError)
  })
})

describe.skipIf(!anvilBinary())('with chains', () => {
  it('starts our own where none is given, and stops them', async () => {
    const chains = await connectChains({ evmRpcUrls: {}, solanaRpcUrl: null, embedded: true })
    expect([chains.adapters.ethereum.mode, chains.adapters.ethereum.chainId, chains.adapters.polygon.chainId]).toEqual([
      'embedded',
      31337,
      31338,
    ])
    expect(await chains.adapters.polygon.balance(holder)).toBe(0n)
    await chains.stop()
    expect(await chains.adapters.polygon.balance(holder)).toEqual({ unavailable: 'rpc_error', retryable: true })
  })

  it('refuses an endpoint of another chain, notes a silent one, uses the next that answers', async () => {
    const anvil = (await startAnvil({ chainId: 137 }))!
    try {
      await expect(connectChains({ evmRpcUrls: { '1': anvil.url }, solanaRpcUrl: null })).rejects.toThrow('serves chain 137')
      const chains = await connectChains({ evmRpcUrls: { '137': `http://127.0.0.1:9, ${anvil.url}` }, solanaRpcUrl: null })
      expect(chains.notes).toEqual(['polygon: an endpoint does not answer now'])
      expect([chains.adapters.polygon.mode, chains.adapters.ethereum.mode]).toEqual(['rpc', 'none'])
      expect(await chains.adapters.polygon.balance(holder)).toBe(0n)
    } finally {
      await anvil.stop()
    }
  })

  it('an embedded chain does not outlive a parent that was killed', async () => {
    const module = fileURLToPath(new URL('./evm/anvil.ts', import.meta.url))
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
