import type { Workplace } from '#core/kernel/members.ts'
import { errorAt } from '../../lib/act.ts'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'

export const ERASURE_ACTS = { hold: 'held', release_hold: 'hold ended', carry_out: 'duties withdrawn', open_file: 'file opened' } as const

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
