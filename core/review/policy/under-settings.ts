import { seatsOf } from '#core/markets/transactions/travel-rule.ts'
import { nexusOf } from '#core/record/decisions/party-facts.ts'
import { bestSource } from '#core/record/facts/sources.ts'
import { SETTINGS_UNSAID, settingRead } from '#core/record/facts/table.ts'
import type { Json } from '#engine/canonical.ts'
import type { Room } from '#engine/facts/of-checks.ts'
import type { Facts } from '#engine/facts.ts'

/** The facts of a decision as they would be under other settings: what is null nobody says. */
export function underSettings(settings: Readonly<Record<string, Json>>): (facts: Facts) => Facts {
  const changed = Object.keys(settings)
  if (!changed.length) return (facts) => facts
  return (facts) => {
    const before = (facts.tenant ?? {}) as Record<string, Json>
    const tenant = withValues(before, Object.fromEntries(changed.map((name) => [name, asRead(name, settings[name]!)])))
    if ('nexus' in settings) tenant.sanctions_nexus = [...nexusOf(facts.lists ?? [], tenant.nexus)]
    const sources = { ...(facts.sources as Record<string, string> | undefined) }
    for (const name of changed) sources[`tenant.${name}`] = bestSource(`tenant.${name}`)
    const { travel } = (facts.tx ?? {}) as { travel?: Record<string, Json> }
    if (!travel) return { ...facts, tenant, sources } as Facts
    // Whose travel rule binds is worked out from the settings when a payment is decided.
    const seats = seatsOf(tenant as Room<'tenant'>)
    return { ...facts, tenant, sources, tx: { ...(facts.tx as object), travel: withValues(travel, { seats: seats as Json }) } } as Facts
  }
}

function withValues(room: Record<string, Json>, values: Readonly<Record<string, Json>>): Record<string, Json> {
  return Object.fromEntries(Object.entries({ ...room, ...values }).filter(([, value]) => value !== null))
}

/** A setting as the engine reads it. */
const asRead = (name: string, value: Json): Json => (value === null ? (SETTINGS_UNSAID[name] ?? null) : settingRead(name, value))
