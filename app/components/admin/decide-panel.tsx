import { type ReactNode, useEffect, useRef } from 'react'
import { Panel } from '../dashboard/layout.tsx'

/** Where a case is decided, and then what was decided is read: whoever decided by the keyboard goes on here, for their button is gone. */
export function DecidePanel({ id, status, children }: { id: string; status: string; children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null)
  const before = useRef({ id, status })
  useEffect(() => {
    const was = before.current
    before.current = { id, status }
    if (was.id === id && was.status !== status && document.activeElement === document.body) place.current?.focus()
  }, [id, status])
  return (
    <Panel title="Decide">
      <div ref={place} tabIndex={-1} className="outline-none">
        {children}
      </div>
    </Panel>
  )
}
