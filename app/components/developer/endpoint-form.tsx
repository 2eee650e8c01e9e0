import { useState } from 'react'
import { marketNames } from '../../content/market-names.ts'
import { Button } from '../../ui/button.tsx'
import { CheckLine } from '../../ui/check-line.tsx'
import { Field } from '../../ui/field.tsx'
import { Input, Select } from '../../ui/input.tsx'

export interface EndpointValues {
  url: string
  description: string | null
  event_types: string[]
  filters: { resource_id?: string; market?: string }
  strict_order: boolean
  payload: string
}

/** What a form of this file was sent with, as the verbs take it. */
export function endpointInput(form: FormData) {
  const text = (name: string) => String(form.get(name) ?? '').trim()
  const types = form.getAll('event_types').map(String)
  return {
    url: text('url'),
    description: text('description') || null,
    event_types: text('which') === 'all' ? ['*'] : types,
    filters: { ...(text('market') && { market: text('market') }), ...(text('resource_id') && { resource_id: text('resource_id') }) },
    strict_order: form.get('strict_order') === 'on',
    payload: text('payload') === 'full' ? ('full' as const) : ('summary' as const),
  }
}

/** Address, event types and manners of an endpoint, for a new one and for a change. */
export function EndpointForm({
  values,
  types,
  errors,
  busy,
  action,
  onCancel,
}: {
  values?: EndpointValues
  types: { type: string; when: string }[]
  errors: Record<string, string>
  busy: boolean
  action: string
  onCancel?: () => void
}) {
  const [which, setWhich] = useState<'all' | 'some'>(values && !values.event_types.includes('*') ? 'some' : 'all')
  return (
    <>
      <Field label="Address" hint="Public and https. In the sandbox http://localhost is allowed too." error={errors.url}>
        <Input name="url" type="url" required maxLength={2048} placeholder="https://example.com/webhooks" defaultValue={values?.url} />
      </Field>
      <Field label="Description" optional error={errors.description}>
        <Input name="description" maxLength={500} defaultValue={values?.description ?? ''} />
      </Field>
      <fieldset>
        <legend className="font-semibold text-[0.9375rem]">Events</legend>
        <div className="mt-2 flex flex-wrap gap-x-6 gap-y-2">
          {(['all', 'some'] as const).map((id) => (
            <label key={id} className="inline-flex min-h-8 items-center gap-2">
              <input
                type="radio"
                name="which"
                value={id}
                checked={which === id}
                onChange={() => setWhich(id)}
                className="size-4 accent-seal"
              />
              {id === 'all' ? 'All, also those to come' : 'Only some'}
            </label>
          ))}
        </div>
        {which === 'some' ? <TypePicker types={types} chosen={values?.event_types ?? []} /> : null}
        {errors.event_types ? (
          <p role="alert" className="mt-1.5 text-[0.9375rem] text-madder">
            {which === 'some' ? 'Choose at least one event type.' : errors.event_types}
          </p>
        ) : null}
      </fieldset>
      <details>
        <summary className="link inline-flex min-h-8 items-center text-[0.9688rem]">Filters, order and payload</summary>
        <div className="mt-3 grid gap-5 sm:grid-cols-2">
          <Field label="Market" optional>
            <Select name="market" defaultValue={values?.filters.market ?? ''}>
              <option value="">Any</option>
              {Object.entries(marketNames).map(([id, name]) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </Select>
          </Field>
          <Field label="Only this object" optional hint="An id, such as off_…">
            <Input name="resource_id" maxLength={100} className="font-mono text-[0.875rem]" defaultValue={values?.filters.resource_id} />
          </Field>
          <Field label="Payload" hint="Full adds the personal fields your keys may read.">
            <Select name="payload" defaultValue={values?.payload ?? 'summary'}>
              <option value="summary">Summary, nothing personal</option>
              <option value="full">Full</option>
            </Select>
          </Field>
          <CheckLine
            name="strict_order"
            defaultChecked={values?.strict_order}
            className="self-center"
            label="Strict order: later events of an object wait until the earlier ones are delivered"
          />
        </div>
      </details>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={busy} busyLabel="Saving...">
          {action}
        </Button>
        {onCancel ? (
          <Button variant="outline" onClick={onCancel}>
            Cancel
          </Button>
        ) : null}
      </div>
    </>
  )
}

/** Event types by family. A whole family is the prefix `family.*` and includes types added later. */
function TypePicker({ types, chosen }: { types: { type: string; when: string }[]; chosen: string[] }) {
  const families = Map.groupBy(types, (each) => each.type.split('.')[0]!)
  const [whole, setWhole] = useState(() => new Set(chosen.filter((type) => type.endsWith('.*'))))
  return (
    <div className="mt-3 max-h-80 overflow-y-auto rounded-md border border-rule-strong bg-raised px-4 py-1">
      {[...families].map(([family, each]) => {
        const prefix = `${family}.*`
        const all = whole.has(prefix)
        const single = each.length === 1 && !each[0]!.type.includes('.')
        return (
          <details
            key={family}
            className="border-rule border-b py-1.5 last:border-b-0"
            open={each.some((type) => chosen.includes(type.type))}
          >
            <summary className="flex min-h-8 items-center justify-between gap-3">
              <code className="text-[0.8438rem]">{single ? family : prefix}</code>
              <span className="text-[0.875rem] text-soft">{each.length}</span>
            </summary>
            <div className="grid gap-1.5 pt-1 pb-2 pl-4">
              {single ? null : (
                <CheckLine
                  label="All of them"
                  name="event_types"
                  value={prefix}
                  checked={all}
                  onChange={(event) => {
                    const next = new Set(whole)
                    if (event.target.checked) next.add(prefix)
                    else next.delete(prefix)
                    setWhole(next)
                  }}
                />
              )}
              {each.map(({ type, when }) => (
                <CheckLine
                  key={type}
                  name="event_types"
                  value={type}
                  disabled={all}
                  defaultChecked={chosen.includes(type)}
                  label={
                    <span className="min-w-0">
                      <code className="break-all text-[0.8125rem]">{type}</code>
                      {when ? <span className="block text-[0.875rem] text-soft leading-snug">{when}</span> : null}
                    </span>
                  }
                />
              ))}
            </div>
          </details>
        )
      })}
    </div>
  )
}
