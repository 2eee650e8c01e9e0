import { isoDay, legalDay } from '#engine/dates.ts'

/** The day the rules count a moment to, as YYYY-MM-DD. It begins some five hours after the UTC day: a fact of that day would lie ahead. */
export const rulesDay = (at: Date | number): string => isoDay(legalDay(typeof at === 'number' ? at : at.getTime()))
