import { type ChangeEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import type { CheckedTerms } from '#core/securities/offerings/check-terms.ts'
import { cn } from '../../lib/cn.ts'
import { money } from '../../lib/format.ts'
import { useInSight } from '../../lib/use-in-sight.ts'
import { useTypedTerms } from '../../lib/use-typed-terms.ts'
import type { PageRefusal } from '../../lib/verb-errors.ts'
import { Alert } from '../../ui/alert.tsx'
import { AmountInput } from '../../ui/amount-input.tsx'
import { Status } from '../../ui/badge.tsx'
import { Field, FieldError } from '../../ui/field.tsx'
import { Input, Select, Textarea } from '../../ui/input.tsx'
import { CountriesInput } from '../country-field.tsx'
import { CLASSES, fieldOf, needsClass, REGULATION_CHOICES, type TermField, type Terms, TYPES } from './offering-terms.ts'
import { RuleList } from './rule-list.tsx'

/** What a page with this form answers to a refused submit: the refusal, and what was typed when the server saw it. */
export interface RefusedTerms {
  refusal: PageRefusal
  values?: Terms
}

export interface OfferingFormState {
  values: Terms
  /** Something was typed since the page was opened or refused. */
  changed: RefObject<boolean>
  form: RefObject<HTMLFormElement | null>
  errors: Partial<Record<TermField, string>>
  checked: CheckedTerms | null
  set: (field: TermField, value: string) => void
  touch: (field: TermField) => void
}

const NEEDED: Partial<Record<TermField, string>> = {
  name: 'Give the offering a name.',
  regulation: 'Choose the regulation it is offered under.',
  price_per_token: 'Say what a token costs, such as 10.00.',
  total_supply: 'Say how many tokens there are in all, such as 1000000.',
}

/** The terms of an offering as they are typed; the rules answer a moment after the last key. */
export function useOfferingForm(initial: Terms, refused: RefusedTerms | null): OfferingFormState {
  const [values, setValues] = useState<Terms>(refused?.values ?? initial)
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set())
  const { answer: checked, send: check } = useTypedTerms<CheckedTerms>()
  const form = useRef<HTMLFormElement>(null)
  const changed = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when a value changes, with whatever else is current then
  useEffect(() => {
    const ask = setTimeout(() => check({ ...values, intent: 'check' }), changed.current ? 350 : 0)
    return () => clearTimeout(ask)
  }, [values])
  useEffect(() => {
    if (refused) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [refused])
  const errors: Partial<Record<TermField, string>> = {}
  for (const each of refused && !changed.current ? refused.refusal.fields : []) {
    const field = fieldOf(each.pointer)
    if (field) errors[field] ??= (!values[field]?.trim() && NEEDED[field]) || each.detail
  }
  // What is not written yet is no mistake; what was written and cannot be read is.
  for (const each of checked?.fields ?? []) {
    const field = fieldOf(each.pointer)
    if (field && touched.has(field) && values[field]?.trim()) errors[field] ??= each.detail
  }
  return {
    values,
    changed,
    form,
    errors,
    checked,
    set: (field, value) => {
      changed.current = true
      setValues((current) => ({ ...current, [field]: value }))
    },
    touch: (field) => setTouched((current) => new Set(current).add(field)),
  }
}

/** The form and, beside it, what the rules say. `children` is the form's own element with the fields and buttons inside. */
export function OfferingFormLayout({ state, children }: { state: OfferingFormState; children: ReactNode }) {
  return (
    <div className="grid items-start gap-x-12 gap-y-8 xl:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
      {children}
      <aside
        aria-label="What the rules say"
        aria-live="polite"
        className="min-w-0 rounded-md border border-rule bg-raised p-5 xl:sticky xl:top-24 xl:max-h-[calc(100dvh-8rem)] xl:overflow-y-auto"
      >
        <Answer checked={state.checked} currency={state.values.currency ?? 'USD'} />
      </aside>
    </div>
  )
}

/** Why the last submit was refused. */
export function RefusedNote({ refused, again }: { refused: RefusedTerms | null; again: string }) {
  // A field that was refused takes the focus itself.
  const place = useInSight(refused?.refusal.fields.length ? null : refused)
  if (!refused) return null
  const { code, message } = refused.refusal
  return (
    <div ref={place} className="scroll-my-4">
      <Alert tone="error" title={message}>
        {code === 'not_sent' || code === 'signed_out' ? null : `Nothing was lost: correct the marked fields and ${again}.`}
      </Alert>
    </div>
  )
}

/** Every field of an offering's terms. */
export function OfferingFields({ state }: { state: OfferingFormState }) {
  const { values, errors, checked, set, touch } = state
  const control = (field: TermField) => ({
    name: field,
    value: values[field] ?? '',
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>) => set(field, event.target.value),
    onBlur: () => touch(field),
  })
  return (
    <>
      <Group title="What it is">
        <Field label="Name" error={errors.name}>
          <Input {...control('name')} maxLength={200} autoComplete="off" />
        </Field>
        <div className="grid gap-5 sm:grid-cols-2">
          <Field label="Type" error={errors.type}>
            <Select {...control('type')}>
              {Object.entries(TYPES).map(([value, label]) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </Select>
          </Field>
          {needsClass(values.type) ? (
            <Field label="Class of security" hint="What holders own in law." error={errors.security_class}>
              <Select {...control('security_class')}>
                <option value="">Choose</option>
                {Object.entries(CLASSES).map(([value, label]) => (
                  <option key={value} value={value}>
                    {label}
                  </option>
                ))}
              </Select>
            </Field>
          ) : null}
        </div>
        <Field label="Description" optional error={errors.description}>
          <Textarea {...control('description')} maxLength={10_000} className="min-h-24" />
        </Field>
      </Group>
      <Group title="Regulation">
        <fieldset aria-describedby="regulation-error" className="grid gap-2.5 sm:grid-cols-2">
          <legend className="sr-only">Regulation</legend>
          {REGULATION_CHOICES.map((choice) => (
            <label
              key={choice.value}
              className={cn(
                'flex cursor-pointer gap-3 rounded-md border p-3.5 hover:border-ink',
                values.regulation === choice.value ? 'border-seal bg-seal-wash' : 'border-rule-strong',
              )}
            >
              <input
                type="radio"
                name="regulation"
                value={choice.value}
                checked={values.regulation === choice.value}
                onChange={() => set('regulation', choice.value)}
                aria-invalid={errors.regulation ? true : undefined}
                className="mt-1 size-4 shrink-0 accent-seal"
              />
              <span>
                <span className="font-semibold">{choice.title}</span>
                <span className="block text-[0.9375rem] text-soft leading-snug">{choice.text}</span>
              </span>
            </label>
          ))}
        </fieldset>
        <FieldError id="regulation-error" error={errors.regulation} />
      </Group>
      <Group title="Amounts">
        <div className="grid gap-5 sm:grid-cols-2">
          <Field label="Price of a token" error={errors.price_per_token}>
            <AmountInput {...control('price_per_token')} unit={values.currency ?? 'USD'} className="font-mono" placeholder="10.00" />
          </Field>
          <Field label="Currency" error={errors.currency}>
            <Select {...control('currency')}>
              {['USD', 'USDC', 'EUR', 'GBP'].map((code) => (
                <option key={code}>{code}</option>
              ))}
            </Select>
          </Field>
          <Field label="Total supply" error={errors.total_supply}>
            <AmountInput {...control('total_supply')} unit="tokens" inputMode="numeric" className="font-mono" placeholder="1,000,000" />
          </Field>
          <Field label="Maximum offering" error={errors.maximum_raise}>
            <AmountInput {...control('maximum_raise')} unit={values.currency ?? 'USD'} className="font-mono" placeholder="10,000,000" />
          </Field>
          <Field label="Target" optional error={errors.target_amount}>
            <AmountInput {...control('target_amount')} unit={values.currency ?? 'USD'} className="font-mono" />
          </Field>
          <Field label="Minimum investment" optional error={errors.minimum_investment}>
            <AmountInput {...control('minimum_investment')} unit={values.currency ?? 'USD'} className="font-mono" />
          </Field>
        </div>
      </Group>
      <Group title="Limits of your own">
        <div className="grid gap-5 sm:grid-cols-2">
          <Field label="Maximum number of holders" optional error={errors.max_holders}>
            <Input {...control('max_holders')} inputMode="numeric" className="tabular font-mono" />
          </Field>
          <Field
            label="Lock-up in days"
            optional
            hint={checked?.defaults ? `From the regulation: ${checked.defaults.lockup_days}.` : undefined}
            error={errors.lockup_days}
          >
            <Input {...control('lockup_days')} inputMode="numeric" className="tabular font-mono" />
          </Field>
          <Field label="Permitted countries" optional hint="Chosen from the list, or typed with commas." error={errors.allowed_countries}>
            <CountriesInput {...control('allowed_countries')} onValue={(text) => set('allowed_countries', text)} />
          </Field>
          <Field
            label="Excluded countries"
            optional
            hint={values.regulation === 'reg_s' ? 'US is always blocked under Reg S.' : 'Embargoed places are always blocked.'}
            error={errors.blocked_countries}
          >
            <CountriesInput {...control('blocked_countries')} onValue={(text) => set('blocked_countries', text)} />
          </Field>
          <Field label="Closes on" optional error={errors.closes_on}>
            <Input {...control('closes_on')} type="date" />
          </Field>
        </div>
      </Group>
    </>
  )
}

const Group = ({ title, children }: { title: string; children: React.ReactNode }) => (
  <section className="grid gap-5">
    <h2 className="title-3">{title}</h2>
    {children}
  </section>
)

const outcomes = {
  allow: { tone: 'good', title: 'This can open', text: 'Every rule of an opening allows it.' },
  deny: { tone: 'bad', title: 'This cannot be created', text: 'Change what the rules below deny.' },
  review: { tone: 'waiting', title: 'A person has to agree', text: 'It can be created; somebody looks at it before it opens.' },
  needs_info: {
    tone: 'waiting',
    title: 'More has to be known',
    text: 'It can be created as a draft. It opens when these questions are answered.',
  },
} as const

function Answer({ checked, currency }: { checked: CheckedTerms | null; currency: string }) {
  if (!checked?.outcome) {
    const missing = checked?.fields.length ?? 0
    return (
      <>
        <h2 className="title-3">What the rules say</h2>
        <p className="mt-2 text-[0.9375rem] text-soft">
          {checked
            ? `They answer when ${missing === 1 ? 'one more field is' : `${missing} more fields are`} filled in.`
            : 'They answer when regulation and amounts are there.'}
        </p>
      </>
    )
  }
  const outcome = outcomes[checked.outcome]
  return (
    <>
      <p className="flex items-center justify-between gap-3">
        <Status tone={outcome.tone}>{checked.outcome.replace('_', ' ')}</Status>
        <span className="text-[0.8125rem] text-soft">{checked.passed} rules hold</span>
      </p>
      <h2 className="title-3 mt-2">{outcome.title}</h2>
      <p className="mt-1 mb-3 text-[0.9375rem] text-soft">{outcome.text}</p>
      {checked.rules.length > 0 ? <RuleList rules={checked.rules} /> : null}
      {checked.fee_at_maximum ? (
        <p className="mt-3 text-[0.9375rem]">
          Fee when fully raised: <strong className="tabular">{money(checked.fee_at_maximum, currency)}</strong>
          <span className="text-soft"> (1 %, never more than $1,000,000)</span>
        </p>
      ) : null}
    </>
  )
}
