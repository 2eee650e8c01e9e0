import { Form, Link, useLocation } from 'react-router'
import { cn } from '../lib/cn.ts'
import { inEnvironment } from '../lib/environment.ts'
import { environmentAt } from './navigation.ts'

const ENVIRONMENTS = ['sandbox', 'production'] as const
const part = 'inline-flex min-h-8 items-center rounded-sm px-2.5 text-[0.8125rem] capitalize'
const look = (chosen: boolean) => cn(part, chosen ? 'bg-ink font-semibold text-paper' : 'text-soft hover:text-ink')

/**
 * Sandbox or production: two worlds whose data never meet. The developer's pages say theirs in their address; the others follow what was
 * chosen last, which a cookie keeps. Works without scripts. Nothing where a page shows no environment.
 */
export function EnvironmentSwitch({ chosen, className }: { chosen: 'sandbox' | 'production'; className?: string }) {
  const location = useLocation()
  const { pathname, search } = location
  const here = environmentAt(location, chosen)
  if (!here) return null
  // An object of one environment does not exist in the other: its page leads back to the list.
  const list = pathname.replace(/\/[a-z]{3}_[0-9a-z]{26}.*$/, '')
  const box = 'inline-flex rounded-md border border-rule-strong p-0.5'
  if (here.by === 'address')
    return (
      <nav aria-label="Environment" className={cn(box, className)}>
        {ENVIRONMENTS.map((name) => (
          <Link
            key={name}
            to={inEnvironment(list, name)}
            aria-current={name === here.of ? 'true' : undefined}
            className={look(name === here.of)}
          >
            {name}
          </Link>
        ))}
      </nav>
    )
  return (
    <Form method="post" action="/environment" className={className} aria-label="Environment">
      <input type="hidden" name="next" value={list === pathname ? pathname + search : list} />
      <div className={box}>
        {ENVIRONMENTS.map((name) => (
          <button
            key={name}
            name="environment"
            value={name}
            type="submit"
            aria-pressed={name === here.of}
            className={look(name === here.of)}
          >
            {name}
          </button>
        ))}
      </div>
    </Form>
  )
}
