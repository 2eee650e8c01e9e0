import type { Candidate, Evidence } from '#core/review/cases/evidence.ts'
import { Badge, Status } from '../../ui/badge.tsx'
import { RowTh, Table, Td, Th } from '../../ui/table.tsx'
import { listName } from './list-names.ts'

/** Pieces with a likeness of their own. All others move the score by their weight: a score of 1 beside them would read as full agreement. */
const COMPARED = new Set(['name_word', 'identifier', 'wallet_address'])

type Query = Evidence['others'][number]['query']

/** What was asked beside what is listed, field by field. */
function comparedRows(query: Query, candidate: Candidate): [string, string | undefined, string[]][] {
  const { listed, matched_name: found } = candidate
  const { vessel } = listed
  const nameWords = (name: Candidate['listed']['names'][number]) =>
    `${name.full}${name.strength === 'weak' ? ' (weak alias)' : ''}${name.full === found?.full ? ' (the one that matched)' : ''}`
  // What matched stands first: it must not fall behind the end of a long list.
  const names = listed.names.toSorted((a, b) => Number(b.full === found?.full) - Number(a.full === found?.full))
  return [
    ['Name', [query.full_name, ...(query.other_names ?? [])].filter(Boolean).join(', '), names.map(nameWords)],
    ['Born', query.date_of_birth, listed.dates_of_birth],
    ['Born in', query.birth_place, listed.places_of_birth],
    ['Nationality', query.nationality, listed.nationalities],
    ['Country', query.country, listed.countries],
    ['Address', query.addresses?.map((one) => Object.values(one).join(', ')).join('; '), listed.postal_addresses.map(({ text }) => text)],
    ['Gender', query.gender, listed.gender ? [listed.gender] : []],
    ['Kind', query.entity_type === 'any' ? undefined : query.entity_type, [listed.type]],
    ['Wallet', query.wallet_address, listed.addresses],
    ['Numbers', query.identifiers?.map(numberWords).join('; '), listed.identifiers.map(numberWords)],
    ['Vessel', undefined, vessel ? Object.entries(vessel).map(([what, value]) => `${what.replaceAll('_', ' ')} ${value}`) : []],
    ['Title', undefined, listed.titles],
  ]
}

