import { useRef, useState } from 'react'
import type { ErasureFile } from '#core/review/erasure/file.ts'
import { ActDialog } from '../../components/act-dialog.tsx'
import { Refusal } from '../../components/admin/refusal.tsx'
import { Choose, ERASURE_ACTS, mayErase, OPENED_FOR, Why } from '../../components/desk/erasure.tsx'
import { DeskFrame } from '../../components/desk/frame.tsx'
import { useStepUp } from '../../components/step-up.tsx'
import { act, actOf, errorAt, textOf, useAct } from '../../lib/act.ts'
import { dateTime, longDate } from '../../lib/dates.ts'
import { requireSession } from '../../lib/guard.ts'
import { keepForm } from '../../lib/keep-form.ts'
import { pageMeta } from '../../lib/meta.ts'
import { readOr404 } from '../../lib/verb-errors.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { RowTh, Table, Td, Th } from '../../ui/table.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import type { Route } from './+types/erasure.ts'

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: 'Erasure', description: 'What is kept of somebody restricted, and who read it.', noindex: true })

export async function loader({ context, request, params }: Route.LoaderArgs) {
  const { verbs, environment, place, session } = requireSession(context, request)
  const row = await readOr404(verbs.getErasure({ id: params.id }))
  const names = await verbs.nameAuthors({
    ids: row.acts.flatMap((did) => [did.asked_by, ...(did.countersigned_by ? [did.countersigned_by] : [])]),
  })
  const own = row.acts.findLast((did) => did.act === 'open_file' && did.asked_by === session.id && did.until !== null)
  return { row, environment, names, acts: mayErase(place), openUntil: own?.until ?? null }
}

