import { useState } from 'react'
import { callBackEnd } from '../lib/back-end.ts'
import { Button } from '../ui/button.tsx'
import { Card, CardTitle } from '../ui/card.tsx'
import { Field } from '../ui/field.tsx'
import { Input, Select } from '../ui/input.tsx'
import { toast } from '../ui/toast.ts'

const needsName = 'Please enter a key name'
const environments = {
  sandbox: 'Made-up people and wallets, every outcome reachable.',
  production: 'Real people, screened against the official lists.',
}

/** The form for a new key: a name and one of the two environments. */
export function CreateKey({ onCreated }: { onCreated: (created: { name: string; key: string }) => void }) {
  const [name, setName] = useState('')
  const [environment, setEnvironment] = useState<keyof typeof environments>('sandbox')
  const [error, setError] = useState<string>()
  const [busy, setBusy] = useState(false)

  async function submit(event: React.FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const field = event.currentTarget.elements.namedItem('name') as HTMLInputElement
    if (!name.trim()) {
      setError(needsName)
      toast.error('Error', { description: needsName })
      field.focus()
      return
    }
    setBusy(true)
    try {
      onCreated(await callBackEnd('/api/api-keys', { name: name.trim(), environment }))
      setName('')
      toast.success("API key created successfully. Copy it now - you won't be able to see it again.")
    } catch {
      toast.error('Error', { description: 'Failed to create API key' })
    }
    setBusy(false)
  }

  return (
    <Card>
      <CardTitle>New key</CardTitle>
      <form noValidate onSubmit={submit} className="mt-5 grid gap-5">
        <Field label="Key name" error={error}>
          <Input
            name="name"
            maxLength={100}
            autoComplete="off"
            placeholder="Checkout service"
            value={name}
            onChange={(event) => {
              setName(event.target.value)
              setError(undefined)
            }}
          />
        </Field>
        <Field label="Environment" hint={environments[environment]}>
          <Select value={environment} onChange={(event) => setEnvironment(event.target.value as keyof typeof environments)}>
            <option value="sandbox">Sandbox</option>
            <option value="production">Production</option>
          </Select>
        </Field>
        <Button type="submit" busy={busy} busyLabel="Creating...">
          Create API key
        </Button>
      </form>
    </Card>
  )
}
