import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { messageOf, Refusal } from '../../lib/back-end.ts'
import { useSession } from '../../lib/session.tsx'
import { toast } from '../../ui/toast.ts'

/** Runs an act on the own account: shows that it is under way, says what was done or why not, and reads the page again. */
export function useOwnAct() {
  const { revalidate } = useRevalidator()
  const { refresh } = useSession()
  const [busy, setBusy] = useState<string | null>(null)

  /** `name` tells several acts of one part apart. Returns whether it worked. */
  async function run(
    name: string,
    work: () => Promise<unknown>,
    done: string | { title: string; description: string },
    failed?: { title: string; description: string },
  ) {
    setBusy(name)
    try {
      await work()
      if (typeof done === 'string') toast.success(done)
      else toast.success(done.title, { description: done.description })
      await Promise.all([revalidate(), refresh()])
      return true
    } catch (error) {
      // The person closed the dialog that asks for a proof: nothing happened, nothing to say.
      if (!(error instanceof Refusal && error.code === 'step_up_required'))
        toast.error(failed?.title ?? 'Error', { description: failed?.description ?? messageOf(error) })
      return false
    } finally {
      setBusy(null)
    }
  }
  return { busy, run }
}
