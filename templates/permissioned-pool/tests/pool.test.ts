import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { decodeFunctionData } from 'viem'
import { CONTRACT, usePool } from '../server/chain.ts'
import { type Answers, decision, startServer, verifiedPerson } from './harness.ts'

const ADDRESS = '0x5fbdb2315678afecb367f032d93f642f64180aa3'
const signature = `0x${'ab'.repeat(65)}`

async function started(access: Record<string, unknown>, more: Answers = {}) {
  usePool({ name: 'Example Lend', address: ADDRESS, chainId: 1, rpcUrl: 'http://127.0.0.1:1', local: false })
  const body = {
    access_granted: true,
    verification_level: 'defi-enhanced',
    next_action: { type: 'none', detail: 'Access is granted.' },
    permit: null,
    ...access,
  }
  const one = startServer({ 'POST /v1/defi/verify-wallet': () => ({ body }), ...more })
  await one.signIn()
  verifiedPerson(one.app, one.wallet)
  const enter = (given: Record<string, unknown> = {}) => one.ask('POST', '/api/entries', { attempt: randomUUID(), amount: '100', ...given })
  return { ...one, enter }
}
const permit = () => ({ message: { level: 2, expires: Math.floor(Date.now() / 1000) + 600 }, signature })

test('who is let in gets the call with the permit in it, for this contract and amount', async () => {
  const { enter, asked, wallet } = await started({ decision: decision('allow'), permit: permit() })
  const said = (await enter()).json()
  assert.deepEqual([said.status, said.transaction.to, BigInt(said.transaction.value)], ['granted', ADDRESS, 100n * 10n ** 18n])
  const { functionName, args } = decodeFunctionData({ abi: CONTRACT.abi, data: said.transaction.data })
  assert.deepEqual([functionName, args?.[0], args?.[2]], ['deposit', 2, signature])
  const { body } = asked.at(-1)!
  assert.deepEqual(
    [body.wallet_address, body.protocol_name, body.permit],
    [wallet, 'Example Lend', { chain_id: 1, verifying_contract: ADDRESS }],
  )
})

test('what is denied, and what is not allowed in so many words, gets no call', async () => {
  const denied = await started(
    {},
    {
      'POST /v1/defi/verify-wallet': () => ({
        status: 403,
        body: { code: 'compliance_denied', status: 403, detail: 'Denied.', errors: [], decision: decision('deny'), answer: {} },
      }),
    },
  )
  assert.deepEqual(
    [(await denied.enter()).json()].map(({ status, transaction }) => [status, transaction]),
    [['denied', null]],
  )
  for (const access of [
    { decision: decision('review'), permit: permit() },
    { decision: decision('allow'), permit: permit(), access_granted: false },
    { decision: decision('allow'), permit: null },
  ]) {
    const said = (await (await started(access)).enter()).json()
    assert.deepEqual([said.status, said.transaction], ['waits', null])
  }
})

test('an amount that is none is marked, and who is not verified asks nothing', async () => {
  const { app, enter, asked } = await started({ decision: decision('allow'), permit: permit() })
  assert.deepEqual(Object.keys((await enter({ amount: '-1' })).json().error.fields), ['amount'])
  app.db.exec('DELETE FROM people')
  assert.equal((await enter()).json().error.code, 'not_verified')
  assert.equal(
    asked.some(({ call }) => call.includes('defi')),
    false,
  )
})

test('a chain elsewhere is not asked through this server', async () => {
  const { ask } = await started({ decision: decision('allow') })
  assert.equal((await ask('POST', '/api/chain', { method: 'eth_chainId', params: [] })).status, 404)
})
