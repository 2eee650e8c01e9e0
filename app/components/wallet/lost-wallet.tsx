import { useState } from 'react'
import type { OwnMove } from '#core/portal/holders/move-wallet.ts'
import { errorAt, useAct } from '../../lib/act.ts'
import { dateTime } from '../../lib/dates.ts'
import { shortAddress } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Select, Textarea } from '../../ui/input.tsx'
import { ActDialog } from '../act-dialog.tsx'
import { Refusal } from '../admin/refusal.tsx'
import { Panel } from '../dashboard/layout.tsx'
import { StateBadge } from '../state-badge.tsx'
import { useStepUp } from '../step-up.tsx'
import type { KnownWallet } from './connect.tsx'

/** A lost wallet is replaced by another one of its person; whoever else asked for it can be stopped within 24 hours. */
export function LostWallet({ wallets, moves }: { wallets: KnownWallet[]; moves: OwnMove[] }) {
  const moved = new Set(moves.filter((move) => move.status === 'done').map((move) => move.wallet_address))
  const usable = wallets.filter((wallet) => !moved.has(wallet.address))
  const proven = usable.filter((wallet) => wallet.control === 'proven')
  return (
    <Panel
      title="Lost a wallet?"
      note="Everything it holds moves to another wallet of yours: credentials, units with their lock-ups, freezes. Sign with both wallets within a quarter of an hour, and it moves at once. Without the old key it takes 24 hours and a second person, and you are told at once, so that nobody else can do it unseen."
      className="mt-14 border-rule border-t pt-8"
    >
      {moves.length > 0 ? (
        <ul className="mb-6 border-rule border-t">
          {moves.map((move) => (
            <li key={move.id} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-rule border-b py-3">
              <span className="min-w-0">
                <code className="text-[0.875rem]">{shortAddress(move.wallet_address)}</code> →{' '}
                <code className="text-[0.875rem]">{shortAddress(move.to_address)}</code>
                <span className="block text-[0.875rem] text-soft">
                  Asked {dateTime(move.asked_at)} UTC {move.asked_by_me ? 'by you' : 'by somebody else'}
                  {isOpen(move) ? `, not before ${dateTime(move.not_before)} UTC` : ''}
                  {move.status === 'denied' && move.end_reason ? `. ${move.end_reason}` : ''}
                </span>
              </span>
              <span className="flex items-center gap-3">
                <StateBadge of="wallet_move" state={move.status} />
                {isOpen(move) ? (
                  <ActDialog
                    label="Stop it"
                    ariaLabel={`Stop it: the move of ${shortAddress(move.wallet_address)}`}
                    title="Stop this move?"
                    text="The wallet stays as it is. If you did not ask for it, change your password as well."
                    action="Stop it"
                    keep="Let it go on"
                    destructive
                    values={{ intent: 'stop', id: move.id }}
                    environment={move.environment}
                  />
                ) : null}
              </span>
            </li>
          ))}
        </ul>
      ) : null}
      {usable.length < 2 || proven.length === 0 ? (
        <p className="max-w-[62ch] text-soft">
          Connect the wallet that takes its place and prove that it is yours; then the lost one can be chosen here.
        </p>
      ) : (
        <MoveForm key={moves.length} wallets={usable} proven={proven} />
      )}
    </Panel>
  )
}

const isOpen = (move: OwnMove) => move.status === 'proposed' || move.status === 'approved'

function MoveForm({ wallets, proven }: { wallets: KnownWallet[]; proven: KnownWallet[] }) {
  const stepUp = useStepUp()
  const form = useAct({ stepUp })
  const [from, setFrom] = useState(wallets.find((wallet) => wallet.id !== proven[0]!.id)!.id)
  const others = proven.filter((wallet) => wallet.id !== from)
  const option = (wallet: KnownWallet) => (
    <option key={wallet.id} value={wallet.id}>
      {shortAddress(wallet.address)}
    </option>
  )
  return (
    <>
      <form.Form method="post" className="grid max-w-xl gap-5">
        <input type="hidden" name="intent" value="move" />
        <Field label="Lost" error={errorAt(form.refusal, 'from')}>
          <Select name="from" value={from} onChange={(event) => setFrom(event.target.value)}>
            {wallets.map(option)}
          </Select>
        </Field>
        <Field label="Takes its place" hint="A wallet you have proven to be yours." error={errorAt(form.refusal, 'to')}>
          <Select name="to" required>
            {others.length > 0 ? others.map(option) : <option value="">No other one is proven yet</option>}
          </Select>
        </Field>
        <Field label="What happened" hint="Your statement: whoever agrees reads it." error={errorAt(form.refusal, 'note')}>
          <Textarea name="note" required minLength={10} maxLength={1000} className="min-h-24" />
        </Field>
        <Refusal refusal={form.refusal} fields={['from', 'to', 'note']} />
        <div>
          <Button type="submit" busy={form.busy} busyLabel="One moment">
            Replace the lost wallet
          </Button>
        </div>
      </form.Form>
      {stepUp.dialog}
    </>
  )
}
