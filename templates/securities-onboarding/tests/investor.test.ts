import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { workInbox } from '../server/inbox.ts'
import { type Answers, decision, delivery, startServer, verifiedPerson } from './harness.ts'

const offering = {
  id: 'off_1',
  name: 'Example Growth',
  description: null,
  currency: 'USD',
  price_per_token: '10',
  minimum_investment: '1000',
}
const investment = (status: string) => ({
  id: 'ivs_1',
  amount: '5000',
  currency: 'USD',
  quantity: '500',
  status,
  restrictions: { lockup_until: '2027-11-27', legend: null, transferable_to: 'nobody' },
  decision: decision(status === 'accepted' ? 'allow' : 'review'),
})
const verification = (accreditation: string) => ({
  investor_id: 'inv_1',
  status: 'verified',
  verification: { identity_status: 'verified', accreditation_status: accreditation, documents_status: 'verified' },
  decision: decision('allow'),
})
const denied = {
  status: 403,
  body: {
    code: 'compliance_denied',
    status: 403,
    detail: 'The compliance decision is deny.',
    errors: [],
    decision: decision('deny', {
      rules: [{ code: 'reg_d_506c_accredited_only', result: 'fail', message: 'The purchaser is not accredited.', citation: null }],
    }),
    answer: { id: 'ivs_1' },
  },
}

async function started(answers: Answers) {
  const one = startServer({
    'GET /v1/offerings/off_1': () => ({ body: offering }),
    'POST /v1/investors/verify': ({ accreditation }) => ({ body: verification(accreditation ? 'verified' : 'incomplete') }),
    ...answers,
  })
  await one.signIn()
  verifiedPerson(one.app, one.wallet)
  const onboard = (more: Record<string, unknown> = {}) =>
    one.ask('POST', '/api/investor', { email: 'ada@example.org', date_of_birth: '1990-05-17', terms: 'on', method: 'none', ...more })
  const invest = (more: Record<string, unknown> = {}) =>
    one.ask('POST', '/api/investments', { attempt: randomUUID(), offering_id: 'off_1', amount: '5000', ...more })
  return { ...one, onboard, invest }
}

test('who is no investor yet invests nothing', async () => {
  const { invest, asked } = await started({})
  assert.equal((await invest()).json().error.code, 'not_verified')
  assert.equal(
    asked.some(({ call }) => call.includes('investments')),
    false,
  )
})

test('terms and evidence are asked for; only the hash of the evidence leaves', async () => {
  const { ask, onboard, asked } = await started({})
  assert.deepEqual(Object.keys((await onboard({ method: 'third_party_letter', terms: '' })).json().error.fields), [
    'terms',
    'file',
    'dated',
  ])
  const form = new FormData()
  form.set('kind', 'accreditation')
  form.set('file', new File(['%PDF-1.7'], 'letter.pdf'))
  const { id } = (await ask('POST', '/api/documents', form)).json()
  const { investor } = (await onboard({ method: 'third_party_letter', verifier: 'cpa', dated: '2026-11-01', document_id: id })).json()
  assert.equal(investor.accreditation, 'verified')
  const { body } = asked.at(-1)!
  assert.deepEqual(Object.keys(body.accreditation as object).sort(), ['dated', 'evidence_sha256', 'method', 'type', 'verifier'])
  assert.equal(body.accepted_terms, true)
})

test('a denial is kept with its rule, and the same form sent again asks once', async () => {
  const { onboard, invest, asked } = await started({ 'POST /v1/investments': () => denied })
  await onboard()
  const attempt = randomUUID()
  const said = (await invest({ attempt })).json()
  assert.deepEqual(
    [said.status, said.decision.outcome, said.decision.reasons[0].text],
    ['rejected', 'deny', 'The purchaser is not accredited.'],
  )
  assert.equal((await invest({ attempt })).json().id, said.id)
  assert.equal(asked.filter(({ call }) => call === 'POST /v1/investments').length, 1)
})

test('an event reads the investment anew', async () => {
  const { app, onboard, invest, server, ask } = await started({
    'POST /v1/investments': () => ({ status: 201, body: investment('pending') }),
    'GET /v1/investments/ivs_1': () => ({ body: investment('accepted') }),
  })
  await onboard()
  assert.equal((await invest()).json().status, 'pending')
  const { body, headers } = delivery({
    id: 'evt_1',
    type: 'investment.accepted',
    resource: { type: 'investment', id: 'ivs_1' },
    data: { object: {} },
  })
  await server.request('/webhooks', { method: 'POST', body, headers })
  assert.equal(await workInbox(app), 1)
  assert.equal((await ask('GET', '/api/investments')).json().investments[0].status, 'accepted')
})
