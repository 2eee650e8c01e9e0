import type { ComponentType } from 'react'
import type { CaseFile } from '#core/review/cases/get.ts'
import { act, jsonOf, textOf } from '../../lib/act.ts'
import { readOr404 } from '../../lib/verb-errors.ts'
import type { Verbs } from '../../server-context.ts'
import type { FrameProps } from '../dashboard/layout.tsx'
import { identitySaid } from './identity-decision.tsx'

/** Whose desk a page of cases stands on: the platform's or an organisation's. Its pages lie below `base`. */
export interface Desk {
  base: '/admin' | '/desk'
  Frame: ComponentType<FrameProps>
}

export interface CaseRead {
  row: CaseFile
  self: string
  hasPasskey: boolean
  now: string
}

/** A case, and whether its reader can sign with a passkey. */
export async function readCase(verbs: Verbs, id: string, self: string): Promise<CaseRead> {
  const [row, passkeys] = await Promise.all([readOr404(verbs.openCaseFile({ id })), verbs.listPasskeys()])
  return { row, self, hasPasskey: passkeys.data.length > 0, now: new Date().toISOString() }
}

/** What the form of a case asks for. */
export function actOnCase(verbs: Verbs, id: string, form: FormData) {
  const note = textOf(form, 'note') ?? ''
  const signed = textOf(form, 'assertion')
  const proof = signed ? { assertion: jsonOf(signed) } : {}
  const outcome = textOf(form, 'outcome')
  const proposal = textOf(form, 'proposal') || null
  const evidence = jsonOf(textOf(form, 'evidence') ?? '{}') as object
  const reason_code = textOf(form, 'reason_code')
  const typed = ['entity', 'looked_up', 'tax_forms', 'document', 'identity'].flatMap((name) => {
    const text = textOf(form, name)
    return text ? [[name, jsonOf(text)]] : []
  })
  const read = { ...Object.fromEntries(typed), ...(reason_code && { reason_code }) }
  switch (textOf(form, 'intent')) {
    case 'take':
      return act('It is yours', () => verbs.assignCase({ id, assignee: 'me' }))
    case 'put_back':
      return act('Back in the queue', () => verbs.assignCase({ id, assignee: null }))
    case 'escalate':
      return act('Escalated', () => verbs.escalateCase({ id, note }))
    case 'ask':
      return act('Asked; the deadline stands still until the answer', () => verbs.askQuestion({ id, question: note }))
    case 'zone':
      return act('Read and compared', () => verbs.readPrintedZone({ id, mrz: textOf(form, 'mrz') ?? '' }))
    case 'identity':
      return act('Recorded', () => verbs.decideCase({ id, note, proposal, ...identitySaid(form) }))
    default:
      return act(proposal && outcome === 'release' ? 'Agreed by two people' : 'Recorded', () =>
        verbs.decideCase({ id, outcome, note, proposal, ...evidence, ...read, ...proof }),
      )
  }
}
