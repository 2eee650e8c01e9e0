import { createHash, randomUUID } from 'node:crypto'
import { ComplianceDenied, type Transaction, type WebhookEvent } from '@sealwright/sdk'
import { Hono } from 'hono'
import type { App, Signed } from './context.ts'
import { type Told, tell } from './decisions.ts'
import { documentOf } from './documents.ts'
import { isVerified, type Person, personOf } from './identity.ts'
import { explain, Problem } from './problems.ts'
import { jsonOf } from './sessions.ts'

// Payments: each is asked for before it is sent. From a threshold on, the Travel Rule asks who sends and who receives.

export interface Payment {
  id: string
  wallet: string
  attempt: string
  transaction_id: string | null
  to_address: string
  amount: string
  currency: string
  beneficiary: string | null
  vasp: string | null
  document_id: string | null
  status: string
  travel_rule: string | null
  travel_missing: string
  decision: string
  created_at: number
  updated_at: number
}

/** Fields of the form by where the API names them. */
const NAMES = {
  '/to_address': 'to_address',
  '/amount': 'amount',
  '/currency': 'currency',
  '/beneficiary/vasp': 'vasp',
  '/beneficiary': 'beneficiary',
}

export function caseRoutes(app: App): Hono<Signed> {
  const { db } = app
  const routes = new Hono<Signed>()

  routes.get('/payments', (c) => {
    const rows = db.prepare('SELECT * FROM payments WHERE wallet = ? ORDER BY created_at DESC LIMIT 100').all(c.get('wallet'))
    return c.json({ payments: (rows as unknown as Payment[]).map(shown) })
  })

  routes.post('/payments', async (c) => {
    const wallet = c.get('wallet')
    const person = personOf(app, wallet)
    if (!isVerified(person)) throw new Problem(403, 'not_verified', 'Verify yourself first.')
    const given = await jsonOf(c)
    const text = (name: string) => (typeof given[name] === 'string' ? (given[name] as string).trim() : '')
    const attempt = text('attempt')
    if (!/^[\w-]{16,64}$/.test(attempt)) throw new Problem(400, 'malformed', 'A payment names its attempt.')
    const fields = Object.fromEntries(
      ['to_address', 'amount', 'currency'].filter((name) => !text(name)).map((name) => [name, 'This is needed.']),
    )
    if (Object.keys(fields).length > 0) throw new Problem(422, 'required', 'Please look at the marked fields.', fields)
    if (text('document_id') && !documentOf(app, wallet, text('document_id')))
      throw new Problem(422, 'not_found', 'There is no such document.', { document_id: 'Choose one of yours.' })
    // A form that comes twice is one payment, here and there.
    const known = () =>
      db.prepare('SELECT * FROM payments WHERE wallet = ? AND attempt = ?').get(wallet, attempt) as unknown as Payment | undefined
    const before = known()
    if (before) return c.json(shown(before))

    const wanted = {
      to_address: text('to_address'),
      amount: text('amount'),
      currency: text('currency'),
      beneficiary: text('beneficiary'),
      vasp: text('vasp'),
    }
    const asked = await ask(app, person, attempt, wanted)
    const now = Date.now()
    const row: Payment = {
      id: randomUUID(),
      wallet,
      attempt,
      ...wanted,
      beneficiary: wanted.beneficiary || null,
      vasp: wanted.vasp || null,
      document_id: text('document_id') || null,
      ...asked,
      created_at: now,
      updated_at: now,
    }
    db.prepare(
      `INSERT INTO payments VALUES (:id, :wallet, :attempt, :transaction_id, :to_address, :amount, :currency, :beneficiary, :vasp, :document_id,
       :status, :travel_rule, :travel_missing, :decision, :created_at, :updated_at) ON CONFLICT DO NOTHING`,
    ).run({ ...row })
    return c.json(shown(known() ?? row), 201)
  })

  /** What people of the application have sent on their rails: the hash is recorded, and a chain confirms it. */
  routes.post('/payments/:id/sent', async (c) => {
    const row = db.prepare('SELECT * FROM payments WHERE id = ? AND wallet = ?').get(c.req.param('id'), c.get('wallet')) as
      | Payment
      | undefined
    if (!row?.transaction_id) throw new Problem(404, 'not_found', 'There is no such payment.')
    const { hash } = await jsonOf(c)
    if (typeof hash !== 'string' || !hash)
      throw new Problem(422, 'required', 'Give the hash of the transaction.', { hash: 'This is needed.' })
    await app.client.transactions.submit(row.transaction_id, { transaction_hash: hash }).catch((error: unknown) => {
      throw explain(error, { '/transaction_hash': 'hash' })
    })
    await readAgain(app, row.transaction_id)
    return c.json(shown(db.prepare('SELECT * FROM payments WHERE id = ?').get(row.id) as unknown as Payment))
  })
  return routes
}

