import { Plus } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { DashList, Faq } from '../../components/blocks.tsx'
import { CallToAction } from '../../components/call-to-action.tsx'
import { FeeCalculator } from '../../components/fee-calculator.tsx'
import { HeroActions } from '../../components/hero-actions.tsx'
import { PricingCard } from '../../components/pricing-card.tsx'
import { PageHero, Section } from '../../components/section.tsx'
import { allMarkets } from '../../content/markets.ts'
import { COST_TABLE, PRICING_CTAS, PRICING_FAQ, PRICING_HERO, PRICING_SEO, SECURITIES_DETAIL } from '../../content/pricing.ts'
import { originOf, pageMeta } from '../../lib/meta.ts'
import { faq, product } from '../../lib/structured-data.ts'
import { RowTh, Table, TableCaption, Td, Th } from '../../ui/table.tsx'
import type { Route } from './+types/pricing.ts'

export const meta: Route.MetaFunction = (args) => {
  const origin = originOf(args.matches)
  if (!args.loaderData) return []
  const { seo, questions } = args.loaderData.text
  return pageMeta(args, {
    ...seo,
    jsonLd: [
      product(origin, 'Sealwright sandbox', 'Free sandbox of the Sealwright compliance API.', '0'),
      product(origin, 'Sealwright, volume-based markets', 'Compliance checks from $0.01 per transaction at high volume.', '0.01'),
      faq(questions),
    ],
  })
}

/** The words come with the page and not once more in its script. */
const text = {
  seo: PRICING_SEO,
  hero: PRICING_HERO,
  detail: SECURITIES_DETAIL,
  costs: COST_TABLE,
  questions: PRICING_FAQ,
  ways: PRICING_CTAS,
}

export const loader = () => ({ text, markets: allMarkets.map(({ id, name, path, pricing }) => ({ id, name, path, pricing })) })

/** A figure at the right: of its column, and on a phone of its own line, after the column's name. */
const amount = 'text-right max-sm:flex max-sm:flex-wrap max-sm:justify-between max-sm:gap-x-4'
const dollars = (amount: number) => `$${amount.toLocaleString('en-US')}`
const range = ([from, to]: readonly [number, number]) => `${dollars(from)}–${dollars(to)}`

export default function Pricing({ loaderData }: Route.ComponentProps) {
  const { hero, detail, costs, questions, ways } = loaderData.text
  const details = useRef<HTMLDetailsElement>(null)
  const { hash } = useLocation()
  useEffect(() => {
    if (hash !== '#securities' || !details.current) return
    details.current.open = true
    details.current.scrollIntoView()
  }, [hash])
  return (
    <>
      <PageHero hero={hero} />
      <section className="shell mt-16" aria-labelledby="prices">
        <h2 id="prices" className="sr-only">
          Prices by market
        </h2>
        <ul className="grid gap-4 sm:grid-cols-2 xl:grid-cols-6">
          {loaderData.markets.map((market, index) => (
            <li key={market.id} className={index < 2 ? 'xl:col-span-3' : 'sm:max-xl:last:col-span-2 xl:col-span-2'}>
              <PricingCard market={market} />
            </li>
          ))}
        </ul>
      </section>

      <section id="securities" className="shell mt-20 scroll-mt-24 sm:mt-28" aria-label={detail.title}>
        <details ref={details} className="group rounded-md border border-rule-strong bg-raised">
          <summary className="flex items-center justify-between gap-6 px-6 py-6 sm:px-10">
            <h2 className="title-2">{detail.title}</h2>
            <Plus className="size-6 shrink-0 text-soft transition-transform duration-200 group-open:rotate-45" aria-hidden />
          </summary>
          <div className="border-rule border-t px-6 pt-8 pb-10 sm:px-10">
            <p className="measure text-soft">{detail.text}</p>
            {/* The table shades into what it stands on. */}
            <div className="mt-8 [--paper:var(--paper-raised)]">
              <Table label="Cost of an offering" className="tabular row-cards">
                <TableCaption>US dollars. Brokers 6–10%, other platforms 3–5%, Sealwright 1% capped at $1M.</TableCaption>
                <thead>
                  <tr>
                    <Th>Offering</Th>
                    <Th className="text-right">Brokers</Th>
                    <Th className="text-right">Other platforms</Th>
                    <Th className="text-right text-seal">Sealwright</Th>
                  </tr>
                </thead>
                <tbody>
                  {costs.map((row) => (
                    <tr key={row.offering}>
                      <RowTh className="max-sm:text-[1.0625rem]">
                        {dollars(row.offering)} <span className="sm:hidden">offering</span>
                      </RowTh>
                      <Td data-label="Brokers" data-wide className={`text-soft ${amount}`}>
                        {range(row.brokers)}
                      </Td>
                      <Td data-label="Other platforms" data-wide className={`text-soft ${amount}`}>
                        {range(row.platforms)}
                      </Td>
                      <Td data-label="Sealwright" data-wide className={`font-semibold ${amount}`}>
                        {dollars(row.sealwright)}
                      </Td>
                    </tr>
                  ))}
                </tbody>
              </Table>
            </div>
            <div className="mt-10 grid gap-10 md:grid-cols-2">
              <div>
                <h3 className="title-3">What the 1% includes</h3>
                <DashList items={detail.included} className="mt-4" />
              </div>
              <div>
                <h3 className="title-3">Not charged</h3>
                <DashList items={detail.notCharged} className="mt-4" />
              </div>
            </div>
            <h3 className="title-3 mt-10">How it is counted</h3>
            <dl className="mt-4 grid gap-x-10 gap-y-4 md:grid-cols-2">
              {detail.how.map((item) => (
                <div key={item.title} className="border-rule border-t pt-3">
                  <dt className="font-semibold">{item.title}</dt>
                  <dd className="text-soft">{item.text}</dd>
                </div>
              ))}
            </dl>
            <p className="mt-10 border-seal border-l-2 pl-4">{detail.note}</p>
          </div>
        </details>
      </section>

      <Section
        title="What would your raise cost?"
        intro="Move the slider or type an amount. The figure is computed by the same rule that writes the invoice."
      >
        <FeeCalculator />
      </Section>

      <Section title="Questions about price">
        <Faq items={questions} />
      </Section>

      <CallToAction title="Start free, pay when you raise" actions={<HeroActions actions={ways} />}>
        The sandbox needs no card. For volume prices, tell us what you expect and we answer within 24 hours.
      </CallToAction>
    </>
  )
}
