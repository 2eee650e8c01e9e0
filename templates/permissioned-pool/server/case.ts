import { createHash, randomUUID } from 'node:crypto'
import { ComplianceDenied, type WebhookEvent } from '@sealwright/sdk'
import { Hono } from 'hono'
import { askLocalChain, depositCall, deposited, giveCoins, pool, weiOf, wentThrough, withdrawCall } from './chain.ts'
import type { App, Signed } from './context.ts'
import { type Told, tell } from './decisions.ts'
import { isVerified, personOf } from './identity.ts'
import { explain, Problem } from './problems.ts'
import { jsonOf } from './sessions.ts'

// Entering the pool: each time it is asked for, and what is let in gets a permit that its contract asks for. Leaving is always open.

export interface Entry {
  id: string
  wallet: string
  attempt: string
  amount: string
  /** granted, waits, denied, deposited, failed */
  status: string
  level: string | null
  next_action: string | null
  expires_at: number | null
  data: string | null
  hash: string | null
  decision: string
  created_at: number
}

const NAMES = { '/action/amount': 'amount', '/wallet_address': 'amount' }
const AMOUNT = /^\d{1,12}(\.\d{1,6})?$/

export function caseRoutes(app: App): Hono<Signed> {
  const { db } = app
  const routes = new Hono<Signed>()
  const entryOf = (wallet: string, id: string) =>
    db.prepare('SELECT * FROM entries WHERE wallet = ? AND id = ?').get(wallet, id) as Entry | undefined

  routes.get('/pool', async (c) => {
    const wallet = c.get('wallet')
    const rows = db.prepare('SELECT * FROM entries WHERE wallet = ? ORDER BY created_at DESC LIMIT 100').all(wallet) as unknown as Entry[]
    const { name, address, chainId, local } = pool()
    return c.json({ name, address, chain_id: chainId, local, deposited: await deposited(wallet), entries: rows.map(shown) })
  })

  routes.post('/entries', async (c) => {
    const wallet = c.get('wallet')
    if (!isVerified(personOf(app, wallet))) throw new Problem(403, 'not_verified', 'Verify yourself first.')
    if (!wallet.startsWith('0x')) throw new Problem(422, 'wrong_chain', 'This pool is on Ethereum: connect a wallet of Ethereum.')
    const { attempt, amount } = await jsonOf(c)
    if (typeof attempt !== 'string' || !/^[\w-]{16,64}$/.test(attempt)) throw new Problem(400, 'malformed', 'An entry names its attempt.')
    if (typeof amount !== 'string' || !AMOUNT.test(amount) || Number(amount) <= 0)
      throw new Problem(422, 'invalid', 'Please look at the marked field.', { amount: 'Give an amount such as 100 or 99.50.' })
    const known = () => db.prepare('SELECT * FROM entries WHERE wallet = ? AND attempt = ?').get(wallet, attempt) as Entry | undefined
    const before = known()
    if (before) return c.json(shown(before))
    const row: Entry = {
      id: randomUUID(),
      wallet,
      attempt,
      amount,
      hash: null,
      created_at: Date.now(),
      ...(await ask(app, wallet, attempt, amount)),
    }
    db.prepare(
      `INSERT INTO entries VALUES (:id, :wallet, :attempt, :amount, :status, :level, :next_action, :expires_at, :data, :hash, :decision, :created_at)
       ON CONFLICT DO NOTHING`,
    ).run({ ...row })
    if (row.status === 'granted') await giveCoins(wallet)
    return c.json(shown(known() ?? row), 201)
  })

  /** What the wallet has sent: the chain says whether it went through, and nobody else. */
  routes.post('/entries/:id/sent', async (c) => {
    const wallet = c.get('wallet')
    const entry = entryOf(wallet, c.req.param('id'))
    if (!entry?.data) throw new Problem(404, 'not_found', 'There is no such entry.')
    const { hash } = await jsonOf(c)
    if (typeof hash !== 'string' || !/^0x[0-9a-f]{64}$/i.test(hash)) throw new Problem(422, 'invalid', 'This is no hash of a transaction.')
    const through = await wentThrough(hash as `0x${string}`, wallet)
    if (through === null)
      throw new Problem(409, 'not_there_yet', 'The chain does not know this transaction yet. Please try again in a moment.')
    db.prepare('UPDATE OR IGNORE entries SET status = ?, hash = ? WHERE id = ?').run(
      through ? 'deposited' : 'failed',
      hash.toLowerCase(),
      entry.id,
    )
    return c.json(shown(entryOf(wallet, entry.id)!))
  })

  routes.post('/withdrawals', async (c) => {
    const { amount } = await jsonOf(c)
    if (typeof amount !== 'string' || !AMOUNT.test(amount) || Number(amount) <= 0)
      throw new Problem(422, 'invalid', 'Please look at the marked field.', { out: 'Give an amount such as 100 or 99.50.' })
    return c.json({ transaction: { chain_id: pool().chainId, to: pool().address, data: withdrawCall(amount), value: '0x0' } })
  })

  routes.post('/chain', async (c) => {
    if (!pool().local) throw new Problem(404, 'not_found', 'There is nothing at this address.')
    const { method, params } = await jsonOf(c)
    return c.json(await askLocalChain(String(method), params))
  })
  return routes
}

type State = Pick<Entry, 'status' | 'level' | 'next_action' | 'expires_at' | 'data' | 'decision'>

/** Asks whether this wallet may enter. A denial is a type of its own: what follows the call is only reached by what is not denied. */
async function ask({ client }: App, wallet: string, attempt: string, amount: string): Promise<State> {
  const { name, address, chainId } = pool()
  try {
    const access = await client.defi.verifyWallet(
      {
        wallet_address: wallet,
        protocol_name: name,
        action: { type: 'supply', amount, currency: 'USD' },
        permit: { chain_id: chainId, verifying_contract: address },
      },
      { onDeny: 'error', idempotencyKey: `${attempt}-${createHash('sha256').update(amount).digest('hex')}` },
    )
    const granted = access.access_granted && access.decision.outcome === 'allow' && access.permit
    return {
      status: granted ? 'granted' : 'waits',
      level: access.verification_level,
      next_action: access.next_action.detail,
      expires_at: granted ? Number(granted.message.expires) * 1000 : null,
      data: granted ? depositCall(granted) : null,
      decision: JSON.stringify(tell(access.decision)),
    }
  } catch (error) {
    if (!(error instanceof ComplianceDenied)) throw explain(error, NAMES)
    return {
      status: 'denied',
      level: null,
      next_action: null,
      expires_at: null,
      data: null,
      decision: JSON.stringify(tell(error.decision)),
    }
  }
}

/** A permit lives for ten minutes at most; what ends earlier ends with the credential, which identity.ts follows. */
export async function onCaseEvent(_app: App, _event: WebhookEvent): Promise<void> {}

const shown = ({ wallet: _, attempt: __, decision, data, ...row }: Entry) => ({
  ...row,
  decision: JSON.parse(decision) as Told,
  transaction:
    data && row.status === 'granted' && Number(row.expires_at) > Date.now()
      ? { chain_id: pool().chainId, to: pool().address, data, value: weiOf(row.amount) }
      : null,
})
export type ShownEntry = ReturnType<typeof shown>
