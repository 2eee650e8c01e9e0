import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { CHAIN_KEYS, chainName } from '#chains/chains.ts'
import { callBackEnd } from '../../../lib/back-end.ts'
import { shortDate } from '../../../lib/dates.ts'
import { shortAddress } from '../../../lib/format.ts'
import { signWithWallet } from '../../../lib/sign-with-wallet.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { Input, Select, Textarea } from '../../../ui/input.tsx'
import { toast } from '../../../ui/toast.ts'
import { AsApiCall } from '../../dashboard/as-api-call.tsx'
import { StateBadge } from '../../state-badge.tsx'
import { ConfirmedAct } from '../act.tsx'
import { useEnvironment } from '../frame.tsx'
import type { Figures } from './overview.tsx'
import { PauseToken } from './pause-token.tsx'

type Offering = Figures['offering']

/** The contract that mints: named, proven by the signature of a wallet that controls it, and in the end deactivated. */
export function TokenContract({ offering }: { offering: Offering }) {
  const { token_address: address, token } = offering
  const ended = token.state === 'deactivated'
  const fixed = ended || (address !== null && Number(offering.tokens_issued) > 0)
  return (
    <section
      aria-label="Token contract"
      className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-md border border-rule bg-raised px-4 py-3"
    >
      <div className="min-w-0">
        <h2 className="flex flex-wrap items-center gap-2 font-semibold">
          Token contract {address ? <StateBadge of="token" state={token.state} /> : null}
        </h2>
        {address ? (
          <p className="text-soft">
            <code className="break-all text-[0.8125rem] text-ink">{address}</code>
            <CopyButton text={address} label="Copy the address" className="js-only align-middle" />
            <span className="block text-[0.9375rem]">
              {chainName(chainOf(offering))}, {offering.token_decimals ?? 0} decimals. {about(offering)}
            </span>
          </p>
        ) : (
          <p className="text-[0.9375rem] text-soft">Name it, and each mint is prepared here for your wallet to sign.</p>
        )}
      </div>
      <div className="no-print flex flex-wrap gap-2">
        {fixed ? null : <NameContract offering={offering} />}
        {address && token.state === 'unlinked' ? <Prove offering={offering} address={address} /> : null}
        {token.state === 'active' || (token.state === 'paused' && token.paused_by === 'issuer') ? (
          <PauseToken id={offering.id} act={token.state === 'active' ? 'pause' : 'resume'} />
        ) : null}
        {['active', 'paused'].includes(token.state) ? <Deactivate offering={offering} /> : null}
      </div>
    </section>
  )
}

function about({ token }: Offering): string {
  if (token.deactivated_at)
    return `Deactivated on ${shortDate(token.deactivated_at)}${token.redemption_plan_sha256 ? ', with a plan of redemption' : ''}: nothing is issued or transferred any more.`
  if (token.paused_at)
    return token.paused_by === 'admin'
      ? `Paused by Sealwright on ${shortDate(token.paused_at)}: nothing is issued or transferred. Write to support.`
      : `Paused on ${shortDate(token.paused_at)}: nothing is issued or transferred until it is resumed.`
  if (!token.wallet_address) return 'Nobody has proven yet that it is yours.'
  const role = token.role === 'not_asked' ? 'in the sandbox no chain is asked' : `its ${token.role?.replace('_', ' ')}`
  return `Proven on ${shortDate(token.linked_at!)} by ${shortAddress(token.wallet_address)}, ${role}.`
}

const chainOf = ({ chain, token_address }: Offering): string =>
  chain ?? (token_address === null || token_address.startsWith('0x') ? 'ethereum' : 'solana')

function NameContract({ offering }: { offering: Offering }) {
  const address = offering.token_address
  return (
    <ConfirmedAct
      label={address ? 'Change' : 'Name the contract'}
      ariaLabel={address ? 'Change the token contract' : undefined}
      title="Token contract"
      text="It is called by your own wallet. It cannot change once tokens were issued by it."
      action="Keep it"
      values={{ intent: 'token' }}
      call={{ method: 'PATCH', path: `/v1/offerings/${offering.id}`, body: { token_address: address ?? '0x…', token_decimals: 0 } }}
    >
      <Field label="Address" hint="Of the contract; on Solana of a Token-2022 mint.">
        <Input name="token_address" defaultValue={address ?? ''} autoComplete="off" spellCheck={false} className="font-mono" />
      </Field>
      {offering.chain ? null : (
        <Field label="Chain">
          <Select name="chain" defaultValue="ethereum">
            {CHAIN_KEYS.map((chain) => (
              <option key={chain} value={chain}>
                {chainName(chain)}
              </option>
            ))}
          </Select>
        </Field>
      )}
      <Field label="Decimals" hint="0 where one unit is one token. In production the contract itself is asked.">
        <Input type="number" name="token_decimals" min={0} max={36} defaultValue={offering.token_decimals ?? 0} />
      </Field>
    </ConfirmedAct>
  )
}

