import { type Ref, useRef } from 'react'
import { useNavigate } from 'react-router'
import type { StateName } from '#core/kernel/states.ts'
import type { CaseFile } from '#core/review/cases/get.ts'
import { useAct } from '../../lib/act.ts'
import { dateTime } from '../../lib/dates.ts'
import { amount, money, REGULATIONS } from '../../lib/format.ts'
import { Badge, Status } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import { Panel } from '../dashboard/layout.tsx'
import { DecisionLink } from '../decision/link.tsx'
import { StateBadge } from '../state-badge.tsx'
import { AccreditationFile } from './accreditation-file.tsx'
import { CaseDecision, type CaseDecisionHandle } from './case-decision.tsx'
import { CaseHistory, CasePapers } from './case-papers.tsx'
import { askedKinds, dueWords, kindWord, outcomeWord, statusWords, waitedWords } from './case-words.ts'
import { DecidePanel } from './decide-panel.tsx'
import type { CaseRead, Desk } from './desk.ts'
import { EntityPanel } from './entity-word.tsx'
import { IdentityDecision } from './identity-decision.tsx'
import { IdentityFilePanels } from './identity-file.tsx'
import { Shortcuts } from './keys.tsx'
import { listName } from './list-names.ts'
import { MatchCompare } from './match-compare.tsx'
import { Refusal } from './refusal.tsx'

/** A state, some of them, or what was stated, by name. */
const inWords = (value: unknown): string =>
  Array.isArray(value)
    ? value.map(inWords).join(', ') || 'none'
    : value !== null && typeof value === 'object'
      ? Object.entries(value)
          .map(([name, one]) => `${name.replaceAll('_', ' ')}: ${inWords(one)}`)
          .join('; ')
      : typeof value === 'boolean'
        ? value
          ? 'yes'
          : 'no'
        : String(value ?? 'none') || 'none'

/** Where administrators of the platform look up what a case of theirs is about. */
const PLATFORM: Record<string, string> = { user: '/admin/users/', organization: '/admin/organisations?id=' }

/** What somebody asked for that takes two, besides the words of the request; or the file of an accreditation. */
function Asked({ row, desk }: { row: CaseFile; desk: Desk }) {
  const pageOf = desk.base === '/admin' ? PLATFORM : {}
  if (row.evidence.accreditation) return <AccreditationFile file={row.evidence.accreditation} />
  if (!askedKinds[row.kind]) return null
  const {
    changes = {},
    reason_code,
    document_sha256,
  } = row.details as {
    changes?: Record<string, { from: unknown; to: unknown }>
    reason_code?: string
    document_sha256?: string
  }
  const rows: [string, string][] = [
    [row.subject.type.replaceAll('_', ' '), row.subject.id],
    ...(reason_code ? [['Why', reason_code.replaceAll('_', ' ')] as [string, string]] : []),
    ...(document_sha256 ? [['Document (SHA-256)', document_sha256] as [string, string]] : []),
    ...Object.entries(changes).map(([part, { from, to }]): [string, string] => [
      part.replace('_status', '').replaceAll('_', ' '),
      [from, to].map(inWords).join(' → '),
    ]),
  ]
  return (
    <Panel title="What was asked for" note="It takes two people, because it cannot be undone or lets somebody go on.">
      <dl>
        {rows.map(([label, value]) => (
          <div
            key={label}
            className="grid grid-cols-[minmax(0,2fr)_minmax(0,3fr)] gap-x-4 border-rule border-b py-2 sm:grid-cols-[12rem_minmax(0,1fr)]"
          >
            <dt className="text-soft first-letter:uppercase">{label}</dt>
            <dd className="min-w-0 break-all">
              {pageOf[row.subject.type] && value === row.subject.id ? (
                <TextLink to={`${pageOf[row.subject.type]}${value}`}>{value}</TextLink>
              ) : (
                value
              )}
            </dd>
          </div>
        ))}
      </dl>
    </Panel>
  )
}

/** What a reviewer asked, and what came back. */
function Asking({ question, open }: { question: NonNullable<CaseFile['question']>; open: boolean }) {
  return (
    <Panel
      title={open ? 'An answer is waited for' : question.no_answer ? 'Nobody answered' : 'Asked and answered'}
      note={`Asked ${dateTime(question.asked_at)} UTC, to be answered by ${dateTime(question.answer_by)} UTC. The deadline stands still meanwhile.`}
    >
      <p className="max-w-[75ch] whitespace-pre-line break-words">{question.text}</p>
      {question.answered_at ? (
        <blockquote className="mt-3 max-w-[75ch] whitespace-pre-line break-words border-seal border-l-2 pl-4">
          {question.answer ?? 'The answer was erased.'}
        </blockquote>
      ) : null}
    </Panel>
  )
}

