import { lazy } from 'react'
import { Late } from './late.tsx'

// Most visits never see it. Should it not arrive either, a few words do.
const FailurePage = lazy(() => import('./failure-page.tsx').catch(() => ({ default: FewWords })))

function FewWords() {
  return (
    <div className="shell py-24">
      <h1 className="title-2">Something went wrong</h1>
      <p className="mt-4">
        <a href="/" className="link">
          Go Home
        </a>
      </p>
    </div>
  )
}

/** What is shown instead of a page that failed or does not exist, inside the site's frame or alone. */
export function Failure({ error, framed = false }: { error: unknown; framed?: boolean }) {
  return (
    <Late>
      <FailurePage error={error} framed={framed} />
    </Late>
  )
}
