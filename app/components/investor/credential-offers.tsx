import { dateTime } from '../../lib/dates.ts'
import { ActDialog } from '../act-dialog.tsx'
import { Panel } from '../dashboard/layout.tsx'
import { StateBadge } from '../state-badge.tsx'
import type { CardCredential } from './credential-card.tsx'

interface ShownOffer {
  id: string
  credential_id: string
  status: 'open' | 'redeemed' | 'collected' | 'expired' | 'ended'
  end_reason: 'cancelled' | 'tries' | 'replayed' | null
  named: boolean
  expires_at: string
  created_at: string
  environment: string
}

const WHY: Record<NonNullable<ShownOffer['end_reason']>, string> = {
  cancelled: 'it was ended on request',
  tries: 'five wrong codes',
  replayed: 'its code was used twice',
}

/** The offers of a person's credentials to wallets of their own: what waits can be ended. */
export function CredentialOffers({ offers, credentials }: { offers: ShownOffer[]; credentials: Pick<CardCredential, 'id' | 'level'>[] }) {
  if (!offers.length) return null
  const levelOf = (id: string) => credentials.find((one) => one.id === id)?.level ?? ''
  return (
    <Panel
      className="mt-12"
      title="Offers to your wallets"
      note="What was offered to a wallet app. An offer that you did not make, or no longer need, you end here."
    >
      <ul className="border-rule border-t">
        {offers.map((offer) => (
          <li key={offer.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 border-rule border-b py-3">
            <span className="min-w-0 flex-1 basis-60">
              <span className="font-semibold capitalize">{levelOf(offer.credential_id)}</span>
              <span className="block text-[0.9375rem] text-soft">
                Offered {dateTime(offer.created_at)}
                {offer.named ? ', with name and birth date' : ''}
                {offer.status === 'open' ? `. Good until ${dateTime(offer.expires_at)}` : ''}
                {offer.end_reason ? `. ${WHY[offer.end_reason]}` : ''}.
              </span>
            </span>
            <StateBadge of="credential_offer" state={offer.status} />
            {offer.status === 'open' ? (
              <ActDialog
                label="End it"
                variant="ghost"
                ariaLabel={`End the offer of ${dateTime(offer.created_at)}`}
                title="End this offer?"
                text="No wallet can take your credential by it any more. You can make another one."
                action="End the offer"
                keep="Keep it"
                destructive
                values={{ intent: 'end-offer', id: offer.id, credential_id: offer.credential_id }}
                environment={offer.environment}
              />
            ) : null}
          </li>
        ))}
      </ul>
    </Panel>
  )
}
