import { Link } from 'react-router'
import { LinkedGrid } from '../../components/blocks.tsx'
import { CallToAction } from '../../components/call-to-action.tsx'
import { QuickStart } from '../../components/developer/quick-start.tsx'
import { PageHero, Section } from '../../components/section.tsx'
import { DEVELOPER_HELP, DEVELOPER_HERO, DEVELOPER_SEO, SDKS } from '../../content/developer.ts'
import { guideLinks } from '../../content/guides.server.ts'
import { allMarkets } from '../../content/markets.ts'
import { quickStart } from '../../content/samples.ts'
import { highlight } from '../../lib/highlight.server.ts'
import { originOf, pageMeta } from '../../lib/meta.ts'
import { originIn } from '../../lib/request-origin.ts'
import { service } from '../../lib/structured-data.ts'
import { ButtonLink } from '../../ui/button.tsx'
import type { Route } from './+types/portal.ts'

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { ...DEVELOPER_SEO, jsonLd: [service(originOf(args.matches), 'Sealwright API', DEVELOPER_SEO.description, '/developer')] })

const steps = [
  { title: 'Get a key', text: 'One click below the sample gives you a key for a day. Sign in for one that stays.' },
  { title: 'Send a request', text: 'Copy the sample, paste it into a terminal, press Enter. It works as it is.' },
  { title: 'Read the answer', text: 'The outcome, every rule that did not hold, its citation, and what would change it.' },
]

const tools = [
  {
    title: 'Webhooks',
    text: 'Endpoints, every try with its bodies, replay, rotation, drill.',
    link: { label: 'Open', href: '/developer/webhooks' },
  },
  { title: 'Request logs', text: 'Search your calls, with the decision of each.', link: { label: 'Open', href: '/developer/logs' } },
  {
    title: 'Sandbox',
    text: 'Move the clock, meet every scenario, trigger events, start anew.',
    link: { label: 'Open', href: '/developer/sandbox' },
  },
  {
    title: 'Command line',
    text: 'Events on your machine without a tunnel, sandboxes, policies, logs.',
    link: { label: 'Read', href: '/documentation/command-line' },
  },
  {
    title: 'Verify offline',
    text: 'Credentials, receipts, permits and webhooks, in browsers and workers too.',
    link: { label: 'Read', href: '/documentation/verify-offline' },
  },
  {
    title: 'Assistants',
    text: 'The calls as tools, by what a key may. Changes are shown first.',
    link: { label: 'Read', href: '/documentation/command-line#for-an-assistant' },
  },
]

// Texts come with the page instead of its script: they are sent once.
export async function loader({ context }: Route.LoaderArgs) {
  const operations = new Map(allMarkets.flatMap((market) => market.endpoints.map((endpoint) => [endpoint.id, endpoint])))
  return {
    samples: await Promise.all(quickStart(originIn(context)).map((sample) => highlight(sample.code, sample.lang, sample.label))),
    operations: [...operations.values()],
    guides: guideLinks(),
    steps,
    tools,
    sdks: SDKS,
    help: DEVELOPER_HELP,
  }
}

export default function DeveloperPortal({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <PageHero hero={DEVELOPER_HERO} />
      <Section title="Quick start" intro="Plain JSON over HTTPS. The sandbox runs the same engine as production on its own data.">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-10 lg:grid-cols-[4fr_minmax(0,7fr)]">
          <ol className="grid content-start gap-6">
            {loaderData.steps.map((step, index) => (
              <li key={step.title} className="border-rule border-t pt-4">
                <span aria-hidden className="font-mono text-[0.8125rem] text-seal">
                  {String(index + 1).padStart(2, '0')}
                </span>
                <h3 className="title-3 mt-1">{step.title}</h3>
                <p className="mt-1 text-soft">{step.text}</p>
              </li>
            ))}
          </ol>
          <QuickStart samples={loaderData.samples} className="min-w-0 self-start" />
        </div>
      </Section>
      <Section
        title="The API in one view"
        intro="The same manners everywhere: one key, one shape of answer, one shape of error, one idempotency header."
      >
        <ul className="grid gap-x-12 border-rule border-t md:grid-cols-2">
          {loaderData.operations.map((operation) => (
            <li key={operation.id} className="border-rule border-b">
              <Link to={`/developer/api-reference#${operation.id}`} className="block py-3 hover:text-seal">
                <code className="text-[0.8438rem]">
                  <span className="inline-block w-12 text-seal">{operation.method}</span>
                  {operation.path}
                </code>
                <span className="block text-[0.9688rem] text-soft">{operation.summary}</span>
              </Link>
            </li>
          ))}
        </ul>
        <ButtonLink to="/developer/api-reference" variant="outline" className="mt-6">
          API reference
        </ButtonLink>
      </Section>
      <Section
        id="sdks"
        title="SDKs"
        intro={
          <>
            Nothing has to be installed: every sample of the reference is plain code of its language, and is run before it is published. The
            SDKs add retries under one idempotency key, typed errors, pages and webhook verification. They are installed from a checkout of
            the repository, since they are not in a registry yet; each has a quick start. For other languages, generate a client from the{' '}
            <a href="/downloads/sealwright.openapi.json" download className="link">
              OpenAPI document
            </a>
            .
          </>
        }
      >
        <SdkList sdks={loaderData.sdks} />
      </Section>
      <Section title="Tools" intro="For the day after the first call.">
        <LinkedGrid items={loaderData.tools} />
      </Section>
      <Section title="Guides" intro="Each one goes from an empty file to a decision you can show.">
        <LinkedGrid
          items={loaderData.guides.map((guide) => ({
            title: guide.title,
            text: guide.description,
            link: { label: 'Read the guide', href: `/developer/guides/${guide.slug}` },
          }))}
        />
      </Section>
      <Section title="Help">
        <LinkedGrid items={loaderData.help} />
      </Section>
      <CallToAction
        title="Try it without an account"
        actions={
          <>
            <ButtonLink to="/developer/api-playground" size="lg">
              Try Playground
            </ButtonLink>
            <ButtonLink to="/developer/api-keys" variant="outline" size="lg">
              Get API Key
            </ButtonLink>
          </>
        }
      >
        The playground makes you a throw-away sandbox and sends real requests.
      </CallToAction>
    </>
  )
}

function SdkList({ sdks }: { sdks: typeof SDKS }) {
  return (
    <ul className="grid gap-px overflow-hidden rounded-md border border-rule bg-rule sm:grid-cols-2 lg:grid-cols-4">
      {sdks.map((sdk) => (
        <li key={sdk.id} className="bg-raised p-6">
          <h3 className="title-3">{sdk.name}</h3>
          <p className="mt-1.5 text-soft">{sdk.note}</p>
          <code className="mt-4 block break-words text-[0.8125rem]">{sdk.install}</code>
          <Link to={sdk.start} className="link mt-4 inline-block">
            Quick start<span className="sr-only"> in {sdk.name}</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
