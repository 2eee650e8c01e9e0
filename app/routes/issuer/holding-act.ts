import { data, redirect } from 'react-router'
import { act, textOf } from '../../lib/act.ts'
import { whyNot } from '../../lib/decision-words.ts'
import { requireSession } from '../../lib/guard.ts'
import type { Route } from './+types/holding-act.ts'

const DAY_END = 'T23:59:59.999Z'

/** Whoever opens the address itself is led to a page. */
export function loader({ context, request }: Route.LoaderArgs) {
  requireSession(context, request, ['issuer', 'admin'])
  return redirect('/dashboard')
}

/** What the forms of holdings send, from an offering or the desk's list of what waits. */
export async function action({ context, request }: Route.ActionArgs) {
  const { verbs } = requireSession(context, request, ['issuer', 'admin'])
  const form = await request.formData()
  const text = (name: string) => textOf(form, name)
  const given = (...names: string[]) => Object.fromEntries(names.flatMap((name) => (text(name) ? [[name, text(name)]] : [])))
  const ground = given('legal_basis', 'document_sha256', 'note')
  const amount = text('amount') === 'part' ? { quantity: text('quantity') ?? '' } : { whole: true }
  const holder = () => (text('wallet') === 'all' ? given('investor_id') : { wallet_address: text('wallet') ?? '' })
  const offering_id = text('offering_id') ?? ''
  const id = text('id') ?? ''
  const until = text('until')
  const acts: Record<string, () => ReturnType<typeof act>> = {
    freeze: () =>
      act('The units are frozen', () =>
        verbs.freezeHolding({ offering_id, ...holder(), ...amount, ...ground, ...(until && { expires_at: until + DAY_END }) }),
      ),
    transfer: () =>
      act('Asked. Another person has to approve it', () =>
        verbs.forceTransfer({ offering_id, ...holder(), ...given('to_address', 'freeze_id'), ...amount, ...ground }),
      ),
    lift: () => act('Asked. Another person has to approve it', () => verbs.unfreezeHolding({ ...given('freeze_id'), ...ground })),
    approve: async () => {
      const done = await act('Approved', () => verbs.approveHoldingAct({ id, ...given('note') }))
      if (!done.ok) return done
      const { status, outcome, effective_at } = done.result
      if (status === 'denied') {
        const message = `The rules stand against it. ${whyNot(outcome ?? {})} Nothing was moved.`
        return { ok: false, refusal: { status: 409, code: 'conflict', message, fields: [] } }
      }
      return {
        ...done,
        message:
          status === 'approved'
            ? `Approved. The wallet moves after ${effective_at!.slice(0, 16).replace('T', ' ')} UTC`
            : 'Approved and done',
      }
    },
    refuse: () => act('Refused', () => verbs.refuseHoldingAct({ id, ...given('note') })),
  }
  const run = acts[text('intent') ?? '']
  if (!run) throw new Response('There is no such act.', { status: 400 })
  const made = await run()
  return made.ok ? made : data(made, { status: made.refusal.status })
}