/** What the reader says on a case; who only reads it is told so. */
function Word({ row, self, hasPasskey, decision }: Pick<CaseRead, 'row' | 'self' | 'hasPasskey'> & { decision: Ref<CaseDecisionHandle> }) {
  const key = `${row.id} ${row.status}`
  if (row.theirs && row.status !== 'decided')
    return (
      <p className="text-soft">
        Sealwright answers this: one of its administrators decides it, and you are told. There is nothing for you to do.
      </p>
    )
  if (!row.decides && row.status !== 'decided')
    return <p className="text-soft">You read this case. Those who decide cases of the organisation decide it.</p>
  if (row.identity) return <IdentityDecision key={key} row={row} self={self} />
  return <CaseDecision key={key} ref={decision} row={row} self={self} hasPasskey={hasPasskey} onDone={() => {}} />
}

/** What no match opened. */
const UNMATCHED = ['identity_appeal', 'entity_review', 'accreditation_review']

const DecisionNote = ({
  decision,
  base,
}: {
  decision: { id: string; check: string; evaluated_at: string; ruleset: string }
  base: string
}) => (
  <>
    {decision.check}, {dateTime(decision.evaluated_at)} UTC, rules {decision.ruleset}. <DecisionLink id={decision.id} inline />,{' '}
    <TextLink to={`${base}/audit?q=${decision.id}`}>in the audit log</TextLink>
  </>
)

