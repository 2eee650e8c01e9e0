import { ChevronDown } from 'lucide-react'
import { useEffect, useState } from 'react'
import { data, Form } from 'react-router'
import type { AppealView } from '#core/review/appeals/appeal.ts'
import type { BegunAppeal } from '#core/review/appeals/begin.ts'
import { PageHero } from '../../components/section.tsx'
import { StateBadge } from '../../components/state-badge.tsx'
import { callBackEnd, messageOf, Refusal } from '../../lib/back-end.ts'
import { dateTime, longDate } from '../../lib/dates.ts'
import { pageMeta } from '../../lib/meta.ts'
import { textOf } from '../../lib/posted.ts'
import { signWithWallet } from '../../lib/sign-with-wallet.ts'
import { attempt, type PageRefusal } from '../../lib/verb-errors.ts'
import { serverContext } from '../../server-context.ts'
import { Alert } from '../../ui/alert.tsx'
import { Status } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Field } from '../../ui/field.tsx'
import { Input, Textarea } from '../../ui/input.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import type { Route } from './+types/appeal.ts'

const TITLE = 'Appeal a refusal'
const CHALLENGE = '/api/appeals/challenge'
const MIN = 10
const MAX = 4_000

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, {
    title: TITLE,
    description:
      'Your wallet was refused? Sign with it, say why the refusal is wrong, and a person who did not decide it answers. No account needed.',
  })

/** With an id, how that appeal stands: it works without scripts and without a wallet. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const id = new URL(request.url).searchParams.get('id')?.trim() ?? ''
  const found = id
    ? await context
        .get(serverContext)!
        .verbs.readAppeal({ id })
        .catch(() => null)
    : null
  return { id, found }
}

/** Where the way through the steps stands, for a browser that has no scripts to keep it. */
interface Steps {
  address?: string
  message?: string
  begun?: BegunAppeal
  chosen?: string
  statement?: string
  errors?: Wrong
  problem?: string
  receipt?: AppealView
}
interface Wrong {
  refusal?: string
  statement?: string
}

/** What has to be put right before the appeal can be opened. */
function wrongIn(chosen: string, statement: string): Wrong {
  return {
    ...(!chosen && { refusal: 'Choose the refusal you appeal against.' }),
    ...(statement.length < MIN && { statement: `Say in at least ${MIN} characters why the refusal is wrong.` }),
    ...(statement.length > MAX && { statement: 'At most 4,000 characters.' }),
  }
}

/** What the page showed when it was sent: shown again as it was, and believed in nothing. */
function shownBefore(text: string): BegunAppeal | undefined {
  try {
    const shown = JSON.parse(text) as BegunAppeal
    return Array.isArray(shown.refusals) && Array.isArray(shown.appeals) ? shown : undefined
  } catch {
    return undefined
  }
}

/** The same three calls for a browser without scripts: one form a step. */
export async function action({ context, request }: Route.ActionArgs) {
  const { anonymous } = context.get(serverContext)!
  const form = await request.formData()
  const field = (name: string) => textOf(form, name).trim()
  const answer = (steps: Steps, refusal?: PageRefusal) =>
    data<Steps>({ ...steps, ...(refusal && { problem: refusal.fields[0]?.detail ?? refusal.message }) }, refusal?.status ?? 200)

  if (form.has('signature')) {
    // A form sends every line's end as two characters; what was signed has one.
    const message = textOf(form, 'message').replaceAll('\r\n', '\n')
    const begun = await attempt(() => anonymous.beginAppeal(() => ({ message, signature: field('signature') })))
    // A text is good for one try: the next begins with another.
    if (!begun.ok) return answer({ address: field('address') }, begun.refusal)
    const [only, ...others] = begun.result.refusals
    return answer({ begun: begun.result, chosen: only && others.length === 0 ? only.id : '' })
  }
  if (form.has('statement')) {
    const begun = shownBefore(textOf(form, 'begun'))
    const kept = { begun, chosen: field('refusal'), statement: textOf(form, 'statement').replaceAll('\r\n', '\n') }
    const errors = wrongIn(kept.chosen, kept.statement.trim())
    if (errors.refusal || errors.statement) return data<Steps>({ ...kept, errors }, 422)
    const opened = await attempt(() =>
      anonymous.openAppeal(() => ({ token: begun?.token ?? '', refusal: kept.chosen, statement: kept.statement.trim() })),
    )
    return opened.ok ? answer({ receipt: opened.result }) : answer(kept, opened.refusal)
  }
  const address = field('address')
  const asked = await attempt(() => anonymous.challengeToAppeal(() => ({ address })))
  return asked.ok ? answer({ address, message: asked.result.message }) : answer({ address }, asked.refusal)
}

