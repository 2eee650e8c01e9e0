import { data } from 'react-router'
import { ViewTabs } from '../../components/dashboard/layout.tsx'
import { FactRows } from '../../components/facts/fact-rows.tsx'
import { actState } from '../../components/holdings/act-columns.ts'
import { ConfirmedAct, type Outcome } from '../../components/issuer/act.tsx'
import { IssuerFrame } from '../../components/issuer/frame.tsx'
import {
  capTable,
  feeTable,
  investmentTable,
  invitationQuery,
  invitationTable,
  issuanceTable,
  query,
  transferTable,
} from '../../components/issuer/tables.ts'
import { CapTableView } from '../../components/issuer/views/cap-table.tsx'
import { DocumentsView } from '../../components/issuer/views/documents.tsx'
import { ExamView } from '../../components/issuer/views/exam.tsx'
import { FeesView } from '../../components/issuer/views/fees.tsx'
import { InvestorsView } from '../../components/issuer/views/investors.tsx'
import { InvitationsView } from '../../components/issuer/views/invitations.tsx'
import { IssuancesView } from '../../components/issuer/views/issuances.tsx'
import { OrdersView } from '../../components/issuer/views/orders.tsx'
import { OverviewView } from '../../components/issuer/views/overview.tsx'
import { ReadinessView } from '../../components/issuer/views/readiness.tsx'
import { TransfersView } from '../../components/issuer/views/transfers.tsx'
import { type WhatIfAnswer, WhatIfView } from '../../components/issuer/views/what-if.tsx'
import { StateBadge } from '../../components/state-badge.tsx'
import { withAuthors } from '../../lib/authors.ts'
import { whyNot } from '../../lib/decision-words.ts'
import { plural, REGULATIONS } from '../../lib/format.ts'
import { requireSession } from '../../lib/guard.ts'
import { keepForm } from '../../lib/keep-form.ts'
import { pageMeta } from '../../lib/meta.ts'
import { readTableState } from '../../lib/table-state.ts'
import { readUploadForm, TOO_LARGE } from '../../lib/upload-form.ts'
import { attempt, issuerWhere, type PageRefusal, readOr404 } from '../../lib/verb-errors.ts'
import type { Verbs } from '../../server-context.ts'
import { Alert } from '../../ui/alert.tsx'
import { Badge } from '../../ui/badge.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Textarea } from '../../ui/input.tsx'
import type { Route } from './+types/offering.ts'

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, {
    title: (args.loaderData as { figures?: { offering: { name: string } } } | undefined)?.figures?.offering.name ?? 'Offering',
    description: 'Raise, investors, limits, cap table, fees and papers of one offering.',
    noindex: true,
  })

export async function loader({ context, request, params }: Route.LoaderArgs) {
  const { verbs } = await issuerWhere(context, request, { what: 'offering', id: params.id })
  const url = new URL(request.url)
  const whole = ['overview', 'exam'].includes(url.searchParams.get('view') ?? 'overview')
  const [figures, view] = await Promise.all([
    readOr404(verbs.readOfferingFigures({ id: params.id, ...(!whole && { part: 'head' as const }) })),
    readOr404(readView(verbs, url, params.id)),
  ])
  return { figures, ...view }
}

/** As many rows of a table as somebody reads on paper; of a longer one the file is handed over too. */
const EXAM_ROWS = 500

