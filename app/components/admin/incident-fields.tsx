import { published } from '../../lib/status.ts'
import { CheckLine } from '../../ui/check-line.tsx'
import { FieldError } from '../../ui/field.tsx'

/** Which of the status page's services are concerned. */
export function ServiceChoice({ chosen = [], error }: { chosen?: readonly string[]; error?: string }) {
  return (
    <fieldset aria-describedby={error ? 'services-error' : undefined}>
      <legend className="mb-1 font-semibold text-[0.9375rem]">Services</legend>
      <div className="grid gap-x-6 sm:grid-cols-2">
        {published.services.map((service) => (
          <CheckLine key={service} name="services" value={service} label={service} defaultChecked={chosen.includes(service)} />
        ))}
      </div>
      <FieldError id="services-error" error={error} />
    </fieldset>
  )
}

/** Whether subscribers are mailed, and how many those are. */
export function NotifyChoice({ subscribers }: { subscribers: number }) {
  if (subscribers === 0) return <p className="text-[0.9375rem] text-soft">Nobody has subscribed to status mails yet, so none is sent.</p>
  return (
    <CheckLine
      name="notify"
      value="yes"
      defaultChecked
      label={subscribers === 1 ? 'Mail the 1 confirmed subscriber' : `Mail the ${subscribers} confirmed subscribers`}
    />
  )
}

/** A field for date and time gives `2026-11-21T10:30`; it is meant and read as UTC. */
export const utcMoment = (value: string | undefined): string | undefined =>
  value && /^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(value) ? `${value}:00Z` : value