const CLASSES: Record<string, string> = {
  sanctions_screening: 'sanctions screening',
  jurisdiction: 'jurisdiction',
  age: 'age',
  self_exclusion: 'self-exclusion',
  identity: 'identity',
  investor_status: 'investor status',
  limits: 'limits',
  consent: 'consent',
  other: 'another reason',
}
const MARKETS: Record<string, string> = {
  platform: 'Verification and screening',
  securities: 'Securities',
  payments: 'Payments',
  stablecoins: 'Stablecoins',
  nfts: 'NFTs',
  defi: 'DeFi',
  gaming: 'Gaming',
}
const classWords = (classes: readonly string[]) => classes.map((one) => CLASSES[one] ?? one).join(', ')
const marketWord = (market: string) => MARKETS[market] ?? market
const TOLD: Record<AppealView['status'], (appeal: AppealView) => string> = {
  in_review: (a) => `A person who did not refuse answers by ${longDate(a.answer_by)}.`,
  upheld: (a) => `${a.organization} was told. Ask them for the same check again.`,
  refused: () => 'The refusal stands. You may still complain to your supervisory authority.',
}

export default function AppealPage({ loaderData: { id, found }, actionData }: Route.ComponentProps) {
  return (
    <>
      <PageHero
        hero={{
          title: TITLE,
          lead: 'A check refused your wallet and you think it is wrong? Sign with that wallet and say why. You need no account, and signing costs nothing.',
          actions: [],
        }}
        seal={false}
      />
      <div className="shell mt-12 grid items-start gap-x-16 gap-y-12 lg:grid-cols-[7fr_4fr]">
        <div className="min-w-0">
          <Flow start={actionData ?? {}} />
        </div>
        <aside className="grid min-w-0 gap-10">
          <Known id={id} found={found} />
          <section aria-labelledby="next">
            <h2 id="next" className="title-3">
              What happens next
            </h2>
            <ol className="mt-3 grid gap-2.5 border-rule border-t pt-4 text-soft">
              <li>1. The organisation that asked for the check is told, and your case enters its review queue.</li>
              <li>2. A person who did not refuse you reads your statement and decides, within 14 days.</li>
              <li>3. Upheld, the same check can pass. Refused, it stands: there is one appeal for each refusal, within 30 days of it.</li>
            </ol>
            <p className="mt-4 text-soft">
              You are told the class of the reason, never scores or entries of a list. The law can forbid more. An address that is itself on
              a sanctions list is not freed by an appeal: only the authority that keeps the list can take it off.{' '}
              <TextLink to="/legal/privacy#9-automated-decisions">Your rights</TextLink>
            </p>
          </section>
        </aside>
      </div>
    </>
  )
}

function Known({ id, found }: { id: string; found: AppealView | null }) {
  return (
    <section aria-labelledby="known">
      <h2 id="known" className="title-3">
        You have appealed already
      </h2>
      <Form method="get" className="mt-3 grid gap-3 border-rule border-t pt-4">
        <Field
          label="Id of the appeal"
          error={id && !found ? 'There is no appeal with this id. It begins with apl_ and was shown when you opened it.' : undefined}
        >
          <Input name="id" defaultValue={id} placeholder="apl_…" autoComplete="off" spellCheck={false} className="font-mono" />
        </Field>
        <div>
          <Button type="submit" variant="outline">
            Show how it stands
          </Button>
        </div>
      </Form>
      {found ? <Shown appeal={found} className="mt-5" /> : null}
    </section>
  )
}

