import type { SignOnView } from '#core/access/sign-on/shape.ts'
import { useAct } from '../../lib/act.ts'
import { dateTime } from '../../lib/dates.ts'
import { Button } from '../../ui/button.tsx'
import { Refusal } from '../admin/refusal.tsx'
import { Panel } from '../dashboard/layout.tsx'
import { useStepUp } from '../step-up.tsx'

/** The organisation's own keys towards its SAML provider: which count, and new ones. */
export function SignOnKeys({ signOn, own }: { signOn: SignOnView; own: boolean }) {
  const stepUp = useStepUp()
  const form = useAct({ stepUp })
  return (
    <Panel
      title="Own keys"
      note="Your provider encrypts assertions for the first, and knows by them what this product signs. Both are in the metadata."
    >
      <Refusal refusal={form.refusal} className="mb-4" />
      {signOn.keys.length ? (
        <ul className="grid gap-4 text-[0.9375rem]">
          {signOn.keys.map((one) => (
            <li key={one.signing.sha256} className="grid gap-1">
              <span>
                Made {dateTime(one.made_at)} UTC{standing(one)}
              </span>
              <span className="text-soft">
                signs: <code className="break-all">{one.signing.sha256}</code>
              </span>
              <span className="text-soft">
                encrypted for: <code className="break-all">{one.encryption.sha256}</code>
              </span>
            </li>
          ))}
        </ul>
      ) : (
        <p>There are none yet: assertions are not encrypted, and nobody is signed out at the provider from here.</p>
      )}
      {own ? (
        <form.Form method="post" className="mt-6 flex flex-wrap gap-3">
          <Button type="submit" name="intent" value="keys" variant="outline" busy={form.busy}>
            Make new keys
          </Button>
          {signOn.keys.length ? (
            <Button type="submit" name="intent" value="keys_at_once" variant="outline" busy={form.busy}>
              Make new keys, and end the former now
            </Button>
          ) : null}
        </form.Form>
      ) : null}
      {stepUp.dialog}
    </Panel>
  )
}

function standing(one: SignOnView['keys'][number]): string {
  const said = [
    one.signs ? 'in use' : one.ends_at ? null : `signs from ${dateTime(one.signs_from)} UTC`,
    one.ends_at && `counts until ${dateTime(one.ends_at)} UTC`,
    `certificate until ${one.encryption.until.slice(0, 10)}`,
  ]
  return `: ${said.filter(Boolean).join(', ')}`
}
