import { setTimeout as delay } from 'node:timers/promises'
import { expect } from 'vitest'
import type { Installation, Reply } from './installation.ts'

export const wallet = (n: number) => `0x${(0x7a1e_0000_0000n + BigInt(n)).toString(16).padStart(40, '0')}`

/** Between the calls of one program: the processes have time to start anew beside it, also on a busy machine. */
const PACE_MS = 100

/**
 * Programs of a customer at work: some insist, under one Idempotency-Key, until they are answered; some ask once. Everything
 * that was answered is kept, to be compared with what there is afterwards.
 */
export function work(gate: Installation, key: string, name: string) {
  const verified = new Map<string, Reply>()
  const checked: string[] = []
  /** Answers other than 2xx, by status and code, and connections that broke. */
  const troubles: { status: number; code: string; retryAfter: string | undefined }[] = []
  let going = true
  let next = 0

  const once = async (method: string, path: string, sent: Parameters<Installation['send']>[2]): Promise<Reply | null> => {
    const reply = await gate.send(method, `/api/v1${path}`, { key, ...sent }).catch((error: Error & { code?: string }) => {
      troubles.push({ status: 0, code: error.code ?? error.message, retryAfter: undefined })
      return null
    })
    if (reply && reply.status < 300) return reply
    if (reply) {
      const code = reply.body?.code ?? reply.headers['x-proxy'] ?? reply.text.slice(0, 80)
      troubles.push({ status: reply.status, code, retryAfter: reply.headers['retry-after'] as string | undefined })
    }
    return null
  }
  const verify = (id: string, n: number) =>
    once('POST', '/wallets/verify', {
      headers: { 'idempotency-key': id },
      body: { wallet_address: wallet(n), kyc_data: { full_name: `Ada Quillfeather ${n}`, date_of_birth: '1990-05-17', country: 'US' } },
    })
  const insisting = async (base: number) => {
    while (going) {
      const n = base + next++
      const id = `${name}-${n}`
      for (let reply: Reply | null = null; !reply; ) {
        reply = await verify(id, n)
        if (reply) verified.set(id, reply)
        await delay(PACE_MS)
      }
    }
  }
  const asking = async (base: number) => {
    while (going) {
      const n = base + next++
      const reply = await once('POST', '/sanctions/check', { body: { wallet_address: wallet(n), full_name: `Ada Quillfeather ${n}` } })
      if (reply) checked.push(reply.body.decision.id)
      await delay(PACE_MS)
    }
  }
  const base = Math.floor(Math.random() * 1e9)
  const programs = [...Array.from({ length: 3 }, () => insisting(base)), ...Array.from({ length: 3 }, () => asking(base))]

  return {
    verified,
    checked,
    troubles,
    /** Waits until so many more were answered, which shows that the installation works. */
    async goesOn(more: number): Promise<void> {
      const goal = verified.size + checked.length + more
      await expect.poll(() => verified.size + checked.length, { timeout: 60_000, interval: 20 }).toBeGreaterThanOrEqual(goal)
    },
    async stop(): Promise<void> {
      going = false
      await Promise.all(programs)
    },
    /** What was answered is there, once, word for word. */
    async nothingLostOrDoubled(): Promise<void> {
      await sideBySide([...verified], async ([id, first]) => {
        const again = await verify(id, Number(id.slice(name.length + 1)))
        expect(again?.text, id).toBe(first.text)
      })
      const decisions = [...checked, ...[...verified.values()].map((reply) => reply.body.decision.id)]
      expect(new Set(decisions).size).toBe(decisions.length)
      const listed = new Set((await all(gate, key, '/decisions')).map(({ id }) => id))
      expect(decisions.filter((id) => !listed.has(id))).toEqual([])
    },
  }
}

/** Six at once, as slowly as the programs: well below what a key may ask for in a second. */
export async function sideBySide<T>(items: T[], ask: (item: T) => Promise<unknown>): Promise<void> {
  const left = items.values()
  await Promise.all(
    Array.from({ length: 6 }, async () => {
      for (const item of left) {
        await ask(item)
        await delay(PACE_MS)
      }
    }),
  )
}

/** The whole list, page by page. */
export async function all(gate: Installation, key: string, path: string) {
  const rows = []
  for (let cursor = ''; ; ) {
    const page = await gate.call('GET', `${path}?limit=100${cursor && `&cursor=${cursor}`}`, { key })
    rows.push(...page.data)
    if (!page.has_more) return rows
    cursor = page.next_cursor
  }
}
