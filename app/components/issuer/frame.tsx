import type { ComponentProps } from 'react'
import { useRouteLoaderData } from 'react-router'
import type { loader } from '../../routes/issuer/layout.tsx'
import { DashboardLayout } from '../dashboard/layout.tsx'

type Props = Omit<ComponentProps<typeof DashboardLayout>, 'environment'>

/** The environment the issuer looks at, as the frame's loader said. */
export const useEnvironment = () => useRouteLoaderData<typeof loader>('routes/issuer/layout')?.environment ?? 'sandbox'

/** The head of every issuer page, in one of the organisation's environments. */
export const IssuerFrame = (props: Props) => <DashboardLayout environment={useEnvironment()} {...props} />
