import type { z } from 'zod'
import type { Ctx } from '#core/kernel/context.ts'
import { requireStorable } from '#core/kernel/storable.ts'

interface Bindable {
  input: z.ZodType
  sent(call: { ctx: Ctx; input: unknown }): Promise<unknown>
}

type NamesOf<T> = T extends unknown ? keyof T : never
/** What a page says to a verb: its fields by their names, with what a form or an address says of them. The verb reads it. */
type Said<T> = { [Name in NamesOf<T>]?: unknown }

type Bound<V extends Bindable> = (input?: Said<z.input<V['input']>>) => ReturnType<V['sent']>

/** Verbs as pages call them: by the same names, with the caller said once. Text that cannot be stored is refused before any of them sees it. */
export function bind<const V extends Record<string, Bindable>>(
  ctx: Ctx | (() => Promise<Ctx>),
  verbs: V,
): { [Name in keyof V]: Bound<V[Name]> } {
  const bound = Object.entries(verbs).map(([name, verb]) => [
    name,
    async (input: unknown = {}) => {
      requireStorable(input)
      return verb.sent({ ctx: typeof ctx === 'function' ? await ctx() : ctx, input })
    },
  ])
  return Object.fromEntries(bound) as never
}
