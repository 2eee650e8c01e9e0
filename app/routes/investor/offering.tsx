import { Download } from 'lucide-react'
import { Panel } from '../../components/dashboard/layout.tsx'
import { AnswerForm } from '../../components/investor/answer-form.tsx'
import { InvestorFrame } from '../../components/investor/frame.tsx'
import { InvestForm } from '../../components/investor/invest-form.tsx'
import { CancelInvestment, InvestmentState } from '../../components/investor/investment-state.tsx'
import { SandboxBadge } from '../../components/investor/sandbox-badge.tsx'
import { DOCUMENT_WORDS, fileSize, toneOf } from '../../components/investor/words.ts'
import { shortDate } from '../../lib/dates.ts'
import { money, plural, REGULATIONS, words } from '../../lib/format.ts'
import { requireSession } from '../../lib/guard.ts'
import { keepForm } from '../../lib/keep-form.ts'
import { pageMeta } from '../../lib/meta.ts'
import { attempt, readOr404 } from '../../lib/verb-errors.ts'
import { Alert } from '../../ui/alert.tsx'
import { Status } from '../../ui/badge.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import type { Route } from './+types/offering.ts'

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, {
    title: args.loaderData?.offering.offering.name ?? 'Offering',
    description: 'An offering you were invited to.',
    noindex: true,
  })

export async function loader({ context, request, params }: Route.LoaderArgs) {
  const { verbs } = requireSession(context, request)
  const [offering, verification, wallets] = await Promise.all([
    readOr404(verbs.readOwnOffering({ invitation_id: params.id })),
    verbs.readOwnVerification(),
    verbs.listOwnWallets(),
  ])
  const invested = await verbs.listOwnInvestments({ page: 1, page_size: 20, offering_id: offering.offering.id })
  return {
    offering,
    ready: { identity: verification.statuses.identity, sealed: wallets.data.some((each) => each.isKYCVerified) },
    accreditation: verification.statuses.accreditation,
    documents: verification.statuses.documents,
    invested: invested.data,
  }
}

export async function action({ context, request, params }: Route.ActionArgs) {
  const { verbs } = requireSession(context, request)
  const form = await request.formData()
  const text = (name: string) => String(form.get(name) ?? '').trim()
  const intent = text('intent')
  const done = await attempt(async () => {
    if (intent === 'accept' || intent === 'decline') {
      const share = (['accreditation', 'documents'] as const).filter((each) => form.get(each) === 'on')
      await verbs.answerInvitation({ invitation_id: params.id, accept: intent === 'accept', share })
      return null
    }
    const decided = await verbs.investAsHolder({
      invitation_id: params.id,
      amount: text('amount').replaceAll(',', ''),
      payment_method: text('payment_method') as 'wire',
      agreed: form.get('agreed') === 'on',
      dry_run: intent === 'check',
      ...(text('annual_income') && { annual_income: text('annual_income').replaceAll(',', '') }),
      ...(text('net_worth') && { net_worth: text('net_worth').replaceAll(',', '') }),
    })
    return {
      checked: intent === 'check',
      status: decided.status,
      amount: decided.amount,
      quantity: decided.quantity,
      lockup_until: decided.restrictions.lockup_until,
      reserved_until: decided.reserved_until,
      reasons: decided.decision.rules
        .filter((rule) => ['fail', 'review', 'needs_info'].includes(rule.result))
        .map((rule) => ({ code: rule.code, message: rule.message, citation: rule.citation })),
      codes: decided.decision.reason_codes,
      decision: intent === 'check' ? null : decided.decision.id,
    }
  })
  return done.ok ? { refusal: null, decided: done.result } : { refusal: done.refusal, decided: null }
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => keepForm(serverAction)

export default function OfferingPage({ loaderData, actionData }: Route.ComponentProps) {
  const { offering: invitation, ready, invested } = loaderData
  const { offering, documents, organization, admission } = invitation
  const terms: [string, React.ReactNode][] = [
    ['Kind', words(offering.type)],
    ['Under', REGULATIONS[offering.regulation] ?? offering.regulation],
    ['Price of a token', money(offering.price_per_token, offering.currency)],
    ['Minimum', money(offering.minimum_investment, offering.currency)],
    ['At most raised', money(offering.maximum_raise, offering.currency)],
    ['Lock-up', offering.restrictions.lockup_days ? plural(offering.restrictions.lockup_days, 'day') : 'none'],
    ['By law', offering.restrictions.holding_period ?? 'no holding period'],
    ...(offering.closes_at ? ([['Closes', shortDate(offering.closes_at)]] as [string, string][]) : []),
    ['Open to', offering.restrictions.accredited_only ? 'verified accredited investors' : 'eligible investors'],
  ]
  return (
    <InvestorFrame
      title={offering.name}
      crumbs={[{ label: 'Dashboard', path: '/dashboard' }, { label: 'Offerings', path: '/dashboard/offerings' }, { label: offering.name }]}
      lead={offering.description ?? `Offered by ${organization}.`}
      badge={
        <>
          <Status tone={toneOf(offering.status)}>{words(offering.status)}</Status>
          <SandboxBadge environment={invitation.environment} />
        </>
      }
    >
      {invitation.environment === 'sandbox' ? (
        <Alert tone="info" className="mb-8">
          A test in the sandbox of {organization}: nothing in it is a real security, and no money moves.
        </Alert>
      ) : null}
      <div className="grid items-start gap-x-14 gap-y-12 xl:grid-cols-[6fr_5fr]">
        <div className="grid gap-10">
          <Panel title="Terms">
            <dl>
              {terms.map(([label, value]) => (
                <div key={label} className="flex flex-wrap gap-x-4 border-rule border-b py-2">
                  <dt className="w-40 text-soft">{label}</dt>
                  <dd className="min-w-0 flex-1">{value}</dd>
                </div>
              ))}
            </dl>
          </Panel>
          <Panel title="Documents">
            {documents.length === 0 ? (
              <p className="text-soft">{organization} has put no documents here. Ask it for them before you invest.</p>
            ) : (
              <ul className="border-rule border-t">
                {documents.map((each) => (
                  <li key={each.id} className="border-rule border-b py-2.5">
                    <a href={`/dashboard/documents/${each.id}`} download className="link inline-flex items-center gap-2">
                      <Download className="size-4" aria-hidden /> {DOCUMENT_WORDS[each.kind] ?? each.kind}
                    </a>
                    <span className="text-[0.9375rem] text-soft">
                      {' '}
                      {each.file_name}, {fileSize(each.size)}
                    </span>
                  </li>
                ))}
              </ul>
            )}
          </Panel>
          {invested.length > 0 ? (
            <Panel title="Your investments here" action={<TextLink to="/dashboard/holdings?view=investments">All</TextLink>}>
              <ul className="border-rule border-t">
                {invested.map((each) => (
                  <li key={each.id} className="flex flex-wrap items-center gap-x-4 border-rule border-b py-2.5">
                    <span className="tabular flex-1">{money(each.amount, each.currency)}</span>
                    <span className="tabular text-soft">{shortDate(each.created_at)}</span>
                    <span>
                      <InvestmentState investment={each} />
                    </span>
                    <CancelInvestment investment={each} />
                  </li>
                ))}
              </ul>
            </Panel>
          ) : null}
        </div>
        {invitation.status === 'accepted' ? (
          <InvestForm offering={offering} admission={admission} organization={organization} result={actionData} />
        ) : (
          <AnswerForm invitation={invitation} ready={ready} loaderData={loaderData} refusal={actionData?.refusal ?? null} />
        )}
      </div>
    </InvestorFrame>
  )
}
