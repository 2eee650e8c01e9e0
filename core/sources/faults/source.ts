import type { Ctx } from '#core/kernel/context.ts'

/** What fails in a world before anything is done: so that who integrates can meet each failure. Nothing is made to fail in production. */
export interface Faults {
  /** Throws the failure of the first of these addresses that has one, or waits. Never within a transaction. */
  meet(ctx: Ctx, ...addresses: (string | null | undefined)[]): Promise<void>
  /** The same within a transaction: only failures that need no time. */
  meetAtOnce(ctx: Ctx, address: string | null): void
  /** Whether the call asks for a failure of this name that shapes one operation only. */
  plays(name: 'list_empty' | 'list_500' | 'mint_fails' | 'screening_unavailable'): boolean
}
