import { callBackEnd, Refusal } from '../back-end.ts'
import { setFailed, setHealthy } from '../health.ts'
import { fromWei, toWei } from './amount.ts'
import { discoverWallets, type Eip1193, type FoundWallet, findMetaMask, providerName } from './provider.ts'

/** The sentences of the product's specification, to the letter. */
const WALLET_MESSAGES = {
  notInstalled: 'MetaMask is not installed. Please install MetaMask to continue.',
  noAccounts: 'No accounts found',
  otherProviders: 'WalletConnect and Coinbase Wallet coming soon',
  notConnected: 'Wallet not connected',
  unknownNetwork: 'This network is not available in your wallet. Please add it first.',
  notRegistered: 'Failed to register wallet',
} as const

interface WalletTransaction {
  id: string
  hash: string
  from: string
  to: string
  value: string
  timestamp: string
  status: string
}

export interface WalletState {
  isConnected: boolean
  address: string | null
  balance: string
  /** The network could not be asked: the balance shown is the default, not what the wallet holds. */
  balanceUnknown: boolean
  isKYCVerified: boolean
  chainId: string | null
  provider: string | null
  error: string | null
  transactions: WalletTransaction[]
  isLoading: boolean
  /** Wallets of this browser. */
  found: FoundWallet[]
  /** False once the wallet part of the page broke: it is then reported as unusable instead of half working. */
  healthy: boolean
}

const RESET = {
  isConnected: false,
  address: null,
  balance: '0.0000',
  balanceUnknown: false,
  isKYCVerified: false,
  transactions: [],
} satisfies Partial<WalletState>

export const START: WalletState = {
  ...RESET,
  chainId: null,
  provider: null,
  error: null,
  isLoading: false,
  found: [],
  healthy: true,
}

interface StoredTransaction {
  id: string
  transactionHash: string
  fromAddress: string
  toAddress: string
  amount: string
  createdAt: string
  status: string
}

const CHAIN_KEY = 'sealwright.wallet.chain'
const LEFT_KEY = 'sealwright.wallet.left'
const PROVIDER_KEY = 'sealwright.wallet.provider'

/** A page's storage may be closed; then nothing is remembered and everything else works. */
const stored = {
  get: (key: string) => {
    try {
      return localStorage.getItem(key)
    } catch {
      return null
    }
  },
  set: (key: string, value: string | null) => {
    try {
      if (value === null) localStorage.removeItem(key)
      else localStorage.setItem(key, value)
    } catch {
      // Not remembered.
    }
  },
}

/** How long after an answer with something pending it is asked for again, in ms: a chain needs seconds, or many minutes. */
const PENDING_FIRST = 4_000
const PENDING_LONGEST = 60_000

const codeOf = (error: unknown): number | undefined => {
  const e = error as { code?: number; data?: { originalError?: { code?: number } } } | null
  return e?.data?.originalError?.code ?? e?.code
}
const rejected = (error: unknown) => codeOf(error) === 4001

/** Readings that fail are passed over in silence: the wallet itself still works. */
async function quietly<T>(call: Promise<T>): Promise<T | null> {
  try {
    return await call
  } catch (error) {
    if (error instanceof Refusal) return null
    throw error
  }
}

/** The wallet of this browser tab: what it is connected to, its events, its calls. One a page; no framework inside. */
export class WalletSession {
  #state: WalletState = START
  readonly #listeners = new Set<() => void>()
  #wallet: FoundWallet | null = null
  #detach: (() => void) | null = null
  readonly #reload: () => void
  #pendingTimer: ReturnType<typeof setTimeout> | undefined
  #pendingDelay = PENDING_FIRST

