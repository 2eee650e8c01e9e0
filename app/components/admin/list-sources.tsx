import { dateTime } from '../../lib/dates.ts'
import { count } from '../../lib/format.ts'
import { EmptyState } from '../../ui/states.tsx'
import { Table, Td, Th } from '../../ui/table.tsx'
import { StateBadge } from '../state-badge.tsx'
import { listName, span } from './list-names.ts'

export interface Source {
  source: string
  version: string
  published_at: string
  loaded_at: string
  dated_by?: 'list' | 'server' | 'file' | undefined
  published_age_seconds: number
  entries: number
  age_seconds: number
  fresh_seconds: number
  usable_seconds: number
  stale: boolean
}
export interface Progress {
  source: string
  state: 'downloading' | 'reading' | 'loaded' | 'unchanged' | 'failed'
  file: string | null
  bytes: number
  bytes_total: number | null
  finished_at: string | null
  error: string | null
}

/** The lists in force: how old each is beside the two ages that count, and how its last refresh went. */
export function ListSources({ sources, refreshes }: { sources: Source[]; refreshes: Progress[] }) {
  if (sources.length === 0)
    return (
      <EmptyState title="No official list is loaded">
        Sandbox checks answer from the fictional sample; production checks are refused rather than cleared.
      </EmptyState>
    )
  return (
    <Table label="Lists in force" className="row-cards">
      <thead>
        <tr>
          <Th>List</Th>
          <Th>Version</Th>
          <Th className="text-right">Entries</Th>
          <Th>Published (UTC)</Th>
          <Th>Loaded or confirmed (UTC)</Th>
          <Th className="min-w-52">Age since known to be current</Th>
          <Th>Last refresh</Th>
        </tr>
      </thead>
      <tbody>
        {sources.map((list) => (
          <tr key={list.source}>
            <Td className="font-semibold whitespace-nowrap">{listName(list.source)}</Td>
            <Td data-label="Version">
              <code className="text-[0.8125rem]">{list.version}</code>
            </Td>
            <Td data-label="Entries" className="tabular text-right">
              {count(list.entries)}
            </Td>
            <Td data-label="Published (UTC)" className="tabular whitespace-nowrap text-soft">
              {dateTime(list.published_at)}
              <span className="block text-[0.8125rem]">
                {list.dated_by === 'file'
                  ? `no date in the format; the same since ${span(list.published_age_seconds)}`
                  : `${span(list.published_age_seconds)} ago`}
              </span>
            </Td>
            <Td data-label="Loaded or confirmed (UTC)" className="tabular whitespace-nowrap text-soft">
              {dateTime(list.loaded_at)}
            </Td>
            <Td data-label="Age since known to be current" data-wide="">
              <Age list={list} />
            </Td>
            <Td data-label="Last refresh" data-wide="">
              <Refreshed progress={refreshes.find((one) => one.source === list.source)} />
            </Td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

function Age({ list }: { list: Source }) {
  const refused = list.age_seconds >= list.usable_seconds
  const share = Math.min(100, (list.age_seconds / list.usable_seconds) * 100)
  return (
    <div className="grid gap-1">
      <div className="flex items-center justify-between gap-3">
        <span className="tabular">{span(list.age_seconds)}</span>
        <StateBadge of="list" state={refused ? 'refuses' : list.stale ? 'reviews' : 'fresh'} />
      </div>
      <div className="relative h-1.5 overflow-hidden rounded-full bg-sunk ring-1 ring-rule" aria-hidden>
        <div
          className={`h-full forced-color-adjust-none ${refused ? 'bg-madder' : list.stale ? 'bg-ochre' : 'bg-verdigris'}`}
          style={{ width: `${Math.max(1, share)}%` }}
        />
        <div className="absolute inset-y-0 w-px bg-ink" style={{ left: `${(list.fresh_seconds / list.usable_seconds) * 100}%` }} />
      </div>
      <p className="text-[0.8125rem] text-soft">
        review after {span(list.fresh_seconds)}, refused after {span(list.usable_seconds)}
      </p>
    </div>
  )
}

function Refreshed({ progress }: { progress: Progress | undefined }) {
  if (!progress) return <span className="text-soft">from a folder or a sample</span>
  if (progress.state === 'failed')
    return (
      <div>
        <StateBadge of="list" state="failed" />
        <p className="mt-1 min-w-52 max-w-72 text-[0.875rem]">
          {progress.finished_at ? `${dateTime(progress.finished_at)} UTC. ` : ''}This version stays in force; it is tried again within the
          hour.
        </p>
        {progress.error ? <p className="mt-1 max-w-72 break-all font-mono text-[0.75rem] text-soft">{progress.error}</p> : null}
      </div>
    )
  if (progress.finished_at)
    return (
      <p className="whitespace-nowrap">
        {progress.state}
        <span className="tabular block text-[0.875rem] text-soft">{dateTime(progress.finished_at)} UTC</span>
      </p>
    )
  const share = progress.bytes_total ? Math.round((progress.bytes / progress.bytes_total) * 100) : null
  return (
    <div className="min-w-40">
      <p>
        {progress.state === 'reading' ? 'Reading' : 'Downloading'}
        {share === null ? '' : ` ${share} %`}
      </p>
      <progress
        className="mt-1 h-1.5 w-full accent-seal"
        max={progress.bytes_total ?? undefined}
        value={progress.bytes_total ? progress.bytes : undefined}
        aria-label={`Download of ${listName(progress.source)}`}
      />
      <p className="tabular text-[0.8125rem] text-soft">{(progress.bytes / 2 ** 20).toFixed(1)} MB</p>
    </div>
  )
}