/** What the chosen view shows besides the figures. Each view reads its own table and nothing else. */
async function readView(verbs: Verbs, url: URL, offering_id: string) {
  const view = url.searchParams.get('view')
  const of = (table: { state: Parameters<typeof readTableState>[1] }) => readTableState(url, table.state)
  switch (view) {
    case 'investors': {
      const state = of(investmentTable)
      const found = await verbs.listInvestmentRows(query(state, { offering_id }) as Parameters<Verbs['listInvestmentRows']>[0])
      return { view, sort: state.sort, found } as const
    }
    case 'cap-table': {
      const state = of(capTable)
      const at = url.searchParams.get('at')
      const table = await verbs.readCapTable(query(state, { offering_id, as_of: at || undefined }) as Parameters<Verbs['readCapTable']>[0])
      return { view, sort: state.sort, table, at } as const
    }
    case 'orders': {
      const { page, filters } = readTableState(url, actState)
      return { view, found: await verbs.listActRows({ page, offering_id, ...(filters as object) }) } as const
    }
    case 'issuances': {
      const state = of(issuanceTable)
      const found = await verbs.listIssuanceRows(query(state, { offering_id }) as Parameters<Verbs['listIssuanceRows']>[0])
      return { view, sort: state.sort, found } as const
    }
    case 'transfers': {
      const state = of(transferTable)
      const found = await verbs.listTransactionRows(query(state, { offering_id }) as Parameters<Verbs['listTransactionRows']>[0])
      return { view, sort: state.sort, found } as const
    }
    case 'fees':
      return {
        view,
        found: await verbs.listFeeEntries(query(of(feeTable), { offering_id }) as Parameters<Verbs['listFeeEntries']>[0]),
      } as const
    case 'invitations':
      return { view, found: await verbs.listInvitationRows(invitationQuery(of(invitationTable), offering_id)) } as const
    case 'documents':
      return { view, documents: (await verbs.listDocuments({ owner_type: 'offering', owner_id: offering_id })).data } as const
    case 'what-if':
      return { view, answer: await askWhatIf(verbs, url, offering_id) } as const
    case 'readiness': {
      const investment = url.searchParams.get('investment')
      const [readiness, apart] = await Promise.all([
        investment ? verbs.investmentReadiness({ id: investment }) : verbs.offeringReadiness({ id: offering_id }),
        verbs.offeringsBeside({ id: offering_id }),
      ])
      return { view, readiness, apart } as const
    }
    case 'facts':
      return { view, ...(await withAuthors(verbs, await verbs.listOfferingFacts({ id: offering_id }))) } as const
    case 'exam': {
      const all = { page_size: EXAM_ROWS }
      const [investments, table, fees, transfers, documents] = await Promise.all([
        verbs.listInvestmentRows({ ...all, offering_id, sort: 'created_at' }),
        verbs.readCapTable({ ...all, offering_id }),
        verbs.listFeeEntries({ ...all, offering_id }),
        verbs.listTransactionRows({ ...all, offering_id }),
        verbs.listDocuments({ owner_type: 'offering', owner_id: offering_id }),
      ])
      return { view, pack: { investments, table, fees, transfers, documents: documents.data } } as const
    }
    default:
      return { view: 'overview' } as const
  }
}

async function askWhatIf(verbs: Verbs, url: URL, id: string): Promise<WhatIfAnswer> {
  const read = (name: string) => url.searchParams.get(name)?.trim().replaceAll(',', '') ?? ''
  const asked = {
    regulation: read('regulation'),
    minimum_investment: read('minimum_investment'),
    amount: read('amount'),
    investor_id: read('investor_id'),
    try_amount: read('try_amount'),
  }
  const answer: WhatIfAnswer = { flips: null, tried: null, refusal: null, asked }
  if (read('ask') === 'terms') {
    const { regulation, minimum_investment, amount } = asked
    const change = { ...(regulation && { regulation }), ...(minimum_investment && { minimum_investment }), ...(amount && { amount }) }
    const made = await attempt(() => verbs.offeringWhatIf({ id, ...change }))
    return made.ok ? { ...answer, flips: made.result } : { ...answer, refusal: made.refusal }
  }
  if (read('ask') === 'investment') {
    const made = await attempt(() =>
      verbs.createInvestment({ offering_id: id, investor_id: asked.investor_id, amount: asked.try_amount, dry_run: true }),
    )
    if (!made.ok) return { ...answer, refusal: made.refusal }
    const { status, amount, fee, decision } = made.result
    return { ...answer, tried: { status, amount, fee: fee.amount, rules: decision.rules, reason_codes: decision.reason_codes } }
  }
  return answer
}

const MOST_AT_ONCE = 500
const AUTHORISED = 'Authorised: sign the mint under Issuances'