  constructor(reload: () => void = () => window.location.reload()) {
    this.#reload = reload
  }

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }
  readonly snapshot = () => this.#state

  #set(change: Partial<WalletState>): void {
    this.#state = { ...this.#state, ...change }
    for (const listener of this.#listeners) listener()
  }

  /** Looks for wallets and takes up a connection there is already. Returns how to stop. */
  start(): () => void {
    let asked = false
    const resume = () => {
      const before = stored.get(PROVIDER_KEY)
      const wallet = this.#state.found.find((each) => each.rdns === before) ?? (before ? null : findMetaMask(this.#state.found))
      if (asked || !wallet || stored.get(LEFT_KEY)) return
      asked = true
      void this.#resume(wallet)
    }
    const stop = discoverWallets((found) => {
      this.#set({ found })
      resume()
    })
    resume()
    return () => {
      stop()
      clearTimeout(this.#pendingTimer)
      this.#detach?.()
      this.#detach = null
    }
  }

  async #resume(wallet: FoundWallet): Promise<void> {
    try {
      const accounts = (await wallet.provider.request({ method: 'eth_accounts' })) as string[]
      if (accounts[0]) await this.#use(wallet, accounts[0])
    } catch (error) {
      this.#fail(error)
    }
  }

  /** Asks the wallet for an account. `provider`: metamask, or the reverse domain name of a wallet that was found. */
  async connect(provider = 'metamask'): Promise<void> {
    this.#set({ error: null, isLoading: true })
    try {
      const wallet = this.#choose(provider)
      const accounts = (await wallet.provider.request({ method: 'eth_requestAccounts' })) as string[]
      if (!accounts[0]) throw new Error(WALLET_MESSAGES.noAccounts)
      stored.set(LEFT_KEY, null)
      stored.set(PROVIDER_KEY, wallet.rdns)
      await this.#use(wallet, accounts[0])
      this.#set({ isLoading: false })
    } catch (error) {
      this.#set({ isLoading: false, error: rejected(error) ? 'The request was declined in the wallet.' : sentence(error) })
    }
  }

  #choose(provider: string): FoundWallet {
    const exact = this.#state.found.find((wallet) => wallet.rdns === provider || providerName(wallet) === provider)
    const wallet = exact ?? (provider === 'metamask' ? findMetaMask(this.#state.found) : null)
    if (wallet) return wallet
    throw new Error(provider === 'metamask' ? WALLET_MESSAGES.notInstalled : WALLET_MESSAGES.otherProviders)
  }

  async #use(wallet: FoundWallet, address: string): Promise<void> {
    this.#attach(wallet)
    const chainId = (await wallet.provider.request({ method: 'eth_chainId' })) as string
    stored.set(CHAIN_KEY, chainId)
    setHealthy('wallet')
    this.#set({ ...RESET, isConnected: true, address, chainId, provider: providerName(wallet), error: null, healthy: true })
    await this.#register()
  }

  /** Tells the server whose wallet this is and reads what it knows: KYC state, balance, transactions. */
  async #register(): Promise<void> {
    const { address, chainId, provider } = this.#state
    if (!address) return
    // Another account may be chosen meanwhile: it registers itself, and of this one nothing is shown or asked any more.
    const left = () => this.#state.address !== address
    try {
      const answer = await callBackEnd<{ isKYCVerified: boolean }>('/functions/v1/wallet-connect', { address, chainId, provider })
      if (left()) return
      this.#set({ isKYCVerified: answer.isKYCVerified })
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      if (left()) return
      // The server does not know the wallet yet: it would refuse to tell of it.
      if (error.status === 0) return this.#watchPending()
      this.#set({ error: error.message || WALLET_MESSAGES.notRegistered })
      if (error.status === 409) return
    }
    await Promise.all([this.refreshBalance(), this.refreshTransactions()])
  }

  async refreshBalance(): Promise<void> {
    const { address, chainId } = this.#state
    if (!address) return
    const answer = await quietly(callBackEnd<{ balance: string; source: string }>('/functions/v1/wallet-balance', { address, chainId }))
    if (answer && this.#state.address === address) this.#set({ balance: answer.balance, balanceUnknown: answer.source === 'unavailable' })
  }

  async refreshTransactions(): Promise<void> {
    const { address } = this.#state
    if (!address) return
    const answer = await quietly(
      callBackEnd<{ transactions: StoredTransaction[] }>('/functions/v1/wallet-transactions-list', { walletAddress: address }),
    )
    if (this.#state.address !== address) return
    // Without a network it goes on waiting.
    if (!answer) return this.#watchPending()
    const known = answer.transactions.map((t) => ({
      id: t.id,
      hash: t.transactionHash,
      from: t.fromAddress,
      to: t.toAddress,
      value: t.amount,
      timestamp: t.createdAt,
      status: t.status,
    }))
    // What was just sent and did not reach the server stays in sight.
    const before = this.#state.transactions
    const unsaved = before.filter((t) => t.id === t.hash && !known.some((k) => k.hash === t.hash))
    this.#set({ transactions: [...unsaved, ...known] })
    const settled = before.some((t) => t.status === 'pending' && known.some((k) => k.hash === t.hash && k.status !== 'pending'))
    if (settled) void this.refreshBalance()
    this.#watchPending()
  }

  /** Nobody should have to press a button to learn that a payment arrived: asks again, ever less often, while one waits. */
  #watchPending(): void {
    clearTimeout(this.#pendingTimer)
    if (!this.#state.transactions.some((t) => t.status === 'pending')) {
      this.#pendingDelay = PENDING_FIRST
      return
    }
    this.#pendingTimer = setTimeout(() => {
      if (document.visibilityState === 'hidden') this.#watchPending()
      else this.refreshTransactions().catch((error) => this.#fail(error))
    }, this.#pendingDelay)
    this.#pendingDelay = Math.min(this.#pendingDelay * 1.5, PENDING_LONGEST)
  }

  /** Sends coins. The amount is converted with 18 decimals. Throws the sentence to show. */
  async send(to: string, amount: string): Promise<string> {
    const { address, isConnected } = this.#state
    if (!isConnected || !address || !this.#wallet) throw new Error(WALLET_MESSAGES.notConnected)
    const wei = toWei(amount)
    if (wei === null) throw new Error('Enter an amount above zero with at most 18 decimals.')
    const value = `0x${wei.toString(16)}`
    const hash = (await this.#wallet.provider
      .request({ method: 'eth_sendTransaction', params: [{ from: address, to, value }] })
      .catch((error: unknown) => {
        throw new Error(rejected(error) ? 'The transaction was declined in the wallet.' : sentence(error))
      })) as string
    const sent = { id: hash, hash, from: address, to, value: fromWei(wei), timestamp: new Date().toISOString(), status: 'pending' }
    this.#set({ transactions: [sent, ...this.#state.transactions] })
    this.#pendingDelay = PENDING_FIRST
    await callBackEnd('/functions/v1/wallet-transaction-create', {
      walletAddress: address,
      transactionHash: hash,
      fromAddress: address,
      toAddress: to,
      amount: sent.value,
      transactionType: 'transfer',
    }).catch((error: unknown) => {
      if (!(error instanceof Refusal)) throw error
      // A network failure stays silent; a refusal means the payment will be missing from the list once the page is left.
      if (error.status !== 0) this.#set({ error: `The transaction is sent, but it could not be listed: ${error.message}` })
    })
    void this.refreshBalance()
    void this.refreshTransactions()
    return hash
  }

  /** Asks the wallet to change the network. The page reloads when it did. */
  async switchNetwork(chainId: string): Promise<void> {
    if (!this.#wallet) {
      this.#set({ error: WALLET_MESSAGES.notConnected })
      return
    }
    this.#set({ error: null })
    try {
      await this.#wallet.provider.request({ method: 'wallet_switchEthereumChain', params: [{ chainId }] })
    } catch (error) {
      const unknown = codeOf(error) === 4902
      this.#set({
        error: unknown ? WALLET_MESSAGES.unknownNetwork : rejected(error) ? 'The request was declined in the wallet.' : sentence(error),
      })
    }
  }

  /** Proves control: the wallet signs the server's challenge. Throws the sentence to show. */
  async prove(): Promise<{ isKYCVerified: boolean }> {
    const { address, chainId, provider } = this.#state
    if (!address || !this.#wallet) throw new Error(WALLET_MESSAGES.notConnected)
    const { message } = await callBackEnd<{ message: string }>('/functions/v1/wallet-connect', { address, chainId, provider })
    const hex = `0x${Array.from(new TextEncoder().encode(message), (byte) => byte.toString(16).padStart(2, '0')).join('')}`
    const signature = await this.#wallet.provider.request({ method: 'personal_sign', params: [hex, address] }).catch((error: unknown) => {
      throw new Error(rejected(error) ? 'The signature was declined in the wallet. Nothing was changed.' : sentence(error))
    })
    const answer = await callBackEnd<{ isKYCVerified: boolean }>('/functions/v1/wallet-prove', { message, signature })
    this.#set({ isKYCVerified: answer.isKYCVerified, error: null })
    return answer
  }

  /** Forgets the connection on this page and at the next visits. The wallet keeps its own list of connected sites. */
  disconnect(): void {
    stored.set(LEFT_KEY, '1')
    stored.set(PROVIDER_KEY, null)
    clearTimeout(this.#pendingTimer)
    this.#detach?.()
    this.#detach = null
    this.#wallet = null
    this.#set({ ...RESET, provider: null, error: null })
  }

  clearError(): void {
    this.#set({ error: null })
  }

  #attach(wallet: FoundWallet): void {
    this.#detach?.()
    this.#wallet = wallet
    const accountsChanged = (accounts: string[]) => {
      const next = accounts[0]
      if (!next) this.#set(RESET)
      else if (next.toLowerCase() !== this.#state.address?.toLowerCase()) {
        this.#set({ ...RESET, isConnected: true, address: next, error: null })
        this.#register().catch((error) => this.#fail(error))
      }
    }
    const disconnected = () => this.#set(RESET)
    const chainChanged = (chainId: string) => {
      stored.set(CHAIN_KEY, chainId)
      this.#set({ chainId })
      this.#reload()
    }
    this.#detach = listen(wallet.provider, { accountsChanged, disconnect: disconnected, chainChanged })
  }

  /** The wallet part broke: say so once instead of pretending. */
  #fail(error: unknown): void {
    setFailed('wallet', sentence(error), error)
    this.#set({ ...RESET, healthy: false, error: sentence(error) })
  }
}

function listen(provider: Eip1193, handlers: Record<string, (value: never) => void>): () => void {
  for (const [event, handler] of Object.entries(handlers)) provider.on?.(event, handler)
  return () => {
    for (const [event, handler] of Object.entries(handlers)) provider.removeListener?.(event, handler)
  }
}

function sentence(error: unknown): string {
  const message = (error as { message?: unknown } | null)?.message
  return typeof message === 'string' && message ? message : 'The wallet did not answer. Unlock it and try again.'
}
