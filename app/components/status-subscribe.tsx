import { useState } from 'react'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { Input } from '../ui/input.tsx'

const invalidEmail = 'Please enter a valid email address'

/** Asks for status mails. The server sends a link to confirm first. */
export function StatusSubscribe({
  answered,
}: {
  /** How the form was answered when it was sent without scripts. */ answered: string | null
}) {
  const [state, setState] = useState<'idle' | 'busy' | 'sent' | 'failed'>(answered === 'asked' ? 'sent' : 'idle')
  const [error, setError] = useState<string | undefined>(answered === 'invalid' ? invalidEmail : undefined)
  return (
    <form
      noValidate
      method="post"
      action="/api/status/subscribe"
      className="grid max-w-xl gap-4"
      onSubmit={async (event) => {
        event.preventDefault()
        const form = event.currentTarget
        const email = String(new FormData(form).get('email') ?? '').trim()
        if (!/^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/.test(email)) {
          setError(invalidEmail)
          form.querySelector('input')?.focus()
          return
        }
        setError(undefined)
        setState('busy')
        try {
          const response = await fetch('/api/status/subscribe', {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify({ email }),
          })
          setState(response.ok ? 'sent' : 'failed')
          if (response.ok) form.reset()
        } catch {
          setState('failed')
        }
      }}
    >
      <div className="grid items-start gap-3 sm:grid-cols-[1fr_auto]">
        <Field label="Email" error={error}>
          <Input name="email" type="email" autoComplete="email" required />
        </Field>
        <Button type="submit" className="sm:mt-[1.95rem]" busy={state === 'busy'} busyLabel="Sending…">
          Subscribe
        </Button>
      </div>
      {state === 'sent' ? <Alert tone="success">Check your mailbox: a link confirms the subscription.</Alert> : null}
      {state === 'failed' ? <Alert tone="error">The subscription could not be saved. Please try again.</Alert> : null}
    </form>
  )
}
