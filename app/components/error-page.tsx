import { useEffect, useMemo, useState } from 'react'
import { Link } from 'react-router'
import { userMessage } from '../lib/error-words.ts'
import { Button, ButtonLink } from '../ui/button.tsx'

/** The whole page failed: says so, gives an id to quote, and three ways on. */
export function ErrorPage({ error, compact }: { error: unknown; compact?: boolean }) {
  const local = useMemo(() => `ui_${Date.now().toString(36)}`, [])
  const [id, setId] = useState<string | null>(null)
  useEffect(() => {
    import('../lib/error-handler.ts').then(
      async ({ reportError }) => setId((await reportError(error)) ?? local),
      () => setId(local),
    )
  }, [error, local])
  // Inside the frame of the site there is a main part already.
  const Part = compact ? 'div' : 'main'
  return (
    <Part
      id={compact ? undefined : 'main'}
      className={compact ? 'shell py-[clamp(4rem,12vh,9rem)]' : 'shell grid min-h-dvh content-center py-16'}
    >
      <p className="eyebrow">Error</p>
      <h1 className="title-2 mt-2">Something went wrong</h1>
      <p className="lede mt-4 max-w-[52ch]">{userMessage(error)}</p>
      <p className="mt-3 font-mono text-[0.875rem] text-soft">Error id: {id ?? '…'}</p>
      <div className="mt-8 flex flex-wrap gap-3">
        <Button onClick={() => location.reload()}>Try Again</Button>
        <ButtonLink to="/" variant="outline" reloadDocument>
          Go Home
        </ButtonLink>
        <Link to="/contact" reloadDocument className="link inline-flex h-11 items-center px-2">
          Report Bug
        </Link>
      </div>
    </Part>
  )
}
