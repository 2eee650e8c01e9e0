import { useEffect, useRef, useState } from 'react'
import { data, Form, useSearchParams } from 'react-router'
import { PageHero } from '../../components/section.tsx'
import { CONTACT_HERO, CONTACT_SEO, INQUIRY_TYPES, NOTES_MAX, NOTES_MIN } from '../../content/contact.ts'
import { cn } from '../../lib/cn.ts'
import { checkInquiry, type Inquiry, type InquiryErrors, inquiryFields, inquiryOf } from '../../lib/contact-form.ts'
import { originOf, pageMeta } from '../../lib/meta.ts'
import { serverContext } from '../../server-context.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Input, Select, Textarea } from '../../ui/input.tsx'
import { toast } from '../../ui/toast.ts'
import type { Route } from './+types/contact.ts'

const contactAddress = 'sales@sealwright.example'
const sent = {
  title: 'Message Sent Successfully',
  text: "Thank you for your inquiry. We'll get back to you within 24 hours.",
}
const failed = { title: 'Submission Failed', text: `Please try again or contact us directly at ${contactAddress}` }

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, {
    ...CONTACT_SEO,
    jsonLd: [{ '@type': 'ContactPage', name: CONTACT_SEO.title, url: `${originOf(args.matches)}/contact` }],
  })

interface Outcome {
  state: 'sent' | 'failed' | 'invalid'
  errors: InquiryErrors
  values?: Inquiry
}

/** The way of browsers without scripts: the same rules, the same verb, the page as the answer. */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData()
  const values = inquiryOf(form)
  const errors = checkInquiry(values)
  if (Object.keys(errors).length > 0) return data<Outcome>({ state: 'invalid', errors, values }, { status: 422 })
  try {
    await context.get(serverContext)!.anonymous.sendContactEmail(() => ({ ...values, website: String(form.get('website') ?? '') }))
    return data<Outcome>({ state: 'sent', errors: {} })
  } catch (error) {
    const tooMany = (error as { code?: string }).code === 'rate_limited'
    return data<Outcome>({ state: 'failed', errors: {}, values }, { status: tooMany ? 429 : 503 })
  }
}

