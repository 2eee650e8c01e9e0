import { isRouteErrorResponse } from 'react-router'
import { ErrorPage } from './error-page.tsx'
import { NotFoundPage } from './not-found-page.tsx'

/** A page that does not exist, or one that failed. */
export default function FailurePage({ error, framed }: { error: unknown; framed: boolean }) {
  if (!isRouteErrorResponse(error) || error.status !== 404) return <ErrorPage error={error} compact={framed} />
  if (framed) return <NotFoundPage />
  return (
    <main id="main">
      <NotFoundPage />
    </main>
  )
}
