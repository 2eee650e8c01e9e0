import { DashList, RelatedResources, TextGrid } from '../../components/blocks.tsx'
import { PageHero, Section } from '../../components/section.tsx'
import { PARTNER_KINDS, PARTNER_STEPS, PARTNERS_HERO, PARTNERS_NEXT, PARTNERS_SEO } from '../../content/partners.ts'
import { pageMeta } from '../../lib/meta.ts'
import type { Route } from './+types/partners.ts'

export const meta: Route.MetaFunction = (args) => pageMeta(args, PARTNERS_SEO)

export default function Partners() {
  return (
    <>
      <PageHero hero={PARTNERS_HERO} />
      <Section title="Who does what" intro="Six kinds of partner. For each: how it connects, and what it answers for.">
        <ul className="border-rule border-t">
          {PARTNER_KINDS.map((kind) => (
            <li key={kind.title} className="grid gap-x-10 gap-y-4 border-rule border-b py-8 lg:grid-cols-[4fr_4fr_4fr]">
              <div>
                <h3 className="title-3">{kind.title}</h3>
                <p className="mt-1.5 text-soft">{kind.text}</p>
              </div>
              <div>
                <p className="eyebrow mb-2">Connects</p>
                <DashList items={kind.connects} className="text-[0.9688rem]" />
              </div>
              <div>
                <p className="eyebrow mb-2">Responsible</p>
                <p className="text-[0.9688rem]">{kind.responsible}</p>
              </div>
            </li>
          ))}
        </ul>
      </Section>
      <Section title="How a partnership starts">
        <TextGrid items={PARTNER_STEPS} numbered />
      </Section>
      <RelatedResources items={PARTNERS_NEXT} />
    </>
  )
}
