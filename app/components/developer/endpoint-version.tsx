import { useEffect, useState } from 'react'
import { useFetcher } from 'react-router'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { toast } from '../../ui/toast.ts'
import { VersionField } from './version-field.tsx'

/** The version of the API that an endpoint's messages are in, and the way to another. `address`: its page, which changes it. */
export function EndpointVersion({ address, pinned, versions }: { address: string; pinned: string; versions: readonly string[] }) {
  const fetcher = useFetcher<{ refused?: string; done?: { kind: string } }>()
  const [open, setOpen] = useState(false)
  const [version, setVersion] = useState(versions[0]!)
  useEffect(() => {
    if (fetcher.state !== 'idle' || !fetcher.data) return
    setOpen(false)
    if (fetcher.data.refused !== undefined) toast.error('Error', { description: fetcher.data.refused })
    else toast.success('The version of the endpoint is changed')
  }, [fetcher.state, fetcher.data])
  return (
    <>
      {pinned}{' '}
      <Button variant="link" size="sm" className="h-auto" onClick={() => setOpen(true)}>
        {pinned === versions[0] ? 'Change' : 'Upgrade'}
      </Button>
      <Confirm
        open={open}
        onOpenChange={setOpen}
        title="Version of this endpoint"
        action="Change version"
        destructive={false}
        busy={fetcher.state !== 'idle'}
        onConfirm={() => void fetcher.submit({ intent: 'version', version }, { method: 'post', action: address })}
      >
        <VersionField value={version} versions={versions} onChange={setVersion} />
        Every message from now on is in it, also of events that happened before and are sent again. You can change back at any time.
      </Confirm>
    </>
  )
}
