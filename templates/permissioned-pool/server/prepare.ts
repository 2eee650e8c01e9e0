import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fetchIssuer } from '@sealwright/sdk'
import { createPublicClient, encodeDeployData, http } from 'viem'
import { CONTRACT, type Pool, usePool } from './chain.ts'
import type { Config } from './config.ts'

const LOCAL_CHAIN = 31_337

/** Takes the pool that is named, or starts a chain on this machine and deploys one there. A local chain is for the sandbox only. */
export async function prepare(config: Config): Promise<void> {
  const { POOL_CONTRACT, POOL_CHAIN_ID, POOL_RPC_URL, POOL_NAME: name = 'Example Lend' } = process.env
  if (POOL_CONTRACT) {
    if (!POOL_CHAIN_ID || !POOL_RPC_URL) throw new Error('With POOL_CONTRACT name its POOL_CHAIN_ID and a POOL_RPC_URL.')
    usePool({ name, address: POOL_CONTRACT as `0x${string}`, chainId: Number(POOL_CHAIN_ID), rpcUrl: POOL_RPC_URL, local: false })
    return
  }
  if (config.environment !== 'sandbox') throw new Error('Name the pool: POOL_CONTRACT, POOL_CHAIN_ID and POOL_RPC_URL.')
  const rpcUrl = await startChain(config.dataDir)
  const address = await deployed(rpcUrl, config)
  usePool({ name, address, chainId: LOCAL_CHAIN, rpcUrl, local: true } satisfies Pool)
  console.log(`The pool ${name} is at ${address} of the local chain ${rpcUrl}.`)
}

/** Anvil, from the package that holds its binary. What happens on the chain lies in the data folder and is there again after a restart. */
async function startChain(dataDir: string): Promise<string> {
  const arch = process.arch === 'x64' ? 'amd64' : process.arch
  const file = `@foundry-rs/anvil-${process.platform}-${arch}/bin/anvil${process.platform === 'win32' ? '.exe' : ''}`
  let binary: string
  try {
    binary = createRequire(import.meta.url).resolve(file)
  } catch {
    throw new Error('There is no local chain for this machine. Name a pool: POOL_CONTRACT, POOL_CHAIN_ID and POOL_RPC_URL.')
  }
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const port = await freePort()
  const args = [
    '--host',
    '127.0.0.1',
    '--port',
    String(port),
    '--chain-id',
    String(LOCAL_CHAIN),
    '--silent',
    '--state',
    join(dataDir, 'chain.json'),
  ]
  // The shell ends the chain when this process ends in any way: then its standard input closes.
  const child =
    process.platform === 'win32'
      ? spawn(binary, args, { stdio: 'ignore' })
      : spawn(
          '/bin/sh',
          ['-c', '"$0" "$@" </dev/null & P=$!; trap "kill $P" TERM INT; cat >/dev/null; kill $P; wait $P', binary, ...args],
          {
            stdio: ['pipe', 'ignore', 'ignore'],
          },
        )
  child.unref()
  process.once('exit', () => child.kill())
  const rpcUrl = `http://127.0.0.1:${port}`
  for (let tries = 0; tries < 300; tries++) {
    if (await rpc(rpcUrl, 'eth_chainId').catch(() => null)) return rpcUrl
    await delay(50)
  }
  throw new Error('The local chain did not start.')
}

/** The contract of an earlier start, if it is there and believes the attester of this sandbox; else a new one. */
async function deployed(rpcUrl: string, { baseUrl, dataDir }: Config): Promise<`0x${string}`> {
  // It calls itself by its public address, which a container reaches under another.
  const issuer = process.env.SEALWRIGHT_ISSUER_URL || baseUrl
  const {
    attesters: [attester],
  } = await fetchIssuer(issuer, {
    environment: 'sandbox',
    fetch: (input, init) => fetch(new URL(new URL(String(input)).pathname, baseUrl), init),
  })
  if (!attester) throw new Error(`${baseUrl} names no account that signs permits.`)
  const client = createPublicClient({ transport: http(rpcUrl) })
  const kept = join(dataDir, 'pool.json')
  if (existsSync(kept)) {
    const { address } = JSON.parse(readFileSync(kept, 'utf8')) as { address: `0x${string}` }
    const believed = await client.readContract({ address, abi: CONTRACT.abi, functionName: 'attester' }).catch(() => null)
    if (believed === attester) return address
  }
  const [from] = (await rpc(rpcUrl, 'eth_accounts')) as string[]
  const data = encodeDeployData({ abi: CONTRACT.abi, bytecode: CONTRACT.bytecode, args: [attester] })
  const hash = (await rpc(rpcUrl, 'eth_sendTransaction', [{ from, data }])) as `0x${string}`
  const { contractAddress } = await client.waitForTransactionReceipt({ hash, pollingInterval: 50 })
  if (!contractAddress) throw new Error('The contract was not deployed.')
  writeFileSync(kept, JSON.stringify({ address: contractAddress }))
  return contractAddress
}

async function rpc(url: string, method: string, params: unknown[] = []): Promise<unknown> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  const response = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  const { result, error } = (await response.json()) as { result?: unknown; error?: { message: string } }
  if (error) throw new Error(error.message)
  return result
}

const freePort = () =>
  new Promise<number>((done, failed) => {
    const server = createServer().once('error', failed)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => done(port))
    })
  })
