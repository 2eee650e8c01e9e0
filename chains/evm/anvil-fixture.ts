/** For tests: an embedded chain with accounts that have coins, and one way to send a transaction and see it succeed. */
import {
  type Abi,
  createTestClient,
  createWalletClient,
  defineChain,
  encodeDeployData,
  encodeFunctionData,
  http,
  publicActions,
  toHex,
} from 'viem'
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import type { Hex } from '../adapter.ts'
import { artifact, type ContractName } from '../contracts/artifacts.ts'
import { startAnvil } from './anvil.ts'

/** A contract of six decimals that writes the log it is sent: so many topics, then data. */
const logger = (topics: 3 | 4): Hex => {
  const size = toHex(topics * 32, { size: 1 }).slice(2)
  const loads = Array.from({ length: topics }, (_, at) => `60${toHex((topics - 1 - at) * 32, { size: 1 }).slice(2)}35`).join('')
  const write = `60${size}360360${size}600037${loads}60${size}36036000a${topics}00`
  const end = toHex(7 + write.length / 2, { size: 1 }).slice(2)
  const runtime = `6004361460${end}57${write}5b600660005260206000f3`
  return `0x60${toHex(runtime.length / 2, { size: 1 }).slice(2)}80600b6000396000f3${runtime}`
}

/** Null when this machine has no anvil. */
export async function startFixture(chainId = 31337, args: readonly string[] = []) {
  const anvil = await startAnvil({ chainId, args })
  if (!anvil) return null
  const chain = defineChain({
    id: chainId,
    name: 'embedded',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [anvil.url] } },
  })
  const transport = http(anvil.url, { retryCount: 0, batch: true })
  const node = createTestClient({ chain, mode: 'anvil', transport, cacheTime: 0 }).extend(publicActions)

  const account = async (n: number): Promise<PrivateKeyAccount> => {
    const one = privateKeyToAccount(toHex(0x5ea1_0000 + n, { size: 32 }))
    await node.setBalance({ address: one.address, value: 10n ** 21n })
    return one
  }
  /** Receipts are asked for with the transaction: waiting for them by polling blocks can hang on a chain that mines at once. */
  const send = async (from: PrivateKeyAccount, request: { to?: Hex | null; data: Hex; value?: bigint }) => {
    const wallet = createWalletClient({ chain, transport, account: from })
    const receipt = await wallet.sendTransactionSync({
      to: request.to ?? null,
      data: request.data,
      value: request.value ?? 0n,
      gas: 16_000_000n,
    })
    if (receipt.status !== 'success') throw new Error('the transaction reverted')
    return receipt
  }
  const deploy = async (from: PrivateKeyAccount, name: ContractName, args: readonly unknown[] = []): Promise<Hex> => {
    const { abi, bytecode } = artifact(name)
    return (await send(from, { data: encodeDeployData({ abi, bytecode, args }) })).contractAddress!
  }
  const write = (from: PrivateKeyAccount, to: Hex, abi: Abi, functionName: string, args: readonly unknown[], value = 0n) =>
    send(from, { to, data: encodeFunctionData({ abi, functionName, args }), value })
  /** A contract that writes whatever log it is sent, as any token's could. */
  const deployLogger = async (from: PrivateKeyAccount, topics: 3 | 4): Promise<Hex> =>
    (await send(from, { data: logger(topics) })).contractAddress!
  return { anvil, chain, node, account, send, deploy, deployLogger, write, stop: () => anvil.stop() }
}
export type Fixture = NonNullable<Awaited<ReturnType<typeof startFixture>>>
