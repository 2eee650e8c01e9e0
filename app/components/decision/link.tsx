import type { ReactNode } from 'react'
import { Link } from 'react-router'

/** Leads to the page of a decision. In a row it stands below what it decided. */
export const DecisionLink = ({ id, inline, children }: { id: string; inline?: boolean; children?: ReactNode }) => (
  <Link
    to={`/d/${id}`}
    aria-label={children ? undefined : `Decision ${id}`}
    title={children ? `Decision ${id}` : undefined}
    className={inline ? 'link' : 'link mt-0.5 block w-fit min-h-6 text-[0.875rem] leading-6'}
  >
    {children ?? 'Decision'}
  </Link>
)
