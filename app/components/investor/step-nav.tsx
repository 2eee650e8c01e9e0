import { Check } from 'lucide-react'
import { Link } from 'react-router'
import type { OwnVerification } from '#core/portal/holders/verification.ts'
import { cn } from '../../lib/cn.ts'

export const stepKeys = ['identity', 'accreditation', 'documents', 'sign'] as const
export type StepKey = (typeof stepKeys)[number]

const labels: Record<StepKey, string> = { identity: 'Identity', accreditation: 'Accreditation', documents: 'Documents', sign: 'Sign' }

/** What every step is given: where the verification stands, and what was wrong with the last sending, by field. */
export interface StepProps {
  data: OwnVerification
  errors: Record<string, string>
}

/** A step is done when nothing it needs is missing. */
const filled: Record<StepKey, (data: OwnVerification) => boolean> = {
  identity: (d) => d.missing.identity.length === 0,
  accreditation: (d) => d.missing.accreditation.length === 0,
  documents: (d) => d.documents.length > 0 && d.missing.documents.length === 0,
  sign: (d) => d.submitted && d.accreditation?.ended_at == null,
}

/** The four steps, each an address of its own. Any may be opened at any time. */
export function StepNav({ current, data }: { current: StepKey | null; data: OwnVerification }) {
  return (
    <nav aria-label="Steps">
      <ol className="grid grid-cols-2 gap-px border-rule border-y sm:grid-cols-4">
        {stepKeys.map((key, index) => (
          <li key={key}>
            <Link
              to={`?step=${key}`}
              preventScrollReset
              aria-current={key === current ? 'step' : undefined}
              className={cn(
                'flex min-h-12 items-center gap-2 px-2 hover:bg-sunk',
                key === current && 'font-semibold shadow-[inset_0_-2px_0_var(--seal)]',
              )}
            >
              <span
                className={cn(
                  'grid size-6 shrink-0 place-items-center rounded-full border font-mono text-[0.75rem]',
                  filled[key](data) ? 'border-verdigris text-verdigris' : 'border-rule-strong text-soft',
                )}
              >
                {filled[key](data) ? <Check className="size-3.5" aria-label="done" /> : index + 1}
              </span>
              {labels[key]}
            </Link>
          </li>
        ))}
      </ol>
    </nav>
  )
}
