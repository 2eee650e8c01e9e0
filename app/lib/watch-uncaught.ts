import { toast } from '../ui/toast.ts'
import { userMessage } from './error-words.ts'

// What errors need is loaded when the page is at rest. Should it not have arrived, the words alone are here.
const show = (error: unknown) =>
  import('./error-handler.ts').then(
    ({ toastError }) => toastError(error),
    () => toast.error('Something went wrong', { description: userMessage(error) }),
  )

/** What nobody caught is still said and kept. Called once, when the page's scripts start. */
export function watchUncaught(): void {
  addEventListener('error', (event) => void show(event.error ?? event.message))
  addEventListener('unhandledrejection', (event) => void show(event.reason))
}
