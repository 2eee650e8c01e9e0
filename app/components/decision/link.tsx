import { Link } from 'react-router'

/** Leads to the page of a decision. In a row it stands below what it decided. */
export const DecisionLink = ({ id, inline }: { id: string; inline?: boolean }) => (
  <Link
    to={`/d/${id}`}
    aria-label={`Decision ${id}`}
    className={inline ? 'link' : 'link mt-0.5 block w-fit min-h-6 text-[0.875rem] leading-6'}
  >
    Decision
  </Link>
)
