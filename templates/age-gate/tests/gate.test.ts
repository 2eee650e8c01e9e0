import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { workInbox } from '../server/inbox.ts'
import { type Answers, decision, delivery, startServer } from './harness.ts'

const age = (outcome: string, eligible: boolean, more: Record<string, unknown> = {}) => ({
  body: {
    eligible,
    evidence: 'self_declared',
    valid_until: null,
    wallet_id: 'wal_1',
    credential: null,
    decision: decision(outcome),
    ...more,
  },
})

async function started(answers: Answers) {
  const one = startServer(answers)
  await one.signIn()
  const pass = (more: Record<string, unknown> = {}) =>
    one.ask('POST', '/api/gate', { attempt: randomUUID(), date_of_birth: '1990-05-17', jurisdiction: 'de', activity: 'general', ...more })
  return { ...one, pass }
}

test('who may play gets in where they asked, and nowhere else; the date of birth is not kept', async () => {
  const { app, ask, pass, asked } = await started({ 'POST /v1/gaming/verify-age': () => age('allow', true) })
  assert.equal((await ask('GET', '/api/play/general')).status, 403)
  assert.equal((await pass()).json().eligible, true)
  assert.equal(asked.at(-1)!.body.jurisdiction, 'DE')
  assert.equal((await ask('GET', '/api/play/general')).status, 200)
  assert.equal((await ask('GET', '/api/play/gambling')).status, 403)
  assert.equal(JSON.stringify(app.db.prepare('SELECT * FROM checks').all()).includes('1990-05-17'), false)
})

test('denied, undecided and run out are closed', async () => {
  const denied = await started({
    'POST /v1/gaming/verify-age': () => ({
      status: 403,
      body: { code: 'compliance_denied', status: 403, detail: 'Denied.', errors: [], decision: decision('deny'), answer: {} },
    }),
  })
  assert.equal((await denied.pass()).json().decision.outcome, 'deny')
  for (const answer of [
    age('review', true),
    age('allow', false),
    age('allow', true, { valid_until: new Date(Date.now() - 1).toISOString() }),
  ]) {
    const { ask, pass } = await started({ 'POST /v1/gaming/verify-age': () => answer })
    await pass()
    assert.equal((await ask('GET', '/api/play/general')).status, 403)
  }
})

test('a later denial closes what was open, and so do a break and an exclusion from elsewhere', async () => {
  let answer = age('allow', true)
  const { app, ask, pass, server } = await started({
    'POST /v1/gaming/verify-age': () => answer,
    'POST /v1/gaming/self-exclusions': () => ({ status: 201, body: { id: 'exc_1' } }),
  })
  const open = async () => (await ask('GET', '/api/play/general')).status === 200
  await pass()
  assert.equal((await ask('POST', '/api/break', { duration: '1_month' })).status, 201)
  assert.equal(await open(), false)
  await pass()
  assert.equal(await open(), true)
  const tell = async (id: string, wallet_id: string | null) => {
    const event = {
      id,
      type: 'gaming.self_exclusion.started',
      resource: { type: 'self_exclusion', id: 'exc_1' },
      data: { object: { wallet_id } },
    }
    const { body, headers } = delivery(event)
    await server.request('/webhooks', { method: 'POST', body, headers })
    await workInbox(app)
  }
  await tell('evt_1', 'wal_2')
  assert.equal(await open(), true)
  await tell('evt_2', 'wal_1')
  assert.equal(await open(), false)
  await pass()
  await tell('evt_3', null)
  assert.equal(await open(), false)
  await pass()
  answer = age('allow', false)
  await pass()
  assert.equal(await open(), false)
})
