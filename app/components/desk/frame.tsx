import type { ComponentProps } from 'react'
import { useRouteLoaderData } from 'react-router'
import type { loader } from '../../routes/desk/layout.tsx'
import { DashboardLayout } from '../dashboard/layout.tsx'

type Props = Omit<ComponentProps<typeof DashboardLayout>, 'environment'>

/** The head of every page of an organisation's desk: what its own people decide, in one of its environments. */
export function DeskFrame(props: Props) {
  const desk = useRouteLoaderData<typeof loader>('routes/desk/layout')
  return <DashboardLayout environment={desk?.environment ?? 'sandbox'} {...props} />
}
