// The test kit: a sandbox of Sealwright in one's own process. The rules, the screening and the verbs are those of the product.
import { parseAddress } from '#chains/address.ts'
import { newId } from '#core/kernel/ids.ts'
import { scenarioNamed } from '#core/sources/personas/sandbox.ts'
import { transferCase } from '#engine/cases/transfer.ts'
import { type Decision, decide } from '#engine/decide.ts'
import type { Check, Facts } from '#engine/facts.ts'
import { currentRuleset } from '#engine/rulesets.ts'
import { magicSolanaWallet, magicWallet } from '#screening/sandbox-sample.ts'
import { moveTo, spanOf, timeOf } from './clock.ts'
import { fetchOf } from './fetch.ts'
import { alsoSaid, Memory } from './memory.ts'
import { lockOffering, lotRow, offeringRow } from './memory-markets.ts'
import { type KitOptions, openSandbox } from './sandbox.ts'

export { scenarios } from './scenarios.ts'

/** The wallet of a scenario, by its four digits or its name. Throws RangeError for one that is not in the catalogue. */
export function walletOf(scenario: string, chain: 'evm' | 'solana' = 'evm'): string {
  const found = scenarioNamed(scenario)
  if (!found) throw new RangeError(`No scenario is called ${JSON.stringify(scenario)}. See scenarios for all of them.`)
  return chain === 'evm' ? magicWallet(found.code) : magicSolanaWallet(found.code)
}

export const ruleset = currentRuleset.ref

type Patch = Readonly<Record<string, unknown>>

const canonical = (address: string): string => {
  const parsed = parseAddress(address)
  if (!parsed.ok) throw new RangeError(`${JSON.stringify(address)} is no wallet address.`)
  return parsed.canonical
}

/** Makes a sandbox of its own. */
export function createKit(options: KitOptions = {}) {
  const box = openSandbox(options)
  return {
    apiKey: 'sw_sandbox_testing',
    baseUrl: box.baseUrl,
    fetch: fetchOf(box),
    clock: {
      now: () => new Date(box.now),
      set: (at: string | number | Date) => moveTo(box, timeOf(at)),
      advance: (by: string | number) => moveTo(box, box.now + spanOf(by)),
    },
    /** Says of the party behind a wallet what the rules read of it; null takes a fact away. */
    party(address: string, facts: Patch) {
      const at = canonical(address)
      box.memory.ofParty.set(at, alsoSaid(box.memory.ofParty.get(at), facts) as Patch)
    },
    /** Says of every decision what is not about a party. */
    given(facts: Patch) {
      box.memory.given = alsoSaid(box.memory.given, facts) as Patch
    },
    /** An offering, so that units of it can be moved. */
    offering(id: string, said: Patch = {}) {
      box.memory.offerings.set(id, offeringRow(id, box.now, said as never))
    },
    /** Units of an offering that somebody holds. */
    async holding(
      address: string,
      p: { offering: string; quantity: string; acquired?: string | Date; from?: 'issuer' | 'affiliate' | 'other' },
    ) {
      const offering = await lockOffering(box.memory, box.contextOf(null), p.offering)
      if (!offering) throw new RangeError(`No offering is called ${JSON.stringify(p.offering)}. Make it with offering().`)
      const id = newId('lot', box.now)
      const acquired = new Date(timeOf(p.acquired ?? box.now))
      box.memory.lots.push(lotRow({ id, offering, wallet: canonical(address), quantity: p.quantity, acquired, from: p.from ?? 'issuer' }))
      return id
    },
    /** What happened, as webhooks would tell it, the oldest first. */
    events: () =>
      box.memory.events.map(({ type, resource, object, at }, i) => ({
        id: `evt_testing_${String(i + 1).padStart(6, '0')}`,
        ...{ object: 'event', type, timestamp: new Date(at).toISOString(), environment: 'sandbox', sequence: i + 1, resource },
        data: { object },
      })),
    /** The facts that a decision of this kit was made from. */
    factsOf: (decisionId: string): Facts | null => box.memory.decisions.get(decisionId)?.facts ?? null,
    reset() {
      box.memory = new Memory()
      box.now = box.began
      box.answered.clear()
    },
  }
}

/** What the rules say of facts: the engine itself, without a call. `sources` say who vouches for them; of facts without any it is you. */
export const decideFacts = (check: Check, facts: Patch): Decision => decide({ ...facts, check } as unknown as Facts, currentRuleset)

/** The facts of an ordinary resale in which nothing is wrong, to change one thing of. */
export function cleanTransfer(): Record<string, unknown> {
  const out: Record<string, unknown> = {}
  for (const [path, value] of Object.entries(transferCase)) {
    const names = path.split('.')
    const last = names.pop()!
    let room = out
    for (const name of names) {
      room[name] ??= {}
      room = room[name] as Record<string, unknown>
    }
    room[last] = structuredClone(value)
  }
  return out
}
