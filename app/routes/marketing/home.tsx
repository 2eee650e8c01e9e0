import { ArrowDown, ArrowRight } from 'lucide-react'
import { Link } from 'react-router'
import { CallToAction } from '../../components/call-to-action.tsx'
import { LiveCheck } from '../../components/live-check.tsx'
import { LiveFigures } from '../../components/live-figures.tsx'
import { Section } from '../../components/section.tsx'
import { firstAnswer } from '../../content/first-answer.server.ts'
import { HOME_API, HOME_CALLS, HOME_DISCLOSURE, HOME_HERO, HOME_MARKETS, HOME_SEO } from '../../content/home.ts'
import { allMarkets } from '../../content/markets.ts'
import { quickStart } from '../../content/samples.ts'
import { highlight } from '../../lib/highlight.server.ts'
import { originOf, pageMeta } from '../../lib/meta.ts'
import { originIn } from '../../lib/request-origin.ts'
import { organization, patent, service, webSite } from '../../lib/structured-data.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { CodeBlock } from '../../ui/code-block.tsx'
import type { Route } from './+types/home.ts'

export const meta: Route.MetaFunction = (args) => {
  const origin = originOf(args.matches)
  const seo = args.loaderData?.text.seo
  if (!seo) return []
  return pageMeta(args, {
    ...seo,
    jsonLd: [organization(origin), webSite(origin), service(origin, 'Sealwright compliance API', seo.description, '/'), patent()],
  })
}

/** The words come with the page and not once more in its script. */
const text = { seo: HOME_SEO, hero: HOME_HERO, disclosure: HOME_DISCLOSURE, markets: HOME_MARKETS, api: HOME_API, calls: HOME_CALLS }

export async function loader({ context }: Route.LoaderArgs) {
  const origin = originIn(context)
  return {
    text,
    samples: await Promise.all(quickStart(origin).map((sample) => highlight(sample.code, sample.lang, sample.label))),
    answer: await highlight(firstAnswer(), 'json', 'answer, in part'),
    markets: allMarkets.map(({ id, name, path, summary, features }) => ({ id, name, path, summary, features: features.slice(0, 4) })),
  }
}

