import { ActDialog } from '../../components/act-dialog.tsx'
import { Panel } from '../../components/dashboard/layout.tsx'
import { DecisionLink } from '../../components/decision/link.tsx'
import { ConsentAct } from '../../components/investor/consent-acts.tsx'
import { type CardCredential, CredentialCard } from '../../components/investor/credential-card.tsx'
import { CredentialOffers } from '../../components/investor/credential-offers.tsx'
import { InvestorFrame } from '../../components/investor/frame.tsx'
import { KeepInWallet, type Offer, TakeUp } from '../../components/investor/keep-in-wallet.tsx'
import { SandboxBadge } from '../../components/investor/sandbox-badge.tsx'
import { sharedWords } from '../../components/investor/words.ts'
import { type Acted, act } from '../../lib/act.ts'
import { dateTime, shortDate } from '../../lib/dates.ts'
import { requireSession } from '../../lib/guard.ts'
import { keepForm } from '../../lib/keep-form.ts'
import { pageMeta } from '../../lib/meta.ts'
import { attempt, type PageRefusal } from '../../lib/verb-errors.ts'
import { Alert } from '../../ui/alert.tsx'
import { Status } from '../../ui/badge.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { Table, Td, Th } from '../../ui/table.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import type { Route } from './+types/credentials.ts'

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: 'Credentials', description: 'Your seals, who relies on them, and the consent you gave.', noindex: true })

export async function loader({ context, request }: Route.LoaderArgs) {
  const { verbs } = requireSession(context, request)
  const [held, offers] = await Promise.all([verbs.listOwnCredentials(), verbs.listOwnOffers()])
  return { ...held, offers }
}

