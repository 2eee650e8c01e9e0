import { isoDay, legalDay } from '#engine/dates.ts'

/** The day the rules count a moment to, as YYYY-MM-DD. It begins some five hours after the UTC day: a fact of that day would lie ahead. */
export const rulesDay = (at: Date | number): string => isoDay(legalDay(typeof at === 'number' ? at : at.getTime()))

/**
 * When a day that a document bears, or that ends what counts, is over: at 10:00 UTC, when it ends first anywhere (UTC+14). What is to end in
 * time ends then, wherever it is looked at; rules count days in New York, where the same day ends later.
 */
export const endOfDay = (day: string): number => Date.parse(`${day}T10:00:00Z`)
