import { Refusal } from '../../components/admin/refusal.tsx'
import { PageHead } from '../../components/page-head.tsx'
import { act, errorAt, textOf, useAct } from '../../lib/act.ts'
import { dateTime } from '../../lib/dates.ts'
import { requireSession } from '../../lib/guard.ts'
import { keepForm } from '../../lib/keep-form.ts'
import { pageMeta } from '../../lib/meta.ts'
import { readOr404 } from '../../lib/verb-errors.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Textarea } from '../../ui/input.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import type { Route } from './+types/question.ts'

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: 'A question to you', description: 'What a reviewer needs to know, and your answer.', noindex: true })

export async function loader({ context, request, params }: Route.LoaderArgs) {
  return readOr404(requireSession(context, request).verbs.readOwnQuestion({ id: params.id }))
}

export async function action({ context, request, params }: Route.ActionArgs) {
  const { verbs } = requireSession(context, request)
  const form = await request.formData()
  return act('Your answer was sent', () => verbs.answerOwnQuestion({ id: params.id, answer: textOf(form, 'answer') ?? '' }))
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => keepForm(serverAction)

export default function Question({ loaderData }: Route.ComponentProps) {
  const { organization, environment, about, question, asked_at, answer_by, open, answered_at, answer } = loaderData
  const form = useAct()
  return (
    <div className="pb-20">
      <PageHead
        title="A question to you"
        lead={`A reviewer looks at a case about this ${about} at ${organization}${environment === 'sandbox' ? ', in the sandbox' : ''}.${open ? ` Nothing is decided until you answer, or until ${dateTime(answer_by)} UTC.` : ''}`}
      />
      <div className="shell mt-8">
        <div className="grid max-w-2xl gap-6">
          <figure className="border-seal border-l-2 pl-4">
            <blockquote className="whitespace-pre-line break-words text-[1.125rem]">{question}</blockquote>
            <figcaption className="tabular mt-2 text-[0.875rem] text-soft">Asked {dateTime(asked_at)} UTC</figcaption>
          </figure>
          {open ? (
            <form.Form method="post" className="grid gap-5">
              <Field
                label="Your answer"
                hint="Sealed where it is kept; only whoever decides reads it."
                error={errorAt(form.refusal, 'answer')}
              >
                <Textarea name="answer" required minLength={3} maxLength={4000} className="min-h-36" />
              </Field>
              <Refusal refusal={form.refusal} fields={['answer']} />
              <div>
                <Button type="submit" busy={form.busy} busyLabel="Sending…">
                  Send the answer
                </Button>
              </div>
            </form.Form>
          ) : answered_at ? (
            <Alert tone="success" title={`Answered ${dateTime(answered_at)} UTC`}>
              <p className="whitespace-pre-line break-words">{answer ?? 'What was written was erased.'}</p>
            </Alert>
          ) : (
            <Alert tone="info">This question is closed: the case went on without an answer.</Alert>
          )}
          {open ? null : (
            <p>
              <TextLink to="/dashboard" className="inline-flex min-h-6 items-center">
                To your dashboard
              </TextLink>
            </p>
          )}
        </div>
      </div>
    </div>
  )
}
