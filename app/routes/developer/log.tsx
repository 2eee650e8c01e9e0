import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { BodyView } from '../../components/developer/exchange.tsx'
import { DeveloperHead } from '../../components/developer/head.tsx'
import { DecisionTree } from '../../components/playground/decision-tree.tsx'
import { dateTime } from '../../lib/dates.ts'
import { environmentOf, inEnvironment } from '../../lib/environment.ts'
import { requireSession } from '../../lib/guard.ts'
import { pageMeta } from '../../lib/meta.ts'
import { playgroundLink } from '../../lib/permalink.ts'
import { curlOf } from '../../lib/playground.ts'
import { statusTone } from '../../lib/tones.ts'
import { readOr404 } from '../../lib/verb-errors.ts'
import { Status } from '../../ui/badge.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import type { Route } from './+types/log.ts'

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, {
    title: args.loaderData ? `Request ${args.loaderData.log.id}` : 'Request',
    description: 'One call, its bodies and its decision.',
    noindex: true,
  })

export async function loader({ context, request, params }: Route.LoaderArgs) {
  const environment = environmentOf(request.url)
  const verbs = await requireSession(context, request).verbs.developer(environment)
  const log = await readOr404(verbs.getRequestLog({ id: params.id }))
  // A dry run names a decision that was not kept.
  const decision = log.decision_id ? await verbs.getDecision({ id: log.decision_id }).catch(() => null) : null
  return {
    environment,
    log: { ...log, request_body: log.request_body as object | null, response_body: log.response_body as object | null },
    decision: decision && {
      id: decision.id,
      outcome: decision.outcome,
      rules: decision.rules,
      supply: decision.supply,
      facts_used: decision.facts_used,
      policy: decision.policy,
      counterfactuals: decision.counterfactuals,
    },
  }
}

const NONE = 'No decision was made by this call.'

export default function LogPage({ loaderData: { environment, log, decision } }: Route.ComponentProps) {
  const body = log.request_body ? JSON.stringify(log.request_body, null, 2) : ''
  const redacted = body.includes('[redacted')
  // The playground's address holds the request after the #, which is made in the browser.
  const [link, setLink] = useState('/developer/api-playground')
  useEffect(() => {
    if (log.operation) setLink(playgroundLink({ operation: log.operation, method: log.method, ...(body && { body }) }))
  }, [log.operation, log.method, body])
  const facts: [string, React.ReactNode][] = [
    ['Time (UTC)', dateTime(log.created_at)],
    ['Took', `${log.duration_ms} ms`],
    [
      'Request id',
      <code key="id" className="break-all text-[0.8125rem]">
        {log.id}
      </code>,
    ],
    [
      'Operation',
      log.operation ? (
        <Link key="operation" to={`/developer/api-reference#${log.operation}`} className="link">
          {log.operation}
        </Link>
      ) : (
        'none'
      ),
    ],
    [
      'API key',
      log.api_key_id ? (
        <code key="key" className="break-all text-[0.8125rem]">
          {log.api_key_id}
        </code>
      ) : (
        'none'
      ),
    ],
    ...(log.wallet_address
      ? [
          [
            'Wallet',
            <code key="wallet" className="break-all text-[0.8125rem]">
              {log.wallet_address}
            </code>,
          ] as [string, React.ReactNode],
        ]
      : []),
    ...(log.error_code
      ? [
          [
            'Error',
            <Link key="error" to={`/errors/${log.error_code}`} className="link font-mono text-[0.875rem]">
              {log.error_code}
            </Link>,
          ] as [string, React.ReactNode],
        ]
      : []),
  ]
  return (
    <div className="pb-20">
      <DeveloperHead
        title="Request"
        lead={
          <code className="break-all">
            {log.method} {log.path}
          </code>
        }
        action={
          <span className="flex flex-wrap items-center gap-x-5 gap-y-2 text-[0.9688rem]">
            <span className="inline-flex items-center gap-1">
              <CopyButton
                label="Copy as curl"
                text={() => curlOf({ method: log.method, address: log.path, body, origin: location.origin })}
              />{' '}
              as curl
            </span>
            {log.operation ? (
              <Link to={link} className="link">
                Open in the playground
              </Link>
            ) : null}
          </span>
        }
      />
      <div className="shell mt-8 grid grid-cols-[minmax(0,1fr)] gap-10">
        <p>
          <Link to={inEnvironment('/developer/logs', environment)} className="link">
            All requests
          </Link>
        </p>
        <div className="grid gap-x-14 gap-y-8 lg:grid-cols-2">
          <div>
            <Status tone={statusTone(log.status)}>{log.status}</Status>
            <dl className="mt-4 border-rule border-t">
              {facts.map(([label, value]) => (
                <div key={label} className="grid grid-cols-[7rem_minmax(0,1fr)] gap-x-4 border-rule border-b py-2.5">
                  <dt className="text-soft">{label}</dt>
                  <dd>{value}</dd>
                </div>
              ))}
            </dl>
            {redacted ? (
              <p className="mt-3 text-[0.9375rem] text-soft">Personal fields are not kept: put your own values where it says [redacted].</p>
            ) : null}
          </div>
          <div>{decision ? <DecisionTree decision={decision} page /> : <p className="text-soft">{NONE}</p>}</div>
        </div>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-x-10 gap-y-8 lg:grid-cols-2">
          <BodyView label="Request body" body={log.request_body} />
          <BodyView label="Response body" body={log.response_body} />
        </div>
      </div>
    </div>
  )
}
