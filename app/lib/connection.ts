import { useCallback } from 'react'
import { useRevalidator } from 'react-router'
import { toast } from '../ui/toast.ts'
import { networkProblem } from './error-words.ts'

/** Tells that the network is away, as every failed call does. */
export const tellNoNetwork = () => toast.error('Something went wrong', { description: networkProblem })

/**
 * Reads the page's data again. Without a network it leaves the page as it is, for a failed read would put an error in its place;
 * `quietly` is for reads that nobody asked for.
 */
export function useReadAgain() {
  const { revalidate, state } = useRevalidator()
  const readAgain = useCallback(
    async (quietly = false) => {
      if (navigator.onLine) await revalidate()
      else if (!quietly) tellNoNetwork()
    },
    [revalidate],
  )
  return { readAgain, reading: state === 'loading' }
}