export async function action({ context, request, params }: Route.ActionArgs) {
  const { verbs } = requireSession(context, request, ['issuer'])
  const { form, tooLarge } = await readUploadForm(request)
  const text = (name: string) => String(form.get(name) ?? '')
  // Told with the answer, so that a form sent without scripts finds its own and what was typed into it.
  const sent = Object.fromEntries([...form].filter((each): each is [string, string] => typeof each[1] === 'string'))
  if (tooLarge) return data<Outcome>({ ok: false, sent, refusal: refusedFile(TOO_LARGE) }, { status: 413 })
  const acts: Record<string, () => Promise<string>> = {
    status: async () => {
      const to = text('to')
      await verbs.changeOfferingStatus({ id: params.id, to })
      return { open: 'The offering is open', paused: 'The offering is paused', closed: 'The offering is closed' }[to] ?? 'Done'
    },
    'cancel-offering': async () => {
      const made = await verbs.cancelOffering({ id: params.id, note: text('note') })
      return made.status === 'cancelled' ? 'The offering is cancelled' : 'Sealwright was asked to agree'
    },
    'stand-apart': async () => {
      await verbs.standApart({
        id: params.id,
        other_offering_ids: form.getAll('other').map(String),
        document_sha256: text('document_sha256').trim().toLowerCase(),
        reason_code: text('reason_code'),
        note: text('note'),
      })
      return 'Asked. Another person has to agree'
    },
    'form-d': async () => {
      await verbs.recordFormD({ id: params.id, filed_at: text('filed_at') })
      return 'The filing is recorded'
    },
    decide: async () => {
      const made = await verbs.decideInvestment({ id: text('id'), outcome: text('outcome'), note: text('note') })
      return made.status === 'accepted' ? 'The investment is accepted' : 'The investment is rejected'
    },
    cancel: async () => {
      await verbs.cancelInvestment({ id: text('id'), note: text('note') })
      return 'The investment is cancelled'
    },
    payment: async () => {
      const made = await verbs.reportPayment({ id: text('id'), status: text('status'), note: text('note') })
      if (made.status === 'accepted') return 'The payment is recorded and the investment accepted'
      return made.payment_failed_at ? 'The failed payment is recorded' : `The payment is recorded; the investment is ${made.status}`
    },
    issue: async () => {
      const made = await verbs.issueTokens({
        offering_id: params.id,
        investor_id: text('investor_id'),
        investment_id: text('investment_id'),
        quantity: text('quantity'),
      })
      return made.status === 'denied' ? `Issuance denied. ${whyNot(made.decision)}` : AUTHORISED
    },
    grant: async () => {
      const made = await verbs.issueTokens({
        offering_id: params.id,
        wallet_address: text('wallet_address').trim(),
        quantity: text('quantity').trim().replaceAll(',', ''),
        reason: text('reason'),
      })
      return made.status === 'denied' ? `Issuance denied. ${whyNot(made.decision)}` : AUTHORISED
    },
    'report-mint': async () => {
      const made = await verbs.confirmIssuance({ id: text('id'), transaction_hash: text('transaction_hash').trim() })
      return made.status === 'confirmed' ? 'The mint is confirmed' : 'The mint is reported; its chain has to confirm it'
    },
    'deactivate-token': async () => {
      await verbs.deactivateToken({
        id: params.id,
        reason_code: text('reason_code'),
        note: text('note'),
        ...(text('plan_sha256') && { plan_sha256: text('plan_sha256').trim() }),
      })
      return 'Asked. Another person has to agree'
    },
    token: async () => {
      const address = text('token_address').trim()
      await verbs.updateOffering({
        id: params.id,
        token_address: address || null,
        token_decimals: text('token_decimals') === '' ? null : Number(text('token_decimals')),
        ...(text('chain') && { chain: text('chain') }),
      })
      return address ? 'The token’s contract is kept' : 'The token’s contract is removed'
    },
    'issue-all': () => issueAll(verbs, params.id),
    invite: async () => {
      await verbs.inviteInvestor({ offering_id: params.id, email: text('email').trim() })
      return 'The invitation is sent'
    },
    withdraw: async () => {
      await verbs.withdrawInvitation({ id: text('id') })
      return 'The invitation is withdrawn'
    },
    upload: async () => {
      const file = form.get('file')
      const bytes = file instanceof File ? new Uint8Array(await file.arrayBuffer()) : new Uint8Array()
      await verbs.uploadDocument({
        owner_type: 'offering',
        owner_id: params.id,
        kind: text('kind'),
        file_name: file instanceof File ? file.name : 'document',
        bytes,
      })
      return 'The document is kept'
    },
    'remove-document': async () => {
      await verbs.removeDocument({ id: text('id') })
      return 'The document is removed'
    },
  }
  const act = acts[text('intent')]
  if (!act) throw new Response('There is no such act.', { status: 400 })
  const made = await attempt(act)
  return made.ok
    ? data<Outcome>({ ok: true, sent, message: made.result, result: null })
    : data<Outcome>({ ok: false, sent, refusal: made.refusal }, { status: made.refusal.status })
}

const refusedFile = (detail: string): PageRefusal => ({
  status: 413,
  code: 'payload_too_large',
  message: detail,
  fields: [{ pointer: '/file', code: 'too_large', detail }],
})

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => keepForm(serverAction)

