import { Download, Printer } from 'lucide-react'
import { Panel } from '../../components/dashboard/layout.tsx'
import { DecisionLink } from '../../components/decision/link.tsx'
import { ConsentAct } from '../../components/investor/consent-acts.tsx'
import { InvestorFrame } from '../../components/investor/frame.tsx'
import { SandboxBadge } from '../../components/investor/sandbox-badge.tsx'
import { sharedWords } from '../../components/investor/words.ts'
import { dateTime } from '../../lib/dates.ts'
import { plural } from '../../lib/format.ts'
import { requireSession } from '../../lib/guard.ts'
import { pageMeta } from '../../lib/meta.ts'
import { readOr404 } from '../../lib/verb-errors.ts'
import { Status } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { Table, Td, Th } from '../../ui/table.tsx'
import type { Route } from './+types/consent.ts'

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: 'Consent receipt', description: 'What one organisation learnt of you, and when.', noindex: true })

export async function loader({ context, request, params }: Route.LoaderArgs) {
  return readOr404(requireSession(context, request).verbs.readConsentReceipt({ id: params.id }))
}

const UsedAt = ({ use }: { use: { decision_id: string; used_at: string } }) => (
  <Td className="tabular whitespace-nowrap">
    <DecisionLink id={use.decision_id}>{dateTime(use.used_at)}</DecisionLink>
  </Td>
)

export default function Consent({ loaderData: receipt }: Route.ComponentProps) {
  const given = receipt.state === 'given'
  const learnt = [...new Set([...receipt.uses].reverse().flatMap((use) => use.disclosed))]
  return (
    <InvestorFrame
      title={receipt.relying_party}
      lead="Your consent receipt: what this organisation learnt of you, when, and on which consent. It is yours to keep."
      badge={
        <>
          <Status tone={given ? 'good' : 'bad'}>{given ? 'consent given' : 'consent withdrawn'}</Status>
          <SandboxBadge environment={receipt.environment} />
        </>
      }
      crumbs={[
        { label: 'Dashboard', path: '/dashboard' },
        { label: 'Credentials', path: '/dashboard/credentials' },
        { label: receipt.relying_party },
      ]}
      action={
        <>
          <a
            href={`/dashboard/consents/${receipt.id}/receipt`}
            download
            className="inline-flex h-9 items-center gap-2 rounded-md border border-rule-strong px-3 font-semibold text-[0.9375rem] hover:border-ink hover:bg-sunk"
          >
            <Download className="size-4" aria-hidden /> Receipt (JSON)
          </a>
          <Button variant="outline" size="sm" className="js-only" onClick={() => window.print()}>
            <Printer className="size-4" aria-hidden /> Print
          </Button>
          <ConsentAct id={receipt.id} organization={receipt.relying_party} given={given} />
        </>
      }
    >
      <p className="max-w-[68ch]">
        {receipt.uses.length === 0
          ? 'It has not relied on your check yet.'
          : `It relied on your check ${plural(receipt.uses.length, 'time')} and learnt your ${sharedWords(learnt)}.`}
        {given ? '' : ' Since the withdrawal its checks of you do not pass; decisions made before stay valid.'}
      </p>
      <div className="mt-8 grid items-start gap-x-14 gap-y-10 xl:grid-cols-[4fr_7fr]">
        <Panel title="Consent">
          <ol className="border-rule border-l pl-4">
            {receipt.periods.flatMap((period) => [
              <li key={period.id} className="pb-4">
                <p>
                  <strong className="font-semibold">Given</strong> for {sharedWords(period.disclosed)}
                </p>
                <p className="tabular text-[0.875rem] text-soft">{dateTime(period.given_at)} UTC</p>
              </li>,
              period.withdrawn_at ? (
                <li key={`${period.id}-end`} className="pb-4">
                  <p>
                    <strong className="font-semibold">Withdrawn</strong>
                  </p>
                  <p className="tabular text-[0.875rem] text-soft">{dateTime(period.withdrawn_at)} UTC</p>
                </li>
              ) : null,
            ])}
          </ol>
        </Panel>
        <Panel
          title="What it learnt"
          note="Each row is one decision. Its hash stands in the public log, so neither side can change afterwards what was relied on."
        >
          {receipt.uses.length === 0 ? (
            <EmptyState title="Not used yet">Every use is listed here with its decision.</EmptyState>
          ) : (
            <Table label={`What ${receipt.relying_party} learnt`} className="row-cards">
              <thead>
                <tr>
                  <Th>When (UTC)</Th>
                  <Th>Market</Th>
                  <Th>Learnt</Th>
                  <Th>In the log</Th>
                </tr>
              </thead>
              <tbody>
                {receipt.uses.map((use) => (
                  <tr key={use.decision_id + use.used_at}>
                    <UsedAt use={use} />
                    <Td data-label="Market" className="capitalize">
                      {use.market}
                    </Td>
                    <Td data-label="Learnt" data-wide="" className="min-w-40">
                      {sharedWords(use.disclosed)}
                    </Td>
                    <Td data-label="In the log" className="whitespace-nowrap">
                      {use.log_leaf ? (
                        <span className="flex items-center gap-1">
                          <code className="text-[0.8125rem]" title={`${use.decision_id}: ${use.log_leaf}`}>
                            {use.log_leaf.slice(0, 12)}…
                          </code>
                          <CopyButton text={use.log_leaf} label="Copy the hash" />
                        </span>
                      ) : (
                        <span className="text-soft">not yet</span>
                      )}
                    </Td>
                  </tr>
                ))}
              </tbody>
            </Table>
          )}
        </Panel>
      </div>
    </InvestorFrame>
  )
}