function Shown({ appeal, className }: { appeal: AppealView; className?: string }) {
  return (
    <div className={className}>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <strong className="font-semibold">{appeal.organization}</strong>
        <StateBadge of="appeal" state={appeal.status} />
        {appeal.environment === 'sandbox' ? <Status>sandbox</Status> : null}
      </p>
      <p className="mt-1 text-soft">
        {marketWord(appeal.market)}, {classWords(appeal.reason_classes)}. Opened {dateTime(appeal.opened_at)} UTC
        {appeal.decided_at ? `, answered ${dateTime(appeal.decided_at)} UTC` : ''}.
      </p>
      <p className="mt-1">{TOLD[appeal.status](appeal)}</p>
    </div>
  )
}

/** A step that takes the place of another begins at its heading. */
const takeFocus = (node: HTMLElement | null) => node?.focus()

/** Sign, choose, say why, receipt. What was typed stays whatever fails, a signature that has grown old too. */
function Flow({ start }: { start: Steps }) {
  const [begun, setBegun] = useState<BegunAppeal | null>(start.begun ?? null)
  const [chosen, setChosen] = useState(start.chosen ?? '')
  const [statement, setStatement] = useState(start.statement ?? '')
  const [errors, setErrors] = useState<Wrong>(start.errors ?? {})
  const [problem, setProblem] = useState<string | null>(start.problem ?? null)
  const [busy, setBusy] = useState(false)
  const [receipt, setReceipt] = useState<AppealView | null>(start.receipt ?? null)

  async function run<T>(work: () => Promise<T>): Promise<T | null> {
    setBusy(true)
    setProblem(null)
    try {
      return await work()
    } catch (error) {
      // An old signature leads back to signing; the words stay.
      if (error instanceof Refusal && error.code === 'nonce_expired') setBegun(null)
      setProblem(messageOf(error))
      return null
    } finally {
      setBusy(false)
    }
  }
  const begin = (sign: () => Promise<{ message: string; signature: string }>) =>
    run(async () => {
      const answer = await callBackEnd<BegunAppeal>('/api/appeals/session', await sign())
      setBegun(answer)
      setChosen((kept) =>
        answer.refusals.some((one) => one.id === kept) ? kept : answer.refusals.length === 1 ? answer.refusals[0]!.id : '',
      )
    })

  async function send(event: React.FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const words = statement.trim()
    const wrong = wrongIn(chosen, words)
    setErrors(wrong)
    if (wrong.refusal || wrong.statement) {
      form.querySelector<HTMLElement>(wrong.refusal ? '[name=refusal]' : '[name=statement]')?.focus()
      return
    }
    const opened = await run(() => callBackEnd<AppealView>('/api/appeals', { token: begun!.token, refusal: chosen, statement: words }))
    if (opened) setReceipt(opened)
  }

  if (receipt) return <Receipt appeal={receipt} />
  const failure = problem ? (
    <Alert tone="error" title={problem}>
      {statement ? 'What you wrote is kept on this page.' : null}
    </Alert>
  ) : null
  if (!begun)
    return (
      <section aria-labelledby="sign" className="grid gap-6">
        <h2 id="sign" className="title-2">
          1. Sign with the wallet
        </h2>
        <p className="max-w-[62ch] text-soft">
          A signature shows that the wallet is yours. It moves nothing and allows nothing: you can read every word before you sign.
        </p>
        {failure}
        <div className="js-only">
          <Button size="lg" busy={busy} onClick={() => void begin(() => signWithWallet(CHALLENGE))}>
            Connect the wallet and sign
          </Button>
        </div>
        <Elsewhere start={start} busy={busy} run={run} begin={begin} />
      </section>
    )
  if (begun.refusals.length === 0)
    return (
      <section className="grid gap-6">
        {failure}
        <EmptyState
          title="There is no refusal to appeal against"
          action={
            <Button variant="outline" onClick={() => setBegun(null)}>
              Use another wallet
            </Button>
          }
        >
          Nothing refused <span className="break-all font-mono text-[0.875em]">{begun.wallet_address}</span> in the last 30 days that was
          not appealed already. A check that still waits for a person is not a refusal.
        </EmptyState>
        <Earlier appeals={begun.appeals} />
      </section>
    )
  return (
    <form method="post" noValidate onSubmit={send} className="grid gap-10">
      <input type="hidden" name="begun" value={JSON.stringify(begun)} />
      <fieldset className="min-w-0" aria-describedby={errors.refusal ? 'refusal-error' : undefined}>
        <legend className="title-2 outline-none" tabIndex={-1} ref={takeFocus}>
          2. Choose the refusal
        </legend>
        <p className="mt-3 text-soft">
          Refused in the last 30 days: <span className="break-all font-mono text-[0.875em]">{begun.wallet_address}</span>
        </p>
        <div className="mt-5 border-rule border-t">
          {begun.refusals.map((one) => (
            <label key={one.id} className="flex cursor-pointer gap-4 border-rule border-b py-4">
              <input
                type="radio"
                name="refusal"
                value={one.id}
                checked={chosen === one.id}
                onChange={() => {
                  setChosen(one.id)
                  setErrors(({ refusal: _, ...rest }) => rest)
                }}
                className="mt-0.5 size-5 shrink-0 accent-seal"
              />
              <span className="min-w-0">
                <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
                  <strong className="break-words font-semibold">{one.organization}</strong>
                  {one.environment === 'sandbox' ? <Status>sandbox</Status> : null}
                </span>
                <span className="mt-0.5 block">
                  {marketWord(one.market)}, {longDate(one.refused_at)}. Reason: {classWords(one.reason_classes)}.
                </span>
                <span className="block text-[0.9375rem] text-soft">Appeal until {longDate(one.possible_until)}</span>
              </span>
            </label>
          ))}
        </div>
        {errors.refusal ? (
          <p id="refusal-error" role="alert" className="mt-1.5 text-[0.9375rem] text-madder">
            {errors.refusal}
          </p>
        ) : null}
      </fieldset>
      <div>
        <h2 className="title-2">3. Say why</h2>
        <Field
          className="mt-5"
          label="Your statement"
          hint="What is wrong, and what shows it. It is sealed, and read only by those who decide."
          error={errors.statement}
          aside={
            <span className="tabular text-[0.9375rem] text-soft">
              {statement.length}/{MAX}
            </span>
          }
        >
          <Textarea
            name="statement"
            rows={8}
            value={statement}
            onChange={(event) => {
              setStatement(event.target.value)
              setErrors(({ statement: _, ...rest }) => rest)
            }}
          />
        </Field>
      </div>
      {failure}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" size="lg" busy={busy}>
          Open the appeal
        </Button>
        <Button type="button" size="lg" variant="outline" className="js-only" disabled={busy} onClick={() => setBegun(null)}>
          Use another wallet
        </Button>
      </div>
      <Earlier appeals={begun.appeals} />
    </form>
  )
}

