import { DashList, Faq, LinkedGrid } from '../../components/blocks.tsx'
import { CallToAction } from '../../components/call-to-action.tsx'
import { PageHero, Section } from '../../components/section.tsx'
import { RESPONSE_TIMES, SUPPORT_FAQ, SUPPORT_HERO, SUPPORT_SEO, SUPPORT_TOPICS, WHAT_TO_SEND } from '../../content/support.ts'
import { pageMeta } from '../../lib/meta.ts'
import { faq } from '../../lib/structured-data.ts'
import { ButtonLink } from '../../ui/button.tsx'
import type { Route } from './+types/support.ts'

export const meta: Route.MetaFunction = (args) => pageMeta(args, { ...SUPPORT_SEO, jsonLd: [faq(SUPPORT_FAQ)] })

export default function Support() {
  return (
    <>
      <PageHero hero={SUPPORT_HERO} />
      <Section title="By symptom" intro="Most answers are on one of these pages.">
        <LinkedGrid items={SUPPORT_TOPICS} />
      </Section>
      <Section title="Questions we are asked">
        <Faq items={SUPPORT_FAQ} />
      </Section>
      <Section title="What to send">
        <div className="grid gap-10 lg:grid-cols-2">
          <DashList items={WHAT_TO_SEND} />
          <dl className="grid content-start gap-5">
            {RESPONSE_TIMES.map((item) => (
              <div key={item.title} className="border-rule border-t pt-3">
                <dt className="font-semibold">{item.title}</dt>
                <dd className="text-soft">{item.text}</dd>
              </div>
            ))}
          </dl>
        </div>
      </Section>
      <CallToAction
        title="Not found?"
        actions={
          <>
            <ButtonLink to="/contact?inquiry=technical" size="lg">
              Write to us
            </ButtonLink>
            <ButtonLink to="/documentation" variant="outline" size="lg">
              Documentation
            </ButtonLink>
          </>
        }
      >
        Send the request id and what you expected. We answer within 24 hours.
      </CallToAction>
    </>
  )
}
