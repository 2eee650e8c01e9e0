import { Check } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useFetcher } from 'react-router'
import type { OwnOrganization } from '#core/access/members/work-in.ts'

/**
 * Which organisation somebody works in, for who belongs to several. Asked for when the menu is opened, and without the router: it would
 * load the page anew where the network fails, and take with it what was typed there.
 */
export function OrganisationSwitch({ open, item }: { open: boolean; item: string }) {
  const [data, setData] = useState<OwnOrganization[] | null>(null)
  const { Form, state } = useFetcher()
  useEffect(() => {
    if (!open) return
    const left = new AbortController()
    fetch('/organisations', { headers: { accept: 'application/json' }, signal: left.signal })
      .then(async (answer) => (answer.ok ? setData((await answer.json()) as OwnOrganization[]) : null))
      // Without it there is nothing to switch to; the menu is opened again.
      .catch(() => null)
    return () => left.abort()
  }, [open])
  const here = data?.find((one) => one.active)
  if (!data || data.length < 2)
    return here ? (
      <p className="border-rule border-b px-3 py-2 text-[0.875rem] text-soft [overflow-wrap:anywhere]">
        {here.name}, as {here.role}
      </p>
    ) : null
  return (
    <Form method="post" action="/settings/team" className="border-rule border-b py-1.5" aria-label="Organisation you work in">
      <input type="hidden" name="intent" value="work_in" />
      <input type="hidden" name="next" value="dashboard" />
      <p className="px-3 pt-1 text-[0.8125rem] text-soft">You work in</p>
      {data.map((one) => (
        <button
          key={one.id}
          type="submit"
          name="organization_id"
          value={one.id}
          aria-pressed={one.active}
          disabled={state !== 'idle'}
          className={item}
        >
          <Check className={one.active ? 'size-4 shrink-0' : 'invisible size-4 shrink-0'} aria-hidden />
          <span className="min-w-0 [overflow-wrap:anywhere]">
            {one.name} <span className="text-soft">as {one.role}</span>
          </span>
        </button>
      ))}
    </Form>
  )
}