export async function action({ context, request }: Route.ActionArgs) {
  const { verbs } = requireSession(context, request)
  const form = await request.formData()
  const id = String(form.get('id'))
  if (form.get('intent') === 'revoke') return act('The credential is ended', () => verbs.revokeOwnCredential({ id }))
  if (form.get('intent') === 'offer')
    return act('The offer is ready', () => verbs.offerOwnCredential({ id, named: form.get('named') === 'on' }))
  if (form.get('intent') === 'end-offer')
    return act('The offer is ended', () => verbs.endOwnOffer({ id, credential_id: String(form.get('credential_id')) }))
  const done = await attempt(() => (form.get('intent') === 'give' ? verbs.renewConsent({ id }) : verbs.withdrawConsent({ id })))
  return { refusal: done.ok ? null : done.refusal }
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => keepForm(serverAction)

export default function Credentials({ loaderData, actionData }: Route.ComponentProps) {
  const { credentials, uses, consents, offers } = loaderData
  const live = credentials
    .filter((each) => each.state === 'active' || each.state === 'suspended')
    .sort((a, b) => Number(a.organization !== null) - Number(b.organization !== null))
  return (
    <InvestorFrame
      title="Credentials"
      lead="Each credential has a seal of its own, drawn from its hash. Anybody with its address can see that it stands; nobody sees your name."
    >
      <Answered answer={actionData} />
      {live.length === 0 ? (
        <EmptyState title="No credential yet" action={<ButtonLink to="/dashboard/verification">Start the verification</ButtonLink>}>
          Verify your identity, then connect a wallet: the credential is sealed to it.
        </EmptyState>
      ) : (
        <ul className="grid grid-cols-[minmax(0,1fr)] gap-4 md:grid-cols-2 2xl:grid-cols-3">
          {live.map((credential) => (
            <li key={credential.id}>
              <CredentialCard credential={credential} act={<Acts credential={credential} />} />
            </li>
          ))}
        </ul>
      )}
      <CredentialOffers offers={offers} credentials={credentials} />
      <div className="mt-12 grid items-start gap-x-14 gap-y-12 xl:grid-cols-[6fr_5fr]">
        <Panel
          title="Consent"
          note="Which organisation may rely on your verification. Withdrawing stops its next check; decisions made before stay valid."
        >
          {consents.length === 0 ? (
            <EmptyState title="No organisation relies on your check">
              Accepting an invitation gives consent, and it is listed here.
            </EmptyState>
          ) : (
            <ul className="border-rule border-t">
              {consents.map((consent) => (
                <li key={consent.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 border-rule border-b py-3">
                  <span className="min-w-0 flex-1 basis-60">
                    <span className="flex flex-wrap items-center gap-2 font-semibold">
                      {consent.organization} <SandboxBadge environment={consent.environment} />
                    </span>
                    <span className="block text-[0.9375rem] text-soft">
                      Sees {sharedWords(consent.levels)}. Given {shortDate(consent.given_at)}
                      {consent.withdrawn_at ? `, withdrawn ${shortDate(consent.withdrawn_at)}` : ''}.
                    </span>
                  </span>
                  <Status tone={consent.withdrawn_at ? 'bad' : 'good'}>{consent.withdrawn_at ? 'withdrawn' : 'given'}</Status>
                  <TextLink to={`/dashboard/consents/${consent.id}`} className="inline-flex min-h-9 items-center text-[0.9375rem]">
                    Receipt<span className="sr-only"> of {consent.organization}</span>
                  </TextLink>
                  <ConsentAct id={consent.id} organization={consent.organization} given={!consent.withdrawn_at} />
                </li>
              ))}
            </ul>
          )}
        </Panel>
        <Panel title="Where it was used" note="Each time an organisation relied on your credential, for what, and what it saw.">
          {uses.length === 0 ? (
            <EmptyState title="Not used yet">Every use is listed here with its decision.</EmptyState>
          ) : (
            <Table label="Uses of your credentials" className="row-cards">
              <thead>
                <tr>
                  <Th>Organisation</Th>
                  <Th>Market</Th>
                  <Th>Saw</Th>
                  <Th>When (UTC)</Th>
                </tr>
              </thead>
              <tbody>
                {uses.map((use) => (
                  <tr key={use.id}>
                    <Td>
                      {use.organization} <SandboxBadge environment={use.environment} />
                    </Td>
                    <Td data-label="Market" className="capitalize">
                      {use.market}
                    </Td>
                    <Td data-label="Saw" data-wide="" className="min-w-40 text-soft">
                      {sharedWords(use.disclosed)}
                    </Td>
                    <Td data-label="When (UTC)" className="tabular whitespace-nowrap text-soft">
                      <DecisionLink id={use.decision_id}>{dateTime(use.used_at)}</DecisionLink>
                    </Td>
                  </tr>
                ))}
              </tbody>
            </Table>
          )}
        </Panel>
      </div>
      <EndedCredentials credentials={credentials.filter((each) => !live.includes(each))} />
    </InvestorFrame>
  )
}

/** What a form was answered that was sent without scripts: an offer is shown this once. */
function Answered({ answer }: { answer: object | undefined }) {
  if (!answer) return null
  const { refusal } = answer as { refusal?: PageRefusal | null }
  if (refusal) return <Alert tone="error" title={refusal.message} className="mb-8" />
  const { result } = answer as Partial<Extract<Acted<Partial<Offer>>, { ok: true }>>
  if (!result?.qr_svg) return null
  return (
    <Panel title="Keep it in your wallet" className="mb-10 max-w-md">
      <TakeUp offer={result as Offer} />
    </Panel>
  )
}

function EndedCredentials({ credentials }: { credentials: CardCredential[] }) {
  if (!credentials.length) return null
  return (
    <details className="mt-12">
      <summary className="link inline-flex min-h-10 items-center">Credentials that ended ({credentials.length})</summary>
      <ul className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-4 md:grid-cols-2 2xl:grid-cols-3">
        {credentials.map((credential) => (
          <li key={credential.id}>
            <CredentialCard credential={credential} />
          </li>
        ))}
      </ul>
    </details>
  )
}

/** What a person does with a credential: only their own they end. */
function Acts({ credential }: { credential: CardCredential }) {
  return (
    <div className="-ml-3 mt-2 flex flex-wrap gap-x-2">
      {credential.state === 'active' ? <KeepInWallet credential={credential} /> : null}
      {credential.organization === null ? (
        <ActDialog
          label="End it for good"
          variant="ghost"
          ariaLabel={`End it for good: ${credential.level} credential`}
          title="End this credential for good?"
          text="At once and with no way back. Everybody who relied on it is told, and checks no longer pass on it."
          action="End it"
          keep="Keep it"
          destructive
          values={{ intent: 'revoke', id: credential.id }}
          environment={credential.environment}
        />
      ) : null}
    </div>
  )
}