export async function action({ context, request, params }: Route.ActionArgs) {
  const { verbs } = requireSession(context, request)
  const form = await request.formData()
  const { id } = params
  if (textOf(form, 'intent') === 'read') {
    const wanted = textOf(form, 'with')
    return act('The reading is in the audit log', () => verbs.readErasureFile({ id, ...(wanted && { with: wanted }) }))
  }
  const asked = {
    ...{ id, reason_code: textOf(form, 'reason_code') ?? '', note: textOf(form, 'note') ?? '' },
    ...{ authority: textOf(form, 'authority') ?? '', hours: Number(textOf(form, 'hours') ?? 24) },
    opened_for: textOf(form, 'opened_for') as keyof typeof OPENED_FOR,
  }
  return actOf(
    (done: { second_person: unknown }) => (done.second_person ? 'It waits for another person' : 'The file is open for you'),
    () => verbs.openErasureFile(asked),
  )
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => keepForm(serverAction)

export default function DeskErasure({ loaderData: { row, environment, names, acts, openUntil } }: Route.ComponentProps) {
  const kept = row.status === 'restricted'
  return (
    <DeskFrame
      title="Erasure"
      lead={
        kept
          ? 'What is kept of this person is locked away. Somebody of yours reads it only for an authority or a claim, once another person agreed, and for a time.'
          : 'This person is erased: nothing of them is kept.'
      }
    >
      <div className="grid gap-10">
        <p className="text-soft">
          <span className="break-all font-mono text-[0.8125rem]">{row.id}</span>, asked {longDate(row.asked_on)}, {row.status}.{' '}
          <TextLink to="/desk/erasures">All erasures</TextLink>
        </p>
        {row.acts.length ? (
          <Table label="What was done since">
            <thead>
              <tr>
                <Th>What</Th>
                <Th>Who asked, who agreed</Th>
                <Th>When</Th>
              </tr>
            </thead>
            <tbody>
              {row.acts.map((did) => (
                <tr key={did.at}>
                  <RowTh>
                    {ERASURE_ACTS[did.act]}
                    <span className="block text-[0.8125rem] text-soft">{did.authority ?? did.reason_code}</span>
                  </RowTh>
                  <Td>
                    {names[did.asked_by] ?? did.asked_by}
                    {did.countersigned_by ? `, ${names[did.countersigned_by] ?? did.countersigned_by}` : ''}
                  </Td>
                  <Td>
                    {dateTime(did.at)} UTC
                    {did.until ? <span className="block text-[0.8125rem] text-soft">open until {dateTime(did.until)} UTC</span> : null}
                  </Td>
                </tr>
              ))}
            </tbody>
          </Table>
        ) : null}
        {kept && acts ? (
          <div className="grid gap-6">
            <div>
              <AskToRead id={row.id} environment={environment} />
            </div>
            {openUntil ? <ReadFile openUntil={openUntil} /> : null}
          </div>
        ) : null}
      </div>
    </DeskFrame>
  )
}

function AskToRead({ id, environment }: { id: string; environment: string }) {
  return (
    <ActDialog
      label="Ask to read the file"
      title="Ask to read what is kept?"
      text="For an authority that asks for records which a law keeps, or for a claim. In production another person agrees first; then you alone read it, for the hours named, and each reading is in the audit log."
      action="Ask for it"
      fields={['authority', 'opened_for', 'reason_code', 'note', 'hours']}
      environment={environment}
      values={{ intent: 'open' }}
      call={{
        method: 'POST',
        path: `/v1/erasures/${id}/open-file`,
        body: {
          authority: 'Authority and its file number',
          opened_for: 'bsa_authority',
          reason_code: 'examination',
          note: 'Why, in a sentence.',
          hours: 24,
        },
      }}
    >
      {(refusal) => (
        <>
          <Field label="Who asks to see it" hint="Such as the authority and its file number." error={errorAt(refusal, 'authority')}>
            <Input name="authority" required minLength={3} maxLength={200} />
          </Field>
          <Choose
            label="What it is read for"
            hint="One for whom the records are kept. What was looked at as suspicious is in the file for the first of them alone."
            name="opened_for"
            of={OPENED_FOR}
            error={errorAt(refusal, 'opened_for')}
          />
          <Why refusal={refusal} code="examination" />
          <Field label="For how many hours" error={errorAt(refusal, 'hours')}>
            <Input name="hours" type="number" min={1} max={72} defaultValue={24} required />
          </Field>
        </>
      )}
    </ActDialog>
  )
}

/** Hands over what was read as a file: it never lies under an address. */
function save(name: string, type: string, bytes: BlobPart): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([bytes], { type }))
  link.download = name
  link.click()
  URL.revokeObjectURL(link.href)
}

function ReadFile({ openUntil }: { openUntil: string }) {
  const stepUp = useStepUp()
  const [file, setFile] = useState<ErasureFile | null>(null)
  const wanted = useRef<HTMLInputElement>(null)
  const form = useAct<ErasureFile>({
    stepUp,
    onDone: (read) => {
      const document = read.documents.find(({ content }) => content !== null)
      if (document)
        save(
          `${document.id}.${document.media_type.split('/')[1]}`,
          document.media_type,
          Uint8Array.from(atob(document.content!), (one) => one.charCodeAt(0)),
        )
      const judged = read.decisions.find(({ facts }) => facts !== null)
      if (judged) save(`${judged.id}.json`, 'application/json', JSON.stringify(judged, null, 2))
      setFile(read)
    },
  })
  const open = (id: string) => {
    wanted.current!.value = id
  }
  return (
    <form.Form method="post" className="grid gap-6">
      <input type="hidden" name="intent" value="read" />
      <input type="hidden" name="with" ref={wanted} defaultValue="" />
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" busy={form.busy} onClick={() => open('')}>
          {file ? 'Read it again' : 'Read the file'}
        </Button>
        {file ? (
          <Button variant="outline" onClick={() => save(`${file.erasure_id}.json`, 'application/json', JSON.stringify(file, null, 2))}>
            Save as a file
          </Button>
        ) : null}
        <span className="text-[0.8125rem] text-soft">open for you until {dateTime(openUntil)} UTC</span>
      </div>
      <Refusal refusal={form.refusal} fields={[]} />
      {file ? <Read file={file} open={open} /> : null}
      {stepUp.dialog}
    </form.Form>
  )
}

