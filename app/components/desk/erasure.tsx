import type { Workplace } from '#core/kernel/members.ts'
import { errorAt } from '../../lib/act.ts'
import { Field } from '../../ui/field.tsx'
import { Input, Select } from '../../ui/input.tsx'

export const ERASURE_ACTS = { hold: 'held', release_hold: 'hold ended', carry_out: 'duties withdrawn', open_file: 'file opened' } as const

/** What a hold is for. */
export const HOLD_REASONS = {
  legal_claim: 'A legal claim',
  regulator_request: 'A request of a regulator',
  investigation: 'An investigation',
  other: 'Something else',
} as const

/** For whom a file is opened, or for what. */
export const OPENED_FOR = {
  bsa_authority: 'FinCEN, who examines for it, or law enforcement',
  ofac: 'OFAC',
  eu_authority: 'An authority of the Union or a member state',
  other_authority: 'Another authority, for whom it is held',
  legal_claim: 'A legal claim',
  rights_of_another: 'The rights of another person',
} as const

/** One of a closed list, none of it chosen beforehand. */
export function Choose({
  label,
  hint,
  name,
  of,
  error,
}: {
  label: string
  hint: string
  name: string
  of: Record<string, string>
  error: string | undefined
}) {
  return (
    <Field label={label} hint={hint} error={error}>
      <Select name={name} required defaultValue="">
        <option value="">Choose</option>
        {Object.entries(of).map(([value, words]) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </Select>
    </Field>
  )
}

/** Whether somebody acts on erasures where they work; who audits reads them alone. */
export const mayErase = (place: Workplace | null): boolean =>
  place !== null && (place.role === 'custom' ? (place.permissions ?? []).includes('persons.erase') : place.role !== 'auditor')

/** Why it is asked for. */
export function Why({ refusal, code = 'litigation_ended' }: { refusal: Parameters<typeof errorAt>[0]; code?: string }) {
  return (
    <>
      <Field label="Reason code" hint={`A short code such as ${code}.`} error={errorAt(refusal, 'reason_code')}>
        <Input name="reason_code" required maxLength={60} />
      </Field>
      <Field label="Why" hint="A sentence, without the person’s name. It is kept for good." error={errorAt(refusal, 'note')}>
        <Input name="note" required minLength={10} maxLength={2000} />
      </Field>
    </>
  )
}
