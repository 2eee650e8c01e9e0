import { useInSight } from '../../lib/use-in-sight.ts'
import type { PageRefusal } from '../../lib/verb-errors.ts'
import { Alert } from '../../ui/alert.tsx'

/** Why an act was refused, unless every part of it is already said at a field. */
export function Refusal({ refusal, fields = [], className }: { refusal: PageRefusal | null; fields?: string[]; className?: string }) {
  const place = useInSight(refusal)
  if (!refusal) return null
  const shown = (pointer: string) => fields.some((field) => pointer === `/${field}` || pointer.startsWith(`/${field}/`))
  const rest = refusal.fields.filter((each) => !shown(each.pointer))
  if (refusal.fields.length > 0 && rest.length === 0) return null
  return (
    <div ref={place} className="scroll-my-4">
      <Alert tone="error" className={className}>
        {rest.length > 0 ? rest.map((each) => <p key={`${each.pointer} ${each.detail}`}>{each.detail}</p>) : refusal.message}
      </Alert>
    </div>
  )
}
