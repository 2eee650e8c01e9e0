import { useCallback, useEffect, useState } from 'react'
import { callBackEnd, messageOf, Refusal } from '../../../lib/back-end.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { ErrorState } from '../../../ui/states.tsx'

/** Whether what was sent was looked at and refused, or nobody answered. */
export const headOf = (error: unknown) =>
  error instanceof Refusal && error.status > 0 && error.status < 500 ? 'This did not count' : 'There was no answer'

/**
 * What the back end tells of a way, and what stands in its place as long as it does not: there it is asked again by a press, and by itself when
 * the network is back.
 */
export function useTold<T>(address: string | null) {
  const [told, setTold] = useState<T | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const ask = useCallback(() => {
    if (address !== null) callBackEnd<T>(address).then(setTold, (error: unknown) => setProblem(messageOf(error)))
  }, [address])
  useEffect(() => {
    if (told) return
    ask()
    window.addEventListener('online', ask)
    return () => window.removeEventListener('online', ask)
  }, [told, ask])
  useEffect(() => {
    // The button that asked again is gone.
    if (told && problem && document.activeElement === document.body) document.querySelector<HTMLElement>('[data-arrival]')?.focus()
  }, [told, problem])
  const notShown = problem ? (
    <ErrorState title="This cannot be shown just now" onRetry={ask}>
      {problem}
    </ErrorState>
  ) : (
    <Skeleton className="h-60 w-full" />
  )
  return { told, notShown }
}
