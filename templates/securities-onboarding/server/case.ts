import { createHash, randomUUID } from 'node:crypto'
import {
  ComplianceDenied,
  type Investment,
  type InvestorsVerifyInputAccreditationMethod,
  type Offering,
  type WebhookEvent,
} from '@sealwright/sdk'
import { Hono } from 'hono'
import type { App, Signed } from './context.ts'
import { type Told, tell } from './decisions.ts'
import { documentOf } from './documents.ts'
import { isVerified, personOf } from './identity.ts'
import { explain, Problem } from './problems.ts'
import { jsonOf } from './sessions.ts'

// Investors: who they are is verified once (identity.ts); here what accredits them, and each investment before it is made.

export const METHODS = {
  third_party_letter: 'A letter of a broker-dealer, adviser, attorney or accountant',
  income_docs: 'Tax forms that show my income',
  net_worth_docs: 'Statements that show my net worth',
} satisfies Partial<Record<InvestorsVerifyInputAccreditationMethod, string>>
export const VERIFIERS = {
  attorney: 'Attorney',
  cpa: 'Accountant (CPA)',
  broker_dealer: 'Broker-dealer',
  sec_adviser: 'Adviser with the SEC',
}

export interface InvestorRow {
  wallet: string
  investor_id: string
  status: string
  accreditation: string
  evidence_id: string | null
  decision: string
  updated_at: number
}

export interface InvestmentRow {
  id: string
  wallet: string
  attempt: string
  investment_id: string | null
  offering_id: string
  offering: string
  amount: string
  currency: string
  quantity: string | null
  status: string
  restricted_until: string | null
  decision: string
  created_at: number
  updated_at: number
}

const ACCREDITATION_NAMES = {
  '/accreditation/method': 'method',
  '/accreditation/verifier': 'verifier',
  '/accreditation/dated': 'dated',
  '/accreditation': 'method',
  '/accepted_terms': 'terms',
  '/email': 'email',
  '/date_of_birth': 'date_of_birth',
}
const INVESTMENT_NAMES = { '/amount': 'amount', '/quantity': 'amount' }

