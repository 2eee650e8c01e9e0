import { ActDialog } from '../../components/act-dialog.tsx'
import { AsApiCall } from '../../components/dashboard/as-api-call.tsx'
import { DataTable } from '../../components/dashboard/data-table.tsx'
import { IssuerFrame, useEnvironment } from '../../components/issuer/frame.tsx'
import { investorTable, PAGE_SIZE, query, statusTone, withLooks } from '../../components/issuer/tables.ts'
import { act, errorAt, textOf } from '../../lib/act.ts'
import { countryName, shortAddress } from '../../lib/format.ts'
import { requireSession } from '../../lib/guard.ts'
import { keepForm } from '../../lib/keep-form.ts'
import { pageMeta } from '../../lib/meta.ts'
import { readTableState } from '../../lib/table-state.ts'
import { readOr404 } from '../../lib/verb-errors.ts'
import { Status } from '../../ui/badge.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Select, Textarea } from '../../ui/input.tsx'
import type { Route } from './+types/investors.ts'

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: 'Investors', description: 'The investors of your organisation and how far they are verified.', noindex: true })

export async function loader({ context, request }: Route.LoaderArgs) {
  const { verbs } = requireSession(context, request, ['issuer'])
  const state = readTableState(new URL(request.url), investorTable.state)
  const [found, overview] = await Promise.all([
    readOr404(verbs.listInvestorRows(query(state) as Parameters<typeof verbs.listInvestorRows>[0])),
    verbs.issuerOverview(),
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
      status: { cell: (row: Row) => <Status tone={statusTone[row.status]}>{row.status}</Status> },
      accreditation: { cell: (row: Row) => <Status tone={statusTone[row.accreditation_status]}>{row.accreditation_status}</Status> },
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
    { key: 'acts', label: 'Acts', text: () => '', cell: (row: Row) => <Doubts row={row} /> },
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

const DOUBTS = [
  {
    intent: 'contrary',
    status: 'accreditation_status',
    label: 'Doubt accreditation',
    title: 'There is knowledge against this accreditation',
    text: 'It waits again at once. An earlier verification or a minimum investment no longer carries it until evidence was looked at anew, and pending investments under Rule 506(c) go to review.',
    action: 'Record it',
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
    label: 'False document',
    title: 'An accepted document is false',
    text: 'When another person agrees, the documents are rejected and two people consider taking the identity back.',
    action: 'Ask for it',
    path: 'documents-false',
    reasons: { document_forged: 'Forged', document_of_another: 'Somebody else’s', other: 'Other' },
  },
  {
    intent: 'identity',
    status: 'status',
    label: 'Take identity back',
    title: 'Take the verified identity back',
    text: 'For fraud or a confirmed match. Credentials are suspended at once. When another person agrees, the identity is rejected for good, pending investments with it, and everyone who relied on it is told.',
    action: 'Ask for it',
    path: 'revoke',
    reasons: { identity_fraud: 'Fraud', confirmed_match: 'Confirmed match', other: 'Other' },
  },
] as const

/** What an issuer can say against something that was verified. */
function Doubts({ row }: { row: Row }) {
  const environment = useEnvironment()
  const open = DOUBTS.filter((doubt) => row[doubt.status] === 'verified')
  return (
    <span className="flex flex-wrap gap-2">
      {open.map((doubt) => (
        <ActDialog
          key={doubt.intent}
          label={doubt.label}
          ariaLabel={`${doubt.label}: ${row.name}`}
          title={doubt.title}
          text={`${row.name}. ${doubt.text}`}
          action={doubt.action}
          destructive
          values={{ intent: doubt.intent, id: row.id }}
          fields={['reason_code', 'note']}
          environment={environment}
          call={{
            method: 'POST',
            path: `/v1/investors/${row.id}/${doubt.path}`,
            body: { reason_code: Object.keys(doubt.reasons)[0], note: 'What was seen, in a sentence and without names.' },
          }}
        >
          {(refusal) => (
            <>
              <Field label="Reason" error={errorAt(refusal, 'reason_code')}>
                <Select name="reason_code">
                  {Object.entries(doubt.reasons).map(([value, label]) => (
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
          )}
        </ActDialog>
      ))}
    </span>
  )
}
