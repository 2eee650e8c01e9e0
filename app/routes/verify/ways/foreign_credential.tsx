import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import type { ForeignWays } from '#core/identity/foreign/in-session.ts'
import { callBackEnd, messageOf, Refusal } from '../../../lib/back-end.ts'
import { signWithWallet } from '../../../lib/sign-with-wallet.ts'
import { networkOf } from '../../../lib/wallet/networks.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { Field } from '../../../ui/field.tsx'
import { Input, Select, Textarea } from '../../../ui/input.tsx'
import { headOf, useTold } from './not-shown.tsx'
import type { WayProps } from './way.ts'

type Kind = ForeignWays['accepted'][number]['kind']
type Signature = { message: string; signature: string }

const networkName = (id: number) => networkOf(String(id))!.name

const KINDS: Record<Kind, { label: string; text: string }> = {
  eas: { label: 'Attestation', text: 'Of the Ethereum Attestation Service, about this wallet.' },
  onchainid: { label: 'Claim', text: 'Of an identity contract (ONCHAINID) that this wallet manages.' },
  vc: { label: 'Verifiable credential', text: 'As text (JWT), issued to this wallet or to a key of yours.' },
}

/** What others confirmed of the holder: shown by whoever controls the wallet that it is about. */
export function ForeignCredential({ page, secret }: { page: WayProps['page']; secret: string }) {
  const address = `/verify/${secret}/foreign-credential`
  const { told, notShown } = useTold<ForeignWays>(page.wallet_address ? address : null)
  if (!page.wallet_address)
    return <Alert tone="warning">Credentials of others are about a wallet, and this session is about none. Choose another way.</Alert>
  if (!told) return notShown
  if (!told.accepted.length)
    return (
      <Alert tone="warning" title="There is nobody whose credentials are taken here">
        {page.organization} trusts no issuer of such credentials yet. Choose another way.
      </Alert>
    )
  return <Present told={told} organization={page.organization} address={address} />
}

function Present({ told, organization, address }: { told: ForeignWays; organization: string; address: string }) {
  const kinds = (Object.keys(KINDS) as Kind[]).filter((kind) => told.accepted.some((one) => one.kind === kind))
  const [kind, setKind] = useState<Kind>(kinds[0]!)
  const form = useRef<HTMLFormElement>(null)
  const { busy, outcome, errorAt, send } = usePresenting(address)
  const present = (sign: () => Promise<Signature | undefined>) => {
    if (form.current?.reportValidity()) void send(new FormData(form.current), kind, sign)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    present(told.proof === 'given' || !told.in_browser ? async () => undefined : () => signWithWallet(`${address}/challenge`))
  }
  return (
    <section className="grid gap-6" aria-label="Credential of another company" data-testid="foreign-credential">
      <Accepted told={told} organization={organization} />
      {outcome}
      <form ref={form} onSubmit={submit} className="grid gap-5">
        {kinds.length > 1 ? <ChooseKind kinds={kinds} kind={kind} onChoose={setKind} /> : null}
        {kinds.map((one) => (
          // What was typed of one kind is still there when another was looked at.
          <fieldset key={one} hidden={one !== kind} disabled={one !== kind} className="grid min-w-0 gap-5 [&[hidden]]:hidden">
            <legend className="sr-only">{KINDS[one].label}</legend>
            <FieldsOf kind={one} told={told} errorAt={errorAt} />
          </fieldset>
        ))}
        {told.proof !== 'given' && told.in_browser ? (
          <p className="text-soft">
            Your wallet signs a message that it is yours: <code className="break-all">{told.wallet_address}</code>. It costs nothing and
            moves nothing.
          </p>
        ) : null}
        {told.proof === 'given' || told.in_browser ? (
          <div className="flex flex-wrap gap-3">
            <Button type="submit" busy={busy} busyLabel={told.proof === 'given' ? 'Checking…' : 'Look into your wallet…'}>
              {told.proof === 'given' ? 'Present it' : 'Sign and present it'}
            </Button>
            {told.proof === 'optional' ? (
              <Button variant="outline" disabled={busy} onClick={() => present(async () => undefined)}>
                Without a signature (sandbox)
              </Button>
            ) : null}
          </div>
        ) : null}
      </form>
      {told.proof === 'given' ? null : (
        <SignElsewhere address={address} busy={busy} open={!told.in_browser} onSigned={(signature) => present(async () => signature)} />
      )}
    </section>
  )
}

