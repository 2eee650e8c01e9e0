import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'

const typing = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
const alone = (event: KeyboardEvent) => !event.ctrlKey && !event.metaKey && !event.altKey

/**
 * A search that `/`, Ctrl-K and ⌘K open and that is loaded when it is opened first. What is typed until its field is there is kept for it:
 * whoever knows the key types on at once.
 */
export function useSearchKeys() {
  const [open, setOpen] = useState(false)
  const [used, setUsed] = useState(false)
  const early = useRef<string | null>(null)
  const show = useCallback(() => {
    early.current ??= ''
    setUsed(true)
    setOpen(true)
  }, [])
  const close = useCallback(() => {
    early.current = null
    setOpen(false)
  }, [])
  /** What was typed so far, once its field is there to take the rest. */
  const takeEarly = useCallback(() => {
    const typed = early.current ?? ''
    early.current = null
    return typed
  }, [])
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (typing(event.target) && alone(event)) return
      if (early.current !== null && alone(event)) {
        if (event.key === 'Escape') return close()
        if (event.key === 'Backspace') early.current = early.current.slice(0, -1)
        else if (event.key.length === 1) early.current += event.key
        else return
        event.preventDefault()
        return
      }
      const chord = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey
      if (!chord && !(event.key === '/' && alone(event))) return
      event.preventDefault()
      show()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [show, close])
  return { open, used, show, close, takeEarly }
}

/** The words of a search that opens with what was typed before it was there. */
export function useSearchQuery(open: boolean, takeEarly: () => string) {
  const [query, setQuery] = useState('')
  useLayoutEffect(() => {
    const typed = open ? takeEarly() : ''
    if (typed) setQuery((before) => before + typed)
  }, [open, takeEarly])
  return [query, setQuery] as const
}
