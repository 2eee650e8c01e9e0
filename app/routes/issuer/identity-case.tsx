import { CaseHistory } from '../../components/admin/case-papers.tsx'
import { outcomeWord, statusWords } from '../../components/admin/case-words.ts'
import { DecidePanel } from '../../components/admin/decide-panel.tsx'
import { IdentityDecision, identitySaid } from '../../components/admin/identity-decision.tsx'
import { IdentityFilePanels } from '../../components/admin/identity-file.tsx'
import { Panel } from '../../components/dashboard/layout.tsx'
import { IssuerFrame } from '../../components/issuer/frame.tsx'
import { act, textOf } from '../../lib/act.ts'
import { goWhereItIs } from '../../lib/chosen-environment.ts'
import { dateTime } from '../../lib/dates.ts'
import { requireSession } from '../../lib/guard.ts'
import { keepForm } from '../../lib/keep-form.ts'
import { pageMeta } from '../../lib/meta.ts'
import { readOr404 } from '../../lib/verb-errors.ts'
import { Status } from '../../ui/badge.tsx'
import type { Route } from './+types/identity-case.ts'

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: 'Identity check', description: 'Documents of a person, side by side with what they typed.', noindex: true })

export async function loader({ context, request, params }: Route.LoaderArgs) {
  const server = requireSession(context, request, ['issuer'])
  const row = await readOr404(server.verbs.openCaseFile({ id: params.id }))
  goWhereItIs(server, request, row)
  return { row, self: server.session.id }
}

export async function action({ context, request, params: { id } }: Route.ActionArgs) {
  const { verbs } = requireSession(context, request, ['issuer'])
  const form = await request.formData()
  const note = textOf(form, 'note') ?? ''
  switch (textOf(form, 'intent')) {
    case 'zone':
      return act('Read and compared', () => verbs.readPrintedZone({ id, mrz: textOf(form, 'mrz') ?? '' }))
    case 'ask':
      return act('Asked; the deadline stands still until the answer', () => verbs.askQuestion({ id, question: note }))
    default:
      return act('Recorded', () => verbs.decideCase({ id, note, proposal: textOf(form, 'proposal') || null, ...identitySaid(form) }))
  }
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => keepForm(serverAction)

export default function IdentityCase({ loaderData: { row, self } }: Route.ComponentProps) {
  const decided = row.status === 'decided'
  const { question } = row
  return (
    <IssuerFrame
      title={row.summary}
      badge={<Status tone={decided ? 'neutral' : 'waiting'}>{decided ? outcomeWord(row) : statusWords[row.status]}</Status>}
      lead={decided ? undefined : `To be decided by ${dateTime(row.deadline)} UTC.`}
      crumbs={[{ label: 'Identity checks', path: '/issuer/identity' }, { label: row.id }]}
    >
      <div className="grid items-start gap-x-12 gap-y-10 xl:grid-cols-[minmax(0,7fr)_minmax(0,4fr)]">
        <div className="grid min-w-0 gap-10">
          {question ? (
            <Panel title={question.answered_at ? 'Asked and answered' : 'An answer is waited for'}>
              <p className="max-w-[75ch] whitespace-pre-line break-words">{question.text}</p>
              {question.answer ? (
                <blockquote className="mt-3 max-w-[75ch] whitespace-pre-line break-words border-seal border-l-2 pl-4">
                  {question.answer}
                </blockquote>
              ) : null}
            </Panel>
          ) : null}
          {row.identity ? <IdentityFilePanels file={row.identity} decided={decided} /> : null}
        </div>
        <div className="grid min-w-0 gap-8 xl:sticky xl:top-[calc(var(--header-height)+1rem)]">
          <DecidePanel id={row.id} status={row.status}>
            <IdentityDecision key={`${row.id} ${row.status}`} row={row} self={self} issuer />
          </DecidePanel>
          <CaseHistory row={row} />
        </div>
      </div>
    </IssuerFrame>
  )
}
