import type { ComponentProps } from 'react'
import { useActionData } from 'react-router'
import { type Acted, useAct as useFetcherAct } from '../../lib/act.ts'
import { ActDialog } from '../act-dialog.tsx'
import { useEnvironment } from './frame.tsx'

/** What the action of an issuer's page answers; `sent` are the text fields the form was sent with. */
export type Outcome = Acted<null> & { sent?: Record<string, string> }

/**
 * The outcome of an act. With the form's `intent` its refusal is shown without scripts too, when the whole page is the answer;
 * `sent` is then what to fill the form with again.
 */
export function useAct(onDone?: () => void, intent?: string) {
  const form = useFetcherAct<null>(onDone ? { onDone } : {})
  const page = useActionData<Outcome>()
  const posted = intent !== undefined && page?.ok === false && page.sent?.intent === intent ? page : undefined
  return {
    Form: form.Form,
    busy: form.busy,
    refusal: form.refusal ?? (form.result === null ? posted?.refusal : undefined),
    sent: posted?.sent,
  }
}

/** The question before an act of an issuer, in the environment that is looked at. */
export const ConfirmedAct = (props: Omit<ComponentProps<typeof ActDialog>, 'environment'>) => (
  <ActDialog {...props} environment={useEnvironment()} />
)
