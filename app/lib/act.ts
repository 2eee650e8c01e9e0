import { createElement, type RefAttributes, useEffect, useMemo, useRef } from 'react'
import type { FetcherFormProps } from 'react-router'
import type { StepUp } from '../components/step-up.tsx'
import { useShownFetcher } from '../ui/shown-form.tsx'
import { toast } from '../ui/toast.ts'
import { attempt, type PageRefusal } from './verb-errors.ts'

/** What an action of a page answers: it worked and what to say, or why not. */
export type Acted<T = unknown> = { ok: true; message: string; result: T } | { ok: false; refusal: PageRefusal }

/** Runs a verb in an action and says what was done, or why not. */
export const act = <T>(message: string, work: () => Promise<T>): Promise<Acted<T>> => actOf(() => message, work)

/** The same where what to say depends on what was done. */
export async function actOf<T>(message: (result: T) => string, work: () => Promise<T>): Promise<Acted<T>> {
  const done = await attempt(work)
  return done.ok ? { ok: true, message: message(done.result), result: done.result } : done
}

/**
 * A fetcher for a form of an admin page. Says once what was done; a refusal stays to be shown beside the form. With `stepUp`
 * an act that needs a fresh second factor asks for it and is then sent again, so nothing typed is lost. The first field that was
 * refused takes the focus.
 */
export function useAct<T = unknown>(options: { onDone?: (result: T) => void; key?: string; stepUp?: StepUp } = {}) {
  const fetcher = useShownFetcher<Acted<T>>(options.key ? { key: options.key } : undefined)
  const { data, state } = fetcher
  const told = useRef<unknown>(null)
  const sent = useRef<{ body: FormData; action: string } | null>(null)
  const { onDone, stepUp } = options
  // What is under way is kept, so that it can be sent again once the person has proven a second factor.
  if (fetcher.formData) sent.current = { body: fetcher.formData, action: fetcher.formAction! }
  const needsProof = data !== undefined && !data.ok && data.refusal.code === 'step_up_required'
  useEffect(() => {
    // Told before the page is read anew: what was acted on may be gone from it then, and this with it.
    if (!data || told.current === data) return
    told.current = data
    if (data.ok) {
      toast.success(data.message)
      onDone?.(data.result)
    } else if (needsProof && stepUp && sent.current) {
      const { body, action } = sent.current
      stepUp.ask(() => fetcher.submit(body, { method: 'post', action }), data.refusal.proof)
    }
  }, [data, onDone, needsProof, stepUp, fetcher])
  const form = useRef<HTMLFormElement | null>(null)
  const { Form: Plain } = fetcher
  const Form = useMemo(
    () => (props: FetcherFormProps & RefAttributes<HTMLFormElement>) =>
      createElement(Plain, {
        ...props,
        onSubmit: (event) => {
          form.current = event.currentTarget
          props.onSubmit?.(event)
        },
      }),
    [Plain],
  )
  const refusal = state === 'idle' && data && !data.ok && !(needsProof && stepUp) ? data.refusal : null
  useEffect(() => {
    if (refusal) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [refusal])
  return {
    Form,
    submit: fetcher.submit,
    busy: state !== 'idle',
    refusal,
    result: data?.ok ? data.result : null,
  }
}

/** The sentence a refusal has for one field, if any. */
export const errorAt = (refusal: PageRefusal | null, field: string): string | undefined =>
  refusal?.fields.find((each) => each.pointer === `/${field}` || each.pointer.startsWith(`/${field}/`))?.detail

/** A form's value as text; empty means not given. */
export const textOf = (form: FormData, name: string): string | undefined => String(form.get(name) ?? '').trim() || undefined

/** JSON that a form carries; text that is none is handed on for the verb to refuse. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
