import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'

/** Tells a screen reader which page arrived; the first one is announced by the browser itself. */
export function RouteAnnouncer() {
  const { pathname } = useLocation()
  const [first] = useState(pathname)
  const [text, setText] = useState('')
  useEffect(() => {
    if (pathname !== first || text) setText(document.title)
  }, [pathname, first, text])
  return (
    <p aria-live="polite" className="sr-only">
      {text}
    </p>
  )
}
