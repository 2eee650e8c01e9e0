import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { Form, useFetcher, useNavigation } from 'react-router'
import type { PageRefusal } from '../../lib/verb-errors.ts'
import { Button } from '../../ui/button.tsx'

const pause = 800

/** A form whose content is kept while it is typed: a pause, or leaving a field, saves it. Continue checks it. */
export function AutosaveForm({ step, children, label = 'Continue' }: { step: string; children: ReactNode; label?: string }) {
  const fetcher = useFetcher<{ refusal: PageRefusal | null }>()
  const navigation = useNavigation()
  const form = useRef<HTMLFormElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const edits = useRef(0)
  const sending = useRef<Promise<void> | null>(null)
  // Something was typed that is not kept yet: of that it is not said that it was saved.
  const [typed, setTyped] = useState(false)
  useEffect(() => () => clearTimeout(timer.current), [])
  // One at a time: of two that are on their way the server may take the older one last.
  const save = async () => {
    clearTimeout(timer.current)
    timer.current = undefined
    if (!form.current || sending.current) return
    const data = new FormData(form.current)
    data.set('intent', 'save')
    const sent = edits.current
    sending.current = fetcher.submit(data, { method: 'post' })
    await sending.current
    sending.current = null
    if (edits.current === sent) setTyped(false)
    else if (timer.current === undefined) await save()
  }
  const later = () => {
    edits.current++
    setTyped(true)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => void save(), pause)
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    clearTimeout(timer.current)
    timer.current = undefined
    if (!sending.current) return
    event.preventDefault()
    const { submitter } = event.nativeEvent as SubmitEvent
    void sending.current.then(() => form.current?.requestSubmit(submitter))
  }
  return (
    <Form
      ref={form}
      method="post"
      noValidate
      className="grid gap-5"
      onChange={later}
      onBlur={() => void (timer.current && save())}
      onSubmit={submit}
    >
      <input type="hidden" name="step" value={step} />
      {children}
      <div className="flex flex-wrap items-center gap-4">
        <Button type="submit" name="intent" value="next" busy={navigation.state === 'submitting'}>
          {label}
        </Button>
        <p className="text-[0.875rem] text-soft" role="status">
          {fetcher.state !== 'idle' || typed
            ? 'Saving…'
            : fetcher.data?.refusal
              ? `Not saved. ${fetcher.data.refusal.message}`
              : fetcher.data
                ? 'Saved'
                : ''}
        </p>
      </div>
    </Form>
  )
}
