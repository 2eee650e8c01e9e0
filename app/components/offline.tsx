import { useEffect, useState } from 'react'
import { useBlocker } from 'react-router'
import { networkProblem } from '../lib/error-words.ts'
import { Button } from '../ui/button.tsx'

/** Watches from the first time the network is lost: a blocker that is always there complains of addresses that pages set by themselves. */
export function Offline() {
  const [lost, setLost] = useState(false)
  useEffect(() => {
    const note = () => setLost(true)
    if (!navigator.onLine) note()
    window.addEventListener('offline', note)
    return () => window.removeEventListener('offline', note)
  }, [])
  return lost ? <KeptPage /> : null
}

/**
 * Keeps the page that is shown, with everything typed, when a link or form would lead to another one and there is no network:
 * the browser would put its own page in its place.
 */
function KeptPage() {
  const blocker = useBlocker(({ currentLocation: from, nextLocation: to, historyAction }) => {
    const elsewhere = from.pathname !== to.pathname || from.search !== to.search || historyAction === 'REPLACE'
    return elsewhere && !navigator.onLine
  })
  const [still, setStill] = useState(false)
  const asked = blocker.state === 'blocked'
  useEffect(() => {
    if (asked) setStill(false)
  }, [asked])
  if (!asked) return null
  return (
    <div
      role="alert"
      className="fixed inset-x-4 bottom-4 z-50 mx-auto max-w-xl rounded-md border border-madder/50 bg-raised px-5 py-4 shadow-lift"
    >
      <p className="font-semibold">{still ? 'Still no connection' : 'The page could not be opened'}</p>
      <p className="mt-1 text-[0.9688rem]">{networkProblem} What you typed here is kept.</p>
      <div className="mt-3 flex flex-wrap gap-2.5">
        <Button size="sm" onClick={() => (navigator.onLine ? blocker.proceed() : setStill(true))}>
          Try Again
        </Button>
        <Button size="sm" variant="outline" onClick={() => blocker.reset()}>
          Stay on this page
        </Button>
      </div>
    </div>
  )
}