function Earlier({ appeals }: { appeals: AppealView[] }) {
  if (!appeals.length) return null
  return (
    <section aria-labelledby="earlier">
      <h2 id="earlier" className="title-3">
        Appeals of this wallet
      </h2>
      <ul className="mt-3 border-rule border-t">
        {appeals.map((appeal) => (
          <li key={appeal.id} className="border-rule border-b py-4">
            <Shown appeal={appeal} />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** For wallets that this browser does not reach: a telephone's, a hardware wallet's tool, Solana, the command line. */
function Elsewhere({
  start,
  busy,
  run,
  begin,
}: {
  start: Steps
  busy: boolean
  run: <T>(work: () => Promise<T>) => Promise<T | null>
  begin: (sign: () => Promise<{ message: string; signature: string }>) => Promise<unknown>
}) {
  const [address, setAddress] = useState(start.address ?? '')
  const [message, setMessage] = useState(start.message ?? '')
  // Without scripts nothing would open a button again.
  const [live, setLive] = useState(false)
  useEffect(() => setLive(true), [])
  const [signature, setSignature] = useState('')
  return (
    <details className="group border-rule border-y py-4" open={Boolean(start.address)}>
      <summary className="flex cursor-pointer items-center justify-between gap-4 font-semibold">
        No wallet in this browser, or one of Solana
        <ChevronDown className="size-5 shrink-0 text-soft group-open:rotate-180" aria-hidden />
      </summary>
      <div className="mt-4 grid gap-5">
        <p className="max-w-[62ch] text-soft">
          Open this page in the browser of your wallet’s app or install its extension. Or sign anywhere: enter the address, sign the text
          with whatever holds its key, and paste the signature here within ten minutes.
        </p>
        <form
          method="post"
          noValidate
          className="grid gap-3"
          onSubmit={(event) => {
            event.preventDefault()
            void run(async () => setMessage((await callBackEnd<{ message: string }>(CHALLENGE, { address: address.trim() })).message))
          }}
        >
          <Field label="Wallet address">
            <Input
              name="address"
              value={address}
              onChange={(event) => setAddress(event.target.value)}
              autoComplete="off"
              spellCheck={false}
              className="font-mono"
              placeholder="0x… or a Solana address"
            />
          </Field>
          <div>
            <Button type="submit" variant="outline" busy={busy} disabled={live && !address.trim()}>
              Get the text to sign
            </Button>
          </div>
        </form>
        {message ? (
          <form
            method="post"
            noValidate
            className="grid gap-3"
            onSubmit={(event) => {
              event.preventDefault()
              void begin(async () => ({ message, signature: signature.trim() }))
            }}
          >
            <input type="hidden" name="address" value={address} />
            <input type="hidden" name="message" value={message} />
            <div className="flex items-center justify-between gap-3">
              <span className="font-semibold text-[0.9375rem]">Text to sign</span>
              <CopyButton text={message} label="Copy the text to sign" />
            </div>
            <pre className="whitespace-pre-wrap rounded-md [overflow-wrap:anywhere] border border-rule bg-sunk p-4 text-[0.8125rem]">
              {message}
            </pre>
            <Field label="Signature">
              <Textarea
                name="signature"
                rows={3}
                value={signature}
                onChange={(event) => setSignature(event.target.value)}
                autoComplete="off"
                spellCheck={false}
                className="min-h-20 break-all font-mono"
              />
            </Field>
            <div>
              <Button type="submit" busy={busy} disabled={live && !signature.trim()}>
                Check the signature
              </Button>
            </div>
          </form>
        ) : null}
      </div>
    </details>
  )
}

function Receipt({ appeal }: { appeal: AppealView }) {
  return (
    <section aria-labelledby="receipt" className="grid gap-6">
      <Alert tone="success" title="Your appeal is open">
        {appeal.organization} was told. A person who did not refuse you answers by {longDate(appeal.answer_by)}.
      </Alert>
      <h2 id="receipt" className="title-2 outline-none" tabIndex={-1} ref={takeFocus}>
        Keep this receipt
      </h2>
      <dl className="border-rule border-t">
        {[
          { label: 'Appeal', value: appeal.id, copy: true },
          { label: 'Case', value: appeal.case_id, copy: true },
          { label: 'About', value: `${appeal.organization}, ${marketWord(appeal.market)}, ${classWords(appeal.reason_classes)}` },
          { label: 'Opened', value: `${dateTime(appeal.opened_at)} UTC` },
        ].map((row) => (
          <div key={row.label} className="grid gap-x-6 border-rule border-b py-3 sm:grid-cols-[8rem_1fr]">
            <dt className="text-soft">{row.label}</dt>
            <dd className={row.copy ? 'flex min-w-0 items-center gap-2 break-all font-mono text-[0.9375rem]' : 'min-w-0 break-words'}>
              {row.value}
              {row.copy ? <CopyButton text={row.value} label={`Copy the id of the ${row.label.toLowerCase()}`} /> : null}
            </dd>
          </div>
        ))}
      </dl>
      <p className="max-w-[62ch] text-soft">
        With the id of the appeal, or by signing again, you see here how it stands. We hold no mail address of yours, so nothing is sent to
        you.
      </p>
      <p>
        <TextLink to={`/appeal?id=${appeal.id}`}>See how it stands</TextLink>
      </p>
    </section>
  )
}
