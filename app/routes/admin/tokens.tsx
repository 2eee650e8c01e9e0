import { stateOptions } from '#core/kernel/states.ts'
import { ActDialog } from '../../components/act-dialog.tsx'
import { AdminFrame } from '../../components/admin/frame.tsx'
import { type Column, DataTable } from '../../components/dashboard/data-table.tsx'
import { StateBadge } from '../../components/state-badge.tsx'
import { act, errorAt, textOf } from '../../lib/act.ts'
import { dateTime } from '../../lib/dates.ts'
import { amount, plural, shortAddress } from '../../lib/format.ts'
import { requireSession } from '../../lib/guard.ts'
import { keepForm } from '../../lib/keep-form.ts'
import { pageMeta } from '../../lib/meta.ts'
import { readTableState } from '../../lib/table-state.ts'
import { groundWords, PAUSE_GROUNDS, RESUME_GROUNDS } from '../../lib/token-pause.ts'
import { readOr404 } from '../../lib/verb-errors.ts'
import { Field } from '../../ui/field.tsx'
import { Select, Textarea } from '../../ui/input.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import type { Route } from './+types/tokens.ts'

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: 'Tokens', description: 'Linked tokens of every organisation, and what stops one.', noindex: true })

const tableState = { filters: ['q', 'state', 'environment'], sort: '-created_at', sorts: ['created_at'] } as const

export async function loader({ context, request }: Route.LoaderArgs) {
  const { verbs } = requireSession(context, request, ['admin'])
  const { page, filters } = readTableState(new URL(request.url), tableState)
  return readOr404(verbs.searchTokenRows({ page, ...(filters as object) }))
}

