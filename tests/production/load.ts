import { setTimeout as delay } from 'node:timers/promises'
import { expect } from 'vitest'
import type { Installation, Reply } from './installation.ts'
import type { madeUpState } from './passports.ts'

export const wallet = (n: number) => `0x${(0x7a1e_0000_0000n + BigInt(n)).toString(16).padStart(40, '0')}`

/** Between the calls of one program: the processes have time to start anew beside it, also on a busy machine. */
const PACE_MS = 200

/** Each has a name and a birth date of their own, as passports have them: two of one date with names as good as the same are one person. */
const nameOf = (n: number) => `Ada Quill${String(n).replace(/\d/g, (digit) => 'abcdefghij'[Number(digit)]!)}`
const bornOf = (n: number) => new Date(Date.UTC(1960, 0, 1 + (n % 14_000))).toISOString().slice(0, 10)

/**
 * Programs of a customer at work: some insist, under one Idempotency-Key, until they are answered; some ask once. Whom they verify waits
 * for evidence; those whom one of them looks after then show a passport, of `state` where there is one. Everything that was answered is kept, to be compared with what
 * there is afterwards.
 */
export function work(gate: Installation, key: string, name: string, state: ReturnType<typeof madeUpState> | null = null) {
  /** Verifications that were answered, by the id of the call. */
  const asked = new Map<string, Reply>()
  /** Sessions in which a passport was shown, by the id of the verification that waited for it; and how to show it again. */
  const proven = new Map<string, { reply: Reply; again: () => Promise<Reply | null> }>()
  const checked: string[] = []
  /** Answers other than 2xx, by status and code, and connections that broke. */
  const troubles: { status: number; code: string; retryAfter: string | undefined }[] = []
  /** When answers came, in ms of `performance.now()`. */
  const answeredAt: number[] = []
  let going = true
  let next = 0

  const once = async (method: string, path: string, sent: Parameters<Installation['send']>[2]): Promise<Reply | null> => {
    const reply = await gate.send(method, `/api/v1${path}`, { key, ...sent }).catch((error: Error & { code?: string }) => {
      troubles.push({ status: 0, code: error.code ?? error.message, retryAfter: undefined })
      return null
    })
    if (reply && reply.status < 300) {
      answeredAt.push(performance.now())
      return reply
    }
    if (reply) {
      const code = reply.body?.code ?? reply.headers['x-proxy'] ?? reply.text.slice(0, 80)
      troubles.push({ status: reply.status, code, retryAfter: reply.headers['retry-after'] as string | undefined })
    }
    return null
  }
  /** Asks until it is answered. */
  const insist = async (ask: () => Promise<Reply | null>): Promise<Reply> => {
    for (;;) {
      const reply = await ask()
      await delay(PACE_MS)
      if (reply) return reply
    }
  }
  const under = (id: string, path: string, body: object) => once('POST', path, { headers: { 'idempotency-key': id }, body })
  const verify = (id: string, n: number) =>
    under(id, '/wallets/verify', { wallet_address: wallet(n), kyc_data: { full_name: nameOf(n), date_of_birth: bornOf(n), country: 'US' } })
  const insisting = async (base: number, shows: ReturnType<typeof madeUpState> | null) => {
    while (going) {
      const n = base + next++
      const id = `${name}-${n}`
      asked.set(id, await insist(() => verify(id, n)))
      if (!shows) continue
      const session = await insist(() => under(`${id}-session`, '/identity/sessions', { wallet_address: wallet(n) }))
      const { files } = shows.passport(nameOf(n), bornOf(n))
      const again = () => under(`${id}-passport`, `/identity/sessions/${session.body.id}/passport-chip`, files)
      proven.set(id, { reply: await insist(again), again })
    }
  }
  const asking = async (base: number) => {
    while (going) {
      const n = base + next++
      const reply = await once('POST', '/sanctions/check', { body: { wallet_address: wallet(n), full_name: nameOf(n) } })
      if (reply) checked.push(reply.body.decision.id)
      await delay(PACE_MS)
    }
  }
  const base = Math.floor(Math.random() * 1e9)
  const programs = [...[state, null, null].map((shows) => insisting(base, shows)), ...Array.from({ length: 3 }, () => asking(base))]

  return {
    asked,
    proven,
    checked,
    troubles,
    /** The longest time, in seconds, without any answer since `from` (ms of `performance.now()`): of a customer who asks on and on. */
    longestSilence(from: number): number {
      const times = [from, ...answeredAt.filter((at) => at > from), performance.now()]
      return Math.max(...times.slice(1).map((at, i) => at - times[i]!)) / 1_000
    },
    /** Waits until so many more were answered, which shows that the installation works. */
    async goesOn(more: number): Promise<void> {
      const goal = asked.size + checked.length + more
      await expect.poll(() => asked.size + checked.length, { timeout: 60_000, interval: 20 }).toBeGreaterThanOrEqual(goal)
    },
    async stop(): Promise<void> {
      going = false
      await Promise.all(programs)
    },
    /** What a passport set going is done, whichever process ended meanwhile. */
    async passportsCount(): Promise<void> {
      await sideBySide([...proven], async ([id, { reply, again }]) => {
        expect((await again())?.text, id).toBe(reply.text)
        expect(reply.body, id).toMatchObject({ status: 'verified', evidence_id: expect.any(String) })
        const { wallet_address } = asked.get(id)!.body
        const status = async () => (await gate.call('GET', `/wallets/${wallet_address}/status`, { key })).verification_status
        await expect.poll(status, { timeout: 90_000, interval: 200 }).toBe('basic')
      })
    },
    /** What was answered is there, once, word for word. */
    async nothingLostOrDoubled(): Promise<void> {
      await sideBySide([...asked], async ([id, first]) => {
        const again = await verify(id, Number(id.slice(name.length + 1)))
        expect(again?.text, id).toBe(first.text)
      })
      await this.passportsCount()
      const decisions = [...checked, ...[...asked.values()].map((reply) => reply.body.decision.id)]
      expect(new Set(decisions).size).toBe(decisions.length)
      const listed = new Set((await all(gate, key, '/decisions')).map(({ id }) => id))
      expect(decisions.filter((id) => !listed.has(id))).toEqual([])
    },
  }
}

/** Six at once: well below what a key may ask for in a second. */
export async function sideBySide<T>(items: T[], ask: (item: T) => Promise<unknown>): Promise<void> {
  const left = items.values()
  await Promise.all(
    Array.from({ length: 6 }, async () => {
      for (const item of left) {
        await ask(item)
        await delay(PACE_MS / 2)
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
