export const REPAIR_DAYS: Record<string, number>
export const QUARTER_DAYS: number
export function weaknesses(report: unknown): string[] | null
export function overdue(version: string, times: Record<string, string>, now?: number): [string, string] | null
export function holderOf(packages: Record<string, object>, name: string, version: string): string | undefined
