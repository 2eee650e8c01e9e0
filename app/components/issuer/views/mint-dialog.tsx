import { useState } from 'react'
import type { UnsignedReason } from '#core/securities/token-state/unsigned.ts'
import type { IssuanceRow } from '#core/securities/tokens/list-rows.ts'
import { useAct } from '../../../lib/act.ts'
import { callBackEnd } from '../../../lib/back-end.ts'
import { dateTime } from '../../../lib/dates.ts'
import { amount, shortAddress } from '../../../lib/format.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { AsApiCall } from '../../dashboard/as-api-call.tsx'
import { type EvmTransaction, ToCopy, ToSign } from './to-sign.tsx'

const HASH = '(0x[0-9a-fA-F]{64}|[1-9A-HJ-NP-Za-km-z]{64,88})'

/** Why there is nothing to sign, and what to do then. */
const NOTHING: Record<UnsignedReason, string> = {
  denied: 'It was denied: nothing is minted.',
  token_address_unknown:
    'The token’s contract is not named yet. Name it above, and the mint is prepared here; or mint with your own tools.',
  token_not_linked: 'Nobody has proven yet that the contract is yours. Prove it above, and the mint is prepared here.',
  token_paused: 'The token is paused. The mint is prepared here once it is resumed.',
  wallet_of_another_chain: 'The holder’s wallet is not of this chain. Mint with your own tools, or authorise it anew for another wallet.',
  read_it_alone: 'The mint is prepared when you ask for it.',
  sandbox_has_no_chain:
    'A transaction of Solana holds a recent block, and the sandbox asks no chain. In production it is prepared here; report any hash meanwhile.',
  chain_not_configured: 'This server has no node of Solana to ask for a recent block. Mint with your own tools.',
  chain_not_answering: 'The node of Solana does not answer now. Nothing is lost: try again in a moment.',
  not_a_mint: 'At the token’s address is no mint of Token-2022. Mint with your own tools.',
  authority_cannot_sign: 'The mint’s authority is nobody’s wallet: it is a program, or nobody may mint any more. Mint with your own tools.',
  account_frozen: 'The holder’s token account is frozen, and a freeze stands on record or thawing takes another key. Lift it first.',
}

/** A mint: what to sign, with the browser's wallet or one's own tools, and where its hash is reported. */
export function MintDialog({ row, environment, onClose }: { row: IssuanceRow; environment: string; onClose: () => void }) {
  const { Form, submit, busy, refusal } = useAct({ onDone: onClose })
  const [hash, setHash] = useState(row.transaction_hash ?? '')
  const unsigned = row.unsigned_transaction as EvmTransaction | null
  const waits = row.status === 'authorized'
  // Kept in its field, too: a report that does not get through is not lost.
  const onSent = (transaction_hash: string) => {
    setHash(transaction_hash)
    void submit({ intent: 'report-mint', id: row.id, transaction_hash }, { method: 'post' })
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`${waits ? 'Mint' : 'The mint of'} ${amount(row.quantity)} tokens`}
      description={
        <>
          To {row.holder ?? 'the holder'},{' '}
          <code className="text-[0.875em]" title={row.wallet_address}>
            {shortAddress(row.wallet_address)}
          </code>
          .{' '}
          {waits
            ? row.expires_at
              ? `Sign it and report its hash until ${dateTime(row.expires_at)} UTC; then it fails, and the tokens are free again.`
              : 'Sign it and report its hash.'
            : 'It waits for its chain. Report another hash when your wallet replaced the transaction.'}
        </>
      }
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        {waits ? (
          unsigned ? (
            <ToSign unsigned={unsigned} environment={environment} onSent={onSent} busy={busy} />
          ) : row.unsigned_reason === 'read_it_alone' ? (
            <SolanaMint row={row} />
          ) : (
            <Alert tone="info">{NOTHING[row.unsigned_reason!]}</Alert>
          )
        ) : null}
        <Form method="post" className="grid gap-3">
          <input type="hidden" name="intent" value="report-mint" />
          <input type="hidden" name="id" value={row.id} />
          <Field
            label="Hash of the mint"
            hint={
              environment === 'sandbox' ? 'The sandbox asks no chain: any hash counts at once.' : 'As your wallet or the explorer shows it.'
            }
            error={refusal ? (refusal.fields[0]?.detail ?? refusal.message) : undefined}
          >
            <Input
              name="transaction_hash"
              required
              pattern={HASH}
              title="0x and 64 hexadecimal digits, or a signature of Solana"
              value={hash}
              onChange={(event) => setHash(event.target.value)}
              autoComplete="off"
              spellCheck={false}
              className="font-mono text-[0.8125rem]"
            />
          </Field>
          <div className="flex flex-wrap justify-end gap-3">
            {environment === 'sandbox' ? (
              <Button variant="ghost" onClick={() => setHash(madeUp())}>
                Make one up
              </Button>
            ) : null}
            <Button type="submit" variant={unsigned || row.unsigned_reason === 'read_it_alone' ? 'outline' : 'primary'} busy={busy}>
              Report the mint
            </Button>
          </div>
        </Form>
        {waits && row.authorization ? (
          <Details label="The signed authorization" text={JSON.stringify(row.authorization, null, 2)}>
            For a minter of your own that checks it. It is good for ten minutes.
          </Details>
        ) : null}
        <AsApiCall
          environment={environment}
          label="The API call that reports it"
          call={{
            method: 'POST',
            path: `/v1/tokens/issue/${row.id}/confirm`,
            body: { transaction_hash: hash || `0x${'a1'.repeat(32)}` },
          }}
        />
      </div>
    </Dialog>
  )
}

