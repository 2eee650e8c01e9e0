import { Download } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { toastError } from '../../lib/error-handler.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toast.ts'
import { useStepUp } from '../step-up.tsx'
import { exportHref } from './user-columns.ts'

/** The users the filters give, as CSV. Needs a fresh second factor, and every export is recorded. */
export function ExportUsers() {
  const [params] = useSearchParams()
  const [busy, setBusy] = useState(false)
  const stepUp = useStepUp()
  const run = async () => {
    setBusy(true)
    try {
      const response = await fetch(exportHref(params))
      if (response.ok) save(await response.blob(), response.headers.get('content-disposition'))
      else {
        const problem = (await response.json().catch(() => null)) as { code?: string; detail?: string } | null
        if (problem?.code === 'step_up_required') stepUp.ask(run)
        else toast.error('The export failed', { description: problem?.detail ?? 'Please try again in a moment.' })
      }
    } catch (error) {
      toastError(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <Button variant="outline" busy={busy} busyLabel="Exporting" onClick={() => void run()} className="js-only">
        <Download className="size-4" aria-hidden /> Export CSV
      </Button>
      {stepUp.dialog}
    </>
  )
}

function save(file: Blob, disposition: string | null) {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = disposition?.match(/filename="([^"]+)"/)?.[1] ?? 'users.csv'
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}
