import type { BrowserContext } from '@playwright/test'
import { createWalletClient, hexToBigInt, http, isHex, numberToHex } from 'viem'
import type { PrivateKeyAccount } from 'viem/accounts'

interface Answer {
  result?: unknown
  error?: { code: number; message: string }
}

/**
 * A browser wallet for tests: an EIP-1193 provider announced as EIP-6963 asks, whose keys stay in this process. It answers as the
 * extension does; what a person would decline, a test declines with `declineNext`.
 */
export async function installWallet(
  context: BrowserContext,
  options: { accounts: PrivateKeyAccount[]; chains: Record<number, string>; chainId: number; rdns?: string; name?: string },
) {
  const state = { accounts: options.accounts, chainId: options.chainId, allowed: false, declined: new Set<string>(), asked: [] as string[] }
  const refuse = (code: number, message: string): Answer => ({ error: { code, message } })
  const addresses = () => (state.allowed ? state.accounts.map((account) => account.address.toLowerCase()) : [])
  const emit = async (event: string, value: unknown) => {
    for (const page of context.pages())
      await page.evaluate(
        ([e, v]) => (window as never as { testWallet?: (e: unknown, v: unknown) => void }).testWallet?.(e, v),
        [event, value],
      )
  }

  const answer = async (method: string, params: unknown[]): Promise<Answer> => {
    state.asked.push(method)
    if (state.declined.delete(method)) return refuse(4001, 'User rejected the request.')
    const own = (address: unknown) => state.accounts.find((account) => account.address.toLowerCase() === String(address).toLowerCase())
    switch (method) {
      case 'eth_accounts':
        return { result: addresses() }
      case 'eth_requestAccounts':
        state.allowed = true
        return { result: addresses() }
      case 'eth_chainId':
        return { result: numberToHex(state.chainId) }
      case 'wallet_switchEthereumChain': {
        const id = Number((params[0] as { chainId: string }).chainId)
        if (!options.chains[id]) return refuse(4902, 'Unrecognized chain ID.')
        state.chainId = id
        setTimeout(() => void emit('chainChanged', numberToHex(id)).catch(() => {}), 0)
        return { result: null }
      }
      case 'personal_sign': {
        const [message, address] = params as [string, string]
        const account = own(address)
        if (!account) return refuse(4100, 'Unauthorized account.')
        return { result: await account.signMessage({ message: isHex(message) ? { raw: message } : message }) }
      }
      case 'eth_sendTransaction': {
        const tx = params[0] as { from: string; to: `0x${string}`; value: `0x${string}`; data?: `0x${string}` }
        const client = createWalletClient({ account: own(tx.from)!, transport: http(options.chains[state.chainId], { retryCount: 0 }) })
        return { result: await client.sendTransaction({ chain: null, to: tx.to, value: hexToBigInt(tx.value), data: tx.data ?? '0x' }) }
      }
      default:
        return refuse(4200, `${method} is not supported.`)
    }
  }

  await context.exposeBinding('askTestWallet', (_source, call: { method: string; params: unknown[] }) => answer(call.method, call.params))
  await context.addInitScript(
    ({ rdns, name }) => {
      const listeners: Record<string, ((value: unknown) => void)[]> = {}
      const host = window as never as {
        askTestWallet: (call: unknown) => Promise<{ result?: unknown; error?: { code: number; message: string } }>
        testWallet: (event: string, value: unknown) => void
      }
      host.testWallet = (event, value) => {
        for (const listener of listeners[event] ?? []) listener(value)
      }
      const provider = {
        request: async ({ method, params = [] }: { method: string; params?: unknown[] }) => {
          const { result, error } = await host.askTestWallet({ method, params })
          if (error) throw Object.assign(new Error(error.message), { code: error.code })
          return result
        },
        on: (event: string, listener: (value: unknown) => void) => {
          listeners[event] = [...(listeners[event] ?? []), listener]
        },
        removeListener: (event: string, listener: (value: unknown) => void) => {
          listeners[event] = (listeners[event] ?? []).filter((each) => each !== listener)
        },
      }
      const detail = Object.freeze({
        info: { uuid: '350670db-19fa-4704-a166-e52e178b59d2', name, rdns, icon: 'data:image/svg+xml,<svg/>' },
        provider,
      })
      const announce = () => window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
      window.addEventListener('eip6963:requestProvider', announce)
      announce()
    },
    { rdns: options.rdns ?? 'io.metamask', name: options.name ?? 'MetaMask' },
  )
  return {
    state,
    declineNext: (method: string) => state.declined.add(method),
    /** Another account becomes the chosen one, or none. */
    useAccounts: async (accounts: PrivateKeyAccount[]) => {
      state.accounts = accounts
      await emit('accountsChanged', addresses())
    },
    disconnect: () => emit('disconnect', { code: 4900 }),
  }
}
