import { afterAll, beforeAll, expect, it } from 'vitest'
import { newDataFolder, type Product, removeDataFolder, startProduct } from '../product.ts'

let dataDir: string
let product: Product
let key: string

beforeAll(async () => {
  dataDir = newDataFolder()
  product = await startProduct({ dataDir, env: { RATE_LIMIT: '0' } })
  product.admin('create-user', '--email', 'crash@example.com', '--password', 'Crash-Test-2026', '--role', 'issuer', '--verified')
  key = product.admin('create-key', '--email', 'crash@example.com', '--name', 'crash', '--environment', 'sandbox')
}, 240_000)

afterAll(async () => {
  await product?.stop()
  await removeDataFolder(dataDir)
})

interface Answer {
  idempotencyKey: string
  body: string
  decisionId: string
}

const wallet = (n: number) => `0x${(0x5ea15ea1_0000n + BigInt(n)).toString(16).padStart(40, '0')}`

/** The same n always asks the same question under the same Idempotency-Key. */
async function verify(url: string, n: number): Promise<Answer | null> {
  const idempotencyKey = `crash-${n}`
  const response = await fetch(`${url}/api/v1/wallets/verify`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', 'idempotency-key': idempotencyKey },
    body: JSON.stringify({
      wallet_address: wallet(n),
      kyc_data: { full_name: `Ada Example ${n}`, date_of_birth: '1990-05-17', country: 'US' },
    }),
  }).catch(() => null)
  // A connection cut off half way is no answer; nothing was promised.
  const body = await response?.text().catch(() => null)
  if (!response || body == null) return null
  expect(response.status, body).toBeLessThan(300)
  return { idempotencyKey, body, decisionId: JSON.parse(body).decision.id }
}

/** A check without a key to ask again by: its record shares a commit with those of other calls. Its decision, or null. */
async function check(url: string, n: number): Promise<string | null> {
  const response = await fetch(`${url}/api/v1/sanctions/check`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ wallet_address: wallet(n), full_name: `Ada Example ${n}` }),
  }).catch(() => null)
  const body = await response?.text().catch(() => null)
  if (!response || body == null) return null
  expect(response.status, body).toBe(200)
  return JSON.parse(body).decision.id
}

/** As a careful client does it: asks again, under the same key, when the connection was lost. */
const verifyAgain = async (url: string, n: number) => (await verify(url, n)) ?? (await verify(url, n))

it('kill -9 while wallets are verified loses no acknowledged answer, and the audit log stays whole', { timeout: 400_000 }, async () => {
  const acknowledged = new Map<number, Answer>()
  const checked: string[] = []
  let next = 0
  for (const killAfter of [15, 40, 25]) {
    const goal = acknowledged.size + killAfter
    let alive = true
    const workers = Array.from({ length: 4 }, async () => {
      while (alive) {
        const n = next++
        const answer = await verify(product.url, n)
        if (answer) acknowledged.set(n, answer)
        if (!answer) return
        if (acknowledged.size >= goal && alive) {
          alive = false
          await product.kill()
        }
      }
    })
    const checkers = Array.from({ length: 8 }, async () => {
      while (alive) {
        const decisionId = await check(product.url, next++)
        if (!decisionId) return
        checked.push(decisionId)
      }
    })
    await Promise.all([...workers, ...checkers])
    product = await startProduct({ dataDir, env: { RATE_LIMIT: '0' } })
  }
  expect(acknowledged.size).toBeGreaterThanOrEqual(80)

  for (const [n, answer] of acknowledged) {
    // Replayed word for word: the answer was stored with the work, not after it.
    expect((await verifyAgain(product.url, n))?.body).toBe(answer.body)
    const decision = await fetch(`${product.url}/api/v1/decisions/${answer.decisionId}`, { headers: { authorization: `Bearer ${key}` } })
    expect(decision.status).toBe(200)
  }
  expect(checked.length).toBeGreaterThan(50)
  for (const id of checked) {
    const decision = await fetch(`${product.url}/api/v1/decisions/${id}`, { headers: { authorization: `Bearer ${key}` } })
    expect(decision.status, id).toBe(200)
  }
  expect(product.admin('verify-audit')).toMatch(/^The audit log is whole/)
})

it('a decision is made again with the same result after the restart', { timeout: 120_000 }, async () => {
  const answer = await verifyAgain(product.url, 0)
  const replay = await fetch(`${product.url}/api/v1/decisions/${answer!.decisionId}/replay`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}` },
  })
  expect(replay.status).toBe(200)
  expect(await replay.json()).toMatchObject({ status: 'identical' })
})
