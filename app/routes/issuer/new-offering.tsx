import { useEffect, useRef, useState } from 'react'
import { data, Form, redirect, useFetcher, useNavigation, useSearchParams } from 'react-router'
import type { CheckedTerms } from '#core/offerings/check-terms.ts'
import { AsApiCall } from '../../components/dashboard/as-api-call.tsx'
import { IssuerFrame, useEnvironment } from '../../components/issuer/frame.tsx'
import {
  bodyOf,
  CLASSES,
  fieldOf,
  needsClass,
  REGULATION_CHOICES,
  type TermField,
  type Terms,
  TYPES,
  termsOf,
} from '../../components/issuer/offering-terms.ts'
import { RuleList } from '../../components/issuer/rule-list.tsx'
import { cn } from '../../lib/cn.ts'
import { money } from '../../lib/format.ts'
import { requireSession } from '../../lib/guard.ts'
import { pageMeta } from '../../lib/meta.ts'
import { attempt, type PageRefusal, readOr404 } from '../../lib/verb-errors.ts'
import { Alert } from '../../ui/alert.tsx'
import { Status } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Field, FieldError } from '../../ui/field.tsx'
import { Input, Select, Textarea } from '../../ui/input.tsx'
import type { Route } from './+types/new-offering.ts'

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: 'New offering', description: 'Describe the terms; the rules answer while you type.', noindex: true })

export async function loader({ context, request }: Route.LoaderArgs) {
  const { verbs } = requireSession(context, request, ['issuer'])
  const id = new URL(request.url).searchParams.get('draft')
  return { draft: id ? await readOr404(verbs.readFormDraft({ id })) : null }
}

/** What was typed lives in the draft; the frame around the form need not be read again while typing. */
export const shouldRevalidate = () => false

interface Refused {
  refusal: PageRefusal
  values: Terms
}

export async function action({ context, request }: Route.ActionArgs) {
  const { verbs } = requireSession(context, request, ['issuer'])
  const form = await request.formData()
  const values = termsOf(form)
  const draftId = String(form.get('draft') ?? '') || undefined
  switch (form.get('intent')) {
    case 'check':
      return { checked: await verbs.checkOfferingTerms(bodyOf(values)) }
    case 'autosave':
      return { saved: await verbs.saveFormDraft({ kind: 'offering', content: values, ...(draftId && { id: draftId }) }) }
    case 'discard':
      if (draftId) await verbs.discardFormDraft({ id: draftId })
      return redirect('/issuer/offerings')
    default: {
      const made = await attempt(() =>
        verbs.createOffering({ ...bodyOf(values), status: form.get('intent') === 'open' ? 'open' : 'draft' }),
      )
      if (!made.ok) return data<Refused>({ refusal: made.refusal, values }, { status: 422 })
      if (draftId) await verbs.discardFormDraft({ id: draftId })
      return redirect(`/issuer/offerings/${made.result.id}`)
    }
  }
}

const defaults: Terms = { type: 'equity', currency: 'USD' }

