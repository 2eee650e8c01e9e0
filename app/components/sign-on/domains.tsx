import type { SignOnView } from '#core/access/sign-on/shape.ts'
import { useAct } from '../../lib/act.ts'
import { Status } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import { Refusal } from '../admin/refusal.tsx'
import { Panel } from '../dashboard/layout.tsx'
import { useStepUp } from '../step-up.tsx'

/** Proven domains, and whether people with an address of them sign on here. */
export function SignOnDomains({ domains, own }: { domains: SignOnView['domains']; own: boolean }) {
  const stepUp = useStepUp()
  const form = useAct({ stepUp })
  return (
    <Panel
      title="Domains"
      note="People with an address of a domain of yours are led to your sign-on. Only addresses of these come in by it."
    >
      <Refusal refusal={form.refusal} className="mb-4" />
      {domains.length ? (
        <ul className="border-rule border-t">
          {domains.map((one) => (
            <li key={one.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-rule border-b py-3">
              <span className="flex min-w-0 flex-wrap items-center gap-3 [overflow-wrap:anywhere]">
                <span className="font-semibold">{one.domain}</span>
                {one.sign_on_since ? <Status tone="good">signs on here</Status> : null}
              </span>
              {own ? (
                <form.Form method="post">
                  <input type="hidden" name="intent" value="domain" />
                  <input type="hidden" name="id" value={one.id} />
                  <input type="hidden" name="use" value={one.sign_on_since ? 'no' : 'yes'} />
                  <Button type="submit" size="sm" variant="outline" busy={form.busy}>
                    {one.sign_on_since ? 'Stop signing on by it' : 'Sign on by it'}
                    <span className="sr-only">: {one.domain}</span>
                  </Button>
                </form.Form>
              ) : null}
            </li>
          ))}
        </ul>
      ) : (
        <p className="text-soft">There is no proven domain yet.</p>
      )}
      <p className="mt-4">
        Register and prove domains under <TextLink to="/developer/domains?environment=production">Domains, in production</TextLink>.
      </p>
      {stepUp.dialog}
    </Panel>
  )
}
