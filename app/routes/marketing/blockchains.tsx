import { RelatedResources, TextGrid } from '../../components/blocks.tsx'
import { PageHero, Section } from '../../components/section.tsx'
import {
  BLOCKCHAINS_HERO,
  BLOCKCHAINS_NEXT,
  BLOCKCHAINS_SEO,
  CHAINS,
  type Chain,
  ON_CHAIN_PRINCIPLES,
  RESTRICTION_CODES,
} from '../../content/blockchains.ts'
import { originOf, pageMeta } from '../../lib/meta.ts'
import { service } from '../../lib/structured-data.ts'
import { RowTh, Table, Td, Th } from '../../ui/table.tsx'
import type { Route } from './+types/blockchains.ts'

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, {
    ...BLOCKCHAINS_SEO,
    jsonLd: [service(originOf(args.matches), 'Compliance on EVM chains and Solana', BLOCKCHAINS_SEO.description, '/blockchains')],
  })

const rows: { label: string; read: (chain: Chain) => string | readonly string[] }[] = [
  { label: 'In short', read: (chain) => chain.summary },
  { label: 'Chain id', read: (chain) => chain.chainId },
  { label: 'Address', read: (chain) => chain.address },
  { label: 'Proof of control', read: (chain) => chain.control },
  { label: 'Token standards', read: (chain) => chain.standards },
  { label: 'Credential forms', read: (chain) => chain.credentialForms },
  { label: 'Finality', read: (chain) => chain.finality },
]

export default function Blockchains() {
  return (
    <>
      <PageHero hero={BLOCKCHAINS_HERO} />
      <Section title="Side by side" intro="What the API expects and prepares on each chain.">
        <Table label="Chains compared" className="row-cards sm:min-w-[44rem]">
          <thead>
            <tr>
              <Th>
                <span className="sr-only">Property</span>
              </Th>
              {CHAINS.map((chain) => (
                <Th key={chain.id} className="w-[28%]">
                  <span className="title-3">{chain.name}</span>
                </Th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.label}>
                <RowTh strong className="py-3.5 sm:max-md:sticky sm:max-md:left-0 sm:max-md:w-24 sm:max-md:bg-paper">
                  {row.label}
                </RowTh>
                {CHAINS.map((chain) => {
                  const value = row.read(chain)
                  return (
                    <Td key={chain.id} data-label={chain.name} data-wide className="py-3.5">
                      {typeof value === 'string' ? (
                        value
                      ) : (
                        <ul className="grid gap-1">
                          {value.map((item) => (
                            <li key={item}>{item}</li>
                          ))}
                        </ul>
                      )}
                    </Td>
                  )
                })}
              </tr>
            ))}
          </tbody>
        </Table>
      </Section>
      <Section title="What we do on a chain, and what we never do">
        <TextGrid items={ON_CHAIN_PRINCIPLES} />
      </Section>
      <Section
        title="One list of restriction codes"
        intro="The API gives each of them, in the manner of ERC-1404. Those marked “contract” the reference contract answers by itself, from the same table; the others need facts that no contract holds."
      >
        <dl className="grid gap-x-10 sm:grid-cols-2 lg:grid-cols-3">
          {RESTRICTION_CODES.map((item) => (
            <div key={item.code} className="flex gap-4 border-rule border-b py-2.5">
              <dt className="tabular w-9 shrink-0 text-right font-mono text-[0.875rem] text-seal leading-7">{item.code}</dt>
              <dd>
                {item.meaning}
                {item.onChain && <span className="text-soft"> · contract</span>}
              </dd>
            </div>
          ))}
        </dl>
      </Section>
      <RelatedResources items={BLOCKCHAINS_NEXT} />
    </>
  )
}
