import { Link } from 'react-router'
import { DashList, RelatedResources, TextGrid } from '../../components/blocks.tsx'
import { HeroActions } from '../../components/hero-actions.tsx'
import { SealMark } from '../../components/logo.tsx'
import { PageHero, Section } from '../../components/section.tsx'
import {
  CORE_CALLS,
  MARKET_CARDS,
  PATENT,
  SECURITY_FEATURES,
  TECHNOLOGY_HERO,
  TECHNOLOGY_LEARN_MORE,
  TECHNOLOGY_SEO,
} from '../../content/technology.ts'
import { pageMeta } from '../../lib/meta.ts'
import { patent } from '../../lib/structured-data.ts'
import type { Route } from './+types/technology.ts'

export const meta: Route.MetaFunction = (args) => pageMeta(args, { ...TECHNOLOGY_SEO, jsonLd: [patent()] })

export default function Technology() {
  return (
    <>
      <PageHero hero={TECHNOLOGY_HERO} />
      <Section
        title="One credential, every market"
        intro="Five markets read the same credential under their own rules. Some features belong to all of them."
      >
        <ul className="grid gap-px overflow-hidden rounded-md border border-rule bg-rule sm:grid-cols-2 lg:grid-cols-3">
          {MARKET_CARDS.map((card) => (
            <li key={card.title} className="bg-raised p-6">
              <h3 className="title-3">
                {card.href ? (
                  <Link to={card.href} className="link">
                    {card.title}
                  </Link>
                ) : (
                  card.title
                )}
              </h3>
              <p className="mt-1.5 text-soft">{card.text}</p>
              <DashList items={card.points} className="mt-4 text-[0.9688rem]" />
            </li>
          ))}
        </ul>
      </Section>
      <Section
        title="Four calls carry it"
        intro="Verify, attach, read, validate. They answer at these short addresses and at the versioned ones of the reference."
      >
        <ul className="grid gap-x-12 border-rule border-t md:grid-cols-2">
          {CORE_CALLS.map(({ call, text, href }) => (
            <li key={call} className="border-rule border-b">
              <Link to={href} className="block py-3.5 hover:text-seal">
                <code className="text-[0.8438rem]">{call}</code>
                <span className="block text-[0.9688rem] text-soft">{text}</span>
              </Link>
            </li>
          ))}
        </ul>
      </Section>
      <Section title="Ten security features" intro="Each one is something the product does and you can check.">
        <TextGrid items={SECURITY_FEATURES} numbered />
      </Section>
      <section className="shell mt-20 sm:mt-28" aria-labelledby="patent">
        <div className="relative isolate overflow-hidden rounded-md border border-rule-strong bg-raised px-6 py-12 sm:px-12 sm:py-16">
          <div className="pointer-events-none absolute inset-1 rounded-sm border border-rule" aria-hidden />
          <SealMark fine className="-top-40 -right-40 -z-10 absolute size-[36rem] opacity-15 max-sm:-right-72" />
          <p className="eyebrow">{PATENT.title}</p>
          <h2 id="patent" className="mt-3 title-1">
            US {PATENT.number}
          </h2>
          <div className="lede mt-6 grid max-w-[60ch] gap-4">
            {PATENT.paragraphs.map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
          </div>
          <div className="mt-8 flex flex-wrap gap-3">
            <HeroActions actions={PATENT.actions} />
          </div>
        </div>
      </section>
      <RelatedResources title="Learn More" items={TECHNOLOGY_LEARN_MORE} />
    </>
  )
}