/** One candidate beside what was asked: field by field, then the pieces its score is made of. */
export function MatchCompare({ query, candidate, open }: { query: Query; candidate: Candidate; open: boolean }) {
  const { listed } = candidate
  const rows = comparedRows(query, candidate)
  return (
    <details open={open} className="border-rule border-b py-4">
      <summary className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="tabular font-semibold">{candidate.rank}.</span>
        <strong>{candidate.name}</strong>
        <span className="text-soft">{listName(candidate.list)}</span>
        <span className="tabular ml-auto font-mono text-[0.9375rem]">{candidate.score.toFixed(3)}</span>
        {candidate.strong ? <Status tone="bad">strong</Status> : null}
        {candidate.exception ? <Status tone="good">set aside</Status> : null}
      </summary>
      <div className="mt-3 flex flex-wrap gap-2">
        <FactBadges candidate={candidate} facts={candidate.agree} tone="bad" word="agrees" />
        <FactBadges candidate={candidate} facts={candidate.near} tone="waiting" word="is near" />
        <FactBadges candidate={candidate} facts={candidate.conflict} tone="good" word="differs" />
        {candidate.held ? (
          <Badge tone="waiting" wrap>
            held for review: the name alone scores {candidate.name_score?.toFixed(3)}, and nobody verified what differs
          </Badge>
        ) : null}
        {candidate.weak_alias ? <Badge>weak alias</Badge> : null}
        {candidate.pep ? <Badge>politically exposed</Badge> : null}
        {candidate.programs.slice(0, 6).map((program) => (
          <Badge key={program}>{program}</Badge>
        ))}
      </div>
      <Table label={`Asked and listed: ${candidate.name}`} className="mt-3">
        <thead>
          <tr>
            <Th className="w-24">
              <span className="sr-only">Field</span>
            </Th>
            <Th className="w-1/3">Asked</Th>
            <Th>Listed</Th>
          </tr>
        </thead>
        <tbody>
          {rows
            .filter(([, asked, found]) => asked || found.length > 0)
            .map(([label, asked, found]) => (
              <tr key={label}>
                <RowTh className="text-soft">{label}</RowTh>
                <Td className={label === 'Wallet' ? 'break-all' : 'break-words'}>
                  {asked ?? <span className="text-soft">not given</span>}
                </Td>
                <Td className={label === 'Wallet' ? 'break-all' : 'break-words'}>
                  {found.length === 0 ? (
                    <span className="text-soft">not listed</span>
                  ) : (
                    <ul>
                      {found.slice(0, 8).map((value) => (
                        <li key={value}>{value}</li>
                      ))}
                    </ul>
                  )}
                </Td>
              </tr>
            ))}
        </tbody>
      </Table>
      {listed.remarks ? <p className="mt-2 max-w-[68ch] text-[0.9375rem] text-soft">{listed.remarks}</p> : null}
      <Table label={`How the score of ${candidate.name} is made`} className="row-cards mt-4">
        <caption className="caption-top pb-1 text-left text-[0.875rem] text-soft">
          What the score of {candidate.score.toFixed(3)} is made of. Evidence beside the name: {candidate.evidence.toFixed(2)}.
        </caption>
        <thead>
          <tr>
            <Th>Piece</Th>
            <Th>Asked</Th>
            <Th>Listed</Th>
            <Th className="text-right">Score</Th>
            <Th className="text-right">Weight</Th>
          </tr>
        </thead>
        <tbody>
          {candidate.features.map((feature, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: pieces may repeat and never move
            <tr key={index}>
              <Td>
                {feature.name.replaceAll('_', ' ')}
                {feature.detail ? <span className="block text-[0.8125rem] text-soft">{feature.detail}</span> : null}
              </Td>
              <Td data-label="Asked" className="break-words">
                {feature.query}
              </Td>
              <Td data-label="Listed" className="break-words">
                {feature.candidate}
              </Td>
              <Td data-label="Score" className="tabular text-right">
                {COMPARED.has(feature.name) ? feature.score.toFixed(3) : <span className="text-soft">adjusts</span>}
              </Td>
              <Td data-label="Weight" className="tabular text-right">
                {feature.weight.toFixed(2)}
              </Td>
            </tr>
          ))}
        </tbody>
      </Table>
      <p className="mt-2 text-[0.875rem] text-soft">
        Entry <code>{candidate.entity_id}</code> of {listName(candidate.list)}
        {candidate.list_version ? `, version ${candidate.list_version}` : ''}
        {candidate.listed_on ? `, listed ${candidate.listed_on}` : ''}
        {candidate.url ? (
          <>
            ,{' '}
            <a className="link" href={candidate.url} rel="noreferrer" target="_blank">
              at its publisher
            </a>
          </>
        ) : null}
      </p>
    </details>
  )
}

const numberWords = (one: { type?: string | undefined; value: string; country?: string | null | undefined }) =>
  `${one.type?.replaceAll('_', ' ') ?? 'number'} ${one.value}${one.country ? ` (${one.country})` : ''}`

/** What was compared and how it came out, with the measure: a word alone would say more than is known. */
function FactBadges({
  candidate,
  facts,
  tone,
  word,
}: {
  candidate: Candidate
  facts: readonly string[]
  tone: 'good' | 'waiting' | 'bad'
  word: string
}) {
  return facts.map((what) => {
    const detail = candidate.features.find(({ name }) => name === what)?.detail
    const text = `${what.replaceAll('_', ' ')} ${word}${detail && what !== 'wallet_address' ? `: ${detail}` : ''}`
    // Neither a tick nor a cross: what is near is left to the reader.
    if (tone === 'waiting')
      return (
        <Badge key={what} tone={tone} wrap>
          {text}
        </Badge>
      )
    return (
      <Status key={what} tone={tone} wrap>
        {text}
      </Status>
    )
  })
}
