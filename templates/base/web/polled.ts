import { useCallback, useEffect, useState } from 'react'

const EVERY_MS = 4_000

/** Reads again and again, so that what a webhook brings is shown without a click. A page that nobody looks at asks nothing. */
export function usePolled<T>(read: () => Promise<T>): { data: T | null; problem: string | null; again: () => Promise<void> } {
  const [data, setData] = useState<T | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const again = useCallback(async () => {
    try {
      setData(await read())
      setProblem(null)
    } catch (error) {
      setProblem((error as Error).message)
    }
  }, [read])
  useEffect(() => {
    void again()
    const timer = setInterval(() => document.visibilityState === 'visible' && void again(), EVERY_MS)
    return () => clearInterval(timer)
  }, [again])
  return { data, problem, again }
}