export function caseRoutes(app: App): Hono<Signed> {
  const { client, config, db } = app
  const routes = new Hono<Signed>()

  routes.get('/investor', (c) => c.json({ investor: shownInvestor(investorOf(app, c.get('wallet'))) }))

  routes.post('/investor', async (c) => {
    const wallet = c.get('wallet')
    const person = personOf(app, wallet)
    if (!isVerified(person)) throw new Problem(403, 'not_verified', 'Verify yourself first.')
    const given = await jsonOf(c)
    const text = (name: string) => (typeof given[name] === 'string' ? (given[name] as string).trim() : '')
    const method = text('method')
    const evidence = documentOf(app, wallet, text('document_id'))
    const fields: Record<string, string> = {}
    for (const name of ['email', 'date_of_birth']) if (!text(name)) fields[name] = 'This is needed.'
    if (text('terms') !== 'on') fields.terms = 'Accept the terms to go on.'
    if (method !== 'none' && !Object.hasOwn(METHODS, method)) fields.method = 'Choose one.'
    if (method !== 'none' && evidence?.kind !== 'accreditation') fields.file = 'Upload what shows it.'
    if (method !== 'none' && !text('dated')) fields.dated = 'This is needed.'
    if (Object.keys(fields).length > 0) throw new Problem(422, 'required', 'Please look at the marked fields.', fields)

    const answer = await client.investors
      .verifyOneCall({
        wallet_address: wallet,
        email: text('email'),
        // The same person as the wallet's: their date of birth was not kept here, so it is asked again.
        full_name: person.full_name,
        date_of_birth: text('date_of_birth'),
        country: person.country,
        identity: {
          address: person.line1,
          city: person.city,
          country: person.country,
          ...(person.region && { state: person.region }),
          ...(person.postal_code && { zip_code: person.postal_code }),
        },
        accepted_terms: true,
        ...(evidence &&
          method !== 'none' && {
            accreditation: {
              type: method === 'net_worth_docs' ? 'net_worth' : 'income',
              method: method as InvestorsVerifyInputAccreditationMethod,
              // The paper stays here.
              evidence_sha256: evidence.sha256,
              dated: text('dated'),
              ...(method === 'third_party_letter' && { verifier: text('verifier') || 'attorney' }),
            },
          }),
      })
      .catch((error: unknown) => {
        throw explain(error, ACCREDITATION_NAMES)
      })
    const row: InvestorRow = {
      wallet,
      investor_id: answer.investor_id,
      status: answer.status,
      accreditation: answer.verification.accreditation_status,
      evidence_id: method === 'none' ? null : (evidence?.id ?? null),
      decision: JSON.stringify(tell(answer.decision)),
      updated_at: Date.now(),
    }
    db.prepare(
      'INSERT OR REPLACE INTO investors VALUES (:wallet, :investor_id, :status, :accreditation, :evidence_id, :decision, :updated_at)',
    ).run({ ...row })
    return c.json({ investor: shownInvestor(row) }, 201)
  })

  routes.get('/offerings', async (c) => {
    const { data } = await client.offerings.list({ status: 'open', limit: 50 }).catch((error: unknown) => {
      throw explain(error)
    })
    return c.json({ offerings: data.map(shownOffering) })
  })

  /** An offering to try with, in a sandbox that has none. In production the issuer's own stand there. */
  routes.post('/offerings/example', async (c) => {
    if (config.environment !== 'sandbox') throw new Problem(404, 'not_found', 'There is nothing at this address.')
    const offering = await client.offerings
      .create(
        {
          name: 'Example Growth',
          type: 'equity',
          regulation: 'reg_d_506c',
          total_supply: '1000000',
          price_per_token: '10',
          minimum_investment: '1000',
          maximum_raise: '10000000',
          description: 'Shares of an example, under Rule 506(c): for accredited investors only.',
        },
        { idempotencyKey: `example-${createHash('sha256').update(config.apiKey).digest('hex').slice(0, 32)}` },
      )
      .catch((error: unknown) => {
        throw explain(error)
      })
    return c.json(shownOffering(offering), 201)
  })

  routes.get('/investments', (c) => {
    const rows = db.prepare('SELECT * FROM investments WHERE wallet = ? ORDER BY created_at DESC LIMIT 100').all(c.get('wallet'))
    return c.json({ investments: (rows as unknown as InvestmentRow[]).map(shown) })
  })

  routes.post('/investments', async (c) => {
    const wallet = c.get('wallet')
    const investor = investorOf(app, wallet)
    if (!investor || !isVerified(personOf(app, wallet))) throw new Problem(403, 'not_verified', 'Become an investor first.')
    const given = await jsonOf(c)
    const text = (name: string) => (typeof given[name] === 'string' ? (given[name] as string).trim() : '')
    const attempt = text('attempt')
    if (!/^[\w-]{16,64}$/.test(attempt)) throw new Problem(400, 'malformed', 'An investment names its attempt.')
    if (!text('amount')) throw new Problem(422, 'required', 'Please look at the marked fields.', { amount: 'This is needed.' })
    // A form that comes twice is one investment, here and there.
    const known = () =>
      db.prepare('SELECT * FROM investments WHERE wallet = ? AND attempt = ?').get(wallet, attempt) as InvestmentRow | undefined
    const before = known()
    if (before) return c.json(shown(before))

    const offering = await client.offerings.get(text('offering_id')).catch((error: unknown) => {
      throw explain(error)
    })
    const asked = await ask(app, investor, offering, attempt, text('amount'))
    const now = Date.now()
    const row = {
      id: randomUUID(),
      wallet,
      attempt,
      offering_id: offering.id,
      offering: offering.name,
      ...asked,
      created_at: now,
      updated_at: now,
    }
    db.prepare(
      `INSERT INTO investments VALUES (:id, :wallet, :attempt, :investment_id, :offering_id, :offering, :amount, :currency, :quantity, :status,
       :restricted_until, :decision, :created_at, :updated_at) ON CONFLICT DO NOTHING`,
    ).run(row)
    return c.json(shown(known() ?? row), 201)
  })
  return routes
}

