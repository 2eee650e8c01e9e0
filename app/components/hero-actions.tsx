import type { Link } from '../content/types.ts'
import { ButtonLink } from '../ui/button.tsx'

export function HeroActions({ actions }: { actions: readonly Link[] }) {
  return (
    <>
      {actions.map((action, index) => (
        <ButtonLink key={action.label} to={action.href} size="lg" variant={index === 0 ? 'primary' : index === 1 ? 'outline' : 'ghost'}>
          {action.label}
        </ButtonLink>
      ))}
    </>
  )
}
