import { useState } from 'react'
import { callBackEnd } from '../../lib/back-end.ts'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { toast } from '../../ui/toast.ts'
import type { ApiKeyRow } from '../api-key-table.tsx'
import { VersionField } from './version-field.tsx'

/** The version of the API that a key is pinned to, and the way to another, which asks who the person is. */
export function KeyVersion({
  row: { id, name, api_version: pinned },
  usable,
  versions,
  onChanged,
}: {
  row: Pick<ApiKeyRow, 'id' | 'name' | 'api_version'>
  usable: boolean
  /** Newest first. */
  versions: readonly string[]
  onChanged: () => void
}) {
  const [open, setOpen] = useState(false)
  const [version, setVersion] = useState(versions[0]!)
  const [busy, setBusy] = useState(false)

  async function move() {
    setBusy(true)
    try {
      await callBackEnd(`/api/api-keys/${id}/version`, { version })
      toast.success(`The key is in version ${version}`)
      onChanged()
    } catch {
      toast.error('Error', { description: 'Failed to change the version of the API key' })
    }
    setBusy(false)
    setOpen(false)
  }

  return (
    <span className="mt-1 block whitespace-nowrap text-[0.875rem] text-soft">
      version {pinned}
      {usable ? (
        <Button variant="link" size="sm" className="ml-2 h-auto" onClick={() => setOpen(true)} aria-label={`Change the version of ${name}`}>
          {pinned === versions[0] ? 'Change' : 'Upgrade'}
        </Button>
      ) : null}
      <Confirm
        open={open}
        onOpenChange={setOpen}
        title={`Version of “${name}”`}
        action="Change version"
        destructive={false}
        busy={busy}
        onConfirm={() => void move()}
      >
        <VersionField value={version} versions={versions} onChange={setVersion} />
        Calls without a Sealwright-Version header are answered in it from the next one on. Try it first: send the header, or choose the
        version in the playground. You can change back at any time.
      </Confirm>
    </span>
  )
}