export async function action({ context, request }: Route.ActionArgs) {
  const { verbs } = requireSession(context, request, ['admin'])
  const form = await request.formData()
  const note = textOf(form, 'note')
  const why = { id: textOf(form, 'id') ?? '', reason_code: textOf(form, 'reason_code') ?? '', ...(note && { note }) }
  return form.get('intent') === 'resume'
    ? act('The token goes on', () => verbs.resumeToken(why))
    : act('The token is paused', () => verbs.pauseToken(why))
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => keepForm(serverAction)

type Row = Route.ComponentProps['loaderData']['rows'][number]

const columns: Column<Row>[] = [
  {
    key: 'name',
    label: 'Offering',
    text: (row) => row.name,
    className: 'min-w-56 whitespace-normal',
    cell: (row) => (
      <>
        <span className="font-semibold">{row.name}</span>
        <TextLink to={`/admin/audit?q=${row.id}`} className="block w-fit font-mono text-[0.8125rem] leading-6">
          {row.id}
        </TextLink>
        <History row={row} />
      </>
    ),
  },
  { key: 'state', label: 'State', text: (row) => row.state, cell: (row) => <StateBadge of="token" state={row.state} /> },
  {
    key: 'pause',
    label: 'Paused',
    text: (row) => (row.pause ? `${dateTime(row.pause.at)} UTC` : ''),
    className: 'min-w-44 max-w-64 whitespace-normal [overflow-wrap:anywhere]',
    cell: (row) =>
      row.pause ? (
        <>
          {groundWords(row.pause.reason_code)}
          <span className="block text-[0.8125rem] text-soft">
            {row.pause.role === 'admin' ? `by an administrator, ${row.pause.by}` : 'by the issuer'}
            <span className="block">{dateTime(row.pause.at)} UTC</span>
          </span>
        </>
      ) : null,
  },
  {
    key: 'organization',
    label: 'Organisation',
    text: (row) => row.organization.name,
    className: 'min-w-32 whitespace-normal',
    cell: (row) => (
      <>
        {row.organization.name}
        <span className="block text-[0.8125rem] text-soft">{row.environment}</span>
      </>
    ),
  },
  {
    key: 'contract',
    label: 'Contract',
    text: (row) => row.token_address ?? '',
    cell: (row) => (
      <>
        <span className="font-mono text-[0.8125rem]" title={row.token_address ?? undefined}>
          {row.token_address ? shortAddress(row.token_address) : ''}
        </span>
        <span className="block text-[0.8125rem] text-soft">{row.chain}</span>
      </>
    ),
  },
  { key: 'issued', label: 'Issued', text: (row) => amount(row.tokens_issued), align: 'right' },
  {
    key: 'acts',
    label: 'Acts',
    text: () => '',
    cell: (row) =>
      row.state === 'active' ? <Act row={row} intent="pause" /> : row.state === 'paused' ? <Act row={row} intent="resume" /> : null,
  },
]

/** Every pause and resumption of a token, folded away. */
function History({ row }: { row: Row }) {
  if (row.history.length === 0) return null
  return (
    <details className="mt-0.5">
      <summary className="link w-fit min-h-6 text-[0.8125rem] text-soft">
        {plural(row.history.length, 'entry', 'entries')} of history
      </summary>
      <ol className="mt-2 grid max-w-[52ch] gap-2 border-rule border-l-2 pl-3 text-[0.875rem]">
        {row.history.map((entry) => (
          <li key={entry.id}>
            <span className="font-semibold">{entry.act === 'paused' ? 'Paused' : 'Resumed'}</span>: {groundWords(entry.reason_code)}
            {entry.note ? <span className="block whitespace-pre-line break-words">{entry.note}</span> : null}
            <span className="block text-[0.8125rem] text-soft [overflow-wrap:anywhere]">
              {entry.by}, {dateTime(entry.at)} UTC
            </span>
          </li>
        ))}
      </ol>
    </details>
  )
}

const WORDS = {
  pause: {
    label: 'Pause',
    title: (name: string) => `Pause the token of ${name}`,
    text: 'At once: nothing of it is issued or approved here until an administrator resumes it; its issuer cannot. Burns go on. The contract itself moves until its issuer stops it with the wallet that controls it.',
    action: 'Pause the token',
    grounds: PAUSE_GROUNDS,
  },
  resume: {
    label: 'Resume',
    title: (name: string) => `Resume the token of ${name}`,
    text: 'It is issued and transferred again, by the same rules as before. What was denied meanwhile is asked for anew.',
    action: 'Resume the token',
    grounds: RESUME_GROUNDS,
  },
}

function Act({ row, intent }: { row: Row; intent: 'pause' | 'resume' }) {
  const words = WORDS[intent]
  return (
    <ActDialog
      label={words.label}
      ariaLabel={`${words.label} the token of ${row.name}`}
      title={words.title(row.name)}
      text={words.text}
      action={words.action}
      values={{ id: row.id, intent }}
      fields={['reason_code', 'note']}
      destructive={intent === 'pause'}
      environment={row.environment}
    >
      {(refusal) => (
        <>
          <Field label="Ground" error={errorAt(refusal, 'reason_code')}>
            <Select name="reason_code" required defaultValue="">
              <option value="">Choose</option>
              {Object.entries(words.grounds).map(([value, label]) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </Select>
          </Field>
          <Field label="Why" optional hint="Kept in the log: no names." error={errorAt(refusal, 'note')}>
            <Textarea name="note" maxLength={2000} className="min-h-20" />
          </Field>
        </>
      )}
    </ActDialog>
  )
}

export default function Tokens({ loaderData }: Route.ComponentProps) {
  return (
    <AdminFrame
      title="Tokens"
      lead={`Tokens whose issuer proved the contract, of every organisation. ${loaderData.paused === 0 ? 'None is paused.' : `${loaderData.paused} paused.`} One person pauses, because it only stops.`}
    >
      <DataTable
        label="Tokens"
        columns={columns}
        rows={loaderData.rows}
        total={loaderData.total}
        page={loaderData.page}
        pageSize={loaderData.page_size}
        search="Name, id or contract"
        filters={[
          { name: 'state', label: 'State', options: stateOptions('token', ['active', 'paused', 'linked', 'deactivated']) },
          { name: 'environment', label: 'Environment', options: ['sandbox', 'production'].map((value) => ({ value, label: value })) },
        ]}
        empty={{
          title: 'No token is linked',
          text: 'When an issuer proves by signature that a contract is theirs, its token is listed here, to be paused when something is wrong.',
        }}
      />
    </AdminFrame>
  )
}
