import type { ReactNode } from 'react'
import type { Environment } from '../../lib/environment.ts'
import { PageHead } from '../page-head.tsx'

/** The opening of a developer screen: its name, one line about it, its first action. */
export function DeveloperHead({
  title,
  lead,
  action,
  environment,
}: {
  title: string
  lead: ReactNode
  action?: ReactNode
  /** Absent on screens that show one environment only. */
  environment?: Environment
}) {
  return (
    <>
      <PageHead title={title} lead={lead} action={action} />
      {environment === 'production' ? (
        <div className="shell mt-4">
          <p className="border-seal border-l-2 bg-seal-wash px-3 py-2 text-[0.9375rem]">
            Production: what you do here is real and recorded for good.
          </p>
        </div>
      ) : null}
    </>
  )
}
