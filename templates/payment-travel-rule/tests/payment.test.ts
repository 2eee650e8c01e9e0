import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { workInbox } from '../server/inbox.ts'
import { type Answers, decision, delivery, startServer, verifiedPerson } from './harness.ts'

const TO = '0x5ea15ea15ea15ea15ea15ea15ea15ea100000002'
const transaction = (status: string, more: Record<string, unknown> = {}) => ({
  success: true,
  id: 'txn_1',
  object: 'transaction',
  status,
  travel_rule: null,
  decision: decision(status === 'approved' ? 'allow' : 'review'),
  ...more,
})
const denied = {
  status: 403,
  body: {
    code: 'compliance_denied',
    status: 403,
    detail: 'The compliance decision is deny.',
    errors: [],
    decision: decision('deny', {
      rules: [{ code: 'sanctions_address_exact', result: 'fail', message: 'The wallet is on a list.', citation: null }],
    }),
    answer: transaction('denied'),
  },
}

async function started(answers: Answers) {
  const one = startServer(answers)
  await one.signIn()
  verifiedPerson(one.app, one.wallet)
  const pay = (more: Record<string, unknown> = {}) =>
    one.ask('POST', '/api/payments', { attempt: randomUUID(), to_address: TO, amount: '500', currency: 'USDC', ...more })
  return { ...one, pay }
}

test('who is not verified pays nothing', async () => {
  const { app, pay, asked } = await started({})
  app.db.exec('DELETE FROM people')
  assert.equal((await pay()).json().error.code, 'not_verified')
  assert.equal(
    asked.some(({ call }) => call.includes('transactions')),
    false,
  )
})

test('a payment is asked for as an error when denied, with the sender’s name, once', async () => {
  const { pay, asked, app } = await started({ 'POST /v1/transactions': () => ({ status: 201, body: transaction('approved') }) })
  const attempt = randomUUID()
  const first = (await pay({ attempt, beneficiary: 'Grace Example', vasp: 'Other Exchange' })).json()
  assert.deepEqual([first.status, first.decision.headline], ['approved', 'Allowed'])
  assert.equal((await pay({ attempt, beneficiary: 'Grace Example', vasp: 'Other Exchange' })).json().id, first.id)
  const sent = asked.filter(({ call }) => call === 'POST /v1/transactions')
  assert.equal(sent.length, 1)
  assert.deepEqual(sent[0]!.body.originator, {
    name: 'Ada Example',
    address: { addressLine: ['1 Main Street', 'Springfield IL 62701'], country: 'US' },
  })
  assert.deepEqual(sent[0]!.body.beneficiary, { name: 'Grace Example', vasp: 'Other Exchange' })
  assert.equal(app.db.prepare('SELECT count(*) AS n FROM payments').get()!.n, 1)
})

test('a denial is kept with its reason; nothing is open for sending', async () => {
  const { pay, ask } = await started({ 'POST /v1/transactions': () => denied })
  const said = (await pay()).json()
  assert.deepEqual([said.status, said.decision.outcome, said.decision.reasons[0].text], ['denied', 'deny', 'The wallet is on a list.'])
  assert.equal((await ask('GET', '/api/payments')).json().payments.length, 1)
})

test('what is not known never reads as allowed', async () => {
  const away = await started({
    'POST /v1/transactions': () => ({ status: 500, body: { code: 'internal', status: 500, detail: 'Something went wrong.', errors: [] } }),
  })
  assert.equal((await away.pay()).status, 502)
  assert.equal((await away.ask('GET', '/api/payments')).json().payments.length, 0)
  const odd = await started({
    'POST /v1/transactions': () => ({ status: 201, body: transaction('approved', { decision: decision('perhaps') }) }),
  })
  assert.equal((await odd.pay()).json().decision.outcome, 'review')
})

test('a field that the API refuses is marked', async () => {
  const { pay } = await started({
    'POST /v1/transactions': () => ({
      status: 422,
      body: {
        code: 'validation_failed',
        status: 422,
        detail: '1 field',
        errors: [{ pointer: '/amount', code: 'invalid_format', detail: 'An amount such as 12.50.' }],
      },
    }),
  })
  const said = await pay({ amount: 'a lot' })
  assert.deepEqual([said.status, said.json().error.fields], [422, { amount: 'An amount such as 12.50.' }])
})

test('an event reads the payment anew', async () => {
  const { app, pay, server, ask } = await started({
    'POST /v1/transactions': () => ({ status: 201, body: transaction('awaiting_counterparty') }),
    'GET /v1/transactions/txn_1': () => ({ body: transaction('approved') }),
  })
  assert.equal((await pay()).json().status, 'awaiting_counterparty')
  const { body, headers } = delivery({
    id: 'evt_1',
    type: 'travel_rule.accepted',
    resource: { type: 'transaction', id: 'txn_1' },
    data: { object: {} },
  })
  assert.equal((await server.request('/webhooks', { method: 'POST', body, headers })).status, 204)
  assert.equal(await workInbox(app), 1)
  assert.equal((await ask('GET', '/api/payments')).json().payments[0].status, 'approved')
})
