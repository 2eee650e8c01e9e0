import { stateOf } from '#core/kernel/states.ts'
import type { SystemCheck } from '#core/portal/system/checks.ts'
import { Status } from '../../ui/badge.tsx'

const said: Record<SystemCheck['state'], string> = { good: 'fine', waiting: 'watch', bad: 'act', unknown: 'not read' }

/** Every check with its verdict, its figure and what it means. Its headings are one level below the one above them. */
export function CheckGrid({ checks, heading: Heading = 'h3' }: { checks: SystemCheck[]; heading?: 'h2' | 'h3' }) {
  return (
    <ul className="grid gap-px border border-rule bg-rule sm:grid-cols-2 xl:grid-cols-4">
      {checks.map((check) => (
        <li key={check.id} className="bg-paper p-4">
          <div className="flex items-center justify-between gap-3">
            <Heading className="font-sans font-semibold text-[0.9688rem] tracking-normal">{check.label}</Heading>
            <Status tone={stateOf('system', check.state).tone}>{said[check.state]}</Status>
          </div>
          <p className="tabular mt-1.5 font-display text-[1.375rem] leading-tight">{check.value}</p>
          <p className="mt-1 text-[0.875rem] text-soft leading-snug">{check.detail}</p>
        </li>
      ))}
    </ul>
  )
}
