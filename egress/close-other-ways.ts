import { EgressError } from './error.ts'

/**
 * Takes away what programs of this platform usually reach out with, so that no library does so behind the gate's back: one that
 * tries is refused, and says so where its failure is told. Calling twice changes nothing.
 */
export function closeOtherWays(): void {
  globalThis.fetch = async (address) => {
    const host = URL.parse(address instanceof Request ? address.url : String(address))?.host ?? 'somewhere'
    throw new EgressError('address', `A request to ${host} was refused: what leaves this process goes through egress/gate.ts.`)
  }
  for (const name of ['WebSocket', 'EventSource'] as const) Reflect.deleteProperty(globalThis, name)
}
