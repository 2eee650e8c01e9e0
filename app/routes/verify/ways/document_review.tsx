import { Check } from 'lucide-react'
import { Form, Link, useNavigation } from 'react-router'
import { errorAt } from '../../../lib/act.ts'
import { cn } from '../../../lib/cn.ts'
import { dateTime } from '../../../lib/dates.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { Input, Select, Textarea } from '../../../ui/input.tsx'
import { Pictures, picturesAsked, SHOWN } from './document-pictures.tsx'
import type { Way, WayProps } from './way.ts'

const STEPS = { you: 'You', document: 'Document', pictures: 'Pictures', send: 'Send' } as const
type Step = keyof typeof STEPS
const HEADS: Record<Step, string> = {
  you: 'Who you are',
  document: 'What your document says',
  pictures: 'Pictures of it',
  send: 'Read it over and send it',
}
type Page = WayProps['page']

const DOCUMENTS = {
  passport: 'Passport',
  id_card: 'Identity card',
  drivers_license: 'Driver’s licence',
  residence_permit: 'Residence permit',
} as const

/** The steps of a session: who it is about is asked only where nobody told. */
const stepsOf = ({ review }: Page): Step[] => [
  ...(review.known && !review.person ? [] : (['you'] as const)),
  'document',
  'pictures',
  'send',
]

const isDone = ({ review }: Page, step: Step): boolean =>
  step === 'you'
    ? review.known
    : step === 'document'
      ? review.document !== null
      : step === 'pictures'
        ? picturesAsked(review).every(([kind, needed]) => !needed || review.pictures.some((one) => one.kind === kind))
        : false

function View(props: WayProps) {
  const { page } = props
  const steps = stepsOf(page)
  const first = steps.find((step) => !isDone(page, step)) ?? 'send'
  const asked = steps.find((step) => step === props.step)
  // A step is opened once what comes before it is there.
  const step = asked && steps.indexOf(asked) <= steps.indexOf(first) ? asked : first
  // Going elsewhere would call back what is on its way.
  const sending = useNavigation().formData !== undefined
  // What was known last may lack what was sent since.
  const unanswered = 'unanswered' in page
  const Body = { you: You, document: Printed, pictures: Pictures, send: Send }[step]
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      {page.review.question ? (
        // It is what one arrives at when it comes; then each step is.
        <div className="outline-none" {...(asked ? {} : { tabIndex: -1, 'data-arrival': '' })}>
          <Alert tone="warning" title="A reviewer asks you for more">
            <p className="whitespace-pre-line break-words">{page.review.question.text}</p>
            <p className="mt-2">
              Send it by {dateTime(page.review.question.answer_by)} UTC. What you sent before is still here: change what is needed, then
              send it again.
            </p>
          </Alert>
        </div>
      ) : null}
      <nav aria-label="Steps">
        <ol className="flex flex-wrap gap-x-1 border-rule border-y">
          {steps.map((key, index) => (
            <li key={key} className="flex-auto">
              <StepLink
                page={page}
                base={props.base}
                step={key}
                index={index}
                current={key === step}
                open={index <= steps.indexOf(first) && !sending}
              />
            </li>
          ))}
        </ol>
      </nav>
      <h2 tabIndex={-1} data-arrival="" className="title-3 outline-none">
        {HEADS[step]}
      </h2>
      {asked && asked !== step && !unanswered ? <Alert tone="error">{lackOf(page, first)}</Alert> : null}
      <Body {...props} />
    </div>
  )
}

/** Why a step cannot be opened yet. */
function lackOf({ review }: Page, first: Step): string {
  if (first !== 'pictures') return 'This comes first. Fill it in and choose Continue.'
  const lacking = picturesAsked(review).filter(([kind, needed]) => needed && !review.pictures.some((one) => one.kind === kind))
  return `Still missing: ${lacking.map(([kind]) => SHOWN[kind].label.toLowerCase()).join(', ')}. Choose the file and upload it.`
}