export default function Home({ loaderData }: Route.ComponentProps) {
  const { hero, disclosure, markets, calls } = loaderData.text
  return (
    <>
      <div className="shell grid items-start gap-x-12 gap-y-12 pt-10 sm:pt-16 lg:grid-cols-[6fr_5fr] xl:gap-x-20">
        <div className="lg:pt-8">
          <p className="eyebrow">{hero.eyebrow}</p>
          <h1 className="title-1 mt-4 max-xs:text-[2.25rem]!">
            {['One check.', 'Sealed to the wallet.', 'Good in every market.'].map((line) => (
              <span key={line} className="block text-balance">
                {line}{' '}
              </span>
            ))}
          </h1>
          <p className="lede mt-6 max-w-[50ch]">{hero.lead}</p>
          <div className="mt-8 flex flex-wrap gap-x-2 gap-y-3 sm:gap-x-3">
            <ButtonLink to="/developer" size="lg">
              View API Documentation
            </ButtonLink>
            <Button
              variant="outline"
              size="lg"
              className="js-only"
              onClick={() =>
                document
                  .getElementById('markets')
                  ?.scrollIntoView({ behavior: matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth' })
              }
            >
              Explore Use Cases <ArrowDown className="size-4" aria-hidden />
            </Button>
            <ButtonLink to="/contact" variant="ghost" size="lg">
              Get API Key
            </ButtonLink>
          </div>
          <dl className="mt-12 grid max-w-xl grid-cols-3 gap-x-6 border-rule border-t pt-5">
            {[
              ['5', 'markets, one credential'],
              ['1%', 'on securities, capped at $1M'],
              ['2017', 'founded; patent granted 2021'],
            ].map(([figure, text]) => (
              <div key={text}>
                <dt className="sr-only">{text}</dt>
                <dd>
                  <span className="block font-display text-[1.75rem] leading-none sm:text-[2.25rem]">{figure}</span>
                  <span className="mt-1.5 block text-[0.9375rem] text-soft leading-snug">{text}</span>
                </dd>
              </div>
            ))}
          </dl>
        </div>
        <LiveCheck />
      </div>

      <aside aria-label="Regulatory disclosure" className="shell mt-16">
        <div className="guilloche-band" aria-hidden />
        <p className="py-4 text-[0.9375rem] text-soft leading-relaxed">
          <strong className="font-semibold text-ink">{disclosure.title}.</strong> {disclosure.text}
        </p>
        <div className="guilloche-band" aria-hidden />
      </aside>

      <Section id="markets" title={markets.title} intro={markets.text}>
        <ul className="border-rule border-t">
          {loaderData.markets.map((market) => (
            <li key={market.id} className="border-rule border-b">
              <Link
                to={market.path}
                prefetch="intent"
                className="group -mx-3 grid gap-x-10 gap-y-3 rounded-sm px-3 py-7 transition-colors hover:bg-sunk md:grid-cols-[3fr_4fr_4fr_auto]"
              >
                <h3 className="title-2 text-[1.75rem]! lg:text-[2rem]!">{market.name.replace('& ', '&\u00a0')}</h3>
                <p className="text-soft">{market.summary}</p>
                <ul className="grid gap-1 text-[0.9688rem]">
                  {market.features.map((feature) => (
                    <li
                      key={feature}
                      className="relative pl-4 before:absolute before:top-[0.78em] before:left-0 before:h-px before:w-2 before:bg-seal"
                    >
                      {feature}
                    </li>
                  ))}
                </ul>
                <ArrowRight
                  className="size-5 self-center text-soft transition-transform duration-200 group-hover:translate-x-1 group-hover:text-seal max-md:hidden"
                  aria-hidden
                />
              </Link>
            </li>
          ))}
        </ul>
      </Section>

      <Section
        title="A few lines, from the first minute"
        intro="Plain JSON over HTTPS. The sandbox is free and open at once; test wallets reach every outcome, so you can build the unhappy paths before you meet them."
      >
        <div className="grid gap-10 lg:grid-cols-[7fr_4fr]">
          <div className="flex min-w-0 flex-col gap-4">
            <CodeBlock samples={loaderData.samples} title="Verify a wallet" />
            <CodeBlock samples={[loaderData.answer]} title="What it answers, in part" className="grow" />
          </div>
          <div className="flex flex-col">
            <ul className="grid grow divide-y divide-rule border-rule border-y">
              {calls.map(([call, text]) => (
                <li key={call} className="flex flex-col justify-center py-3">
                  <code className="text-[0.8438rem]">{call}</code>
                  <span className="block text-[0.9688rem] text-soft">{text}</span>
                </li>
              ))}
            </ul>
            <div className="mt-auto flex flex-wrap gap-3 pt-6">
              <ButtonLink to="/developer/api-playground" variant="outline">
                Open the playground
              </ButtonLink>
              <ButtonLink to="/developer/api-reference" variant="ghost">
                API reference
              </ButtonLink>
            </div>
          </div>
        </div>
      </Section>

      <SaysWhy api={loaderData.text.api} />

      <CallToAction
        title="Run your first check today"
        actions={
          <>
            <ButtonLink to="/contact" size="lg">
              Get API Key
            </ButtonLink>
            <ButtonLink to="/pricing" variant="outline" size="lg">
              See pricing
            </ButtonLink>
          </>
        }
      >
        The sandbox is free:{' '}
        <Link to="/register" className="link">
          an account
        </Link>{' '}
        has its first key in a minute. Production keys come after a short talk about what you build and where.
      </CallToAction>
    </>
  )
}

function SaysWhy({ api }: { api: typeof HOME_API }) {
  return (
    <Section title={api.title} intro={api.text}>
      <dl className="grid gap-x-12 gap-y-8 sm:grid-cols-2">
        {api.points.map((promise) => (
          <div key={promise.title} className="border-rule border-t pt-4">
            <dt className="title-3">{promise.title}</dt>
            <dd className="mt-2 max-w-[52ch] text-soft">{promise.text}</dd>
          </div>
        ))}
      </dl>
      <LiveFigures className="mt-12 grid grid-cols-1 gap-x-12 gap-y-6 border-rule border-t pt-6 sm:grid-cols-3" />
      <p className="mt-6 text-[0.9375rem] text-soft">
        Measured by this installation, read as you look.{' '}
        <Link to="/trust" className="link">
          Each promise, and what shows it
        </Link>
      </p>
    </Section>
  )
}
