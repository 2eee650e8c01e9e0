import { Form, useNavigation } from 'react-router'
import type { OwnVerification } from '#core/portal/holders/verification.ts'
import { dateTime, shortDate } from '../../lib/dates.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Textarea } from '../../ui/input.tsx'

/** A rejected identity's appeal: the form while it is possible, and how it stands once it was made. */
export function AppealPanel({ appeal, error }: { appeal: OwnVerification['appeal']; error?: string | undefined }) {
  const { standing, possible_until } = appeal
  const busy = useNavigation().formData?.get('intent') === 'appeal'
  if (standing && !possible_until)
    return (
      <Alert
        tone={standing.status === 'upheld' ? 'success' : standing.status === 'refused' ? 'error' : 'info'}
        title={
          { in_review: 'Your appeal is looked at', upheld: 'Your appeal was upheld', refused: 'Your appeal was refused' }[standing.status]
        }
      >
        {standing.status === 'in_review'
          ? `By others than who rejected it. You have an answer by ${dateTime(standing.answer_by)} UTC.`
          : standing.status === 'upheld'
            ? 'Send your verification once more: it is looked at anew.'
            : 'The rejection stands. There is no second appeal.'}
      </Alert>
    )
  if (!possible_until) return null
  return (
    <details className="rounded-md border border-rule-strong px-4 py-3" open={error !== undefined}>
      <summary className="min-h-6 font-semibold">Appeal against the rejection</summary>
      <Form method="post" className="mt-3 grid max-w-2xl gap-4">
        <input type="hidden" name="intent" value="appeal" />
        <p className="text-soft">
          Until {shortDate(possible_until)}, once. Others than who rejected it answer, within 14 days; two have to agree.
        </p>
        <Field label="Why the rejection is wrong" hint="Sealed where it is kept; only whoever answers reads it." error={error}>
          <Textarea name="statement" required minLength={10} maxLength={4000} className="min-h-32" />
        </Field>
        <div>
          <Button type="submit" busy={busy} busyLabel="Sending…">
            Send the appeal
          </Button>
        </div>
      </Form>
    </details>
  )
}
