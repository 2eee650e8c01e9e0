import type { Ctx } from '#core/kernel/context.ts'
import { newId } from '#core/kernel/ids.ts'
import { noChain } from '#core/sources/chain/sandbox.ts'
import { playedFaults } from '#core/sources/faults/sandbox.ts'
import { playedIdentity } from '#core/sources/identity/sandbox.ts'
import { ListView, loadFew } from '#core/sources/lists/loaded.ts'
import { playedMarkets } from '#core/sources/markets/sandbox.ts'
import { playedPeople } from '#core/sources/people/sandbox.ts'
import { playedPersonas } from '#core/sources/personas/sandbox.ts'
import { ordinaryWords } from '#core/sources/statements/sandbox.ts'
import { sandboxTenant } from '#core/sources/tenant/sandbox.ts'
import { sha256 } from '#engine/sha256.ts'
import { sandboxSample } from '#screening/sandbox-sample.ts'
import { timeOf } from './clock.ts'
import { Memory } from './memory.ts'

export type Answer = { status: number; body: unknown; headers?: Record<string, string> }

/** One sandbox of the kit: what it keeps, where it is, and when. */
export interface Sandbox {
  readonly baseUrl: string
  readonly began: number
  now: number
  memory: Memory
  readonly answered: Map<string, { body: string; answer: Answer }>
  /** The context of one call; `scenario` is the one that its header names. */
  contextOf(scenario: string | null): Ctx
}

export interface KitOptions {
  now?: string | number | Date
  baseUrl?: string
}

/** The sample list as of a moment, and the services that a verb of the kit asks for. */
function servicesOf(baseUrl: string, began: number) {
  const lists = loadFew([sandboxSample({ loadedAt: new Date(Math.floor(began / 1000) * 1000).toISOString() })])
  const view = new ListView([lists], lists.stamps)
  return {
    keyring: { mac: (name: string, text: string) => sha256(`${name}\n${text}`), seal: async () => '', screenedKey: async () => 'screened' },
    config: { publicUrl: baseUrl },
    screening: { view: () => view, sample: () => lists },
    connection: {},
    wake: () => {},
  }
}

/** A sandbox, empty. What its contexts lack no verb of the kit asks for; one that does fails, and the call is refused. */
export function openSandbox(options: KitOptions): Sandbox {
  const baseUrl = (options.baseUrl ?? 'http://sealwright.test').replace(/\/+$/, '')
  const began = timeOf(options.now ?? Date.now())
  const services = servicesOf(baseUrl, began)
  const tenant = sandboxTenant(undefined as never)
  const box: Sandbox = {
    baseUrl,
    began,
    now: began,
    memory: new Memory(),
    answered: new Map(),
    contextOf(scenario) {
      const world = {
        environment: 'sandbox',
        chain: noChain,
        faults: playedFaults(scenario),
        people: playedPeople,
        personas: playedPersonas(scenario),
        identity: playedIdentity,
        accreditation: { takesWord: true },
        statements: ordinaryWords,
        tenant,
        markets: playedMarkets,
        // The sample list is kept up with the clock, as in the sandbox.
        lists: { standIn: async () => services.screening.sample(), movedBy: (at: number) => Math.round((at - began) / 1000) * 1000 },
      }
      return {
        ...{ db: box.memory, services, world, now: box.now, organizationId: 'org_testing', environment: 'sandbox' },
        ...{ actor: { type: 'api_key', id: 'key_testing', scopes: ['*'], role: 'issuer' }, requestId: newId('request', box.now) },
        ...{ ip: null, userAgent: null, idempotency: null },
      } as unknown as Ctx
    },
  }
  return box
}