function StepLink(props: { page: Page; base: string; step: Step; index: number; current: boolean; open: boolean }) {
  const { page, base, step, index, current, open } = props
  const done = isDone(page, step)
  const look = cn(
    'flex min-h-12 items-center gap-1.5 px-1 text-[0.9375rem] sm:gap-2 sm:px-2 sm:text-base',
    current && 'font-semibold shadow-[inset_0_-2px_0_var(--seal)]',
  )
  const inside = (
    <>
      <span
        className={cn(
          'size-5 shrink-0 place-items-center rounded-full border font-mono text-[0.75rem] sm:size-6',
          done ? 'grid border-verdigris text-verdigris' : 'hidden border-rule-strong text-soft sm:grid',
        )}
      >
        {done ? <Check className="size-3.5" aria-label="done" /> : index + 1}
      </span>
      {STEPS[step]}
    </>
  )
  return open ? (
    <Link to={`${base}step=${step}`} preventScrollReset aria-current={current ? 'step' : undefined} className={cn(look, 'hover:bg-sunk')}>
      {inside}
    </Link>
  ) : (
    <span className={cn(look, 'text-soft')}>{inside}</span>
  )
}

/** A field that shows what was typed last, else what is kept. */
function fieldsOf({ refusal, values }: WayProps, kept: Record<string, unknown> | null) {
  const shown = (name: string) => values[name] ?? (typeof kept?.[name] === 'string' ? (kept[name] as string) : '')
  const text = (name: string, label: string, more: React.ComponentProps<'input'> & { optional?: boolean; hint?: string } = {}) => {
    const { optional, hint, className, ...props } = more
    return (
      <Field label={label} optional={optional} hint={hint} error={errorAt(refusal, name)} className={className}>
        <Input name={name} defaultValue={shown(name)} required={!optional} {...props} />
      </Field>
    )
  }
  return { shown, text }
}

function Countries({ page, name, value, ...props }: { page: Page; name: string; value: string } & React.ComponentProps<'select'>) {
  return (
    <Select name={name} defaultValue={value} {...props}>
      <option value="">Choose</option>
      {page.countries.map(({ code, name: country }) => (
        <option key={code} value={code}>
          {country}
        </option>
      ))}
    </Select>
  )
}

function You(props: WayProps) {
  const { page, refusal, busy } = props
  const { shown, text } = fieldsOf(props, page.review.person)
  const further = page.level === 'enhanced'
  return (
    <Form method="post" className="grid gap-5">
      <input type="hidden" name="intent" value="person" />
      {text('full_name', 'Full name', {
        autoComplete: 'name',
        dir: 'auto',
        hint: 'All names, as they stand on your document.',
        maxLength: 200,
      })}
      <div className="grid gap-5 sm:grid-cols-2">
        {text('date_of_birth', 'Date of birth', { type: 'date', autoComplete: 'bday', min: '1900-01-01' })}
        <Field label="Country where you live" error={errorAt(refusal, 'country')}>
          <Countries page={page} name="country" value={shown('country')} required autoComplete="country" />
        </Field>
      </div>
      {text('line1', 'Street and number', { autoComplete: 'address-line1', optional: !further, maxLength: 200 })}
      <div className="grid gap-5 sm:grid-cols-3">
        {text('postal_code', 'Postal code', { autoComplete: 'postal-code', optional: true, maxLength: 20 })}
        {text('city', 'City', { autoComplete: 'address-level2', optional: !further, maxLength: 100 })}
        {text('state', 'State or region', { autoComplete: 'address-level1', optional: true, maxLength: 100 })}
      </div>
      {text('tax_number', 'Taxpayer number', {
        optional: true,
        inputMode: 'numeric',
        autoComplete: 'off',
        maxLength: 15,
        hint: 'Only if you pay taxes in the United States: your Social Security or taxpayer number.',
      })}
      <Next busy={busy} />
    </Form>
  )
}

function Printed(props: WayProps) {
  const { page, refusal, busy } = props
  const { review } = page
  const { shown, text } = fieldsOf(props, review.document ?? { ...review.person, country: undefined })
  return (
    <Form method="post" className="grid gap-5">
      <input type="hidden" name="intent" value="document" />
      <p className="text-soft">Copy what is printed on your document. The pictures come next.</p>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label="Document" error={errorAt(refusal, 'kind')}>
          <Select name="kind" defaultValue={shown('kind') || 'passport'}>
            {Object.entries(DOCUMENTS).map(([kind, label]) => (
              <option key={kind} value={kind}>
                {label}
              </option>
            ))}
          </Select>
        </Field>
        <Field label="Issued by" error={errorAt(refusal, 'issuing_country')}>
          <Countries page={page} name="issuing_country" value={shown('issuing_country')} required />
        </Field>
      </div>
      {text('full_name', 'Name on the document', { autoComplete: 'name', dir: 'auto', maxLength: 200 })}
      <div className="grid gap-5 sm:grid-cols-2">
        {text('date_of_birth', 'Date of birth on it', { type: 'date', autoComplete: 'bday', min: '1900-01-01' })}
        {text('number', 'Number of the document', { autoComplete: 'off', spellCheck: false, maxLength: 40 })}
        {text('expires_on', 'Valid until', { type: 'date', optional: true, hint: 'Leave it empty only if no day is printed.' })}
        <Field label="Nationality" optional error={errorAt(refusal, 'nationality')}>
          <Countries page={page} name="nationality" value={shown('nationality')} />
        </Field>
      </div>
      <Field
        label="Lines for machines"
        optional
        hint="The two or three lines of letters, digits and < at the foot of a passport, or on the back of a card. They find slips of the finger."
        error={errorAt(refusal, 'mrz')}
      >
        <Textarea
          name="mrz"
          defaultValue={shown('mrz')}
          rows={3}
          maxLength={400}
          className="min-h-24 break-all font-mono text-[0.8125rem]"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
        />
      </Field>
      {text('address', 'Address to prove', {
        optional: true,
        maxLength: 300,
        autoComplete: 'street-address',
        hint: 'Only if you have a bill or bank statement at hand that shows it. You add it with the pictures.',
      })}
      <Next busy={busy} />
    </Form>
  )
}

