import { toast } from '../ui/toast.ts'

/** Says once that the mailed link worked, and takes the mark of it out of the address. */
export function welcomeConfirmed(): void {
  const here = new URL(location.href)
  if (here.searchParams.get('confirmed') !== 'email') return
  here.searchParams.delete('confirmed')
  history.replaceState(history.state, '', here)
  toast.success('Email verified', { description: 'Your address is confirmed. Welcome to Sealwright!' })
}