export default function NewOffering({ loaderData, actionData }: Route.ComponentProps) {
  const refused = actionData && 'refusal' in actionData ? actionData : null
  const [values, setValues] = useState<Terms>(refused?.values ?? { ...defaults, ...loaderData.draft?.content })
  const [draftId, setDraftId] = useState(loaderData.draft?.id)
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set())
  const [, setSearch] = useSearchParams()
  const checker = useFetcher<{ checked: CheckedTerms }>()
  const saver = useFetcher<{ saved: { id: string } }>()
  const navigation = useNavigation()
  const environment = useEnvironment()
  const form = useRef<HTMLFormElement>(null)
  const changed = useRef(false)
  const [sent, setSent] = useState<Terms | null>(null)

  // The rules answer a moment after the last key, and what was typed is kept a moment later.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when a value changes, with whatever else is current then
  useEffect(() => {
    const ask = setTimeout(() => void checker.submit({ ...values, intent: 'check' }, { method: 'post' }), changed.current ? 350 : 0)
    if (!changed.current) return () => clearTimeout(ask)
    const keep = setTimeout(() => {
      setSent(values)
      void saver.submit({ ...values, intent: 'autosave', draft: draftId ?? '' }, { method: 'post' })
    }, 1_200)
    return () => {
      clearTimeout(ask)
      clearTimeout(keep)
    }
  }, [values])
  const savedId = saver.data?.saved?.id
  useEffect(() => {
    if (!savedId || savedId === draftId) return
    setDraftId(savedId)
    setSearch({ draft: savedId }, { replace: true, preventScrollReset: true })
  }, [savedId, draftId, setSearch])
  useEffect(() => {
    if (refused) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [refused])

  const checked = checker.data?.checked ?? null
  const errors: Partial<Record<TermField, string>> = {}
  for (const each of refused && !changed.current ? refused.refusal.fields : []) {
    const field = fieldOf(each.pointer)
    if (field) errors[field] ??= each.detail
  }
  // What is not written yet is no mistake; what was written and cannot be read is.
  for (const each of checked?.fields ?? []) {
    const field = fieldOf(each.pointer)
    if (field && touched.has(field) && values[field]?.trim()) errors[field] ??= each.detail
  }
  const set = (field: TermField, value: string) => {
    changed.current = true
    setValues((current) => ({ ...current, [field]: value }))
  }
  const control = (field: TermField) => ({
    name: field,
    value: values[field] ?? '',
    onChange: (event: React.ChangeEvent<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>) => set(field, event.target.value),
    onBlur: () => setTouched((current) => new Set(current).add(field)),
  })
  const busy = navigation.state !== 'idle' && navigation.formMethod === 'POST'
  const unsaved = saver.state !== 'idle' || (changed.current && sent !== values)
  const saveWord = unsaved ? 'Saving…' : draftId ? 'Everything typed is saved.' : 'Typing saves by itself.'

  return (
    <IssuerFrame
      title="New offering"
      lead="The rules that would open it answer while you type, each with its citation. Nothing is binding until you create it."
      crumbs={[{ label: 'Issuer', path: '/issuer/dashboard' }, { label: 'Offerings', path: '/issuer/offerings' }, { label: 'New' }]}
    >
      <div className="grid items-start gap-x-12 gap-y-8 xl:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
        <Form ref={form} method="post" noValidate className="grid gap-9">
          <input type="hidden" name="draft" value={draftId ?? ''} />
          {refused ? (
            <Alert tone="error" title={refused.refusal.message}>
              Nothing was lost: correct the marked fields and create it again.
            </Alert>
          ) : null}
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
                <Input {...control('price_per_token')} inputMode="decimal" className="tabular font-mono" placeholder="10.00" />
              </Field>
              <Field label="Currency" error={errors.currency}>
                <Select {...control('currency')}>
                  {['USD', 'USDC', 'EUR', 'GBP'].map((code) => (
                    <option key={code}>{code}</option>
                  ))}
                </Select>
              </Field>
              <Field label="Tokens in all" error={errors.total_supply}>
                <Input {...control('total_supply')} inputMode="numeric" className="tabular font-mono" placeholder="1,000,000" />
              </Field>
              <Field label="Most you will raise" error={errors.maximum_raise}>
                <Input {...control('maximum_raise')} inputMode="decimal" className="tabular font-mono" placeholder="10,000,000" />
              </Field>
              <Field label="Target" optional error={errors.target_amount}>
                <Input {...control('target_amount')} inputMode="decimal" className="tabular font-mono" />
              </Field>
              <Field label="Least somebody invests" optional error={errors.minimum_investment}>
                <Input {...control('minimum_investment')} inputMode="decimal" className="tabular font-mono" />
              </Field>
            </div>
          </Group>
          <Group title="Limits of your own">
            <div className="grid gap-5 sm:grid-cols-2">
              <Field label="Most holders" optional error={errors.max_holders}>
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
              <Field label="Only these countries" optional hint="Two-letter codes, such as DE, FR." error={errors.allowed_countries}>
                <Input {...control('allowed_countries')} className="font-mono" />
              </Field>
              <Field
                label="Not these countries"
                optional
                hint={values.regulation === 'reg_s' ? 'US is always blocked under Reg S.' : 'Embargoed places are always blocked.'}
                error={errors.blocked_countries}
              >
                <Input {...control('blocked_countries')} className="font-mono" />
              </Field>
              <Field label="Closes on" optional error={errors.closes_on}>
                <Input {...control('closes_on')} type="date" />
              </Field>
            </div>
          </Group>
          <div className="flex flex-wrap items-center gap-3 border-rule border-t pt-5">
            <Button type="submit" name="intent" value="open" busy={busy && navigation.formData?.get('intent') === 'open'}>
              Create and open
            </Button>
            <Button
              type="submit"
              name="intent"
              value="draft"
              variant="outline"
              busy={busy && navigation.formData?.get('intent') === 'draft'}
            >
              Create as draft
            </Button>
            {draftId ? (
              <Button type="submit" name="intent" value="discard" variant="ghost">
                Discard
              </Button>
            ) : null}
            <span role="status" className="text-[0.9375rem] text-soft">
              {saveWord}
            </span>
          </div>
          <AsApiCall call={{ method: 'POST', path: '/v1/offerings', body: bodyOf(values) }} environment={environment} />
        </Form>
        <aside
          aria-label="What the rules say"
          aria-live="polite"
          className="min-w-0 rounded-md border border-rule bg-raised p-5 xl:sticky xl:top-24 xl:max-h-[calc(100dvh-8rem)] xl:overflow-y-auto"
        >
          <Answer checked={checked} currency={values.currency ?? 'USD'} />
        </aside>
      </div>
    </IssuerFrame>
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
