import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { decodeBase58 } from '#chains/base58.ts'
import golden from '#chains/solana/golden.json' with { type: 'json' }
import { TOKEN_2022 } from '#chains/solana/token-2022.ts'

/**
 * A Solana node over HTTP with one mint, whose account is what the Token-2022 program wrote, and the accounts it is given. No validator
 * runs where tests run: what it cannot show, that the program accepts a transaction, golden.json records.
 */
export async function startSolanaNode() {
  const node = {
    url: '',
    /** Who may mint, and which program the account belongs to. */
    mint: {} as { authority?: string | null; owner?: string },
    accounts: {} as Record<string, string>,
    /** What became of the transactions sent: how far they are, and how many of the mint's smallest units came to whom. */
    sent: {} as Record<
      string,
      { state: 'processed' | 'confirmed' | 'finalized'; err?: object; from?: string; to: string; amount: number; decimals?: number }
    >,
    stop: () => new Promise<void>((done) => server.close(() => done())),
  }
  const mintData = (): string => {
    const data = Buffer.from(golden.mintData, 'base64')
    const { authority } = node.mint
    if (authority === null) data.writeUInt32LE(0, 0)
    else if (authority) for (const at of [4, 50]) data.set(decodeBase58(authority)!, at)
    return data.toString('base64')
  }
  const account = (address: string) => {
    const data = address === golden.mint ? mintData() : node.accounts[address]
    return data ? { owner: node.mint.owner ?? TOKEN_2022, data: [data, 'base64'] } : null
  }
  const statusOf = (hash: string) => {
    const sent = node.sent[hash]
    const confirmations = sent?.state === 'finalized' ? null : 3
    return sent ? { slot: 5, confirmations, err: sent.err ?? null, confirmationStatus: sent.state } : null
  }
  const transactionOf = (hash: string) => {
    const { from, to, amount, decimals = 2 } = node.sent[hash]!
    const balance = (owner: string, units: number) => ({ mint: golden.mint, owner, uiTokenAmount: { amount: String(units), decimals } })
    const pre = from ? [balance(from, amount)] : []
    return {
      slot: 5,
      meta: { err: null, preTokenBalances: pre, postTokenBalances: [balance(to, amount), ...(from ? [balance(from, 0)] : [])] },
      transaction: { message: { accountKeys: [golden.issuer, to] } },
    }
  }
  // biome-ignore lint/suspicious/noExplicitAny: each method has parameters of its own.
  const answers: Record<string, (params: any) => unknown> = {
    getSignatureStatuses: ([hashes]) => ({ value: hashes.map(statusOf) }),
    getTransaction: ([hash]) => transactionOf(hash),
    getGenesisHash: () => 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG',
    getLatestBlockhash: () => ({ value: { blockhash: '11111111111111111111111111111112', lastValidBlockHeight: 150 } }),
    getMultipleAccounts: ([addresses]) => ({ context: { slot: 9 }, value: addresses.map(account) }),
  }
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const part of request) body += part
    const { id, method, params } = JSON.parse(body)
    response.setHeader('content-type', 'application/json').setHeader('connection', 'close')
    response.end(JSON.stringify({ jsonrpc: '2.0', id, result: answers[method]!(params) }))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  node.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return node
}
