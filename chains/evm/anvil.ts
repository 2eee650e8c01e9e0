/**
 * The embedded chain of the tests: anvil, from the npm package that holds its binary. The lock names the one for Linux on x64, which is published with
 * a hash; on another machine `npm i --no-save @foundry-rs/anvil@1.7.1` brings its own. Without one, tests of chains are skipped.
 */
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'

export interface Anvil {
  url: string
  chainId: number
  pid: number
  stop(): Promise<void>
}

const START_TIMEOUT_MS = 15_000
const STOP_TIMEOUT_MS = 5_000

/** The binary, or null when the optional package is not installed for this machine. */
export function anvilBinary(): string | null {
  const arch: Partial<Record<string, string>> = { x64: 'amd64', arm64: 'arm64' }
  const name = `@foundry-rs/anvil-${process.platform}-${arch[process.arch] ?? process.arch}/bin/anvil${process.platform === 'win32' ? '.exe' : ''}`
  try {
    const path = createRequire(import.meta.url).resolve(name)
    return existsSync(path) ? path : null
  } catch {
    return null
  }
}

/**
 * Starts a chain on a port of this machine, a free one unless named; null when there is no binary. Ends with `stop()`, and also when this process
 * dies in any way: the shell around it waits for its standard input to close, which no signal can prevent.
 */
export async function startAnvil(options: { chainId: number; port?: number; args?: readonly string[] }): Promise<Anvil | null> {
  const binary = anvilBinary()
  if (!binary) return null
  const port = options.port ?? (await freePort())
  const args = [
    '--host',
    '127.0.0.1',
    '--port',
    String(port),
    '--chain-id',
    String(options.chainId),
    '--hardfork',
    'osaka',
    '--enable-tx-gas-limit',
    '--silent',
    ...(options.args ?? []),
  ]
  const watchdog = '"$0" "$@" </dev/null & P=$!; trap "kill $P" TERM INT; cat >/dev/null; kill $P'
  const child =
    process.platform === 'win32'
      ? spawn(binary, args, { stdio: ['pipe', 'ignore', 'ignore'] })
      : spawn('/bin/sh', ['-c', watchdog, binary, ...args], { stdio: ['pipe', 'ignore', 'ignore'] })
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve())
    child.once('error', () => resolve())
  })
  const url = `http://127.0.0.1:${port}`
  const stop = async () => {
    child.stdin.destroy()
    child.kill('SIGTERM')
    await ended
    // The shell may end before the chain does; nobody should still be answered after stop().
    const gone = Date.now() + STOP_TIMEOUT_MS
    while (Date.now() < gone && (await answers(url))) await new Promise((resolve) => setTimeout(resolve, 10))
  }
  const deadline = Date.now() + START_TIMEOUT_MS
  while (!(await answers(url))) {
    if (child.exitCode !== null || Date.now() > deadline) {
      await stop()
      throw new Error('anvil did not start')
    }
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  return { url, chainId: options.chainId, pid: child.pid!, stop }
}

async function answers(url: string): Promise<boolean> {
  try {
    const body = '{"jsonrpc":"2.0","id":1,"method":"eth_chainId","params":[]}'
    return (await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body })).ok
  } catch {
    return false
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => (address && typeof address === 'object' ? resolve(address.port) : reject(new Error('no port'))))
    })
  })
}
