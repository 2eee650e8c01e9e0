import type { ReactNode } from 'react'
import type { WireEntityFile } from '#core/securities/entities/shape.ts'
import { errorAt } from '../../lib/act.ts'
import { countryName } from '../../lib/format.ts'
import type { PageRefusal } from '../../lib/verb-errors.ts'
import { Field } from '../../ui/field.tsx'
import { Input, Select } from '../../ui/input.tsx'
import { CountrySelect } from '../country-field.tsx'
import { Panel } from '../dashboard/layout.tsx'
import { StateBadge } from '../state-badge.tsx'

/** What the extract of a register says, as the reviewer types it: it is compared with the file, so nothing stands in it beforehand. */
const READ = ['legal_name', 'country', 'number', 'formation_date', 'dated'] as const

export const entityFields = ['entity', ...READ.map((name) => `entity/${name}`), 'reason_code']

/** Why papers are refused. The first four say only that this try failed. */
const REFUSALS: Record<string, string> = {
  document_unreadable: 'They cannot be read: they are sent anew',
  document_expired: 'The extract is older than 90 days: a newer one is sent',
  document_not_accepted: 'They are of no kind that shows it: others are sent',
  documents_incomplete: 'Something is missing: they are sent whole',
  data_mismatch: 'They show another entity: it is rejected',
  document_altered: 'They were altered or made up: it is rejected',
  entity_not_active: 'It is dissolved or struck off: it is rejected',
}

/** What a reviewer of an entity says besides the decision: what was read, or why it is refused. */
export function EntityWord({ releases, refusal }: { releases: boolean; refusal: PageRefusal | null }) {
  if (!releases)
    return (
      <Field label="Why" error={errorAt(refusal, 'reason_code')}>
        <Select name="reason_code" required defaultValue="">
          <option value="" disabled>
            Choose one
          </option>
          {Object.entries(REFUSALS).map(([code, words]) => (
            <option key={code} value={code}>
              {words}
            </option>
          ))}
        </Select>
      </Field>
    )
  const error = (name: string) => errorAt(refusal, `entity/${name}`)
  return (
    <fieldset className="grid gap-4">
      <legend className="mb-1.5 font-semibold text-[0.9375rem]">What the extract says</legend>
      <Field label="Name" error={error('legal_name') ?? errorAt(refusal, 'entity')}>
        <Input name="legal_name" required maxLength={200} autoComplete="off" />
      </Field>
      <Field label="Country of the register" error={error('country')}>
        <CountrySelect name="country" required defaultValue="" autoComplete="off" />
      </Field>
      <Field label="Number" optional error={error('number')}>
        <Input name="number" maxLength={60} autoComplete="off" />
      </Field>
      <Field label="Formed on" error={error('formation_date')}>
        <Input name="formation_date" type="date" required />
      </Field>
      <Field label="Day of the extract" hint="At most 90 days ago." error={error('dated')}>
        <Input name="dated" type="date" required />
      </Field>
    </fieldset>
  )
}

/** What was typed, as the decision takes it. */
export function entityWordIn(form: HTMLFormElement, releases: boolean): Record<string, unknown> {
  const data = new FormData(form)
  const text = (name: string) => String(data.get(name) ?? '').trim()
  if (!releases) return { reason_code: text('reason_code') }
  return { entity: Object.fromEntries(READ.flatMap((name) => (text(name) ? [[name, text(name)]] : []))) }
}

/** The file that the papers are to show, beside them. */
export function EntityPanel({ entity }: { entity: WireEntityFile }) {
  const { registration, lei, address } = entity
  const rows: [string, ReactNode][] = [
    ['Name', entity.legal_name],
    ['Kind', entity.entity_type.replaceAll('_', ' ')],
    [
      'Register',
      registration
        ? `${registration.register ?? countryName(registration.country)}${registration.court ? `, ${registration.court}` : ''}`
        : 'none named',
    ],
    ['Number', registration ? `${registration.number} (${registration.status.replaceAll('_', ' ')})` : 'none'],
    ['Formed on', entity.formation_date],
    ['LEI', lei ? `${lei.value} (${lei.status.replaceAll('_', ' ')})` : 'none'],
    ['Address', address ? Object.values(address).join(', ') : 'none'],
    ...entity.owners.map((one): [string, ReactNode] => [
      one.full_name ?? 'Somebody who was erased',
      <span key={one.person_id} className="flex flex-wrap items-center gap-x-3">
        {[`${one.share_percent} %`, ...one.roles.map((role) => role.replaceAll('_', ' '))].join(', ')}
        <StateBadge of="owner" state={one.verification} />
      </span>,
    ]),
  ]
  return (
    <Panel title="What the file says" note="Said by the organisation. Read the papers, and type what they say.">
      <dl>
        {rows.map(([label, value], i) => (
          <div
            // biome-ignore lint/suspicious/noArrayIndexKey: two owners may have one name.
            key={i}
            className="grid grid-cols-[minmax(0,2fr)_minmax(0,3fr)] gap-x-4 border-rule border-b py-2 sm:grid-cols-[12rem_minmax(0,1fr)]"
          >
            <dt className="min-w-0 break-words text-soft">{label}</dt>
            <dd className="min-w-0 break-words">{value}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  )
}
