import type { Market } from '../content/markets/types.ts'
import { Badge } from '../ui/badge.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { DashList } from './blocks.tsx'

export type PricedMarket = Pick<Market, 'id' | 'name' | 'path' | 'pricing'>

/** One market's price: its badge, how it is counted, what is in it, where to go. */
export function PricingCard({ market }: { market: PricedMarket }) {
  const { pricing } = market
  return (
    <article className="flex h-full flex-col rounded-md border border-rule bg-raised p-6">
      <div className="flex flex-wrap sm:min-h-14 items-start justify-between gap-x-3 gap-y-2">
        <h3 className="title-3">{market.name}</h3>
        <Badge tone={pricing.badge === 'transparent' ? 'good' : 'neutral'}>{pricing.badgeLabel}</Badge>
      </div>
      <p className="mt-4 font-semibold text-[1.125rem] leading-snug">{pricing.model}</p>
      <p className="mt-1.5 text-[0.9688rem] text-soft">{pricing.note}</p>
      <DashList items={pricing.features} className="mt-5 mb-6 border-rule border-t pt-5 text-[0.9688rem]" />
      <ButtonLink to={pricing.cta.href} variant={pricing.badge === 'transparent' ? 'primary' : 'outline'} className="mt-auto w-full">
        {pricing.cta.label}
      </ButtonLink>
    </article>
  )
}