/** Opens the dialog of a mint. */
export const MintButton = ({ row, onOpen }: { row: IssuanceRow; onOpen: () => void }) => (
  <Button
    variant={row.status === 'authorized' ? 'primary' : 'outline'}
    size="sm"
    onClick={onOpen}
    aria-label={`${row.status === 'authorized' ? 'Sign and report the mint for' : 'Change the hash of the mint for'} ${row.holder ?? row.wallet_address}`}
  >
    {row.status === 'authorized' ? 'Sign and report' : 'Change hash'}
  </Button>
)

function Details({ label, text, children }: { label: string; text: string; children: string }) {
  return (
    <details>
      <summary className="cursor-pointer font-semibold text-[0.9375rem] underline decoration-rule-strong underline-offset-4">
        {label}
      </summary>
      <p className="mt-2 flex items-center justify-between gap-2 text-[0.9375rem] text-soft">
        {children}
        <CopyButton text={text} label={`Copy ${label.toLowerCase()}`} />
      </p>
      <pre className="mt-2 max-h-56 overflow-auto rounded-md bg-sunk p-3 text-[0.75rem]">{text}</pre>
    </details>
  )
}

interface SolanaTransaction {
  cluster: string
  fee_payer: string
  transaction_base64: string
}

/** A transaction of Solana lives about a minute, so it is prepared when whoever signs is ready. */
function SolanaMint({ row }: { row: IssuanceRow }) {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [made, setMade] = useState<SolanaTransaction | null>(null)
  const prepare = async () => {
    setBusy(true)
    setProblem(null)
    setMade(null)
    try {
      const { unsigned_transaction, unsigned_reason } = await callBackEnd<{
        unsigned_transaction: SolanaTransaction | null
        unsigned_reason: UnsignedReason | null
      }>(`/issuer/mints/${row.id}`)
      if (unsigned_transaction) setMade(unsigned_transaction)
      else setProblem(NOTHING[unsigned_reason ?? 'read_it_alone'])
    } catch (error) {
      setProblem((error as Error).message)
    } finally {
      setBusy(false)
    }
  }
  return (
    <section className="grid gap-3" aria-label="What to sign">
      {problem ? <Alert tone="warning">{problem}</Alert> : null}
      {made ? (
        <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-[0.9375rem]">
          <dt className="text-soft">Network</dt>
          <dd>{made.cluster === 'mainnet-beta' ? 'Solana' : `Solana, ${made.cluster.replace('solana:', 'cluster ')}`}</dd>
          <ToCopy label="Signer" text={made.fee_payer} />
          <ToCopy label="Transaction" text={made.transaction_base64} className="max-h-32 overflow-auto" />
        </dl>
      ) : null}
      <div className="flex flex-wrap items-center gap-3">
        <Button variant={made ? 'outline' : 'primary'} onClick={() => void prepare()} busy={busy}>
          {made ? 'Prepare it anew' : 'Prepare the mint'}
        </Button>
        <span className="text-[0.9375rem] text-soft">
          {made ? 'In base64, for the mint’s authority to sign and send within a minute.' : 'It can be sent for about a minute.'}
        </span>
      </div>
    </section>
  )
}

/** A hash for the sandbox, which asks no chain. */
const madeUp = () => `0x${Array.from(crypto.getRandomValues(new Uint8Array(32)), (byte) => byte.toString(16).padStart(2, '0')).join('')}`
