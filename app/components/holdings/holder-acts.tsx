import { useState } from 'react'
import type { CapTableRow } from '#core/securities/holdings/cap-table.ts'
import { errorAt } from '../../lib/act.ts'
import { amount, shortAddress, words } from '../../lib/format.ts'
import type { PageRefusal } from '../../lib/verb-errors.ts'
import { Field } from '../../ui/field.tsx'
import { Input, Select } from '../../ui/input.tsx'
import { ActDialog } from '../act-dialog.tsx'
import { GroundFields } from './ground-fields.tsx'

const HASH = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'
/** The action that all acts on holdings go to, from whichever page. */
export const ACTS = '/issuer/holding-act'
export const FIELDS = ['legal_basis', 'document_sha256', 'note', 'quantity', 'expires_at', 'to_address', 'freeze_id', 'wallet_address']

/** What can be done with a holder's units without the holder: stop them at once, or ask that they move. */
export function HolderActs({ row, offeringId, environment }: { row: CapTableRow; offeringId: string; environment: string }) {
  return (
    <span className="flex gap-2">
      <FreezeAct row={row} offeringId={offeringId} environment={environment} />
      <TransferAct row={row} offeringId={offeringId} environment={environment} />
    </span>
  )
}

interface Props {
  row: CapTableRow
  offeringId: string
  environment: string
}

function FreezeAct({ row, offeringId, environment }: Props) {
  return (
    <ActDialog
      label="Freeze"
      ariaLabel={`Freeze units of ${row.name}`}
      title={`Freeze units of ${row.name}`}
      text="It takes effect at once: transfers and redemptions stop. Lifting it again needs another person."
      action="Freeze now"
      to={ACTS}
      values={{ intent: 'freeze', offering_id: offeringId }}
      fields={FIELDS}
      destructive
      environment={environment}
      call={{
        method: 'POST',
        path: '/v1/holdings/freeze',
        body: { offering_id: offeringId, wallet_address: row.wallets[0], whole: true, legal_basis: 'court_order', document_sha256: HASH },
      }}
    >
      {(refusal) => (
        <>
          <WalletField row={row} all />
          <AmountFields row={row} refusal={refusal} whole="Everything; the wallet takes no units either" />
          <GroundFields refusal={refusal} />
          <Field label="Until the end of" optional hint="Stays until it is lifted when left empty." error={errorAt(refusal, 'expires_at')}>
            <Input type="date" name="until" />
          </Field>
        </>
      )}
    </ActDialog>
  )
}

function TransferAct({ row, offeringId, environment }: Props) {
  return (
    <ActDialog
      label="Move"
      ariaLabel={`Ask to move units of ${row.name}`}
      title={`Move units of ${row.name}`}
      text="For a court order, an estate and the like. Another person has to approve it, and the rules must let the new holder have the units. Nothing moves before."
      action="Ask for it"
      to={ACTS}
      values={{ intent: 'transfer', offering_id: offeringId }}
      fields={FIELDS}
      environment={environment}
      call={{
        method: 'POST',
        path: '/v1/holdings/force-transfer',
        body: {
          offering_id: offeringId,
          wallet_address: row.wallets[0],
          to_address: '0x…',
          quantity: 100,
          legal_basis: 'estate',
          document_sha256: HASH,
        },
      }}
    >
      {(refusal) => (
        <>
          <WalletField row={row} />
          <Field label="Wallet of the new holder" error={errorAt(refusal, 'to_address')}>
            <Input name="to_address" required maxLength={64} autoComplete="off" spellCheck={false} className="font-mono text-[0.8125rem]" />
          </Field>
          <AmountFields row={row} refusal={refusal} whole="Everything in this wallet" />
          {row.freezes.length > 0 ? (
            <Field
              label="Carries out the freeze"
              optional
              hint="Frozen units move only so; the freeze ends with it."
              error={errorAt(refusal, 'freeze_id')}
            >
              <Select name="freeze_id" defaultValue="">
                <option value="">None</option>
                {row.freezes.map((freeze) => (
                  <option key={freeze.id} value={freeze.id}>
                    {`${words(freeze.legal_basis)}, ${freeze.quantity ? amount(freeze.quantity) : 'everything'}`}
                  </option>
                ))}
              </Select>
            </Field>
          ) : null}
          <GroundFields refusal={refusal} transfer />
        </>
      )}
    </ActDialog>
  )
}

/** Which wallet is meant; asked only where there is a choice. */
function WalletField({ row, all = false }: { row: CapTableRow; all?: boolean }) {
  const every = all && row.investor_id !== null
  return (
    <>
      {row.investor_id ? <input type="hidden" name="investor_id" value={row.investor_id} /> : null}
      {row.wallets.length > 1 || every ? (
        <Field label="Wallet">
          <Select name="wallet" defaultValue={row.wallets[0]}>
            {row.wallets.map((wallet) => (
              <option key={wallet} value={wallet}>
                {shortAddress(wallet)}
              </option>
            ))}
            {every ? <option value="all">Every wallet of this holder, everything</option> : null}
          </Select>
        </Field>
      ) : (
        <input type="hidden" name="wallet" value={row.wallets[0]} />
      )}
    </>
  )
}

function AmountFields({ row, refusal, whole }: { row: CapTableRow; refusal: PageRefusal | null; whole: string }) {
  const [part, setPart] = useState(false)
  return (
    <div className="grid gap-3">
      <Field label="How much">
        <Select name="amount" value={part ? 'part' : 'whole'} onChange={(event) => setPart(event.target.value === 'part')}>
          <option value="whole">{whole}</option>
          <option value="part">A number of units</option>
        </Select>
      </Field>
      {part ? (
        <Field
          label="Units"
          hint={`${amount(row.quantity)} held, ${amount(row.frozen)} of them frozen.`}
          error={errorAt(refusal, 'quantity')}
        >
          <Input name="quantity" required inputMode="numeric" pattern="[1-9][0-9]*" title="A whole number" autoComplete="off" />
        </Field>
      ) : null}
    </div>
  )
}