type State = Pick<InvestmentRow, 'investment_id' | 'amount' | 'currency' | 'quantity' | 'status' | 'restricted_until' | 'decision'>

/** Asks whether this investment may be made. A denial is a type of its own: what follows the call is only reached by what is not denied. */
async function ask(
  { client }: App,
  investor: InvestorRow,
  offering: Pick<Offering, 'id' | 'currency'>,
  attempt: string,
  amount: string,
): Promise<State> {
  const idempotencyKey = `${attempt}-${createHash('sha256').update(`${offering.id} ${amount}`).digest('hex')}`
  try {
    const investment = await client.investments.create(
      {
        offering_id: offering.id,
        investor_id: investor.investor_id,
        wallet_address: investor.wallet,
        amount,
        currency: offering.currency,
        payment_method: 'wire',
      },
      { onDeny: 'error', idempotencyKey },
    )
    return stateOf(investment)
  } catch (error) {
    if (!(error instanceof ComplianceDenied)) throw explain(error, INVESTMENT_NAMES)
    const answer = error.answer as Partial<Investment>
    return {
      investment_id: answer.id ?? null,
      amount,
      currency: offering.currency,
      quantity: null,
      status: 'rejected',
      restricted_until: null,
      decision: JSON.stringify(tell(error.decision)),
    }
  }
}

const stateOf = ({ id, amount, currency, quantity, status, restrictions, decision }: Investment): State => ({
  investment_id: id,
  amount,
  currency,
  quantity,
  status,
  restricted_until: restrictions.lockup_until,
  decision: JSON.stringify(tell(decision)),
})

/** What became of an investor or an investment. It is read anew, so the order in which events come does not matter. */
export async function onCaseEvent({ client, db }: App, { resource }: WebhookEvent): Promise<void> {
  const { id, type } = resource
  if (type === 'investor' && db.prepare('SELECT 1 FROM investors WHERE investor_id = ?').get(id)) {
    const { status, verification } = await client.investors.get(id)
    db.prepare('UPDATE investors SET status = ?, accreditation = ?, updated_at = ? WHERE investor_id = ?').run(
      ...[status, verification.accreditation_status],
      Date.now(),
      id,
    )
  }
  if (type === 'investment' && db.prepare('SELECT 1 FROM investments WHERE investment_id = ?').get(id)) {
    const state = stateOf(await client.investments.get(id))
    db.prepare(
      `UPDATE investments SET amount = :amount, currency = :currency, quantity = :quantity, status = :status, restricted_until = :restricted_until,
       decision = :decision, updated_at = :now WHERE investment_id = :investment_id`,
    ).run({ ...state, now: Date.now() })
  }
}

const investorOf = ({ db }: App, wallet: string) =>
  db.prepare('SELECT * FROM investors WHERE wallet = ?').get(wallet) as InvestorRow | undefined

const shownInvestor = (row: InvestorRow | undefined) =>
  row ? { status: row.status, accreditation: row.accreditation, decision: JSON.parse(row.decision) as Told } : null
export type ShownInvestor = NonNullable<ReturnType<typeof shownInvestor>>

const shownOffering = ({ id, name, description, regulation, price_per_token, minimum_investment, currency }: Offering) => ({
  id,
  name,
  description,
  regulation,
  price_per_token,
  minimum_investment,
  currency,
})
export type ShownOffering = ReturnType<typeof shownOffering>

const shown = ({ wallet: _, attempt: __, decision, ...row }: InvestmentRow) => ({ ...row, decision: JSON.parse(decision) as Told })
export type ShownInvestment = ReturnType<typeof shown>
