import { type WalletVerifyInput, walletVerifyInput } from '#core/identity/wallets/verification-fields.ts'
import { runWalletVerification } from '#core/identity/wallets/verify.ts'
import { invalidField } from '#core/kernel/errors.ts'
import { resolvedPersona } from '#core/sources/personas/resolved.ts'
import { dueTimers } from './memory.ts'
import type { Sandbox } from './sandbox.ts'

/** A span of time in ms, from seconds, `90d`, `1h 30m` or `PT1H`: as POST /v1/sandbox/clock reads it. */
export function spanOf(by: string | number): number {
  if (typeof by === 'number' && Number.isInteger(by) && by > 0) return by * 1000
  const text = String(by).trim()
  const match =
    /^P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/.exec(text) ??
    /^(?:(\d+)d)?\s*(?:(\d+)h)?\s*(?:(\d+)m)?\s*(?:(\d+)s)?$/.exec(text)
  if (typeof by === 'number' || !match?.slice(1).some(Boolean))
    throw new RangeError(`${JSON.stringify(by)} is no span of time: use seconds, or text such as 90d, 1h 30m or PT1H.`)
  const [d, h, m, s] = match.slice(1).map((part) => Number(part ?? 0)) as [number, number, number, number]
  return (((d * 24 + h) * 60 + m) * 60 + s) * 1000
}

export function timeOf(at: string | number | Date): number {
  const ms = at instanceof Date ? at.getTime() : typeof at === 'number' ? at : Date.parse(at)
  if (Number.isNaN(ms)) throw new RangeError(`${String(at)} is no time.`)
  return ms
}

export const clockAnswer = (box: Sandbox) => ({
  ...{ success: true, object: 'sandbox_clock', now: new Date(box.now).toISOString() },
  ...{ offset_seconds: Math.round((box.now - box.began) / 1000), frozen: true },
})

/** Moves the clock, and does what the time passed was waited for: identity providers answer, approvals and silence run out. */
export async function moveTo(box: Sandbox, at: number): Promise<void> {
  box.now = at
  const ctx = box.contextOf(null)
  for (const id of dueTimers(box.memory, 'wallet_identity', box.now)) {
    const wallet = [...box.memory.wallets.values()].find((one) => one.id === id)!
    const person = box.memory.persons.find((one) => one.row.id === wallet.person_id)
    if (!person) continue
    const input: WalletVerifyInput = {
      ...walletVerifyInput.parse({ wallet_address: wallet.address }),
      kyc_data: person.data as WalletVerifyInput['kyc_data'],
    }
    const played = resolvedPersona(ctx.world.personas.at(wallet.address), { status: 'verified' })
    const { events } = await runWalletVerification(box.memory as never, ctx, input, played)
    for (const event of events) box.memory.events.push({ ...event, at: box.now })
  }
  for (const row of box.memory.transactions) {
    if (!['awaiting_counterparty', 'approved'].includes(row.status) || (row.deadline?.getTime() ?? Number.POSITIVE_INFINITY) > box.now)
      continue
    const { id, market, type, amount, currency, transaction_hash, status } = row
    Object.assign(row, { status: 'expired', deadline: null, updated_at: new Date(box.now) })
    const object = { id, market, type, status: 'expired', amount, currency, transaction_hash }
    box.memory.events.push({
      type: 'transaction.expired',
      resource: { type: 'transaction', id },
      object,
      previous: { status },
      at: box.now,
    })
  }
}

export async function moveClock(box: Sandbox, body: unknown): Promise<void> {
  const said = (body ?? {}) as { advance?: string | number; set?: string; resume?: true }
  const [name, ...more] = Object.keys(said)
  if (more.length || !['advance', 'set', 'resume'].includes(name ?? ''))
    throw invalidField('/advance', 'invalid_value', 'Give one of advance, set or resume.')
  try {
    await moveTo(box, said.resume ? box.began : said.set === undefined ? box.now + spanOf(said.advance!) : timeOf(said.set))
  } catch (error) {
    throw error instanceof RangeError ? invalidField(`/${name}`, 'invalid_format', error.message) : error
  }
}
