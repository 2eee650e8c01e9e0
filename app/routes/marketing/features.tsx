import { LinkedGrid, RelatedResources, TextGrid } from '../../components/blocks.tsx'
import { CallToAction } from '../../components/call-to-action.tsx'
import { PageHero, Section } from '../../components/section.tsx'
import {
  BENEFITS,
  COST_COMPARISON,
  FEATURES_CTA,
  FEATURES_HERO,
  FEATURES_NEXT_STEPS,
  FEATURES_SEO,
  FOUNDER_STORY,
  LAUNCH_OPTIONS,
} from '../../content/features.ts'
import { originOf, pageMeta } from '../../lib/meta.ts'
import { service } from '../../lib/structured-data.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { RowTh, Table, TableCaption, Td, Th } from '../../ui/table.tsx'
import type { Route } from './+types/features.ts'

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, {
    ...FEATURES_SEO,
    jsonLd: [service(originOf(args.matches), 'Sealwright', FEATURES_SEO.description, '/features')],
  })

/** Lengths on one scale: the widest bar is 10 %. Full up to the lower end of the range, dashed up to the upper. */
const bars = [
  { who: 'Traditional brokers', from: 6, to: 10 },
  { who: 'Other platforms', from: 3, to: 5 },
  { who: 'Sealwright', from: 1, to: 1 },
]

export default function Features() {
  return (
    <>
      <PageHero hero={FEATURES_HERO} />
      <Section
        title="Three ways to launch"
        intro="The same rules and the same answers in each. Start with one and move to another when you need to."
      >
        <LinkedGrid items={LAUNCH_OPTIONS} />
      </Section>
      <Section title={COST_COMPARISON.title} intro={COST_COMPARISON.text}>
        <div aria-hidden className="mb-10 grid gap-3.5">
          {bars.map((bar) => (
            <div key={bar.who} className="grid items-center gap-x-5 gap-y-1 sm:grid-cols-[11rem_1fr]">
              <span className={bar.who === 'Sealwright' ? 'font-semibold' : 'text-soft'}>{bar.who}</span>
              <span className="relative block h-6 border-rule-strong border-l">
                <span
                  className={`absolute inset-y-0 left-0 forced-color-adjust-none ${bar.who === 'Sealwright' ? 'bg-seal' : 'bg-rule-strong/60'}`}
                  style={{ width: `${bar.from * 10}%` }}
                />
                <span
                  className="absolute inset-y-0 border border-rule-strong border-l-0 border-dashed"
                  style={{ left: `${bar.from * 10}%`, width: `${(bar.to - bar.from) * 10}%` }}
                />
              </span>
            </div>
          ))}
          <div className="tabular flex justify-between text-[0.875rem] text-soft sm:ml-[12.25rem]">
            <span>0%</span>
            <span>5%</span>
            <span>10% of the amount raised</span>
          </div>
        </div>
        <Table label={COST_COMPARISON.title}>
          <TableCaption>The last column applies each rate to a raise of $10,000,000.</TableCaption>
          <thead>
            <tr>
              <Th>Who</Th>
              <Th>Rate</Th>
              <Th>On $10,000,000</Th>
              <Th className="max-sm:hidden">Note</Th>
            </tr>
          </thead>
          <tbody className="tabular">
            {COST_COMPARISON.rows.map((row) => (
              <tr key={row.who} className={row.who === 'Sealwright' ? 'font-semibold' : undefined}>
                <RowTh strong={row.who === 'Sealwright'}>{row.who}</RowTh>
                <Td className="whitespace-nowrap">{row.rate}</Td>
                <Td>{row.onTenMillion}</Td>
                <Td className="font-normal text-soft max-sm:hidden">{row.note}</Td>
              </tr>
            ))}
          </tbody>
        </Table>
        <ButtonLink to={COST_COMPARISON.link.href} variant="outline" className="mt-6">
          {COST_COMPARISON.link.label}
        </ButtonLink>
      </Section>
      <Section title="Five benefits" intro="What changes for the people who build, sell and answer for it.">
        <TextGrid items={BENEFITS} columns={5} />
      </Section>
      <Section>
        <div className="grid gap-x-10 gap-y-8 border-rule border-t pt-8 lg:grid-cols-[5fr_6fr]">
          <h2 className="title-2 max-w-[20ch]">{FOUNDER_STORY.title}</h2>
          <div className="prose lg:pt-1">
            {FOUNDER_STORY.paragraphs.map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
          </div>
        </div>
      </Section>
      <CallToAction
        title={FEATURES_CTA.title}
        actions={
          <ButtonLink to={FEATURES_CTA.action.href} size="lg">
            {FEATURES_CTA.action.label}
          </ButtonLink>
        }
      >
        {FEATURES_CTA.text}
      </CallToAction>
      <RelatedResources title="Next Steps" items={FEATURES_NEXT_STEPS} />
    </>
  )
}