/** One case with its evidence, and what its reader decides. */
export function CasePage({ row, self, hasPasskey, now, desk }: CaseRead & { desk: Desk }) {
  const { Frame } = desk
  const reviews = `${desk.base}/reviews`
  const { evidence } = row
  const navigate = useNavigate()
  const decision = useRef<CaseDecisionHandle>(null)
  const take = useAct()
  const mine = row.assigned_to === self
  const decided = row.status === 'decided'
  const send = () => void take.submit({ intent: mine ? 'put_back' : 'take' }, { method: 'post' })
  const goOn = () => void navigate(row.next ? `${reviews}/${row.next}` : reviews)
  return (
    <Frame
      title={row.summary}
      badge={
        <>
          <Status tone={decided ? 'neutral' : row.status === 'awaiting_second' ? 'seal' : 'waiting'}>
            {decided ? outcomeWord(row) : row.theirs ? 'with Sealwright' : statusWords[row.status]}
          </Status>
          <Badge>{kindWord(row.kind)}</Badge>
          <Badge>{row.environment}</Badge>
          {row.overdue ? <Status tone="bad">{dueWords(row.deadline, now)}</Status> : null}
        </>
      }
      lead={`${row.organization_name}. Waited ${waitedWords(row.created_at, row.decided_at ?? now)}${decided || row.overdue ? '' : `, due ${dueWords(row.deadline, now)}`}.${row.assigned_email ? ` With ${row.assigned_email}.` : ''}`}
      crumbs={[{ label: 'Reviews', path: reviews }, { label: row.id }]}
      action={
        <>
          <Shortcuts
            keys={[
              {
                key: 'a',
                does: askedKinds[row.kind] ? 'Agree' : row.status === 'awaiting_second' ? 'Confirm the release' : 'Approve or release',
                run: () => decision.current?.choose('release'),
              },
              {
                key: 'd',
                does: askedKinds[row.kind] ? 'Decline' : row.status === 'awaiting_second' ? 'Send back' : 'Deny: keep the block',
                run: () => decision.current?.choose(row.proposal && !askedKinds[row.kind] ? 'send_back' : 'refuse'),
              },
              { key: 'e', does: 'Escalate', run: () => decision.current?.choose('escalate') },
              { key: 'm', does: mine ? 'Put it back' : 'Take it', run: send },
              { key: 'j', does: 'Next case', run: goOn },
              { key: 'k', does: 'Back to where you were', run: () => void navigate(-1) },
              { key: 'u', does: 'To the queue', run: () => void navigate(reviews) },
            ]}
          />
          {decided || !row.decides ? null : (
            <Button variant="outline" busy={take.busy} onClick={send} className="js-only">
              {mine ? 'Put it back' : 'Take it'}
            </Button>
          )}
          <Button variant="outline" onClick={goOn} className="js-only">
            {row.next ? 'Next case' : 'To the queue'}
          </Button>
        </>
      }
    >
      <Refusal refusal={take.refusal} className="mb-5" />
      <div className="grid items-start gap-x-12 gap-y-10 xl:grid-cols-[minmax(0,7fr)_minmax(0,4fr)]">
        <div className="grid min-w-0 gap-10">
          {row.appeal.opened_at ? (
            <Panel
              title="The holder appeals"
              note={`Opened ${dateTime(row.appeal.opened_at)} UTC ${row.subject.type === 'identity_session' ? 'on the page of the session' : row.kind === 'identity_appeal' ? 'for the investor' : 'by a signature of the wallet'}. Whoever refused before does not answer.`}
            >
              {row.appeal.statement === null ? (
                <p className="text-soft">What the holder wrote was erased.</p>
              ) : (
                <blockquote className="max-w-[75ch] whitespace-pre-line break-words border-seal border-l-2 pl-4">
                  {row.appeal.statement}
                </blockquote>
              )}
            </Panel>
          ) : null}
          <Asked row={row} desk={desk} />
          {evidence.entity ? <EntityPanel entity={evidence.entity} /> : null}
          {row.question ? <Asking question={row.question} open={row.status === 'awaiting_info'} /> : null}
          {evidence.query ? (
            <Panel
              title="Who was asked about, and who is listed"
              note={`Screened again now against ${evidence.lists.map((list) => listName(list.source)).join(', ') || 'no list'}. Opening this was recorded.`}
            >
              {evidence.candidates.length === 0 ? (
                <EmptyState title={UNMATCHED.includes(row.kind) ? 'No match' : 'No match any more'}>
                  On the lists now in force nothing is found for this subject.
                </EmptyState>
              ) : (
                <div className="border-rule border-t">
                  {evidence.candidates.map((candidate, index) => (
                    <MatchCompare key={candidate.entity_id} query={evidence.query!} candidate={candidate} open={index === 0} />
                  ))}
                </div>
              )}
              {evidence.demoted.length > 0 ? (
                <p className="mt-3 max-w-[68ch] text-[0.9375rem] text-soft">
                  Taken below review by what was said of the subject, which nobody verified:{' '}
                  {evidence.demoted
                    .map((one) => `${one.name} (${listName(one.list)}, name ${one.name_score?.toFixed(3)}, score ${one.score.toFixed(3)})`)
                    .join('; ')}
                  .
                </p>
              ) : null}
            </Panel>
          ) : evidence.erased ? (
            <EmptyState title="The person was erased">
              What was asked can no longer be opened, so nothing can be compared or released.
            </EmptyState>
          ) : null}
          {evidence.others.map(({ query, candidates }) => (
            <Panel
              key={`${query.full_name} ${query.wallet_address}`}
              title={`Who may be listed: ${query.full_name ?? query.wallet_address}`}
              note="Screened again now. A release sets these matches aside, and what is held is decided again. Opening this was recorded."
            >
              <div className="border-rule border-t">
                {candidates.map((candidate, index) => (
                  <MatchCompare key={candidate.entity_id} query={query} candidate={candidate} open={index === 0} />
                ))}
              </div>
            </Panel>
          ))}
          {row.offering ? (
            <Panel
              title={row.kind === 'offering_terms' ? 'What would be offered' : 'What would be cancelled'}
              note={row.kind === 'offering_terms' ? 'As it stands now.' : 'As it stands now. Nobody may be left in it.'}
            >
              <dl>
                {(
                  [
                    ['Offering', row.offering.name],
                    ['Status', row.offering.status.replaceAll('_', ' ')],
                    ['Under', REGULATIONS[row.offering.regulation] ?? row.offering.regulation],
                    [
                      'Raised',
                      `${money(row.offering.amount_raised, row.offering.currency)} of ${money(row.offering.maximum_raise, row.offering.currency)}`,
                    ],
                    ['Investments that stand', String(row.offering.investments)],
                    ['Tokens held', amount(row.offering.tokens_held)],
                  ] as const
                ).map(([label, value]) => (
                  <div
                    key={label}
                    className="grid grid-cols-[minmax(0,2fr)_minmax(0,3fr)] gap-x-4 border-rule border-b py-2 sm:grid-cols-[12rem_minmax(0,1fr)]"
                  >
                    <dt className="text-soft">{label}</dt>
                    <dd className="tabular min-w-0 break-words">{value}</dd>
                  </div>
                ))}
              </dl>
            </Panel>
          ) : null}
          {row.identity ? <IdentityFilePanels file={row.identity} decided={decided} /> : null}
          <CasePapers documents={evidence.documents} />
          {evidence.decision ? (
            <Panel title="Rules that spoke" note={<DecisionNote decision={evidence.decision} base={desk.base} />}>
              <ul className="border-rule border-t">
                {evidence.decision.rules.map((rule) => (
                  <li key={`${rule.code} ${rule.message}`} className="border-rule border-b py-3">
                    <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
                      <StateBadge of="rule" state={rule.result as StateName<'rule'>} />
                      <TextLink to={`/rules/${rule.code.toLowerCase()}`}>
                        <code className="break-all">{rule.code}</code>
                      </TextLink>
                      {rule.officer_only ? <Badge tone="seal">officers only</Badge> : null}
                    </p>
                    {rule.message ? <p className="mt-1 max-w-[68ch]">{rule.message}</p> : null}
                    {rule.citation ? (
                      <p className="mt-0.5 text-[0.9375rem] text-soft">
                        {rule.citation.url ? (
                          <a className="link" href={rule.citation.url} rel="noreferrer" target="_blank">
                            {rule.citation.label}
                          </a>
                        ) : (
                          rule.citation.label
                        )}
                      </p>
                    ) : null}
                  </li>
                ))}
              </ul>
            </Panel>
          ) : null}
        </div>
        <div className="grid min-w-0 gap-8 xl:sticky xl:top-[calc(var(--header-height)+1rem)]">
          <DecidePanel id={row.id} status={row.status}>
            <Word row={row} self={self} hasPasskey={hasPasskey} decision={decision} />
          </DecidePanel>
          <CaseHistory row={row} />
        </div>
      </div>
    </Frame>
  )
}
