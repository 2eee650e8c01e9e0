import { createRoot } from 'react-dom/client'
import { Toaster } from 'sonner'

export { toast } from 'sonner'

let mounted = false

/** One toaster a page, in its own root: the page itself never waits for it. True when it was made by this call. */
export function mountToaster(): boolean {
  if (mounted) return false
  mounted = true
  const host = document.createElement('div')
  document.body.append(host)
  createRoot(host).render(
    <Toaster
      position="bottom-right"
      closeButton
      toastOptions={{
        style: {
          fontFamily: 'var(--font-text)',
          background: 'var(--paper-raised)',
          color: 'var(--ink)',
          borderColor: 'var(--rule-strong)',
          borderRadius: '4px',
        },
        classNames: { error: 'toast-error', success: 'toast-success' },
      }}
    />,
  )
  return true
}
