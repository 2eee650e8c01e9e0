import { useState } from 'react'
import { errorAt } from '../../lib/act.ts'
import type { PageRefusal } from '../../lib/verb-errors.ts'
import { CheckLine } from '../../ui/check-line.tsx'
import { Field, FieldError } from '../../ui/field.tsx'
import { Input, Textarea } from '../../ui/input.tsx'
import { ActDialog } from '../act-dialog.tsx'
import { COVERS } from './file-table.tsx'

const FIELDS = ['party', 'covers', 'findings', 'source_of_wealth', 'source_of_funds', 'document_sha256']

/** Files what was found out about a party of higher risk. */
export function FileForm({ party, environment }: { party?: string | undefined; environment: string }) {
  return (
    <ActDialog
      label="File due diligence"
      variant="primary"
      size="md"
      title="File what you found out"
      text="Rules read it at the next check, for 365 days. Where one asks for senior management, it counts once another person approved it."
      action="File it"
      values={{ intent: 'file' }}
      fields={FIELDS}
      environment={environment}
      call={{
        method: 'POST',
        path: '/v1/due-diligence',
        body: {
          investor_id: party ?? 'inv_…',
          covers: ['country'],
          findings: 'Employed by a bank since 2016; payslips of three months seen.',
        },
      }}
    >
      {(refusal) => <FileFields party={party} refusal={refusal} />}
    </ActDialog>
  )
}

function FileFields({ party, refusal }: { party?: string | undefined; refusal: PageRefusal | null }) {
  const [pep, setPep] = useState(false)
  const covers = errorAt(refusal, 'covers')
  return (
    <>
      <Field
        label="Investor or wallet"
        hint="The investor’s id, or the address of a wallet you verified."
        error={errorAt(refusal, 'party')}
      >
        <Input
          name="party"
          required
          maxLength={120}
          defaultValue={party}
          className="font-mono text-[0.875rem]"
          autoComplete="off"
          spellCheck={false}
        />
      </Field>
      <fieldset aria-describedby={covers ? 'covers-error' : undefined}>
        <legend className="mb-1.5 font-semibold text-[0.9375rem]">Why more is asked</legend>
        {Object.entries(COVERS).map(([kind, words]) => (
          <CheckLine
            key={kind}
            name="covers"
            value={kind}
            label={words}
            aria-invalid={covers ? true : undefined}
            onChange={kind === 'pep' ? (event) => setPep(event.target.checked) : undefined}
          />
        ))}
        <FieldError id="covers-error" error={covers} />
      </fieldset>
      <Field label="What was found out, and how" error={errorAt(refusal, 'findings')}>
        <Textarea name="findings" required minLength={10} maxLength={2000} className="min-h-24" />
      </Field>
      {pep ? (
        <>
          <Field
            label="Source of wealth"
            hint="Where their wealth comes from, and how you know."
            error={errorAt(refusal, 'source_of_wealth')}
          >
            <Textarea name="source_of_wealth" required minLength={10} maxLength={2000} className="min-h-20" />
          </Field>
          <Field label="Source of funds" hint="Where the money of this business comes from." error={errorAt(refusal, 'source_of_funds')}>
            <Textarea name="source_of_funds" required minLength={10} maxLength={2000} className="min-h-20" />
          </Field>
        </>
      ) : null}
      <Field label="SHA-256 of the file you keep" optional error={errorAt(refusal, 'document_sha256')}>
        <Input name="document_sha256" maxLength={64} className="font-mono text-[0.875rem]" autoComplete="off" spellCheck={false} />
      </Field>
    </>
  )
}
