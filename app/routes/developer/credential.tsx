import { Seal } from '../../components/seal.tsx'
import { StateBadge } from '../../components/state-badge.tsx'
import { dateTime } from '../../lib/dates.ts'
import { words } from '../../lib/format.ts'
import { pageMeta } from '../../lib/meta.ts'
import { serverContext } from '../../server-context.ts'
import { Alert } from '../../ui/alert.tsx'
import { Status } from '../../ui/badge.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import type { Route } from './+types/credential.ts'

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, {
    title: args.loaderData ? `Credential ${args.loaderData.credential.state}, ${args.loaderData.credential.level}` : 'Credential',
    description: 'Whether a Sealwright credential stands, and for which wallet.',
    noindex: true,
  })

export async function loader({ context, params }: Route.LoaderArgs) {
  const credential = await context.get(serverContext)!.verbs.readPublicCredential({ id: params.id })
  if (!credential) throw new Response('There is no such credential.', { status: 404 })
  return { credential, readAt: new Date().toISOString() }
}

const evidence: Record<string, string> = {
  self_declared: 'stated by the person, screened against sanctions lists',
  document: 'an identity document',
  credential: 'another credential',
}

const sentence: Record<string, string> = {
  active: 'This credential stands.',
  suspended: 'This credential is suspended: do not rely on it now.',
  revoked: 'This credential was revoked: do not rely on it.',
  expired: 'This credential has expired: do not rely on it.',
  superseded: 'This credential was replaced by a newer one: do not rely on it.',
}

const chains: Record<string, string> = {
  live: 'forms of it were given out for a chain, and nothing takes them back there',
  pending: 'it is over here; a chain has not finally said so yet',
  unknown: 'it is over here; whether a chain knows cannot be asked',
  confirmed: 'over there too, by final blocks',
}

export default function PublicCredential({ loaderData }: Route.ComponentProps) {
  const { credential: c, readAt } = loaderData
  const rows: [string, React.ReactNode][] = [
    [
      'Sealed to wallet',
      <span key="wallet" className="flex items-center gap-1">
        <code className="break-all text-[0.9375rem]">{c.wallet_address}</code>
        <CopyButton text={c.wallet_address} label="Copy the address" />
      </span>,
    ],
    ['Control of the wallet', c.control === 'proven' ? 'proven by signature' : 'asserted, not proven'],
    ['Level', words(c.level)],
    ['Checked by', evidence[c.evidence] ?? words(c.evidence)],
    ['Issued', `${dateTime(c.issued_at)} UTC`],
    ['Good until', `${dateTime(c.expires_at)} UTC`],
    ...(c.chain_state === 'none' ? [] : ([['On chains', chains[c.chain_state]]] as [string, string][])),
    [
      'Hash',
      <code key="hash" className="break-all text-[0.875rem]">
        {c.hash}
      </code>,
    ],
    [
      'Status list',
      <span key="list">
        <a className="link break-all" href={c.status_list_url}>
          {c.status_list_url}
        </a>
        , entry <span className="tabular">{c.status_index}</span>
      </span>,
    ],
  ]
  return (
    <div className="shell pt-10 pb-20 sm:pt-14">
      <div className="mx-auto max-w-3xl border border-rule-strong bg-raised p-5 outline outline-rule -outline-offset-8 sm:p-12">
        <div className="flex flex-wrap items-center gap-x-8 gap-y-5">
          <Seal hash={c.hash} className="size-32 sm:size-40" title="Seal of this credential" />
          <div className="min-w-0 flex-1 basis-64">
            <p className="eyebrow">Credential of Sealwright</p>
            <h1 className="title-2 mt-2 capitalize">{c.level}</h1>
            <p className="mt-3 flex flex-wrap gap-2">
              <StateBadge of="credential" state={c.state} />
              {c.environment === 'sandbox' ? <Status>sandbox</Status> : null}
            </p>
          </div>
        </div>
        <Alert
          tone={c.state === 'active' ? 'success' : c.state === 'suspended' ? 'warning' : 'error'}
          className="mt-8"
          title={sentence[c.state] ?? 'Do not rely on this credential.'}
        >
          {c.environment === 'sandbox' ? 'It is a test of the sandbox and says nothing about a real person. ' : null}
          Read {dateTime(readAt)} UTC.
        </Alert>
        <dl className="mt-6">
          {rows.map(([label, value]) => (
            <div key={label} className="grid gap-x-6 border-rule border-b py-3 sm:grid-cols-[11rem_1fr]">
              <dt className="text-soft">{label}</dt>
              <dd className="min-w-0">{value}</dd>
            </div>
          ))}
        </dl>
        <p className="mt-6 text-[0.9375rem] text-soft">
          The seal is drawn from the hash: two credentials never look alike. This page names nobody. To check without us, fetch the
          credential as a W3C Verifiable Credential and compare its entry with the status list; see the{' '}
          <TextLink to="/documentation">documentation</TextLink>.
        </p>
      </div>
    </div>
  )
}