type State = Pick<Payment, 'transaction_id' | 'status' | 'travel_rule' | 'travel_missing' | 'decision'>

/** Asks whether this payment may be sent. A denial is a type of its own: what follows the call is only reached by what is not denied. */
async function ask(
  { client }: App,
  person: Person,
  attempt: string,
  payment: { to_address: string; amount: string; currency: string; beneficiary: string; vasp: string },
): Promise<State> {
  // The same form is one call, however often it is sent; a form that was changed is another.
  const idempotencyKey = `${attempt}-${createHash('sha256').update(JSON.stringify(payment)).digest('hex')}`
  const town = [person.city, person.region, person.postal_code].filter(Boolean).join(' ')
  try {
    const transaction = await client.transactions.create(
      {
        type: 'payment',
        from_address: person.wallet,
        to_address: payment.to_address,
        amount: payment.amount,
        currency: payment.currency,
        originator: { name: person.full_name, address: { addressLine: [person.line1, town], country: person.country } },
        ...((payment.beneficiary || payment.vasp) && {
          beneficiary: { ...(payment.beneficiary && { name: payment.beneficiary }), ...(payment.vasp && { vasp: payment.vasp }) },
        }),
      },
      { onDeny: 'error', idempotencyKey },
    )
    return stateOf(transaction)
  } catch (error) {
    if (error instanceof ComplianceDenied) {
      const denied = error.answer as Partial<Transaction>
      const state = denied.id && denied.decision ? stateOf(denied as Transaction) : null
      return {
        transaction_id: null,
        travel_rule: null,
        travel_missing: '[]',
        ...state,
        status: 'denied',
        decision: JSON.stringify(tell(error.decision)),
      }
    }
    throw explain(error, NAMES)
  }
}

const stateOf = ({
  id,
  status,
  travel_rule,
  decision,
}: Pick<Transaction, 'status' | 'travel_rule' | 'decision'> & { id: string | null }): State => ({
  transaction_id: id,
  status,
  travel_rule: travel_rule?.required ? `${travel_rule.regime}: ${travel_rule.status.replaceAll('_', ' ')}` : null,
  travel_missing: JSON.stringify(travel_rule?.missing ?? []),
  decision: JSON.stringify(tell(decision)),
})

/** What became of a payment. It is read anew, so the order in which events come does not matter. */
export async function onCaseEvent(app: App, { resource }: WebhookEvent): Promise<void> {
  if (resource.type === 'transaction') await readAgain(app, resource.id)
}

async function readAgain({ client, db }: App, id: string): Promise<void> {
  if (!db.prepare('SELECT 1 FROM payments WHERE transaction_id = ?').get(id)) return
  const state = stateOf(await client.transactions.get(id))
  db.prepare(
    `UPDATE payments SET status = :status, travel_rule = :travel_rule, travel_missing = :travel_missing, decision = :decision, updated_at = :now
     WHERE transaction_id = :transaction_id`,
  ).run({ ...state, now: Date.now() })
}

const shown = ({ wallet: _, attempt: __, decision, travel_missing, ...row }: Payment) => ({
  ...row,
  travel_missing: JSON.parse(travel_missing) as string[],
  decision: JSON.parse(decision) as Told,
})
export type ShownPayment = ReturnType<typeof shown>
