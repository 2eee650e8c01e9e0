import { LiveFigures } from '../../components/live-figures.tsx'
import { PageHero, Section } from '../../components/section.tsx'
import { promises } from '../../content/promises.server.ts'
import { pageMeta } from '../../lib/meta.ts'
import type { Route } from './+types/trust.ts'

const seo = {
  title: 'Trust: each promise, and what shows it',
  description:
    'What Sealwright promises about keys, people’s data, the audit log and failure, one by one, with the test or file that shows it.',
}
const hero = {
  title: 'Each promise, and what shows it',
  lead: 'A sentence about safety is worth what stands behind it. Here each has the test, or the file, that shows it. They come with the source: run the tests on your own copy.',
  actions: [
    { label: 'Live status', href: '/api-status' },
    { label: 'The rulebook', href: '/rules' },
  ],
}

export const meta: Route.MetaFunction = (args) => pageMeta(args, seo)

export const loader = () => ({ promises: promises() })

export default function Trust({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <PageHero hero={hero}>
        <LiveFigures className="mt-12 grid max-w-xl grid-cols-3 gap-x-6 border-rule border-t pt-5" />
      </PageHero>
      <Section title="What the product promises" intro="This list is made of SECURITY.md. Nothing is on it that only we can check.">
        <dl className="border-rule border-t">
          {loaderData.promises.map(({ subject, text, shown }) => (
            <div key={text} className="grid gap-x-12 gap-y-3 border-rule border-b py-6 lg:grid-cols-[3fr_5fr_5fr]">
              <dt className="title-3">{subject}</dt>
              <dd className="max-w-[58ch]">{text}</dd>
              <dd className="min-w-0 text-[0.9375rem]">
                <ul className="grid gap-3">
                  {shown.map(({ file, test }) => (
                    <li key={file + test}>
                      {test ? <span className="block text-soft">“{test}”</span> : null}
                      <code className="break-all text-[0.8125rem]">{file}</code>
                    </li>
                  ))}
                </ul>
              </dd>
            </div>
          ))}
        </dl>
      </Section>
      <Section
        title="What it does not promise"
        intro="What an attacker would try, what is not stopped and what is left to whoever runs an installation."
      >
        <p className="max-w-[58ch] text-soft">
          The threat model (<code>docs/security/threat-model.md</code>) and the requirements of OWASP ASVS 5, one by one with those that are
          open (<code>docs/security/asvs.md</code>), come with the source as well. To report a weakness, see{' '}
          <a className="link" href="/.well-known/security.txt">
            security.txt
          </a>
          .
        </p>
      </Section>
    </>
  )
}
