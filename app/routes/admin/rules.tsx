import { useSearchParams } from 'react-router'
import { AdminFrame } from '../../components/admin/frame.tsx'
import { Refusal } from '../../components/admin/refusal.tsx'
import { RulesetChanges } from '../../components/admin/ruleset-changes.tsx'
import { WhatIfForm } from '../../components/admin/what-if-form.tsx'
import { WhatIfResult } from '../../components/admin/what-if-result.tsx'
import { Panel } from '../../components/dashboard/layout.tsx'
import { act, jsonOf, textOf, useAct } from '../../lib/act.ts'
import { dateTime } from '../../lib/dates.ts'
import { requireSession } from '../../lib/guard.ts'
import { keepForm } from '../../lib/keep-form.ts'
import { pageMeta } from '../../lib/meta.ts'
import { readOr404 } from '../../lib/verb-errors.ts'
import { Status } from '../../ui/badge.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { Table, Td, Th } from '../../ui/table.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import type { Route } from './+types/rules.ts'

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, {
    title: 'Rules',
    description: 'Versions of the rules, what changed, and what other rules would have decided.',
    noindex: true,
  })

export async function loader({ context, request }: Route.LoaderArgs) {
  const { verbs } = requireSession(context, request, ['admin'])
  const [versions, rules] = await Promise.all([verbs.listRulesets(), verbs.listCurrentRules()])
  const compare = new URL(request.url).searchParams.get('compare')
  const from = versions.data.find((one) => one.sha256 === compare)
  const to = versions.data.find((one) => one.current)
  const changes =
    from && to && from !== to
      ? await readOr404(
          verbs.compareRulesets({
            from: { version: from.version, sha256: from.sha256 },
            to: { version: to.version, sha256: to.sha256 },
          }),
        )
      : null
  return { versions: versions.data, rules, changes: changes && { from: from!.version, to: to!.version, data: changes.data } }
}

export async function action({ context, request }: Route.ActionArgs) {
  const { verbs } = requireSession(context, request, ['admin'])
  const form = await request.formData()
  return act('Decided again; nothing was stored', () =>
    verbs.whatIf({
      last: Number(textOf(form, 'last') ?? 1_000),
      environment: textOf(form, 'environment'),
      overrides: jsonOf(textOf(form, 'overrides') ?? '{}'),
    }),
  )
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => keepForm(serverAction)

export default function Rules({ loaderData }: Route.ComponentProps) {
  const { versions, rules, changes } = loaderData
  const [params] = useSearchParams()
  const run = useAct<NonNullable<Parameters<typeof WhatIfResult>[0]['result']>>()
  return (
    <AdminFrame
      title="Rules"
      lead={`Version ${rules.version} decides now. Rules change with a release, are archived with their hash, and old decisions replay under the rules of their day.`}
    >
      <Panel
        title="What if"
        note="The newest decisions are made again from their sealed facts, each compared with the rules it was made by. Read-only: no answer changes."
      >
        <WhatIfForm rules={rules.data} busy={run.busy} submit={(body) => void run.submit(body, { method: 'post' })} />
        <Refusal refusal={run.refusal} className="mt-5" />
        <div aria-live="polite">{run.result ? <WhatIfResult result={run.result} /> : null}</div>
      </Panel>
      <Panel title="Versions" className="mt-12" note="Every set of rules that ever decided here.">
        <Table label="Versions" className="row-cards">
          <thead>
            <tr>
              <Th>Version</Th>
              <Th className="text-right">Rules</Th>
              <Th className="sm:pl-6">In use since (UTC)</Th>
              <Th>SHA-256</Th>
              <Th>
                <span className="sr-only">Compare</span>
              </Th>
            </tr>
          </thead>
          <tbody>
            {versions.map((one) => (
              <tr key={one.sha256}>
                <Td className="font-semibold whitespace-nowrap">
                  {one.version} {one.current ? <Status tone="good">in force</Status> : null}
                </Td>
                <Td data-label="Rules" className="tabular text-right">
                  {one.rules}
                </Td>
                <Td data-label="In use since (UTC)" className="tabular sm:pl-6 whitespace-nowrap text-soft">
                  {dateTime(one.published_at)}
                </Td>
                <Td data-label="SHA-256" data-wide="">
                  <code className="text-[0.8125rem]" title={one.sha256}>
                    {one.sha256.slice(0, 16)}…
                  </code>
                </Td>
                <Td className="text-right whitespace-nowrap">
                  {one.current ? null : (
                    <TextLink
                      to={`?compare=${one.sha256}`}
                      preventScrollReset
                      aria-current={params.get('compare') === one.sha256 ? 'true' : undefined}
                    >
                      What changed since
                    </TextLink>
                  )}
                </Td>
              </tr>
            ))}
          </tbody>
        </Table>
        {versions.length < 2 ? (
          <div className="mt-5">
            <EmptyState title="One version so far">With the next release, what changed is shown here rule by rule.</EmptyState>
          </div>
        ) : null}
        {changes ? <RulesetChanges from={changes.from} to={changes.to} changes={changes.data} /> : null}
      </Panel>
    </AdminFrame>
  )
}
