import { DashList, RelatedResources } from '../../components/blocks.tsx'
import { PageHero, Section } from '../../components/section.tsx'
import { HOW_IT_WORKS_HERO, HOW_IT_WORKS_NEXT, HOW_IT_WORKS_SEO, OUTCOMES, STEPS, WHAT_IS_STORED } from '../../content/how-it-works.ts'
import { originOf, pageMeta } from '../../lib/meta.ts'
import { Status } from '../../ui/badge.tsx'
import { RowTh, Table, TableCaption, Td, Th } from '../../ui/table.tsx'
import type { Route } from './+types/how-it-works.ts'

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, {
    ...HOW_IT_WORKS_SEO,
    jsonLd: [
      {
        '@type': 'HowTo',
        name: HOW_IT_WORKS_SEO.title,
        url: `${originOf(args.matches)}/how-it-works`,
        step: STEPS.map((step, index) => ({ '@type': 'HowToStep', position: index + 1, name: step.title, text: step.text })),
      },
    ],
  })

const tones = { allow: 'good', deny: 'bad', review: 'waiting' } as const

export default function HowItWorks() {
  return (
    <>
      <PageHero hero={HOW_IT_WORKS_HERO} />
      <Section title="Six steps" intro="The first three happen once. The last three happen each time somebody wants to do something.">
        <ol className="relative ml-[1.1rem] border-rule-strong border-l">
          {STEPS.map((step, index) => (
            <li key={step.title} className="relative grid gap-x-10 gap-y-3 pb-12 pl-9 last:pb-0 sm:pl-12 lg:grid-cols-[5fr_6fr]">
              <span
                aria-hidden
                className="-left-[1.15rem] absolute top-0 grid size-9 place-items-center rounded-full border border-rule-strong bg-paper font-mono text-[0.8125rem] text-seal"
              >
                {index + 1}
              </span>
              <div>
                <h3 className="title-3">{step.title}</h3>
                {step.call ? <code className="mt-1.5 block text-[0.8438rem] text-soft">{step.call}</code> : null}
              </div>
              <div>
                <p>{step.text}</p>
                <DashList items={step.detail} className="mt-3 text-[0.9688rem] text-soft" />
              </div>
            </li>
          ))}
        </ol>
      </Section>
      <Section
        title="Three answers"
        intro="There is no fourth. An error means that the question could not be answered, never that the answer is no."
      >
        <ul className="grid gap-4 sm:grid-cols-3">
          {OUTCOMES.map((item) => (
            <li key={item.outcome} className="rounded-md border border-rule bg-raised p-6">
              <Status tone={tones[item.outcome]}>{item.outcome}</Status>
              <h3 className="title-3 mt-4">{item.title}</h3>
              <p className="mt-1.5 text-soft">{item.text}</p>
            </li>
          ))}
        </ul>
      </Section>
      <Section title="What is kept, and for how long" intro="As little as the law allows, and no longer than it asks.">
        <Table label="What is stored">
          <TableCaption>
            The periods are those of the laws named in the privacy policy. What no law asks for is erased on request.
          </TableCaption>
          <thead>
            <tr>
              <Th>What</Th>
              <Th>Where</Th>
              <Th>Kept</Th>
            </tr>
          </thead>
          <tbody>
            {WHAT_IS_STORED.map((row) => (
              <tr key={row.what}>
                <RowTh strong className="py-3">
                  {row.what}
                </RowTh>
                <Td className="py-3">{row.where}</Td>
                <Td className="py-3 text-soft">{row.kept}</Td>
              </tr>
            ))}
          </tbody>
        </Table>
      </Section>
      <RelatedResources items={HOW_IT_WORKS_NEXT} />
    </>
  )
}
