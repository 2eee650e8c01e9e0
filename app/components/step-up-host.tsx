import { createRoot, type Root } from 'react-dom/client'
import { type ProofWanted, StepUpDialog } from './step-up-dialog.tsx'

let root: Root | null = null

/** Asks the person to prove themselves again, over whatever is on the page. False when they would rather not. */
export function askStepUp(wanted: ProofWanted): Promise<boolean> {
  if (!root) {
    const host = document.createElement('div')
    document.body.append(host)
    root = createRoot(host)
  }
  return new Promise((done) => {
    const show = (open: boolean) =>
      root!.render(<StepUpDialog open={open} wanted={wanted} onProven={() => end(true)} onCancel={() => end(false)} />)
    const end = (proven: boolean) => {
      show(false)
      done(proven)
    }
    show(true)
  })
}
