import { addMonths, type Day, isoDay, parseDay, startOfLegalDay } from '#engine/dates.ts'

const firstDay = (month: string) => parseDay(`${month}-01`)!

/** The last second of a month, UTC. */
export const monthEnd = (month: string): number => Date.parse(`${nextMonth(month)}-01T00:00:00Z`) - 1_000

export const nextMonth = (month: string): string => isoDay(addMonths(firstDay(month), 1)).slice(0, 7)

/** A month's statement is due on the last day of the next one. */
export const dueOn = (month: string): Day => addMonths(firstDay(month), 2) - 1

/** When it is late: as the legal day after the due day begins. */
export const overdueAt = (month: string): Date => new Date(startOfLegalDay(dueOn(month) + 1))
