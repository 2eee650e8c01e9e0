import type { ComponentProps } from 'react'
import { Link, useLocation, useRouteLoaderData } from 'react-router'
import type { loader } from '../../routes/shell/layout.tsx'
import { Alert } from '../../ui/alert.tsx'
import { DashboardLayout } from '../dashboard/layout.tsx'

/** The head of every admin page, and whether the person still has to protect the account. */
export function AdminFrame(props: ComponentProps<typeof DashboardLayout>) {
  const { pathname, search } = useLocation()
  const frame = useRouteLoaderData<typeof loader>('routes/shell/layout')
  return (
    <DashboardLayout
      notice={
        frame?.unprotected ? (
          <Alert tone="warning" title="Your account has no second factor yet">
            Changing roles, exporting users, releasing a match and erasing an account ask for one. Looking is possible without.{' '}
            <Link
              to={`/setup-mfa?next=${encodeURIComponent(pathname + search)}`}
              className="link inline-flex min-h-6 items-center font-semibold"
            >
              Set one up now
            </Link>
          </Alert>
        ) : null
      }
      {...props}
    />
  )
}
