import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { watchUncaught } from './lib/watch-uncaught.ts'
import { watchWebVitals } from './lib/web-vitals.ts'

const root = document.documentElement && document.body ? document : null
if (!root) throw new Error('Root element not found')

watchUncaught()
watchWebVitals()
startTransition(() => {
  hydrateRoot(
    root,
    <StrictMode>
      <HydratedRouter />
    </StrictMode>,
  )
})
