import { useEffect, useRef } from 'react'

/** Brings what it is put on into the window whenever `said` is another: an answer above a long form is seen from its button. */
export function useInSight(said: unknown) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (said) place.current?.scrollIntoView({ block: 'nearest' })
  }, [said])
  return place
}
