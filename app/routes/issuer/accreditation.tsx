import { AccreditationFile } from '../../components/admin/accreditation-file.tsx'
import { CaseDecision } from '../../components/admin/case-decision.tsx'
import { CaseHistory } from '../../components/admin/case-papers.tsx'
import { outcomeWord, statusWords } from '../../components/admin/case-words.ts'
import { Refusal } from '../../components/admin/refusal.tsx'
import { Panel } from '../../components/dashboard/layout.tsx'
import { IssuerFrame } from '../../components/issuer/frame.tsx'
import { StateBadge } from '../../components/state-badge.tsx'
import { act, jsonOf, textOf, useAct } from '../../lib/act.ts'
import { goWhereItIs } from '../../lib/chosen-environment.ts'
import { dateTime } from '../../lib/dates.ts'
import { requireSession } from '../../lib/guard.ts'
import { keepForm } from '../../lib/keep-form.ts'
import { pageMeta } from '../../lib/meta.ts'
import { readOr404 } from '../../lib/verb-errors.ts'
import { Status } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import type { Route } from './+types/accreditation.ts'

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, {
    title: 'Accreditation',
    description: 'An accreditation file: figures, documents, and what the rules computed.',
    noindex: true,
  })

export async function loader({ context, request, params }: Route.LoaderArgs) {
  const server = requireSession(context, request, ['issuer'])
  const { session, verbs } = server
  const row = await readOr404(verbs.openCaseFile({ id: params.id }))
  goWhereItIs(server, request, row)
  const { accreditation } = row.evidence
  if (!accreditation) throw new Response('This case is about no accreditation.', { status: 404 })
  const files = await readOr404(verbs.listAccreditationFiles({ id: String(row.details.investor_id) }))
  return { row, accreditation, files: files.data, self: session.id }
}

export async function action({ context, request, params: { id } }: Route.ActionArgs) {
  const { verbs } = requireSession(context, request, ['issuer'])
  const form = await request.formData()
  const note = textOf(form, 'note') ?? ''
  if (textOf(form, 'intent') === 'escalate') return act('Escalated', () => verbs.escalateCase({ id, note }))
  if (textOf(form, 'intent') === 'ask')
    return act('Asked; the deadline stands still until the answer', () => verbs.askQuestion({ id, question: note }))
  if (textOf(form, 'intent') === 'withdraw')
    return act('Withdrawn; another file can be sent', () =>
      verbs.withdrawAccreditationFile({ id: textOf(form, 'investor') ?? '', file_id: textOf(form, 'file') ?? '' }),
    )
  const typed = ['looked_up', 'tax_forms'].flatMap((name) => {
    const text = textOf(form, name)
    return text ? [[name, jsonOf(text)]] : []
  })
  return act('Recorded', () =>
    verbs.decideCase({
      id,
      outcome: textOf(form, 'outcome'),
      note,
      proposal: textOf(form, 'proposal') || null,
      ...Object.fromEntries(typed),
    }),
  )
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => keepForm(serverAction)

const words = (value: string) => value.replaceAll('_', ' ')

export default function Accreditation({ loaderData: { row, accreditation, files, self } }: Route.ComponentProps) {
  const decided = row.status === 'decided'
  return (
    <IssuerFrame
      title={row.summary}
      badge={<Status tone={decided ? 'neutral' : 'waiting'}>{decided ? outcomeWord(row) : statusWords[row.status]}</Status>}
      lead={decided ? undefined : `To be decided by ${dateTime(row.deadline)} UTC.`}
      crumbs={[{ label: 'Accreditations', path: '/issuer/accreditations' }, { label: row.id }]}
    >
      <div className="grid items-start gap-x-12 gap-y-10 xl:grid-cols-[minmax(0,7fr)_minmax(0,4fr)]">
        <div className="grid min-w-0 gap-10">
          <AccreditationFile file={accreditation} />
          <Panel title="Files of this investor">
            <ul className="border-rule border-t">
              {files.map((file) => (
                <li key={file.id} className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 border-rule border-b py-2.5">
                  <span className="min-w-0">
                    <span className="inline-block font-semibold first-letter:uppercase">{words(file.basis)}</span>{' '}
                    <span className="text-soft">
                      by {words(file.method)}, {dateTime(file.created_at)} UTC
                    </span>
                  </span>
                  <span className="flex flex-wrap items-center gap-x-4">
                    {file.status === 'open' || file.status === 'in_review' ? <Withdraw file={file} /> : null}
                    <StateBadge of="accreditation_file" state={file.status} />
                  </span>
                </li>
              ))}
            </ul>
          </Panel>
        </div>
        <div className="grid min-w-0 gap-8 xl:sticky xl:top-[calc(var(--header-height)+1rem)]">
          <Panel title="Decide">
            <CaseDecision key={`${row.id} ${row.status}`} row={row} self={self} hasPasskey={false} onDone={() => {}} />
          </Panel>
          <CaseHistory row={row} />
        </div>
      </div>
    </IssuerFrame>
  )
}

/** Whoever sent the wrong file takes it back, as long as nobody decided it. */
function Withdraw({ file }: { file: { id: string; investor_id: string } }) {
  const { Form, refusal, busy } = useAct()
  return (
    <Form method="post" className="grid gap-2">
      <input type="hidden" name="intent" value="withdraw" />
      <input type="hidden" name="investor" value={file.investor_id} />
      <input type="hidden" name="file" value={file.id} />
      <Refusal refusal={refusal} />
      <Button type="submit" variant="ghost" busy={busy} busyLabel="Withdrawing">
        Withdraw
      </Button>
    </Form>
  )
}
