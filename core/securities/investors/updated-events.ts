import { isDeepStrictEqual } from 'node:util'
import type { PersonData } from '#core/identity/persons/ensure.ts'
import type { EventInput } from '#core/record/events/events.ts'
import { type InvestorRow, statusObject } from './create.ts'

const FACTS = ['country', 'us_state', 'wallet_id', 'accreditation', 'terms_accepted_at'] as const

/**
 * That facts of an investor changed, if they did. The facts themselves are personal and not told; statuses, which have events of
 * their own, are.
 */
export function updatedEvents(
  before: InvestorRow,
  after: InvestorRow,
  person?: { known: PersonData; data: PersonData },
): [] | [EventInput] {
  const changed =
    FACTS.some((field) => !isDeepStrictEqual(before[field], after[field])) ||
    (person && Object.keys(person.data).some((field) => !isDeepStrictEqual(person.known[field] ?? null, person.data[field] ?? null)))
  if (!changed) return []
  const was: Record<string, unknown> = statusObject(before)
  const object = statusObject(after)
  const previous = Object.fromEntries(
    Object.entries(object).flatMap(([field, now]) => (isDeepStrictEqual(was[field], now) ? [] : [[field, was[field]]])),
  )
  return [
    {
      type: 'investor.updated',
      resource: { type: 'investor', id: after.id },
      object,
      ...(Object.keys(previous).length > 0 && { previous }),
    },
  ]
}
