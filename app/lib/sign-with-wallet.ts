import { callBackEnd } from './back-end.ts'
import { discoverWallets, type Eip1193, type FoundWallet, findMetaMask } from './wallet/provider.ts'

/** A failure whose words are meant for the person. */
class WalletProblem extends Error {
  override name = 'WalletProblem'
}

/** Asks the browser's wallet for its address, gets the message for it from `challengePath` and lets the wallet sign it. */
export async function signWithWallet(challengePath: string): Promise<{ message: string; signature: string }> {
  const provider = chosenProvider()
  if (!provider) throw new WalletProblem('MetaMask is not installed. Please install MetaMask to continue.')
  try {
    const [address] = (await provider.request({ method: 'eth_requestAccounts' })) as string[]
    if (!address) throw new WalletProblem('No accounts found')
    const chainId = Number(await provider.request({ method: 'eth_chainId' }))
    const { message } = await callBackEnd<{ message: string }>(challengePath, { address, ...(chainId > 0 && { chainId }) })
    const signature = (await provider.request({ method: 'personal_sign', params: [hexOf(message), address] })) as string
    return { message, signature }
  } catch (error) {
    if ((error as { code?: number }).code === 4001) throw new WalletProblem('The wallet was not used. Try again when you are ready.')
    throw error
  }
}

/** Has the browser's wallet sign and send a transaction on its chain. Returns the hash. */
export async function sendWithWallet(tx: { to: string; data: string; value: string; chain_id: number }): Promise<string> {
  const provider = chosenProvider()
  if (!provider) throw new WalletProblem('MetaMask is not installed. Please install MetaMask to continue.')
  const chainId = `0x${tx.chain_id.toString(16)}`
  try {
    const [from] = (await provider.request({ method: 'eth_requestAccounts' })) as string[]
    if (!from) throw new WalletProblem('No accounts found')
    if (Number(await provider.request({ method: 'eth_chainId' })) !== tx.chain_id)
      await provider.request({ method: 'wallet_switchEthereumChain', params: [{ chainId }] })
    const sent = { from, to: tx.to, data: tx.data, value: tx.value, chainId }
    return (await provider.request({ method: 'eth_sendTransaction', params: [sent] })) as string
  } catch (error) {
    const { code, message } = error as { code?: number; message?: string }
    if (code === 4001) throw new WalletProblem('The wallet was not used. Try again when you are ready.')
    if (code === 4902) throw new WalletProblem('This network is not available in your wallet. Please add it first.')
    throw new WalletProblem(message || 'The wallet did not answer. Unlock it and try again.')
  }
}

/** MetaMask where it announced itself or has always been, else whatever wallet the browser has in that place. */
function chosenProvider(): Eip1193 | undefined {
  let found: FoundWallet[] = []
  // Wallets answer the question while it is asked, so the list is whole when this returns.
  discoverWallets((wallets) => {
    found = wallets
  })()
  return findMetaMask(found)?.provider ?? (window as { ethereum?: Eip1193 }).ethereum
}

const hexOf = (text: string) => `0x${Array.from(new TextEncoder().encode(text), (byte) => byte.toString(16).padStart(2, '0')).join('')}`
