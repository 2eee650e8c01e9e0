import { Check } from 'lucide-react'
import { useEffect } from 'react'
import { useFetcher } from 'react-router'
import type { OwnOrganization } from '#core/access/members/work-in.ts'

/** Which organisation somebody works in, for who belongs to several. Asked for when the menu is opened. */
export function OrganisationSwitch({ open, item }: { open: boolean; item: string }) {
  const { data, load } = useFetcher<OwnOrganization[]>()
  const { Form, state } = useFetcher()
  useEffect(() => {
    if (open && !data) void load('/organisations')
  }, [open, data, load])
  if (!data || data.length < 2) return null
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
          <span className="min-w-0 [overflow-wrap:anywhere]">{one.name}</span>
        </button>
      ))}
    </Form>
  )
}
