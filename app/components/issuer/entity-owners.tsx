import { Plus, X } from 'lucide-react'
import { useId, useState } from 'react'
import type { WireEntityFile } from '#core/securities/entities/shape.ts'
import { errorAt } from '../../lib/act.ts'
import type { PageRefusal } from '../../lib/verb-errors.ts'
import { Button } from '../../ui/button.tsx'
import { CheckLine } from '../../ui/check-line.tsx'
import { Field, FieldError } from '../../ui/field.tsx'
import { Input, Select } from '../../ui/input.tsx'
import { CountrySelect } from '../country-field.tsx'

/** One of those behind an entity, as the form holds them. `ref` tells them apart, and whom shares are of. */
interface OwnerRow {
  ref: string
  person_id?: string
  type: 'individual' | 'entity' | 'trust'
  full_name: string
  date_of_birth: string
  country: string
  share_percent: string
  of: string
  controls: boolean
  trustee: string
}

const rowOf = (one: WireEntityFile['owners'][number], i: number): OwnerRow => ({
  ref: `known-${i}`,
  person_id: one.person_id,
  type: one.type,
  full_name: one.full_name ?? '',
  date_of_birth: '',
  country: one.country ?? '',
  share_percent: String(one.share_percent),
  of: one.of ?? '',
  controls: one.roles.includes('control_person'),
  trustee: one.trustee ?? '',
})

/** Those of the file before; whom a share is of, and who stands for a trust, by their rows. */
function rowsOf(file: WireEntityFile | null): OwnerRow[] {
  const rows = (file?.owners ?? []).filter((one) => one.full_name !== null).map(rowOf)
  const refOf = (person: string) => rows.find((row) => row.person_id === person)?.ref ?? ''
  return rows.map((row) => ({ ...row, of: row.of && refOf(row.of), trustee: row.trustee && refOf(row.trustee) }))
}

/** A row as the file takes it: who was named before is named by their id. */
function saidOf({ person_id, full_name, date_of_birth, country, of, trustee, controls, share_percent, ...row }: OwnerRow) {
  const who = person_id
    ? { person_id }
    : { ...(full_name && { full_name }), ...(country && { country }), ...(row.type === 'individual' && date_of_birth && { date_of_birth }) }
  return {
    ...{ ...row, ...who, share_percent: Number(share_percent) || 0, roles: controls ? ['control_person'] : [] },
    ...(of && { of }),
    ...(row.type === 'trust' && trustee && { trustee }),
  }
}

/** Who owns and controls an entity: a row each, sent together as one field. */
export function OwnerRows({ file, refusal }: { file: WireEntityFile | null; refusal: PageRefusal | null }) {
  const [rows, setRows] = useState(() => rowsOf(file))
  const [made, setMade] = useState(0)
  const add = () => {
    const empty = { person_id: undefined, full_name: '', date_of_birth: '', country: '', share_percent: '', of: '', trustee: '' }
    setRows([...rows, { ...empty, ref: `new-${made}`, type: 'individual', controls: false } as OwnerRow])
    setMade(made + 1)
  }
  const change = (ref: string, values: Partial<OwnerRow>) => setRows(rows.map((row) => (row.ref === ref ? { ...row, ...values } : row)))
  return (
    <fieldset className="grid gap-5">
      <legend className="mb-1.5 font-semibold text-[0.9375rem]">Owners and control persons</legend>
      <p className="text-soft">
        Whoever owns a quarter or more, directly or through others, and at least one person in control. Each is screened, and proves who
        they are on their own.
      </p>
      <input type="hidden" name="owners" value={JSON.stringify(rows.map(saidOf))} />
      {rows.map((row, i) => (
        <OwnerFields
          key={row.ref}
          row={row}
          rows={rows}
          error={(name) => errorAt(refusal, `owners/${i}/${name}`)}
          onChange={(values) => change(row.ref, values)}
          onRemove={() => setRows(rows.filter((one) => one !== row))}
        />
      ))}
      <FieldError id="owners-error" error={refusal?.fields.find(({ pointer }) => pointer === '/owners')?.detail} />
      <div>
        <Button variant="outline" size="sm" onClick={add}>
          <Plus className="size-4" aria-hidden /> Add somebody
        </Button>
      </div>
    </fieldset>
  )
}