function Accepted({ told, organization }: { told: ForeignWays; organization: string }) {
  return (
    <div>
      <p>{organization} takes what these have confirmed of you, when it is about this wallet:</p>
      <ul className="mt-3 border-rule border-t">
        {told.accepted.map((one) => (
          <li key={`${one.kind} ${one.name} ${one.chain_id}`} className="flex flex-wrap gap-x-3 border-rule border-b py-2">
            <span className="min-w-0 font-semibold [overflow-wrap:anywhere]">{one.name}</span>
            <span className="text-soft">
              {KINDS[one.kind].label.toLowerCase()}
              {one.chain_id === null ? '' : ` on ${networkName(one.chain_id)}`}
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}

function ChooseKind({ kinds, kind, onChoose }: { kinds: Kind[]; kind: Kind; onChoose: (kind: Kind) => void }) {
  return (
    <fieldset>
      <legend className="mb-1.5 font-semibold text-[0.9375rem]">What you present</legend>
      {kinds.map((one) => (
        <label key={one} className="flex min-h-11 items-start gap-2.5 py-1.5">
          <input
            type="radio"
            name="kind"
            value={one}
            checked={kind === one}
            onChange={() => onChoose(one)}
            className="mt-1 size-4 shrink-0 accent-seal"
          />
          <span>
            <span className="font-semibold">{KINDS[one].label}</span>
            <span className="block text-[0.9375rem] text-soft">{KINDS[one].text}</span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}

type ErrorAt = (field: string) => string | undefined

function FieldsOf({ kind, told, errorAt }: { kind: Kind; told: ForeignWays; errorAt: ErrorAt }) {
  if (kind === 'vc')
    return (
      <>
        <Field label="Credential" hint="The whole text that its issuer gave you; it begins with eyJ." error={errorAt('credential')}>
          <Textarea
            name="credential"
            required
            maxLength={50_000}
            spellCheck={false}
            className="min-h-28 break-all font-mono text-[0.875rem]"
          />
        </Field>
        <Field
          label="Proof by the key it is bound to"
          optional
          hint="Only where it was issued to a key and not to this wallet: your credential app makes it."
          error={errorAt('holder_proof')}
        >
          <Textarea name="holder_proof" maxLength={10_000} spellCheck={false} className="min-h-16 break-all font-mono text-[0.875rem]" />
        </Field>
      </>
    )
  const chains = [...new Set(told.accepted.flatMap((one) => (one.kind === kind && one.chain_id !== null ? one.chain_id : [])))]
  return (
    <>
      <Field label="Chain" error={errorAt('chain_id')}>
        <Select name="chain_id" required defaultValue={chains[0]}>
          {chains.map((id) => (
            <option key={id} value={id}>
              {networkName(id)}
            </option>
          ))}
        </Select>
      </Field>
      {kind === 'eas' ? (
        <Field
          label="UIDs of the attestations"
          hint="One a line, at most four, all of one issuer. The issuer’s page shows them, and easscan.org does for your address."
          error={errorAt('uids')}
        >
          <Textarea name="uids" required spellCheck={false} placeholder="0x…" className="min-h-20 break-all font-mono text-[0.875rem]" />
        </Field>
      ) : (
        <>
          <Field label="Address of your identity contract" error={errorAt('identity')}>
            <Input name="identity" required spellCheck={false} placeholder="0x…" className="font-mono text-[0.875rem]" />
          </Field>
          <Field label="Topics of the claims" hint="Numbers, one a line, at most four, all of one issuer." error={errorAt('topics')}>
            <Textarea name="topics" required spellCheck={false} inputMode="numeric" className="min-h-20 font-mono text-[0.875rem]" />
          </Field>
        </>
      )}
    </>
  )
}

/** For wallets that no browser holds: the message to sign, and a place for what they signed. */
function SignElsewhere(props: { address: string; busy: boolean; open: boolean; onSigned: (signature: Signature) => void }) {
  const { address, busy, open, onSigned } = props
  const [message, setMessage] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const ask = () =>
    callBackEnd<{ message: string }>(`${address}/challenge`, {}).then(
      (asked) => {
        setProblem(null)
        setMessage(asked.message)
      },
      (error: unknown) => setProblem(messageOf(error)),
    )
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const signature = String(new FormData(event.currentTarget).get('signature')).trim()
    onSigned({ message: message!, signature })
  }
  return (
    <details open={open} className="border-rule border-t pt-5">
      <summary className="link inline-flex min-h-8 cursor-pointer items-center">Sign with a wallet that is not in this browser</summary>
      <div className="mt-4 grid gap-4">
        {problem ? <Alert tone="error">{problem}</Alert> : null}
        {message === null ? (
          <Button variant="outline" onClick={() => void ask()} className="justify-self-start">
            Show the message to sign
          </Button>
        ) : (
          <form onSubmit={submit} className="grid gap-4">
            <div>
              <div className="flex items-center justify-between gap-3">
                <p className="font-semibold text-[0.9375rem]">Sign this, letter by letter, within ten minutes</p>
                <CopyButton text={message} label="Copy the message" />
              </div>
              <pre className="mt-1.5 whitespace-pre-wrap border border-rule p-3 text-[0.875rem] [overflow-wrap:anywhere]">{message}</pre>
            </div>
            <Field label="Signature">
              <Textarea name="signature" required spellCheck={false} className="min-h-20 break-all font-mono text-[0.875rem]" />
            </Field>
            <div className="flex flex-wrap gap-3">
              <Button type="submit" busy={busy}>
                Present it
              </Button>
              <Button variant="ghost" onClick={() => void ask()}>
                Another message
              </Button>
            </div>
          </form>
        )}
      </div>
    </details>
  )
}

/** Sends what is presented, and says what became of it. What was typed stays. */
function usePresenting(address: string): {
  busy: boolean
  outcome: ReactNode
  errorAt: ErrorAt
  send: (form: FormData, kind: Kind, sign: () => Promise<Signature | undefined>) => Promise<void>
} {
  const { revalidate } = useRevalidator()
  const [busy, setBusy] = useState(false)
  const [tooLittle, setTooLittle] = useState(false)
  const [failed, setFailed] = useState<unknown>(null)
  const fields = failed instanceof Refusal ? failed.fields : []
  const errorAt: ErrorAt = (field) => fields.find(({ pointer }) => pointer === `/${field}` || pointer.startsWith(`/${field}/`))?.detail
  const send = async (form: FormData, kind: Kind, sign: () => Promise<Signature | undefined>) => {
    setFailed(null)
    setTooLittle(false)
    setBusy(true)
    try {
      const signature = await sign()
      const { status } = await callBackEnd<{ status: string }>(address, { ...presented(form, kind), signature })
      setTooLittle(status === 'open')
      await revalidate()
    } catch (error) {
      setFailed(error)
    } finally {
      setBusy(false)
    }
  }
  useEffect(() => {
    if (failed) document.querySelector<HTMLElement>('main [aria-invalid="true"]')?.focus()
  }, [failed])
  const outcome = failed ? (
    <Alert tone="error" title={headOf(failed)}>
      {messageOf(failed)}
    </Alert>
  ) : tooLittle ? (
    <Alert tone="info" title="It was taken, and more is asked for">
      It was kept, but it does not prove as much as is asked for here. Choose another way as well.
    </Alert>
  ) : null
  return { busy, outcome, errorAt, send }
}

/** What is sent, as the call takes it. */
function presented(form: FormData, kind: Kind): object {
  const text = (name: string) => String(form.get(name) ?? '').trim() || undefined
  const lines = (name: string) => text(name)?.split(/[\s,]+/)
  if (kind === 'vc') return { kind, credential: text('credential'), holder_proof: text('holder_proof') }
  const chain_id = Number(text('chain_id'))
  return kind === 'eas'
    ? { kind, chain_id, uids: lines('uids')?.map((uid) => uid.toLowerCase()) }
    : { kind, chain_id, identity: text('identity'), topics: lines('topics') }
}