/** Issues what accepted investments still wait for, one decision each; a refusal of one does not stop the others. */
async function issueAll(verbs: Verbs, offering_id: string): Promise<string> {
  const { rows } = await verbs.listInvestmentRows({ offering_id, unissued: true, page_size: MOST_AT_ONCE, sort: 'created_at' })
  let issued = 0
  const held: string[] = []
  for (const row of rows) {
    if (!row.has_wallet) {
      held.push(`${row.investor_name} has no wallet`)
      continue
    }
    const left = BigInt(row.token_quantity.split('.')[0]!) - BigInt(row.issued_quantity.split('.')[0]!)
    const made = await attempt(() =>
      verbs.issueTokens({ offering_id, investor_id: row.investor_id, investment_id: row.id, quantity: String(left) }),
    )
    if (made.ok && made.result.status !== 'denied') issued++
    else held.push(`${row.investor_name}: ${made.ok ? whyNot(made.result.decision) : made.refusal.message}`)
  }
  return `${plural(issued, 'issuance')} authorised${held.length ? `, ${held.length} not (${held.slice(0, 3).join('; ')})` : ''}`
}

export default function Offering({ loaderData, actionData }: Route.ComponentProps) {
  const { figures } = loaderData
  // Only a form sent without scripts is answered by the whole page.
  const posted = actionData as Outcome | undefined
  const { offering } = figures
  const pending = figures.statuses.pending?.count ?? 0
  const standing = pending + (figures.statuses.accepted?.count ?? 0)
  return (
    <IssuerFrame
      title={offering.name}
      badge={
        <>
          <StateBadge of="offering" state={offering.status} />
          <Badge>{REGULATIONS[offering.regulation]}</Badge>
          <span className="break-all font-mono text-[0.75rem] text-soft">{offering.id}</span>
        </>
      }
      crumbs={[{ label: 'Issuer', path: '/issuer/dashboard' }, { label: 'Offerings', path: '/issuer/offerings' }, { label: offering.name }]}
      action={
        <Lifecycle
          id={offering.id}
          status={offering.status}
          pending={pending}
          standing={standing}
          asked={offering.cancellation_case_id !== null}
          held={figures.change_case_id !== null}
        />
      }
    >
      {offering.status === 'needs_contact' ? (
        <Alert tone="warning" className="mb-5" title="Above $100,000,000">
          Commercial terms are agreed before this offering opens. Write to us through the contact form; nothing here is lost meanwhile.
        </Alert>
      ) : null}
      {offering.cancellation_case_id ? (
        <Alert tone="info" className="mb-5" title="You asked to cancel this offering">
          Another person of your organisation looks at it in case <code>{offering.cancellation_case_id}</code>. Until then it goes on as it
          is; pause it to take no more investments.
        </Alert>
      ) : null}
      {figures.change_case_id ? (
        <Alert tone="warning" className="mb-5" title="A change of the terms waits for another person">
          The rules leave it to a second person, who decides case <code>{figures.change_case_id}</code>. Until then the offering keeps its
          terms and takes no investments; afterwards it is again as it was.
        </Alert>
      ) : null}
      {offering.status === 'cancelled' ? (
        <Alert tone="info" className="mb-5" title="Cancelled">
          This offering takes no investments and issues no tokens. Its record stays.
        </Alert>
      ) : null}
      <ViewTabs
        label="Parts of the offering"
        views={[
          { key: 'overview', label: 'Overview' },
          { key: 'readiness', label: 'Readiness' },
          { key: 'facts', label: 'Facts' },
          { key: 'investors', label: 'Investors', count: pending },
          { key: 'issuances', label: 'Issuances', count: figures.to_report },
          { key: 'cap-table', label: 'Cap table' },
          { key: 'orders', label: 'Orders' },
          { key: 'transfers', label: 'Transfers' },
          { key: 'fees', label: 'Fees' },
          { key: 'invitations', label: 'Invitations' },
          { key: 'documents', label: 'Documents' },
          { key: 'what-if', label: 'What if' },
          { key: 'exam', label: 'Exam pack' },
        ]}
      />
      <div className="pt-7">
        {posted?.ok ? (
          <Alert tone="success" className="no-print mb-6">
            {posted.message}
          </Alert>
        ) : null}
        <View loaderData={loaderData} />
      </div>
    </IssuerFrame>
  )
}

