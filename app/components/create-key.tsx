import { useState } from 'react'
import { Link } from 'react-router'
import { callBackEnd, Refusal } from '../lib/back-end.ts'
import { Button } from '../ui/button.tsx'
import { Card, CardTitle } from '../ui/card.tsx'
import { CheckLine } from '../ui/check-line.tsx'
import { Field } from '../ui/field.tsx'
import { Input, Select } from '../ui/input.tsx'
import { toast } from '../ui/toast.ts'

const needsName = 'Please enter a key name'
const environments = {
  sandbox: 'Made-up people and wallets, every outcome reachable.',
  production: 'Real people, screened against the official lists.',
}

/** The form for a new key: a name and one of the two environments. */
export function CreateKey({
  scopes: byEnvironment,
  initial,
  onCreated,
}: {
  /** What a key may be given, by environment: in production no more than one's role may do oneself. */
  scopes: Record<keyof typeof environments, readonly string[]>
  initial: keyof typeof environments
  onCreated: (created: { name: string; key: string }) => void
}) {
  const [name, setName] = useState('')
  const [environment, setEnvironment] = useState<keyof typeof environments>(initial)
  const [errors, setErrors] = useState<{ name?: string; allowed_ips?: string }>({})
  const [limited, setLimited] = useState(false)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [addresses, setAddresses] = useState('')
  const [days, setDays] = useState('')
  const [busy, setBusy] = useState(false)
  const scopes = byEnvironment[environment]
  const capped = scopes.length < byEnvironment.sandbox.length

  async function submit(event: React.FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget.elements
    const field = (name: string) => form.namedItem(name) as HTMLInputElement
    if (!name.trim()) {
      setErrors({ name: needsName })
      toast.error('Error', { description: needsName })
      field('name').focus()
      return
    }
    setBusy(true)
    setErrors({})
    try {
      const made = await callBackEnd<{ name: string; key: string }>('/api/api-keys', {
        name: name.trim(),
        environment,
        ...(limited && { scopes: scopes.filter((scope) => chosen.has(scope)) }),
        ...(addresses.trim() && { allowed_ips: addresses.split(/[\s,]+/).filter(Boolean) }),
        ...(days && { expires_at: new Date(Date.now() + Number(days) * 86_400_000).toISOString() }),
      })
      onCreated(made)
      setName('')
      toast.success("API key created successfully. Copy it now - you won't be able to see it again.")
    } catch (refused) {
      toast.error('Error', { description: 'Failed to create API key' })
      const [first] = refused instanceof Refusal ? refused.fields : []
      if (first) {
        const at = first.pointer.startsWith('/allowed_ips') ? 'allowed_ips' : 'name'
        setErrors({ [at]: first.detail })
        field(at).focus()
      }
    }
    setBusy(false)
  }

  return (
    <Card>
      <CardTitle>New key</CardTitle>
      <form noValidate onSubmit={submit} className="mt-5 grid gap-5">
        <Field label="Key name" error={errors.name}>
          <Input
            name="name"
            maxLength={100}
            autoComplete="off"
            placeholder="Checkout service"
            value={name}
            onChange={(event) => {
              setName(event.target.value)
              setErrors({})
            }}
          />
        </Field>
        <Field label="Environment" hint={environments[environment]}>
          <Select value={environment} onChange={(event) => setEnvironment(event.target.value as keyof typeof environments)}>
            <option value="sandbox">Sandbox</option>
            <option value="production">Production</option>
          </Select>
        </Field>
        {capped ? (
          <p className="text-[0.9063rem] text-soft">
            A production key never does more than your role. With yours it reads and checks; offerings, investors, cases and holdings need
            the role issuer.{' '}
            <Link to="/settings#profile" className="link">
              Ask for it in your settings.
            </Link>
          </p>
        ) : null}
        <details>
          <summary className="link inline-flex min-h-8 items-center text-[0.9688rem]">Scopes, addresses and expiry</summary>
          <div className="mt-3 grid gap-5">
            <fieldset>
              <legend className="font-semibold text-[0.9375rem]">Scopes</legend>
              <CheckLine
                label={capped ? 'Every scope of your role' : 'Every scope'}
                checked={!limited}
                onChange={(event) => setLimited(!event.target.checked)}
              />
              {limited ? (
                <div className="mt-1 grid max-h-64 gap-1 overflow-y-auto rounded-md border border-rule px-3 py-2">
                  {scopes.map((scope) => (
                    <CheckLine
                      key={scope}
                      label={<code className="text-[0.8125rem]">{scope}</code>}
                      checked={chosen.has(scope)}
                      onChange={(event) => {
                        const next = new Set(chosen)
                        if (event.target.checked) next.add(scope)
                        else next.delete(scope)
                        setChosen(next)
                      }}
                    />
                  ))}
                </div>
              ) : null}
            </fieldset>
            <Field
              label="Allowed IP addresses"
              optional
              hint="Single ones or ranges such as 203.0.113.0/24, separated by spaces. Empty: any."
              error={errors.allowed_ips}
            >
              <Input
                name="allowed_ips"
                className="font-mono text-[0.8438rem]"
                autoComplete="off"
                spellCheck={false}
                value={addresses}
                onChange={(event) => setAddresses(event.target.value)}
              />
            </Field>
            <Field label="Expires">
              <Select value={days} onChange={(event) => setDays(event.target.value)}>
                <option value="">Never</option>
                <option value="1">After a day</option>
                <option value="30">After 30 days</option>
                <option value="90">After 90 days</option>
                <option value="365">After a year</option>
              </Select>
            </Field>
          </div>
        </details>
        <Button type="submit" busy={busy} busyLabel="Creating..." disabled={limited && !scopes.some((scope) => chosen.has(scope))}>
          Create API key
        </Button>
      </form>
    </Card>
  )
}
