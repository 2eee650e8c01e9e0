import { Link } from 'react-router'
import { LinkedGrid } from '../../components/blocks.tsx'
import { QuickStart } from '../../components/developer/quick-start.tsx'
import { PageHero, Section } from '../../components/section.tsx'
import { docLinks } from '../../content/docs.server.ts'
import { allMarkets } from '../../content/markets.ts'
import { quickStart } from '../../content/samples.ts'
import { highlight } from '../../lib/highlight.server.ts'
import { originOf, pageMeta } from '../../lib/meta.ts'
import { originIn } from '../../lib/request-origin.ts'
import type { Route } from './+types/documentation.ts'

const seo = {
  title: 'Documentation: from the first call to going live',
  description: 'Quick start, concepts, guides for every market, errors, webhooks and self-hosting of the Sealwright compliance API.',
}
export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { ...seo, jsonLd: [{ '@type': 'TechArticle', headline: seo.title, url: `${originOf(args.matches)}/documentation` }] })

export async function loader({ context }: Route.LoaderArgs) {
  const sections = new Map<string, ReturnType<typeof docLinks>>()
  for (const doc of docLinks()) sections.set(doc.section, [...(sections.get(doc.section) ?? []), doc])
  return {
    sections: [...sections].map(([title, pages]) => ({ title, pages })),
    markets: allMarkets.map(({ id, name, tagline, guidePath }) => ({ id, name, tagline, guidePath })),
    samples: await Promise.all(quickStart(originIn(context)).map((sample) => highlight(sample.code, sample.lang, sample.label))),
  }
}

const hero = {
  title: 'Read it in order, or jump in',
  lead: 'Everything an integration needs: the first call, what an answer means, each market worked through, and how to run the product yourself.',
  actions: [
    { label: 'Open the playground', href: '/developer/api-playground' },
    { label: 'API reference', href: '/developer/api-reference' },
    { label: 'Get API Key', href: '/developer/api-keys' },
  ],
}
const tools = [
  {
    title: 'API reference',
    text: 'Every operation with its fields, errors and examples.',
    link: { label: 'Open', href: '/developer/api-reference' },
  },
  {
    title: 'Playground',
    text: 'Send a real request to the sandbox. No account needed.',
    link: { label: 'Open', href: '/developer/api-playground' },
  },
  {
    title: 'Developer portal',
    text: 'Keys, webhooks, logs, the sandbox and the quick start in one place.',
    link: { label: 'Open', href: '/developer' },
  },
]

export default function Documentation({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <PageHero hero={hero} />
      <Section title="The first call" intro="Take a key, copy the sample, and run it. The answer names every rule that decided.">
        <QuickStart samples={loaderData.samples} />
      </Section>
      {loaderData.sections.map((section) => (
        <Section key={section.title} title={section.title}>
          <ul className="grid gap-x-12 sm:grid-cols-2">
            {section.pages.map((page) => (
              <li key={page.slug} className="border-rule border-t">
                <Link to={`/documentation/${page.slug}`} prefetch="intent" className="group block py-4">
                  <span className="font-semibold group-hover:text-seal">{page.title}</span>
                  <span className="mt-0.5 block text-[0.9688rem] text-soft leading-snug">{page.description}</span>
                </Link>
              </li>
            ))}
          </ul>
        </Section>
      ))}
      <Section title="Guides by market" intro="Each one goes from an empty file to a decision you can show.">
        <ul className="border-rule border-t">
          {loaderData.markets.map((market) => (
            <li key={market.id} className="border-rule border-b">
              <Link to={market.guidePath} prefetch="intent" className="group grid gap-x-10 gap-y-1 py-5 sm:grid-cols-[1fr_2fr]">
                <span className="title-3 group-hover:text-seal">{market.name}</span>
                <span className="text-soft">{market.tagline}</span>
              </Link>
            </li>
          ))}
        </ul>
      </Section>
      <Section title="Tools">
        <LinkedGrid items={tools} />
      </Section>
    </>
  )
}