function View({ loaderData }: { loaderData: Route.ComponentProps['loaderData'] }) {
  const { figures } = loaderData
  switch (loaderData.view) {
    case 'readiness':
      return <ReadinessView figures={figures} readiness={loaderData.readiness} apart={loaderData.apart} />
    case 'facts':
      return <FactRows rows={loaderData.rows} names={loaderData.names} label="Facts of the offering" />
    case 'investors':
      return <InvestorsView figures={figures} found={loaderData.found} sort={loaderData.sort} />
    case 'cap-table':
      return <CapTableView figures={figures} table={loaderData.table} sort={loaderData.sort} at={loaderData.at} />
    case 'orders':
      return <OrdersView figures={figures} found={loaderData.found} />
    case 'issuances':
      return <IssuancesView figures={figures} found={loaderData.found} sort={loaderData.sort} />
    case 'transfers':
      return <TransfersView figures={figures} found={loaderData.found} sort={loaderData.sort} />
    case 'fees':
      return <FeesView figures={figures} found={loaderData.found} />
    case 'invitations':
      return <InvitationsView offering={figures.offering} found={loaderData.found} />
    case 'documents':
      return <DocumentsView documents={loaderData.documents} />
    case 'what-if':
      return <WhatIfView figures={figures} answer={loaderData.answer} />
    case 'exam':
      return <ExamView figures={figures} pack={loaderData.pack} />
    default:
      return <OverviewView figures={figures} />
  }
}

/** Opening, pausing and closing: each says first what will happen. */
function Lifecycle({
  id,
  status,
  pending,
  standing,
  asked,
  held,
}: {
  id: string
  status: string
  pending: number
  /** Investments that are neither refunded, cancelled nor rejected. */
  standing: number
  asked: boolean
  /** A change of its terms waits for another person. */
  held: boolean
}) {
  const running = status === 'open' || status === 'paused'
  const act = (to: string) => ({ intent: 'status', to })
  const call = (verb: string) => ({ method: 'POST' as const, path: `/v1/offerings/${id}/${verb}`, body: {} })
  return (
    <>
      {['draft', 'needs_contact', 'open', 'paused'].includes(status) ? (
        <ButtonLink to={`/issuer/offerings/${id}/edit`} variant="outline" size="sm">
          Edit terms
        </ButtonLink>
      ) : null}
      {status === 'draft' || (status === 'paused' && !held) ? (
        <ConfirmedAct
          label={status === 'draft' ? 'Open' : 'Open again'}
          variant="primary"
          title={status === 'draft' ? 'Open this offering' : 'Open this offering again'}
          text="Every rule of an opening is checked first. Once open, investments are decided and counted."
          action="Open"
          values={act('open')}
          call={call('open')}
        />
      ) : null}
      {status === 'open' ? (
        <ConfirmedAct
          label="Pause"
          title="Pause this offering"
          text="No investment is accepted and nothing is issued until it is opened again. Holders still transfer: to stop that, pause the token."
          action="Pause"
          values={act('paused')}
          call={call('pause')}
        />
      ) : null}
      {status === 'open' || status === 'paused' ? (
        <ConfirmedAct
          label="Close"
          variant="destructive"
          title="Close this offering"
          text={
            pending
              ? `${plural(pending, 'investment')} still waits. Approve or decline first; an offering closes with nothing waiting.`
              : 'Closing is final: nobody can invest afterwards. Tokens of accepted investments can still be issued, and holders can still transfer.'
          }
          action="Close for good"
          destructive
          values={act('closed')}
          call={call('close')}
        />
      ) : null}
      {!asked && standing === 0 && ['draft', 'needs_contact', 'open', 'paused'].includes(status) ? (
        <ConfirmedAct
          label="Cancel"
          ariaLabel="Cancel the offering"
          title="Cancel this offering"
          text={
            running
              ? 'For good, and only with nobody in it. You ask; another person of your organisation agrees. Until then it goes on as it is.'
              : 'For good: it can never open, takes no investments and issues no tokens. Its record stays.'
          }
          action={running ? 'Ask to cancel' : 'Cancel for good'}
          keep="Keep it"
          destructive
          values={{ intent: 'cancel-offering' }}
          call={{ ...call('cancel'), body: { note: 'The project was given up before anybody invested.' } }}
        >
          <Field label="Why" hint="Kept in the log: no names.">
            <Textarea name="note" required minLength={10} maxLength={500} className="min-h-20" />
          </Field>
        </ConfirmedAct>
      ) : null}
    </>
  )
}
