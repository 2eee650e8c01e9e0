import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { workInbox } from '../server/inbox.ts'
import { type Answers, decision, delivery, startServer, verifiedPerson } from './harness.ts'

const answer = (outcome: string, verified: boolean, tier = 'standard') => ({
  body: { verified, verification_tier: tier, risk_score: 20, next_tier: null, decision: decision(outcome) },
})

async function started(answers: Answers) {
  const one = startServer(answers)
  await one.signIn()
  verifiedPerson(one.app, one.wallet)
  const verify = (more: Record<string, unknown> = {}) =>
    one.ask('POST', '/api/creator', { attempt: randomUUID(), name: 'Ada Draws', website: 'https://ada.example', ...more })
  const list = async () => (await one.ask('POST', '/api/works', { title: 'A work' })).status
  return { ...one, verify, list }
}

test('who is verified lists works; links that are empty are not sent', async () => {
  const { verify, list, asked } = await started({ 'POST /v1/nfts/verify-creator': () => answer('allow', true) })
  assert.equal(await list(), 403)
  const { creator } = (await verify({ twitter: '' })).json()
  assert.deepEqual([creator.verified, creator.tier], [true, 'standard'])
  assert.deepEqual(asked.at(-1)!.body.social_links, { website: 'https://ada.example' })
  assert.equal(await list(), 201)
})

test('denied, undecided and contradictory answers list nothing', async () => {
  const denied = {
    status: 403,
    body: { code: 'compliance_denied', status: 403, detail: 'Denied.', errors: [], decision: decision('deny'), answer: {} },
  }
  for (const said of [denied, answer('review', true), answer('allow', false)]) {
    const { verify, list } = await started({ 'POST /v1/nfts/verify-creator': () => said })
    assert.equal((await verify()).json().creator.verified, false)
    assert.equal(await list(), 403)
  }
})

test('a flag and an ended credential close; a raised tier opens nothing', async () => {
  const { app, server, verify, list } = await started({ 'POST /v1/nfts/verify-creator': () => answer('allow', true) })
  const tell = async (id: string, type: string, verification_tier: string) => {
    const { body, headers } = delivery({
      id,
      type,
      resource: { type: 'nft', id: 'wal_1' },
      data: { object: { wallet_id: 'wal_1', verification_tier } },
    })
    await server.request('/webhooks', { method: 'POST', body, headers })
    await workInbox(app)
  }
  await verify()
  await tell('evt_1', 'nft.creator.tier_changed', 'standard')
  assert.equal(await list(), 201)
  await tell('evt_2', 'nft.creator.flagged', 'none')
  assert.equal(await list(), 403)
  await tell('evt_3', 'nft.creator.tier_changed', 'premium')
  assert.equal(await list(), 403)
  await verify()
  app.db.exec("UPDATE people SET level = NULL, status = 'revoked'")
  assert.equal(await list(), 403)
})