export default function Contact({ actionData }: Route.ComponentProps) {
  const [search] = useSearchParams()
  const asked = INQUIRY_TYPES.find((type) => type.value === search.get('inquiry'))?.value ?? ''
  const values = actionData?.values
  const [errors, setErrors] = useState<InquiryErrors>(actionData?.errors ?? {})
  const [notes, setNotes] = useState(values?.notes ?? '')
  const [state, setState] = useState<Outcome['state'] | 'idle' | 'busy'>(actionData?.state ?? 'idle')
  const form = useRef<HTMLFormElement>(null)

  // The page is written at build time, when nobody asks about anything: what the address asks about is chosen here.
  useEffect(() => {
    const choice = form.current?.querySelector<HTMLSelectElement>('[name=inquiryType]')
    if (choice && choice.value === '') choice.value = asked
  }, [asked])

  async function submit(event: React.FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const element = event.currentTarget
    const body = new FormData(element)
    const input = inquiryOf(body)
    const found = checkInquiry(input)
    setErrors(found)
    const first = inquiryFields.find((name) => found[name])
    if (first) {
      setState('idle')
      element.querySelector<HTMLElement>(`[name=${first}]`)?.focus()
      return
    }
    setState('busy')
    const trap = String(body.get('website') ?? '')
    try {
      const response = await fetch('/functions/v1/send-contact-email', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(trap ? { ...input, website: trap } : input),
      })
      if (!response.ok) throw new Error(`The contact form was answered with ${response.status}`)
      element.reset()
      setNotes('')
      setState('sent')
      toast.success(sent.title, { description: sent.text })
    } catch {
      setState('failed')
      toast.error(failed.title, { description: failed.text })
    }
  }

  // An error goes away while it is being mended. Nothing is checked on leaving a field: the page must not move under a click.
  const recheck = (event: React.ChangeEvent<HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement>) => {
    const name = event.target.name as keyof Inquiry
    if (!errors[name] || !form.current) return
    const found = checkInquiry(inquiryOf(new FormData(form.current)))
    setErrors((current) => ({ ...current, [name]: found[name] }))
  }
  const text = (name: 'firstName' | 'lastName' | 'company' | 'email' | 'phone', label: string, type: string, autoComplete: string) => (
    <Field label={label} error={errors[name]}>
      <Input name={name} type={type} autoComplete={autoComplete} defaultValue={values?.[name]} onChange={recheck} required />
    </Field>
  )
  const outside = notes.length < NOTES_MIN || notes.length > NOTES_MAX

  return (
    <>
      <PageHero hero={CONTACT_HERO} seal={false} />
      <div className="shell mt-12 grid items-start gap-x-16 gap-y-12 lg:grid-cols-[7fr_4fr]">
        <div>
          <Form ref={form} method="post" noValidate onSubmit={submit} className="grid gap-5 sm:grid-cols-2">
            {text('firstName', 'First name', 'text', 'given-name')}
            {text('lastName', 'Last name', 'text', 'family-name')}
            {text('company', 'Company', 'text', 'organization')}
            {text('email', 'Business email', 'email', 'email')}
            {text('phone', 'Phone', 'tel', 'tel')}
            <Field label="Inquiry type" error={errors.inquiryType}>
              <Select name="inquiryType" required defaultValue={values?.inquiryType ?? asked} onChange={recheck}>
                <option value="">Select…</option>
                {INQUIRY_TYPES.map((type) => (
                  <option key={type.value} value={type.value}>
                    {type.label}
                  </option>
                ))}
              </Select>
            </Field>
            <Field
              className="sm:col-span-2"
              label="Notes"
              error={errors.notes}
              aside={
                <span className={cn('tabular text-[0.9375rem]', outside ? 'text-madder' : 'text-soft')}>
                  {notes.length}/{NOTES_MAX}
                  {notes.length < NOTES_MIN ? ` (minimum ${NOTES_MIN} required)` : ''}
                </span>
              }
            >
              <Textarea
                name="notes"
                rows={6}
                required
                defaultValue={values?.notes}
                onChange={(event) => {
                  setNotes(event.target.value)
                  recheck(event)
                }}
              />
            </Field>
            <p className="sr-only" aria-hidden>
              <label>
                Leave this field empty
                <input name="website" tabIndex={-1} autoComplete="off" />
              </label>
            </p>
            <div className="grid justify-items-start gap-5 sm:col-span-2">
              {state === 'sent' ? (
                <Alert tone="success" title={sent.title}>
                  {sent.text}
                </Alert>
              ) : null}
              {state === 'failed' ? (
                <Alert tone="error" title={failed.title}>
                  {failed.text}
                </Alert>
              ) : null}
              <Button type="submit" size="lg" busy={state === 'busy'} busyLabel="Sending Message..." className="max-sm:w-full">
                Send Message
              </Button>
            </div>
          </Form>
        </div>
        <aside className="grid gap-8 border-rule border-t pt-6 lg:border-t-0 lg:border-l lg:pt-0 lg:pl-10">
          {[
            ['Within 24 hours', 'Every inquiry is read by a person and answered within 24 hours.'],
            [
              'Please send no personal data',
              'No names of customers, birth dates, documents or keys. A request id is enough for us to find a call.',
            ],
            ['Already building?', 'The sandbox is open now, and the playground works without an account.'],
          ].map(([title, description]) => (
            <div key={title}>
              <h2 className="title-3">{title}</h2>
              <p className="mt-1.5 text-soft">{description}</p>
            </div>
          ))}
          <p>
            <a className="link" href={`mailto:${contactAddress}`}>
              {contactAddress}
            </a>
          </p>
        </aside>
      </div>
    </>
  )
}
