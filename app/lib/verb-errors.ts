import type { RouterContextProvider } from 'react-router'
import type { ProofWanted } from '../components/step-up-dialog.tsx'
import { goWhereItIs } from './chosen-environment.ts'
import { requireSession, type SignedInContext } from './guard.ts'

/** A refusal of a verb as a page can show it: what to do, and which fields. */
export interface PageRefusal {
  status: number
  code: string
  message: string
  fields: { pointer: string; code: string; detail: string; suggestion?: string }[]
  /** With `step_up_required`: what the person has to prove. */
  proof?: ProofWanted
  /** The page is of another organisation than the one the person works in now: nothing was done. */
  elsewhere?: true
}

/** The refusal behind an error a verb threw, or null for an accident. Pages and verbs are two module graphs, so it is known by its name. */
function refusalOf(error: unknown): PageRefusal | null {
  if (!(error instanceof Error) || error.name !== 'AppError') return zodRefusal(error)
  const refused = error as Error & {
    status: number
    code: string
    fields?: PageRefusal['fields']
    extra?: Pick<PageRefusal, 'proof' | 'elsewhere'>
  }
  const { status, code, message, fields = [] } = refused
  const { proof, elsewhere } = refused.extra ?? {}
  return { status, code, message, fields, ...(proof && { proof }), ...(elsewhere && { elsewhere }) }
}

/** Input that did not fit the verb's schema. */
function zodRefusal(error: unknown): PageRefusal | null {
  if (!(error instanceof Error) || !('issues' in error) || !Array.isArray(error.issues)) return null
  const fields = (error.issues as { path: (string | number)[]; code: string; message: string }[]).map((issue) => ({
    pointer: `/${issue.path.join('/')}`,
    code: issue.code,
    detail: wordsOf(issue.message),
  }))
  return {
    status: 422,
    code: 'validation_failed',
    message: `${fields.length === 1 ? '1 field needs' : `${fields.length} fields need`} attention`,
    fields,
  }
}

/** What the schema's own words for a missing or unreadable value ask of a person. */
const wordsOf = (message: string): string =>
  !message.startsWith('Invalid input')
    ? message
    : message.endsWith('received undefined')
      ? 'Fill this in.'
      : 'Look at this again: it is missing or cannot be read.'

/** Runs the reads of a loader; what the person may not see answers as a page that does not exist. */
export async function readOr404<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    const refused = refusalOf(error)
    if (refused && refused.status < 500) throw new Response(refused.message, { status: refused.status === 422 ? 404 : refused.status })
    throw error
  }
}

/** The session of an issuer's page of one thing, which is shown in the environment that is of. Throws what leads there, or 404. */
export async function issuerWhere(
  context: Readonly<RouterContextProvider>,
  request: Request,
  thing: { what: 'offering' | 'investor'; id: string },
): Promise<SignedInContext> {
  const server = requireSession(context, request, ['issuer'])
  goWhereItIs(server, request, await readOr404(server.verbs.whereIs(thing)))
  return server
}

/** Runs the act of an action: its result, or the refusal to show beside the form. Accidents still reach the error page. */
export async function attempt<T>(work: () => Promise<T>): Promise<{ ok: true; result: T } | { ok: false; refusal: PageRefusal }> {
  try {
    return { ok: true, result: await work() }
  } catch (error) {
    const refusal = refusalOf(error)
    if (!refusal || refusal.status >= 500) throw error
    return { ok: false, refusal }
  }
}
