import { useEffect, useState } from 'react'
import { DeveloperHead } from '../../components/developer/head.tsx'
import { StateBadge } from '../../components/state-badge.tsx'
import { attempt } from '../../lib/attempt.ts'
import { dateTime } from '../../lib/dates.ts'
import { environmentOf, inEnvironment } from '../../lib/environment.ts'
import { requireSession } from '../../lib/guard.ts'
import { keepAttempt } from '../../lib/keep-form.ts'
import { pageMeta } from '../../lib/meta.ts'
import { readOr404 } from '../../lib/verb-errors.ts'
import { Button } from '../../ui/button.tsx'
import { Card, CardTitle } from '../../ui/card.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { useShownFetcher } from '../../ui/shown-form.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import { toast } from '../../ui/toast.ts'
import type { Route } from './+types/domains.ts'

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: 'Domains', description: 'Sites of your organisation in whose name wallets are asked to sign.', noindex: true })

export async function loader({ context, request }: Route.LoaderArgs) {
  const environment = environmentOf(request.url)
  const verbs = await requireSession(context, request).verbs.developer(environment)
  return { environment, domains: (await readOr404(verbs.listDomains({ limit: 100 }))).data }
}

export async function action({ context, request }: Route.ActionArgs) {
  const verbs = await requireSession(context, request).verbs.developer(environmentOf(request.url))
  const form = await request.formData()
  const [intent, id] = [String(form.get('intent')), String(form.get('id') ?? '')]
  return attempt(async () => {
    if (intent === 'verify') {
      const { domain, status, problem } = await verbs.verifyDomain({ id })
      return status === 'verified' ? `${domain} is proven.` : (problem ?? 'The proof was not found.')
    }
    if (intent === 'delete') {
      await verbs.deleteDomain({ id })
      return 'The domain was removed.'
    }
    const { domain } = await verbs.createDomain({ domain: String(form.get('domain') ?? '').trim() })
    return `${domain} is registered. Now put its proof in place.`
  })
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => keepAttempt(serverAction)

type Domain = Awaited<ReturnType<typeof loader>>['domains'][number]

export default function Domains({ loaderData: { environment, domains } }: Route.ComponentProps) {
  const fetcher = useShownFetcher<typeof action>()
  const [removing, setRemoving] = useState<Domain | null>(null)
  const busy = fetcher.state !== 'idle'
  useEffect(() => {
    if (fetcher.state !== 'idle' || !fetcher.data) return
    if (fetcher.data.done !== undefined) toast.info(fetcher.data.done)
    else if (fetcher.data.refused) toast.error('Nothing was changed', { description: fetcher.data.refused })
    setRemoving(null)
  }, [fetcher.state, fetcher.data])
  const send = (fields: Record<string, string>) =>
    fetcher.submit(fields, { method: 'post', action: inEnvironment('/developer/domains', environment) })
  const errors = !busy && fetcher.data?.refused !== undefined ? fetcher.data.fields : {}
  return (
    <div className="pb-20">
      <DeveloperHead
        title="Domains"
        lead="Your own sites. Once one is proven, wallets can be asked to sign in its name instead of ours."
        environment={environment}
      />
      <div className="shell mt-8 grid gap-8">
        <Card className="max-w-3xl">
          <CardTitle>Register a domain</CardTitle>
          <fetcher.Form method="post" action={inEnvironment('/developer/domains', environment)} className="mt-5 grid gap-5">
            <Field label="Domain" hint="The host people see, without https:// and path." error={errors.domain}>
              <Input name="domain" required maxLength={253} placeholder="app.example.com" autoCapitalize="none" spellCheck={false} />
            </Field>
            <div>
              <Button type="submit" name="intent" value="create" busy={busy}>
                Register
              </Button>
            </div>
          </fetcher.Form>
        </Card>
        {domains.length === 0 ? (
          <EmptyState title="No domains yet">
            How it works: <TextLink to="/documentation/credentials#in-the-name-of-your-own-site">in the name of your own site</TextLink>.
          </EmptyState>
        ) : (
          <ul className="grid gap-5">
            {domains.map((domain) => (
              <li key={domain.id}>
                <Card className="max-w-3xl">
                  <div className="flex flex-wrap items-center gap-3">
                    <h2 className="break-all font-semibold text-[1.125rem]">{domain.domain}</h2>
                    <StateBadge of="domain" state={domain.status} />
                  </div>
                  <DomainProof domain={domain} />
                  <div className="mt-4 flex flex-wrap gap-3">
                    <Button variant="outline" busy={busy} onClick={() => send({ intent: 'verify', id: domain.id })}>
                      Look for the proof now
                    </Button>
                    <Button variant="outline" onClick={() => setRemoving(domain)}>
                      Remove
                    </Button>
                  </div>
                </Card>
              </li>
            ))}
          </ul>
        )}
      </div>
      <Confirm
        open={removing !== null}
        onOpenChange={() => setRemoving(null)}
        title="Remove this domain"
        action="Remove"
        busy={busy}
        onConfirm={() => removing && send({ intent: 'delete', id: removing.id })}
      >
        From now on no wallet is asked in the name of {removing?.domain}, and messages that name it are not taken.
      </Confirm>
    </div>
  )
}

function DomainProof({ domain }: { domain: Domain }) {
  const { dns, well_known } = domain.proof
  return (
    <>
      <dl className="mt-4 grid gap-3 text-[0.9375rem]">
        <div>
          <dt className="text-soft">TXT record at {dns.name}</dt>
          <dd className="flex items-center gap-1">
            <code className="break-all">{dns.value}</code>
            <CopyButton text={dns.value} label="Copy the record" />
          </dd>
        </div>
        <div>
          <dt className="text-soft">or a file with the same line</dt>
          <dd className="break-all">{well_known.url}</dd>
        </div>
      </dl>
      {domain.problem ? <p className="mt-3">{domain.problem}</p> : null}
      {domain.checked_at ? <p className="mt-2 text-[0.875rem] text-soft">Looked for {dateTime(domain.checked_at)} UTC.</p> : null}
    </>
  )
}
