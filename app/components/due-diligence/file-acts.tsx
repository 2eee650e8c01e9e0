import type { DueDiligenceView } from '#core/identity/due-diligence/list-rows.ts'
import { act, errorAt, textOf } from '../../lib/act.ts'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { ActDialog } from '../act-dialog.tsx'

interface SettleVerbs {
  approveDueDiligence(input: { id: string; capacity: string }): Promise<unknown>
  withdrawDueDiligence(input: { id: string }): Promise<unknown>
}

/** What a form of a row asks for: the same on both pages. */
export function settleFile(verbs: SettleVerbs, form: FormData) {
  const id = textOf(form, 'id') ?? ''
  return textOf(form, 'intent') === 'approve'
    ? act('The file is approved', () => verbs.approveDueDiligence({ id, capacity: textOf(form, 'capacity') ?? '' }))
    : act('The file is withdrawn', () => verbs.withdrawDueDiligence({ id }))
}

/** What can be done with a file, by whom: nobody approves their own. */
export function FileActs({ row }: { row: DueDiligenceView }) {
  if (row.status === 'withdrawn') return null
  const { environment } = row
  return (
    <span className="grid gap-2">
      {row.status === 'proposed' && row.own ? <span className="text-[0.8125rem] text-soft">another person approves</span> : null}
      <span className="flex flex-wrap gap-2">
        {row.status === 'proposed' && !row.own ? (
          <ActDialog
            label="Approve"
            ariaLabel={`Approve the file on ${row.party}`}
            title={`Approve the file on ${row.party}?`}
            text="You approve for senior management that business with this party begins or goes on. The next check reads it."
            action="Approve it"
            values={{ intent: 'approve', id: row.id }}
            fields={['capacity']}
            environment={environment}
            call={{ method: 'POST', path: `/v1/due-diligence/${row.id}/approve`, body: { capacity: 'MLRO' } }}
          >
            {(refusal) => (
              <>
                <blockquote className="whitespace-pre-line break-words border-rule-strong border-l-2 pl-3">{row.findings}</blockquote>
                <Field
                  label="In which office you approve"
                  hint="Such as money laundering reporting officer."
                  error={errorAt(refusal, 'capacity')}
                >
                  <Input name="capacity" required minLength={2} maxLength={100} autoComplete="organization-title" />
                </Field>
              </>
            )}
          </ActDialog>
        ) : null}
        <ActDialog
          label="Withdraw"
          ariaLabel={`Withdraw the file on ${row.party}`}
          title={`Withdraw the file on ${row.party}?`}
          text="From the next check on no rule reads it. It stays readable, with who took it back; a new one can be filed."
          action="Withdraw it"
          keep="Leave it"
          destructive
          values={{ intent: 'withdraw', id: row.id }}
          environment={environment}
          call={{ method: 'DELETE', path: `/v1/due-diligence/${row.id}` }}
        />
      </span>
    </span>
  )
}
