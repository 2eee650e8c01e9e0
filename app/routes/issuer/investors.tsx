import { useState } from 'react'
import { ActDialog } from '../../components/act-dialog.tsx'
import { AsApiCall } from '../../components/dashboard/as-api-call.tsx'
import { DataTable } from '../../components/dashboard/data-table.tsx'
import { IssuerFrame, useEnvironment } from '../../components/issuer/frame.tsx'
import { investorTable, PAGE_SIZE, query, withLooks } from '../../components/issuer/tables.ts'
import { StateBadge } from '../../components/state-badge.tsx'
import { act, errorAt, textOf } from '../../lib/act.ts'
import { countryName, shortAddress } from '../../lib/format.ts'
import { requireSession } from '../../lib/guard.ts'
import { keepForm } from '../../lib/keep-form.ts'
import { pageMeta } from '../../lib/meta.ts'
import { readTableState } from '../../lib/table-state.ts'
import { type PageRefusal, readOr404 } from '../../lib/verb-errors.ts'
import { Status } from '../../ui/badge.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Select, Textarea } from '../../ui/input.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import type { Route } from './+types/investors.ts'

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: 'Investors', description: 'The investors of your organisation and how far they are verified.', noindex: true })

export async function loader({ context, request }: Route.LoaderArgs) {
  const { verbs } = requireSession(context, request, ['issuer'])
  const state = readTableState(new URL(request.url), investorTable.state)
  const [found, overview] = await Promise.all([
    readOr404(verbs.listInvestorRows(query(state) as Parameters<typeof verbs.listInvestorRows>[0])),
    readOr404(verbs.issuerOverview()),
  ])
  return { ...found, sort: state.sort, countries: overview.countries.flatMap((each) => (each.country ? [each.country] : [])) }
}

