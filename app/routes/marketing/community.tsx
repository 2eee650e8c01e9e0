import { LinkedGrid, RelatedResources, TextGrid } from '../../components/blocks.tsx'
import { PageHero, Section } from '../../components/section.tsx'
import { COMMUNITY_HERO, COMMUNITY_NEXT, COMMUNITY_PLACES, COMMUNITY_SEO, CONDUCT, HOW_TO_HELP } from '../../content/community.ts'
import { pageMeta } from '../../lib/meta.ts'
import type { Route } from './+types/community.ts'

export const meta: Route.MetaFunction = (args) => pageMeta(args, COMMUNITY_SEO)

export default function Community() {
  return (
    <>
      <PageHero hero={COMMUNITY_HERO} />
      <Section title="Places" intro="Where a question, a correction or an idea belongs.">
        <LinkedGrid items={COMMUNITY_PLACES} />
      </Section>
      <Section title="How we talk to each other">
        <TextGrid items={CONDUCT} />
      </Section>
      <Section title="How to help">
        <TextGrid items={HOW_TO_HELP} columns={3} />
      </Section>
      <RelatedResources items={COMMUNITY_NEXT} />
    </>
  )
}
