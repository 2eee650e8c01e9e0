import type { ReactNode } from 'react'
import { Link, NavLink } from 'react-router'
import { cn } from '../../lib/cn.ts'
import { useCurrentInSight } from '../../lib/current-in-sight.ts'
import { type Environment, inEnvironment } from '../../lib/environment.ts'
import { PageHead } from '../page-head.tsx'

const tools = [
  { label: 'Keys', to: '/developer/api-keys' },
  { label: 'Webhooks', to: '/developer/webhooks' },
  { label: 'Domains', to: '/developer/domains' },
  { label: 'Organisation', to: '/developer/organisation' },
  { label: 'Policy', to: '/developer/policy' },
  { label: 'Logs', to: '/developer/logs' },
  { label: 'Sandbox', to: '/developer/sandbox' },
]
const environments: { id: Environment; label: string }[] = [
  { id: 'sandbox', label: 'Sandbox' },
  { id: 'production', label: 'Production' },
]

/** The opening of a developer screen: its name, the screens beside it, and which environment it shows. */
export function DeveloperHead({
  title,
  lead,
  action,
  environment,
  path,
}: {
  title: string
  lead: ReactNode
  action?: ReactNode
  /** Absent on screens that show one environment only. */
  environment?: Environment
  /** Where the environment switch leads; the page itself. */
  path?: string
}) {
  const tabs = useCurrentInSight()
  return (
    <>
      <PageHead title={title} lead={lead} action={action} />
      <div className="shell mt-8">
        <div className="flex flex-wrap-reverse items-end justify-between gap-x-6 gap-y-3 border-rule border-b">
          <nav ref={tabs} aria-label="Developer tools" className="relative -mb-px flex max-w-full gap-1 overflow-x-auto">
            {tools.map((tool) => (
              <NavLink
                key={tool.to}
                to={environment && tool.label !== 'Sandbox' ? inEnvironment(tool.to, environment) : tool.to}
                prefetch="intent"
                className="inline-flex min-h-11 items-center border-transparent border-b-2 px-3.5 font-semibold text-[0.9375rem] text-soft hover:text-ink aria-[current=page]:border-seal aria-[current=page]:text-ink"
              >
                {tool.label}
              </NavLink>
            ))}
          </nav>
          {environment && path ? (
            <nav aria-label="Environment" className="mb-2 flex rounded-md border border-rule-strong p-0.5">
              {environments.map(({ id, label }) => (
                <Link
                  key={id}
                  to={inEnvironment(path, id)}
                  aria-current={id === environment ? 'true' : undefined}
                  className={cn(
                    'inline-flex min-h-8 items-center rounded-sm px-2 text-[0.8125rem]',
                    id === environment ? 'bg-ink font-semibold text-paper' : 'text-soft hover:text-ink',
                  )}
                >
                  {label}
                </Link>
              ))}
            </nav>
          ) : null}
        </div>
      </div>
    </>
  )
}
