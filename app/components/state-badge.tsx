import { type Noun, type StateName, stateOf } from '#core/kernel/states.ts'
import { Status } from '../ui/badge.tsx'

/** A state by its type: one of the noun's, or a word of which only the database knows that it is. */
type Named<N extends Noun, S extends string> = S & (string extends S ? string : StateName<N>)

/** How something stands, in the words and the colour that its kind has everywhere. `told`: with what follows from it. */
export function StateBadge<N extends Noun, S extends string>({
  of,
  state,
  told,
  wrap,
  className,
}: {
  of: N
  state: Named<N, S>
  told?: boolean
  wrap?: boolean
  className?: string
}) {
  const { word, tone, next } = stateOf(of, state)
  const badge = (
    <Status tone={tone} wrap={wrap} className={className}>
      {word}
    </Status>
  )
  if (!told || !next) return badge
  return (
    <>
      {badge}
      <span className="mt-1 block text-[0.875rem] text-soft">{next}</span>
    </>
  )
}
