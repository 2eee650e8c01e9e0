import { errorAt } from '../../lib/act.ts'
import { words } from '../../lib/format.ts'
import type { PageRefusal } from '../../lib/verb-errors.ts'
import { Field } from '../../ui/field.tsx'
import { Select, Textarea } from '../../ui/input.tsx'
import { DocumentField } from './document-field.tsx'

const TRANSFER = ['court_order', 'regulator_order', 'estate', 'death', 'divorce', 'issuer_repurchase', 'correction']
const ALL = [...TRANSFER, 'sanctions', 'key_compromise', 'fraud_suspected']

/** On what ground, on what paper, in a sentence. */
export function GroundFields({ refusal, transfer = false }: { refusal: PageRefusal | null; transfer?: boolean }) {
  return (
    <>
      <Field label="Ground" error={errorAt(refusal, 'legal_basis')}>
        <Select name="legal_basis" required defaultValue="">
          <option value="" disabled>
            Choose
          </option>
          {(transfer ? TRANSFER : ALL).map((basis) => (
            <option key={basis} value={basis}>
              {words(basis)}
            </option>
          ))}
        </Select>
      </Field>
      <DocumentField error={errorAt(refusal, 'document_sha256')} />
      <Field label="Note" optional hint="In a sentence, without names." error={errorAt(refusal, 'note')}>
        <Textarea name="note" minLength={3} maxLength={1000} className="min-h-20" />
      </Field>
    </>
  )
}
