import { LifeBuoy } from 'lucide-react'
import { Form } from 'react-router'
import { dateTime } from '../lib/dates.ts'
import { useSession } from '../lib/session.tsx'
import { Button } from '../ui/button.tsx'
import { TextLink } from '../ui/text-link.tsx'

/** On every page while the platform's administrators may look at an organisation's data, for them and for its people. */
export function SupportBanner() {
  const support = useSession().user?.support
  if (!support) return null
  return (
    <section
      aria-label="Support access"
      className="no-print flex flex-wrap items-center justify-center gap-x-4 gap-y-1 border-rule border-b bg-seal-wash px-4 py-2 text-[0.9375rem]"
    >
      <p className="flex min-w-0 items-center gap-2 [overflow-wrap:anywhere]">
        <LifeBuoy className="size-4 shrink-0 text-seal" aria-hidden />
        {support.looking
          ? `You look at the data of ${support.organization}, read-only, until ${dateTime(support.until)} UTC. Each look is in both logs.`
          : `Sealwright’s support may look at the data of ${support.organization} until ${dateTime(support.until)} UTC.`}
      </p>
      {support.looking ? (
        <Form method="post" action="/stop-looking" reloadDocument>
          <Button type="submit" size="sm" variant="outline">
            Stop looking
          </Button>
        </Form>
      ) : (
        <TextLink to="/desk/support" className="inline-flex min-h-6 items-center font-semibold">
          End it
        </TextLink>
      )}
    </section>
  )
}