function Read({ file, open }: { file: ErasureFile; open: (id: string) => void }) {
  return (
    <>
      <Values title="Who they are" values={file.person} />
      {file.evidence.map((one) => (
        <Values
          key={one.id}
          title={`Evidence of ${longDate(one.taken_at.slice(0, 10))}: ${one.method.replaceAll('_', ' ')}`}
          values={one.read}
        />
      ))}
      {file.documents.length ? (
        <section>
          <h2 className="mb-2 font-semibold">Documents</h2>
          <ul className="grid gap-2">
            {file.documents.map((one) => (
              <li key={one.id} className="flex flex-wrap items-center gap-3">
                <Button type="submit" variant="outline" size="sm" onClick={() => open(one.id)}>
                  Save {one.kind.replaceAll('_', ' ')}
                </Button>
                <span className="text-[0.8125rem] text-soft">{longDate(one.created_at.slice(0, 10))}</span>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      {file.accreditation.map((one) => (
        <Values key={one.id} title={`Accreditation, ${one.basis.replaceAll('_', ' ')}: ${one.status}`} values={one.said} />
      ))}
      {file.due_diligence.map((one) => (
        <Values key={one.id} title={`Due diligence: ${one.state}`} values={one.findings} />
      ))}
      {file.screenings.map((one) => (
        <Values key={one.id} title={`Screening of ${longDate(one.created_at.slice(0, 10))}: ${one.status}`} values={one.subject} />
      ))}
      {file.entity_files.map((one) => (
        <Values
          key={one.id}
          title={`Entity file of ${longDate(one.created_at.slice(0, 10))}: ${one.state.replaceAll('_', ' ')}`}
          values={one.file}
        />
      ))}
      {file.travel_rule.map((one) => (
        <Values key={one.transaction_id} title={`Parties of ${one.transaction_id}, ${dateTime(one.created_at)} UTC`} values={one.parties} />
      ))}
      {file.decisions.length ? (
        <section>
          <h2 className="mb-2 font-semibold">Decisions</h2>
          <ul className="grid gap-2">
            {file.decisions.map((one) => (
              <li key={one.id} className="flex flex-wrap items-center gap-3">
                <Button type="submit" variant="outline" size="sm" onClick={() => open(one.id)}>
                  Save its facts
                </Button>
                <span className="text-[0.8125rem]">
                  {one.check.replaceAll('.', ' ')}, {dateTime(one.evaluated_at)} UTC
                </span>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
    </>
  )
}

function Values({ title, values }: { title: string; values: Record<string, unknown> }) {
  return (
    <section>
      <h2 className="mb-2 font-semibold">{title}</h2>
      <dl className="grid grid-cols-[minmax(0,1fr)] gap-x-6 sm:grid-cols-[16rem_minmax(0,1fr)]">
        {linesOf(values).map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-soft [overflow-wrap:anywhere]">{name}</dt>
            <dd className="mb-1.5 [overflow-wrap:anywhere]">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

/** What is kept, line by line: what lies within something else under the names of both, and of several each with its number. */
function linesOf(value: unknown, name = ''): [name: string, value: string][] {
  if (value === null || value === undefined || value === '') return []
  if (typeof value !== 'object') return [[name, typeof value === 'boolean' ? (value ? 'yes' : 'no') : String(value)]]
  const below = Array.isArray(value)
    ? value.map((one, i) => [value.length > 1 ? String(i + 1) : '', one] as const)
    : Object.entries(value).map(([key, one]) => [key.replaceAll('_', ' '), one] as const)
  return below.flatMap(([key, one]) => linesOf(one, [name, key].filter(Boolean).join(', ')))
}