export async function action({ context, request }: Route.ActionArgs) {
  const { verbs } = requireSession(context, request, ['issuer'])
  const form = await request.formData()
  const id = textOf(form, 'id') ?? ''
  const word = { reason_code: textOf(form, 'reason_code'), note: textOf(form, 'note') ?? '' }
  switch (textOf(form, 'intent')) {
    case 'contrary':
      return act('Recorded: the accreditation waits again', () => verbs.recordContraryKnowledge({ id, ...word }))
    case 'documents':
      return act('Asked: another person has to agree', () => verbs.reportDocumentsFalse({ id, ...word }))
    default:
      return act('Asked: another person has to agree. The credentials are suspended.', () => verbs.revokeIdentity({ id, ...word }))
  }
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => keepForm(serverAction)

type Row = Route.ComponentProps['loaderData']['rows'][number]

export default function Investors({ loaderData }: Route.ComponentProps) {
  const { rows, total, page, sort, countries } = loaderData
  const columns = [
    ...withLooks(investorTable.columns, investorTable.state.sorts, {
      name: { className: 'min-w-40 font-semibold' },
      status: { cell: (row: Row) => <StateBadge of="verification" state={row.status} /> },
      accreditation: {
        cell: (row: Row) =>
          row.accreditation_ended ? (
            <Status tone="waiting">ended</Status>
          ) : (
            <StateBadge of="verification" state={row.accreditation_status} />
          ),
      },
      wallet: {
        cell: (row: Row) =>
          row.wallet_address ? (
            <code title={row.wallet_address} className="text-[0.8125rem]">
              {shortAddress(row.wallet_address)}
            </code>
          ) : (
            ''
          ),
      },
    }),
    {
      key: 'acts',
      label: 'Acts',
      text: () => '',
      cell: (row: Row) => <Acts row={row} />,
    },
  ]
  return (
    <IssuerFrame
      title="Investors"
      lead="Names are kept sealed and opened for this page alone. Search by id or by the whole e-mail address."
      crumbs={[{ label: 'Issuer', path: '/issuer/dashboard' }, { label: 'Investors' }]}
    >
      <DataTable
        label="Investors"
        columns={columns}
        rows={rows}
        total={total}
        page={page}
        pageSize={PAGE_SIZE}
        sort={sort}
        search="E-mail or id"
        filters={[
          ...investorTable.filters,
          { name: 'country', label: 'Country', options: countries.map((code) => ({ value: code, label: countryName(code) })) },
        ]}
        csvHref="/issuer/export/investors"
        empty={{
          title: 'No investor yet',
          text: 'Investors appear when you invite them to an offering, or when your program creates them through the API.',
          action: <ButtonLink to="/issuer/offerings">Go to your offerings</ButtonLink>,
        }}
      />
      <div className="mt-6">
        <AsApiCall
          environment={useEnvironment()}
          label="Add an investor"
          call={{
            method: 'POST',
            path: '/v1/investors',
            body: { full_name: 'Avery Example', email: 'avery@example.com', date_of_birth: '1980-02-03', country: 'DE' },
          }}
        />
      </div>
    </IssuerFrame>
  )
}

/** Where to go on with an investor. */
const Acts = ({ row }: { row: Row }) => (
  <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
    <TextLink to={`/issuer/due-diligence?q=${row.id}`} aria-label={`Due diligence on ${row.name}`}>
      Due diligence
    </TextLink>
    {row.type === 'entity' ? (
      <TextLink to={`/issuer/investors/${row.id}/entity`} aria-label={`The entity ${row.name}`}>
        Entity
      </TextLink>
    ) : null}
    <Doubts row={row} />
  </span>
)

const DOUBTS = [
  {
    intent: 'contrary',
    status: 'accreditation_status',
    label: 'The accreditation',
    text: 'One person is enough. It waits again at once: an earlier verification or a minimum investment no longer carries it until evidence was looked at anew, and pending investments under Rule 506(c) go to review.',
    path: 'contrary-knowledge',
    reasons: {
      income_differs: 'Income differs',
      net_worth_differs: 'Net worth differs',
      letter_withdrawn: 'The letter was withdrawn',
      other: 'Other',
    },
  },
  {
    intent: 'documents',
    status: 'documents_status',
    label: 'A document',
    text: 'Takes two people. When another one agrees, the documents are rejected and two people consider revoking the identity.',
    path: 'documents-false',
    reasons: { document_forged: 'Forged', document_not_theirs: 'Somebody else’s', other: 'Other' },
  },
  {
    intent: 'identity',
    status: 'status',
    label: 'The identity',
    text: 'Takes two people. Credentials are suspended at once. When another one agrees, the identity is rejected for good, pending investments with it, and everyone who relied on it is told.',
    path: 'revoke',
    reasons: { identity_fraud: 'Fraud', confirmed_match: 'Confirmed match', other: 'Other' },
  },
] as const
type Doubt = (typeof DOUBTS)[number]

/** What an issuer can say against something that was verified. */
function Doubts({ row }: { row: Row }) {
  const environment = useEnvironment()
  const open: Doubt[] = DOUBTS.filter((doubt) => row[doubt.status] === 'verified')
  const [first] = open
  if (!first) return null
  return (
    <ActDialog
      label="Dispute"
      ariaLabel={`Dispute what was verified of ${row.name}`}
      title={`What is wrong about ${row.name}?`}
      text="Something was verified, and you know that it is not so."
      action="Record it"
      destructive
      values={{ id: row.id }}
      fields={['reason_code', 'note']}
      environment={environment}
      call={{
        method: 'POST',
        path: `/v1/investors/${row.id}/${first.path}`,
        body: { reason_code: Object.keys(first.reasons)[0], note: 'What was seen, in a sentence and without names.' },
      }}
    >
      {(refusal) => <DoubtFields open={open} refusal={refusal} />}
    </ActDialog>
  )
}

function DoubtFields({ open, refusal }: { open: Doubt[]; refusal: PageRefusal | null }) {
  // Nothing is chosen beforehand: what is recorded by mistake suspends somebody’s credentials.
  const [chosen, setChosen] = useState('')
  const doubt = open.find((one) => one.intent === chosen)
  return (
    <>
      <Field label="What you dispute" hint={doubt?.text}>
        <Select name="intent" required value={chosen} onChange={(event) => setChosen(event.target.value)}>
          <option value="">Choose</option>
          {open.map((one) => (
            <option key={one.intent} value={one.intent}>
              {one.label}
            </option>
          ))}
        </Select>
      </Field>
      <Field label="Reason" error={errorAt(refusal, 'reason_code')}>
        <Select name="reason_code" key={chosen} required defaultValue="">
          <option value="">Choose</option>
          {Object.entries(doubt?.reasons ?? {}).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
      </Field>
      <Field label="What you know" hint="Kept with the case: no names." error={errorAt(refusal, 'note')}>
        <Textarea name="note" required minLength={10} maxLength={2000} className="min-h-24" />
      </Field>
    </>
  )
}
