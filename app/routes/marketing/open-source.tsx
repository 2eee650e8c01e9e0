import { DashList, RelatedResources, TextGrid } from '../../components/blocks.tsx'
import { PageHero, Section } from '../../components/section.tsx'
import { CONTRIBUTING, LICENCES, OPEN_PARTS, OPEN_SOURCE_HERO, OPEN_SOURCE_NEXT, OPEN_SOURCE_SEO } from '../../content/open-source.ts'
import { pageMeta } from '../../lib/meta.ts'
import { RowTh, Table, Td, Th } from '../../ui/table.tsx'
import type { Route } from './+types/open-source.ts'

export const meta: Route.MetaFunction = (args) => pageMeta(args, OPEN_SOURCE_SEO)

export default function OpenSource() {
  return (
    <>
      <PageHero hero={OPEN_SOURCE_HERO} />
      <Section title="What is open" intro="Six parts. Each can be used without the others.">
        <ul className="grid gap-px overflow-hidden rounded-md border border-rule bg-rule sm:grid-cols-2 lg:grid-cols-3">
          {OPEN_PARTS.map((part) => (
            <li key={part.title} className="bg-raised p-6">
              <h3 className="title-3">{part.title}</h3>
              <p className="mt-1.5 text-soft">{part.text}</p>
              <DashList items={part.points} className="mt-4 text-[0.9688rem]" />
            </li>
          ))}
        </ul>
      </Section>
      <Section title="Licences">
        <Table label="Licences" className="max-w-3xl">
          <thead>
            <tr>
              <Th>Part</Th>
              <Th>Licence</Th>
            </tr>
          </thead>
          <tbody>
            {LICENCES.map((row) => (
              <tr key={row.part}>
                <RowTh className="py-3">{row.part}</RowTh>
                <Td className="py-3">{row.licence}</Td>
              </tr>
            ))}
          </tbody>
        </Table>
      </Section>
      <Section title="How to contribute">
        <TextGrid items={CONTRIBUTING} columns={3} />
      </Section>
      <RelatedResources items={OPEN_SOURCE_NEXT} />
    </>
  )
}