/** A wallet signs a message that names contract and offering: this browser's, or any other by hand. */
function Prove({ offering, address }: { offering: Offering; address: string }) {
  const environment = useEnvironment()
  const { revalidate } = useRevalidator()
  const [open, setOpen] = useState(false)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [message, setMessage] = useState<string | null>(null)
  const path = `/issuer/offerings/${offering.id}/token`
  const solana = chainOf(offering) === 'solana'
  const run = async (work: () => Promise<unknown>) => {
    setBusy(true)
    setProblem(null)
    try {
      await work()
    } catch (error) {
      setProblem((error as Error).message)
    } finally {
      setBusy(false)
    }
  }
  const link = async (signed: { message: string; signature: string }) => {
    await callBackEnd(path, signed)
    setOpen(false)
    toast.success('The contract is linked')
    await revalidate()
  }
  return (
    <>
      <Button size="sm" variant="outline" onClick={() => setOpen(true)}>
        Prove it by signature
      </Button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title="Prove the contract"
        description={`${solana ? 'The mint’s authority' : 'The wallet that owns the contract, or may mint with it,'} signs a message. In production the contract itself is asked about the wallet. It costs nothing and moves nothing.`}
      >
        <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
          <p className="break-all font-mono text-[0.8125rem]">{address}</p>
          {problem ? <Alert tone="error">{problem}</Alert> : null}
          {solana ? null : (
            <div>
              <Button busy={busy} busyLabel="Look at your wallet…" onClick={() => void run(async () => link(await signWithWallet(path)))}>
                Sign with your wallet
              </Button>
            </div>
          )}
          <details open={solana}>
            <summary className="cursor-pointer font-semibold text-[0.9375rem] underline decoration-rule-strong underline-offset-4">
              {solana ? 'With its wallet, by hand' : 'With another wallet, by hand'}
            </summary>
            <form
              className="mt-3 grid grid-cols-[minmax(0,1fr)] gap-3"
              onSubmit={(event) => {
                event.preventDefault()
                const text = (name: string) => String(new FormData(event.currentTarget).get(name) ?? '').trim()
                void run(async () =>
                  message
                    ? link({ message, signature: text('signature') })
                    : setMessage((await callBackEnd<{ message: string }>(path, { address: text('address') })).message),
                )
              }}
            >
              <Field label="Address of the wallet">
                <Input
                  name="address"
                  required
                  autoComplete="off"
                  spellCheck={false}
                  className="font-mono"
                  onChange={() => setMessage(null)}
                />
              </Field>
              {message ? (
                <>
                  <div className="relative">
                    <pre className="max-h-56 overflow-auto whitespace-pre-wrap break-words rounded-md bg-sunk p-3 pr-11 text-[0.75rem]">
                      {message}
                    </pre>
                    <CopyButton text={message} label="Copy the message" className="absolute top-1 right-1" />
                  </div>
                  <Field label="Signature">
                    <Textarea
                      name="signature"
                      required
                      autoComplete="off"
                      spellCheck={false}
                      className="min-h-20 font-mono text-[0.8125rem]"
                    />
                  </Field>
                </>
              ) : null}
              <div className="flex justify-end">
                <Button type="submit" variant="outline" busy={busy}>
                  {message ? 'Link the contract' : 'Get the message'}
                </Button>
              </div>
            </form>
          </details>
          <AsApiCall
            environment={environment}
            label="The API calls that do it"
            call={{
              method: 'POST',
              path: `/v1/offerings/${offering.id}/token/challenge`,
              body: { token_address: address, wallet_address: solana ? '…' : '0x…' },
            }}
          />
        </div>
      </Dialog>
    </>
  )
}

function Deactivate({ offering }: { offering: Offering }) {
  return (
    <ConfirmedAct
      label="Deactivate"
      ariaLabel="Deactivate the token"
      title="Deactivate this token"
      text="For good: nothing is issued or transferred any more. You ask; another person has to agree. Until then everything goes on."
      action="Ask to deactivate"
      keep="Keep it"
      destructive
      values={{ intent: 'deactivate-token' }}
      fields={['plan_sha256', 'note']}
      call={{
        method: 'POST',
        path: `/v1/offerings/${offering.id}/token/deactivate`,
        body: { reason_code: 'fully_redeemed', note: 'All holders were paid back.' },
      }}
    >
      <Field label="Ground">
        <Select name="reason_code" required defaultValue="">
          <option value="">Choose</option>
          <option value="fully_redeemed">Fully redeemed</option>
          <option value="contract_replaced">Contract replaced</option>
          <option value="issuer_wound_up">Issuer wound up</option>
          <option value="other">Other</option>
        </Select>
      </Field>
      <Field label="Why" hint="Kept in the log: no names.">
        <Textarea name="note" required minLength={10} maxLength={2000} className="min-h-20" />
      </Field>
      <Field label="SHA-256 of the plan of redemption" optional hint="Needed while anybody holds tokens. The paper stays with you.">
        <Input name="plan_sha256" pattern="[0-9a-f]{64}" autoComplete="off" spellCheck={false} className="font-mono" />
      </Field>
    </ConfirmedAct>
  )
}
