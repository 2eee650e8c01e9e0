import { type ReactNode, useEffect, useRef, useState } from 'react'
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
  // Something was typed that is not kept yet: of that it is not said that it was saved.
  const [typed, setTyped] = useState(false)
  useEffect(() => () => clearTimeout(timer.current), [])
  useEffect(() => {
    if (fetcher.state === 'idle' && fetcher.data && timer.current === undefined) setTyped(false)
  }, [fetcher.state, fetcher.data])
  const save = () => {
    clearTimeout(timer.current)
    timer.current = undefined
    if (!form.current) return
    const data = new FormData(form.current)
    data.set('intent', 'save')
    void fetcher.submit(data, { method: 'post' })
  }
  const later = () => {
    setTyped(true)
    clearTimeout(timer.current)
    timer.current = setTimeout(save, pause)
  }
  return (
    <Form
      ref={form}
      method="post"
      noValidate
      className="grid gap-5"
      onChange={later}
      onBlur={() => timer.current && save()}
      onSubmit={() => clearTimeout(timer.current)}
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
