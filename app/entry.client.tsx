import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { sayWhatIsShown } from './lib/shown-place.ts'
import { watchUncaught } from './lib/watch-uncaught.ts'
import { watchWebVitals } from './lib/web-vitals.ts'
import { whenIdle } from './lib/when-idle.ts'
import { loadToaster } from './ui/toast.ts'

const root = document.documentElement && document.body ? document : null
if (!root) throw new Error('Root element not found')

sayWhatIsShown()
watchUncaught()
watchWebVitals()
// What tells of an error has to be here before the network can fail.
whenIdle(() => {
  // The place of toasts is there before the first one: readers announce what is put into a place they know.
  for (const part of [
    loadToaster().then((toaster) => toaster.mountToaster()),
    import('./lib/error-handler.ts'),
    import('./components/failure-page.tsx'),
  ])
    part.catch(() => {})
})
startTransition(() => {
  hydrateRoot(
    root,
    <StrictMode>
      <HydratedRouter />
    </StrictMode>,
  )
})
