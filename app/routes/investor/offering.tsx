import { Download } from 'lucide-react'
import { Panel } from '../../components/dashboard/layout.tsx'
import { AnswerForm } from '../../components/investor/answer-form.tsx'
import { InvestorFrame } from '../../components/investor/frame.tsx'
import { InvestForm } from '../../components/investor/invest-form.tsx'
import { CancelInvestment, InvestmentState } from '../../components/investor/investment-state.tsx'
import { SandboxBadge } from '../../components/investor/sandbox-badge.tsx'
import { DOCUMENT_WORDS, fileSize } from '../../components/investor/words.ts'
import { StateBadge } from '../../components/state-badge.tsx'
import { shortDate } from '../../lib/dates.ts'
import { money, plural, REGULATIONS, words } from '../../lib/format.ts'
import { requireSession } from '../../lib/guard.ts'
import { keepForm } from '../../lib/keep-form.ts'
import { pageMeta } from '../../lib/meta.ts'
import { plainAmount } from '../../lib/typed-amount.ts'
import { attempt, readOr404 } from '../../lib/verb-errors.ts'
import { Alert } from '../../ui/alert.tsx'
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
    wallets: wallets.data.filter((each) => each.isKYCVerified).map((each) => each.address),
    invested: invested.data,
  }
}

export async function action({ context, request, params }: Route.ActionArgs) {
  const { verbs } = requireSession(context, request)
  const form = await request.formData()
  const text = (name: string) => String(form.get(name) ?? '').trim()
  const intent = text('intent')
  const sent = Object.fromEntries(['amount', 'annual_income', 'net_worth', 'payment_method', 'agreed'].map((name) => [name, text(name)]))
  if (intent === 'change') return { refusal: null, decided: null, summary: null, sent }
  const done = await attempt(async () => {
    if (intent === 'accept' || intent === 'decline') {
      const share = (['accreditation', 'documents'] as const).filter((each) => form.get(each) === 'on')
      await verbs.answerInvitation({ invitation_id: params.id, accept: intent === 'accept', share })
      return null
    }
    const { documents, offering } = await verbs.readOwnOffering({ invitation_id: params.id })
    const agreement_sha256 = documents.find((each) => each.kind === 'subscription_agreement')?.sha256 ?? ''
    const ask = (dry_run: boolean) =>
      verbs.investAsHolder({
        invitation_id: params.id,
        amount: plainAmount(text('amount')),
        payment_method: text('payment_method') as 'wire',
        agreed: form.get('agreed') === 'on',
        agreement_sha256,
        dry_run,
        ...(text('annual_income') && { annual_income: plainAmount(text('annual_income')) }),
        ...(text('net_worth') && { net_worth: plainAmount(text('net_worth')) }),
      })
    const binds = intent !== 'check'
    if (binds && form.get('agreed') !== 'on') await ask(false)
    // Nothing binds before its summary was shown, and only what the summary said: what changed meanwhile is shown again.
    const asked = await ask(true)
    const shown = summaryKey(asked, agreement_sha256)
    const confirmed = intent === 'confirm' && text('summary') === shown
    const summary =
      binds && !confirmed && asked.status !== 'rejected'
        ? {
            key: shown,
            changed: intent === 'confirm',
            amount: asked.amount,
            quantity: asked.quantity,
            price: asked.price_per_token,
            lockup_until: asked.restrictions.lockup_until,
            legend: asked.restrictions.legend,
            pending: asked.status === 'pending',
            currency: offering.currency,
          }
        : null
    if (summary) return { summary }
    const decided = confirmed ? await ask(false) : asked
    return {
      checked: !confirmed,
      status: decided.status,
      amount: decided.amount,
      quantity: decided.quantity,
      lockup_until: decided.restrictions.lockup_until,
      reserved_until: decided.reserved_until,
      reasons: decided.decision.rules
        .filter((rule) => ['fail', 'review', 'needs_info'].includes(rule.result))
        .map((rule) => ({ code: rule.code, message: rule.message, citation: rule.citation })),
      codes: decided.decision.reason_codes,
      decision: confirmed ? decided.decision.id : null,
    }
  })
  if (!done.ok) return { refusal: done.refusal, decided: null, summary: null, sent }
  const { result } = done
  return result && 'summary' in result
    ? { refusal: null, decided: null, summary: result.summary, sent }
    : { refusal: null, decided: result, summary: null, sent }
}

/** All that a summary says, so that it can be seen whether it still holds. */
const summaryKey = (
  asked: {
    status: string
    amount: string
    quantity: string
    price_per_token: string
    restrictions: { lockup_until: string | null; legend: string | null }
  },
  agreement: string,
) =>
  JSON.stringify([
    asked.status,
    asked.amount,
    asked.quantity,
    asked.price_per_token,
    asked.restrictions.lockup_until?.slice(0, 10) ?? null,
    asked.restrictions.legend,
    agreement,
  ])

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => keepForm(serverAction)

export default function OfferingPage({ loaderData, actionData }: Route.ComponentProps) {
  const { offering: invitation, ready, invested } = loaderData
  const { offering, documents, organization } = invitation
  const terms: [string, React.ReactNode][] = [
    ['Kind', words(offering.type)],
    ['Under', REGULATIONS[offering.regulation] ?? offering.regulation],
    ['Price of a token', money(offering.price_per_token, offering.currency)],
    ['Minimum investment', money(offering.minimum_investment, offering.currency)],
    ['Maximum offering', money(offering.maximum_raise, offering.currency)],
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
          <StateBadge of="offering" state={offering.status} />
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
          <InvestForm own={invitation} wallets={loaderData.wallets} result={actionData} />
        ) : (
          <AnswerForm invitation={invitation} ready={ready} loaderData={loaderData} refusal={actionData?.refusal ?? null} />
        )}
      </div>
    </InvestorFrame>
  )
}
