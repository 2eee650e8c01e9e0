import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/** Keeps what is current of a bar in sight, where the bar is narrower than what it holds. */
export function useCurrentInSight() {
  const bar = useRef<HTMLElement>(null)
  const location = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever another page or view is shown
  useEffect(() => {
    const here = bar.current?.querySelector<HTMLElement>('[aria-current=page]')
    if (bar.current && here) bar.current.scrollLeft = here.offsetLeft - (bar.current.clientWidth - here.offsetWidth) / 2
  }, [location.pathname, location.search])
  return bar
}