const day = (text: string | undefined) => text ?? 'None printed'

function Send({ page, values, busy }: WayProps) {
  const { document: said, pictures, question } = page.review
  const country = (code: string) => page.countries.find((one) => one.code === code)?.name ?? code
  if (!said) return null
  const rows: [string, string][] = [
    ['Document', `${DOCUMENTS[said.kind]}, ${country(said.issuing_country)}`],
    ['Name', said.full_name],
    ['Date of birth', said.date_of_birth],
    ['Number', said.number],
    ['Valid until', day(said.expires_on)],
    ...(said.nationality ? [['Nationality', country(said.nationality)] satisfies [string, string]] : []),
    ...(said.address ? [['Address to prove', said.address] satisfies [string, string]] : []),
    ['Pictures', pictures.map(({ kind }) => SHOWN[kind].label).join('; ')],
  ]
  return (
    <Form method="post" className="grid gap-5">
      <input type="hidden" name="intent" value="submit" />
      <dl className="border-rule border-t">
        {rows.map(([label, value]) => (
          <div key={label} className="grid grid-cols-[8rem_minmax(0,1fr)] gap-x-4 border-rule border-b py-2">
            <dt className="text-soft">{label}</dt>
            <dd className="min-w-0 break-words">
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
      </dl>
      {question ? (
        <Field label="Your answer" optional hint="Only whoever decides reads it.">
          <Textarea name="answer" maxLength={2000} defaultValue={values.answer ?? ''} className="min-h-24" />
        </Field>
      ) : null}
      <p className="text-soft">
        A person looks at it, compares it with what you typed, and decides. Each opening of a picture is recorded.
      </p>
      <div>
        <Button type="submit" busy={busy} busyLabel="Sending…">
          {question ? 'Send it again' : 'Send to a reviewer'}
        </Button>
      </div>
    </Form>
  )
}

function Next({ busy }: { busy: boolean }) {
  return (
    <div>
      <Button type="submit" busy={busy} busyLabel="Sealing…">
        Continue
      </Button>
    </div>
  )
}

/** What a form says, without what was left empty. */
const said = (form: FormData) =>
  Object.fromEntries(
    [...form].filter((pair): pair is [string, string] => typeof pair[1] === 'string' && pair[1].trim() !== '' && pair[0] !== 'intent'),
  )

export const documentReview: Way = {
  method: 'document_review',
  title: 'Pictures of a document',
  lead: 'A passport, identity card, driver’s licence or residence permit, and a telephone or camera. Five minutes; a person looks at it.',
  View,
  act: async (verbs, token, intent, form) => {
    switch (intent) {
      case 'person':
        await verbs.sayWhoYouAre({ ...said(form), token })
        return 'step=document'
      case 'document':
        await verbs.sayDocument({ ...said(form), token })
        return 'step=pictures'
      case 'picture': {
        const file = form.get('file')
        const bytes = file instanceof File ? new Uint8Array(await file.arrayBuffer()) : new Uint8Array()
        await verbs.sendPicture({ token, kind: form.get('kind'), file_name: file instanceof File ? file.name : 'file', bytes })
        return 'step=pictures'
      }
      case 'remove':
        await verbs.removePicture({ token, kind: form.get('kind') })
        return 'step=pictures'
      default:
        await verbs.submitIdentityReview({ token, ...(form.get('answer') ? { answer: form.get('answer') } : {}) })
        return ''
    }
  },
}
