import { type ReactNode, useRef, useState } from 'react'
import { type ProofWanted, StepUpDialog } from './step-up-dialog.tsx'

export interface StepUp {
  /** Asks for a proof, then runs `next`: the act that was refused with `step_up_required`. */
  ask: (next: () => unknown, wanted?: ProofWanted) => void
  /** To be placed once in the page. */
  dialog: ReactNode
}

/** For acts that go through a page's own action. Calls made with `callBackEnd` ask by themselves. */
export function useStepUp(): StepUp {
  const next = useRef<() => unknown>(() => {})
  const [open, setOpen] = useState(false)
  const [wanted, setWanted] = useState<ProofWanted>('second_factor')
  return {
    ask: (act, proof = 'second_factor') => {
      next.current = act
      setWanted(proof)
      setOpen(true)
    },
    dialog: (
      <StepUpDialog
        open={open}
        wanted={wanted}
        onCancel={() => setOpen(false)}
        onProven={() => {
          setOpen(false)
          void next.current()
        }}
      />
    ),
  }
}
