import { Fingerprint } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { Security } from '#core/access/own-account/read-security.ts'
import { callBackEnd } from '../../lib/back-end.ts'
import { dateTime } from '../../lib/dates.ts'
import { makePasskey, passkeysSupported } from '../../lib/passkeys.ts'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { Panel } from '../dashboard/layout.tsx'
import { useOwnAct } from './use-own-act.ts'

type Passkey = Security['passkeys'][number]

/** Passkeys: a way to sign in without a password, and a second factor. */
export function PasskeysPanel({ passkeys }: { passkeys: Passkey[] }) {
  const { busy, run } = useOwnAct()
  const [supported, setSupported] = useState(true)
  const [name, setName] = useState('')
  const [removing, setRemoving] = useState<Passkey | null>(null)
  const [renaming, setRenaming] = useState<Passkey | null>(null)
  useEffect(() => setSupported(passkeysSupported()), [])

  return (
    <Panel title="Passkeys" note="Your finger, face or PIN on this device signs you in: nothing to type, nothing to steal.">
      {passkeys.length > 0 ? (
        <ul className="border-rule border-t">
          {passkeys.map((key) => (
            <li key={key.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-rule border-b py-3">
              <div className="min-w-0">
                <p className="font-semibold">{key.name}</p>
                <p className="text-[0.9375rem] text-soft">
                  {key.synced ? 'Synced' : 'On one device'}, added {key.created_at ? dateTime(key.created_at) : 'earlier'}
                  {key.last_used_at ? `, used ${dateTime(key.last_used_at)}` : ', not used yet'}
                </p>
              </div>
              <div className="flex gap-2">
                <Button
                  variant="ghost"
                  size="sm"
                  onClick={() => {
                    setRenaming(key)
                    setName(key.name)
                  }}
                >
                  Rename<span className="sr-only"> {key.name}</span>
                </Button>
                <Button variant="outline" size="sm" onClick={() => setRemoving(key)}>
                  Remove<span className="sr-only"> {key.name}</span>
                </Button>
              </div>
            </li>
          ))}
        </ul>
      ) : null}
      <Button
        variant="outline"
        size="sm"
        className="mt-4"
        disabled={!supported}
        busy={busy === 'add'}
        busyLabel="Waiting for the passkey"
        onClick={() => void run('add', () => makePasskey(''), 'Passkey added')}
      >
        <Fingerprint className="size-4" aria-hidden /> Add a passkey
      </Button>
      {supported ? null : <p className="mt-2 text-[0.9375rem] text-soft">This browser does not know passkeys.</p>}
      <Confirm
        open={removing !== null}
        onOpenChange={(open) => (open ? undefined : setRemoving(null))}
        title={`Remove “${removing?.name}”?`}
        action="Remove the passkey"
        busy={busy === 'remove'}
        onConfirm={async () => {
          await run('remove', () => callBackEnd(`/api/accounts/passkeys/${removing!.id}/remove`, {}), 'Passkey removed')
          setRemoving(null)
        }}
      >
        It will no longer open your account, and every other session ends. Delete it on the device as well.
      </Confirm>
      <Dialog open={renaming !== null} onOpenChange={(open) => (open ? undefined : setRenaming(null))} title="Rename the passkey">
        <form
          className="grid gap-4"
          onSubmit={async (event) => {
            event.preventDefault()
            const done = await run(
              'rename',
              () => callBackEnd(`/api/accounts/passkeys/${renaming!.id}/rename`, { name }),
              'Passkey renamed',
            )
            if (done) setRenaming(null)
          }}
        >
          <Field label="Name">
            <Input value={name} maxLength={60} required onChange={(event) => setName(event.target.value)} />
          </Field>
          <Button type="submit" className="justify-self-end" busy={busy === 'rename'}>
            Save
          </Button>
        </form>
      </Dialog>
    </Panel>
  )
}
