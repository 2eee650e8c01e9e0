import type { ReactNode } from 'react'

/** The opening of a signed-in page: what it is, one line about it, its first action. */
export function PageHead({ title, lead, action }: { title: string; lead?: ReactNode; action?: ReactNode }) {
  return (
    <div className="shell flex flex-wrap items-end justify-between gap-x-8 gap-y-4 pt-6">
      <div className="min-w-0">
        <h1 className="title-2">{title}</h1>
        {lead ? <p className="mt-2 max-w-[64ch] text-soft">{lead}</p> : null}
      </div>
      {action}
    </div>
  )
}
