import type { Rows } from '#core/kernel/rows.ts'
import type { ActView } from '#core/securities/holdings/list-act-rows.ts'
import { TextLink } from '../../../ui/text-link.tsx'
import { AsApiCall } from '../../dashboard/as-api-call.tsx'
import { ActTable } from '../../holdings/act-table.tsx'
import { useEnvironment } from '../frame.tsx'
import type { Figures } from './overview.tsx'

/** What was done to holdings without their holders, and what waits for a second person. */
export function OrdersView({ figures, found }: { figures: Figures; found: Rows<ActView> }) {
  const environment = useEnvironment()
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <p className="max-w-[62ch] text-soft">
        A freeze takes effect at once. Lifting one, moving units and replacing a lost wallet wait for another person of your organisation,
        or for an administrator. You begin at a holder in the <TextLink to="?view=cap-table">cap table</TextLink>.
      </p>
      <ActTable
        found={found}
        without="organization"
        environment={environment}
        empty={{ title: 'No freeze and no forced transfer', text: 'Freeze or move units at their holder in the cap table.' }}
      />
      <AsApiCall
        environment={environment}
        label="List them"
        call={{ method: 'GET', path: `/v1/holdings/acts?offering_id=${figures.offering.id}` }}
      />
    </div>
  )
}