const TYPES = { individual: 'A person', entity: 'An entity', trust: 'A trust' } as const

function OwnerFields(p: {
  row: OwnerRow
  rows: OwnerRow[]
  error: (name: string) => string | undefined
  onChange: (values: Partial<OwnerRow>) => void
  onRemove: () => void
}) {
  const { row, rows, error, onChange } = p
  const heading = useId()
  const others = rows.filter((one) => one !== row)
  const named = (one: OwnerRow) => one.full_name || 'somebody without a name yet'
  return (
    <section aria-labelledby={heading} className="grid gap-4 border-rule border-t pt-4 sm:grid-cols-2">
      <div className="flex items-center justify-between gap-3 sm:col-span-2">
        <p id={heading} className="font-semibold">
          {row.full_name || 'Somebody new'}
        </p>
        <Button variant="ghost" size="sm" onClick={p.onRemove} aria-label={`Remove ${named(row)}`}>
          <X className="size-4" aria-hidden /> Remove
        </Button>
      </div>
      {row.person_id ? null : <NewOwner row={row} error={error} onChange={onChange} />}
      <Field label="Share, in percent" error={error('share_percent')}>
        <Input
          type="number"
          min={0}
          max={100}
          step={0.01}
          value={row.share_percent}
          onChange={(event) => onChange({ share_percent: event.target.value })}
        />
      </Field>
      <Field label="Of" error={error('of')}>
        <Select value={row.of} onChange={(event) => onChange({ of: event.target.value })}>
          <option value="">the entity itself</option>
          {others
            .filter((one) => one.type !== 'individual')
            .map((one) => (
              <option key={one.ref} value={one.ref}>
                {named(one)}
              </option>
            ))}
        </Select>
      </Field>
      {row.type === 'trust' ? (
        <Field label="Trustee" hint="Stands for the trust, and proves who they are." error={error('trustee')}>
          <Select value={row.trustee} onChange={(event) => onChange({ trustee: event.target.value })}>
            <option value="">Choose one</option>
            {others
              .filter((one) => one.type === 'individual')
              .map((one) => (
                <option key={one.ref} value={one.ref}>
                  {named(one)}
                </option>
              ))}
          </Select>
        </Field>
      ) : null}
      {row.type === 'individual' ? (
        <CheckLine label="In control of it" checked={row.controls} onChange={(event) => onChange({ controls: event.target.checked })} />
      ) : null}
    </section>
  )
}

/** Who somebody is, where the file before did not name them. */
function NewOwner({ row, error, onChange }: Pick<Parameters<typeof OwnerFields>[0], 'row' | 'error' | 'onChange'>) {
  return (
    <>
      <Field label="Kind" error={error('type')}>
        <Select value={row.type} onChange={(event) => onChange({ type: event.target.value as OwnerRow['type'], controls: false })}>
          {Object.entries(TYPES).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
      </Field>
      <Field label="Full name" error={error('full_name')}>
        <Input required maxLength={200} value={row.full_name} onChange={(event) => onChange({ full_name: event.target.value })} />
      </Field>
      {row.type === 'individual' ? (
        <Field label="Date of birth" error={error('date_of_birth')}>
          <Input type="date" required value={row.date_of_birth} onChange={(event) => onChange({ date_of_birth: event.target.value })} />
        </Field>
      ) : null}
      <Field label="Country" error={error('country')}>
        <CountrySelect required value={row.country} onChange={(event) => onChange({ country: event.target.value })} />
      </Field>
    </>
  )
}
