import { Keyboard } from 'lucide-react'
import { useLayoutEffect, useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'

export interface Shortcut {
  key: string
  does: string
  run: () => void
}

const typing = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || /^(input|textarea|select)$/i.test(target.tagName))

/** Single keys for the queue. They rest while somebody types, and `?` lists them; none is needed to do anything. */
export function Shortcuts({ keys }: { keys: Shortcut[] }) {
  const [shown, setShown] = useState(false)
  const current = useRef(keys)
  current.current = keys
  // With the page itself: a key pressed as soon as it is seen counts.
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || typing(event.target) || document.querySelector('[role="dialog"]')) return
      if (event.key === '?') {
        event.preventDefault()
        setShown(true)
        return
      }
      const found = current.current.find((one) => one.key === event.key)
      if (!found) return
      event.preventDefault()
      found.run()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
  return (
    <>
      <Button variant="ghost" size="sm" className="js-only h-11 max-lg:hidden" onClick={() => setShown(true)}>
        <Keyboard className="size-4" aria-hidden /> Keys <Key>?</Key>
      </Button>
      <Dialog open={shown} onOpenChange={setShown} title="Keys">
        <dl className="grid gap-2">
          {[...keys, { key: '?', does: 'This list' }].map((one) => (
            <div key={one.key} className="flex items-center justify-between gap-6 border-rule border-b pb-2">
              <dt>{one.does}</dt>
              <dd>
                <Key>{one.key}</Key>
              </dd>
            </div>
          ))}
        </dl>
      </Dialog>
    </>
  )
}

const Key = ({ children }: { children: string }) => (
  <kbd className="inline-flex h-6 min-w-6 items-center justify-center rounded-sm border border-rule-strong bg-sunk px-1.5 text-[0.75rem]">
    {children}
  </kbd>
)
