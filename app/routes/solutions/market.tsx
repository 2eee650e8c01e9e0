import { Link } from 'react-router'
import { ArticleCard } from '../../components/article-card.tsx'
import { DashList, TextGrid } from '../../components/blocks.tsx'
import { CallToAction } from '../../components/call-to-action.tsx'
import { DecisionCard } from '../../components/decision-card.tsx'
import { PageHero, Section } from '../../components/section.tsx'
import { cardsBySlug } from '../../content/blog.server.ts'
import { decisionSummary, decisionsOf } from '../../content/decisions.server.ts'
import { isMarketId, markets } from '../../content/markets.ts'
import { highlight } from '../../lib/highlight.server.ts'
import { originOf, pageMeta } from '../../lib/meta.ts'
import { service } from '../../lib/structured-data.ts'
import { ButtonLink } from '../../ui/button.tsx'
import type { Route } from './+types/market.ts'

export async function loader({ params }: Route.LoaderArgs) {
  if (!isMarketId(params.market)) throw new Response(null, { status: 404 })
  const market = markets[params.market]
  const recorded = await Promise.all(
    decisionsOf(market.id).map(async (decision) => ({
      decision: decisionSummary(decision),
      request: await highlight(JSON.stringify(decision.request.body, null, 2), 'json'),
      answer: await highlight(JSON.stringify(decision.answer, null, 2), 'json'),
    })),
  )
  return { market, recorded, articles: cardsBySlug(market.articles).slice(0, 3) }
}

const crumbs = (name: string) => [{ label: 'Home', path: '/' }, { label: 'Solutions', path: '/#markets' }, { label: name }]

export const meta: Route.MetaFunction = (args) => {
  if (!args.loaderData) return pageMeta(args, { title: 'Market not found', description: 'There is no such market.', noindex: true })
  const { market } = args.loaderData
  return pageMeta(args, {
    ...market.seo,
    crumbs: crumbs(market.name),
    picture: `solutions-${market.id}`,
    jsonLd: [service(originOf(args.matches), `Sealwright for ${market.name}`, market.seo.description, market.path)],
  })
}

export default function SolutionPage({ loaderData }: Route.ComponentProps) {
  const { market, recorded, articles } = loaderData
  const actions = [
    { label: 'Get API Key', href: '/contact' },
    { label: 'API reference', href: market.referencePath },
    { label: 'Read the guide', href: market.guidePath },
  ]
  return (
    <>
      <PageHero hero={{ title: market.tagline, lead: market.lead, actions }} crumbs={crumbs(market.name)} />
      <section className="shell mt-14" aria-label="Figures">
        <dl className="grid gap-x-8 gap-y-6 border-rule-strong border-t border-b py-7 sm:grid-cols-2 lg:grid-cols-[repeat(auto-fit,minmax(11rem,1fr))]">
          {market.facts.map((fact) => (
            <div key={fact.label + fact.value}>
              <dt className="text-[0.9375rem] text-soft leading-snug lg:min-h-10">{fact.label}</dt>
              <dd>
                <span className="mt-1 block font-display text-[1.5rem] leading-tight">{fact.value}</span>
                <span className="mt-1 block text-[0.9063rem] text-soft leading-snug">{fact.note}</span>
              </dd>
            </div>
          ))}
        </dl>
      </section>

      {recorded.length > 0 ? (
        <Section
          title="A real decision"
          intro="Recorded from the sandbox: the request as sent, the answer as given, the rules that decided and the law they come from."
        >
          <div className="grid gap-8">
            {recorded.map((item) => (
              <DecisionCard key={item.decision.title} {...item} />
            ))}
          </div>
        </Section>
      ) : null}

      <Section title="What it does">
        <TextGrid items={market.capabilities} />
      </Section>

      <Section title="How a check goes" intro={market.summary}>
        <ol className="grid gap-px overflow-hidden rounded-md border border-rule bg-rule sm:grid-cols-2 lg:grid-cols-4">
          {market.steps.map((step, index) => (
            <li key={step.title} className="bg-raised p-6">
              <span aria-hidden className="font-mono text-[0.8125rem] text-seal">
                {String(index + 1).padStart(2, '0')}
              </span>
              <h3 className="title-3 mt-2">{step.title}</h3>
              <p className="mt-1.5 text-soft">{step.text}</p>
            </li>
          ))}
        </ol>
      </Section>

      <Section
        title="Rules it applies"
        intro="Some of the rules of this market. Each has a page with its parameters, its dates in force and its test cases."
      >
        <ul className="border-rule border-t">
          {market.rules.map((rule) => (
            <li key={rule.code} className="grid gap-x-10 gap-y-2 border-rule border-b py-6 lg:grid-cols-[4fr_5fr_3fr]">
              <div>
                <h3 className="title-3">{rule.title}</h3>
                <Link to={`/rules/${rule.code}`} className="link mt-1 inline-block break-all font-mono text-[0.75rem]">
                  {rule.code}
                </Link>
              </div>
              <p className="text-soft">{rule.summary}</p>
              <p className="text-[0.9375rem]">
                {rule.citation ? (
                  <a href={rule.citation.url} rel="noopener" className="link">
                    {rule.citation.label}
                  </a>
                ) : (
                  <span className="text-soft">Rule of the product</span>
                )}
              </p>
            </li>
          ))}
        </ul>
      </Section>

      <Section title="Calls" intro="The operations an integration of this market uses.">
        <div className="grid gap-x-14 gap-y-10 lg:grid-cols-[7fr_4fr]">
          <ul className="border-rule border-t">
            {market.endpoints.map((endpoint) => (
              <li key={endpoint.id} className="border-rule border-b">
                <Link
                  to={`/developer/api-reference#${endpoint.id}`}
                  className="grid gap-x-6 gap-y-0.5 py-3 hover:text-seal sm:grid-cols-[1fr_1fr]"
                >
                  <code className="text-[0.8438rem]">
                    <span className="inline-block w-12 text-seal">{endpoint.method}</span>
                    {endpoint.path}
                  </code>
                  <span className="text-[0.9688rem] text-soft">{endpoint.summary}</span>
                </Link>
              </li>
            ))}
          </ul>
          <div>
            <h3 className="title-3">Made for</h3>
            <DashList items={market.audience} className="mt-3" />
            <h3 className="title-3 mt-8">What it does not do</h3>
            <DashList items={market.limits} className="mt-3 text-[0.9688rem] text-soft" />
          </div>
        </div>
      </Section>

      {articles.length > 0 ? (
        <Section title="Read more">
          <ul className="grid gap-x-8 gap-y-10 md:grid-cols-3 lg:gap-x-10">
            {articles.map((article) => (
              <li key={article.slug}>
                <ArticleCard article={article} level="h3" />
              </li>
            ))}
          </ul>
        </Section>
      ) : null}

      <CallToAction
        title={market.pricing.model}
        actions={
          <>
            <ButtonLink to={market.pricing.cta.href} size="lg">
              {market.pricing.cta.label}
            </ButtonLink>
            <ButtonLink to="/developer/api-playground" variant="outline" size="lg">
              Try it in the playground
            </ButtonLink>
          </>
        }
      >
        {market.pricing.note}
      </CallToAction>
    </>
  )
}
