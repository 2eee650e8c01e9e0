import { data } from 'react-router'
import { textOf } from '../../lib/posted.ts'
import { attempt, type PageRefusal, readOr404 } from '../../lib/verb-errors.ts'
import { serverContext } from '../../server-context.ts'
import type { Route } from './+types/wallet.ts'
import { browserOf } from './browser.ts'

const uncached = { 'cache-control': 'private, no-store' }

/** How it stands with the wallet's answer: asked again and again by the page that waits. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const state = await readOr404(context.get(serverContext)!.verbs.readWalletAnswer({ secret: params.secret }))
  return data(state, { headers: uncached })
}

/** Asks the wallet, or lets the sandbox's simulated one answer. */
export async function action({ context, params, request }: Route.ActionArgs) {
  const { verbs } = context.get(serverContext)!
  const { secret } = params
  const form = await request.formData()
  const credential = textOf(form, 'simulated')
  if (credential) {
    const flaw = textOf(form, 'flaw')
    const done = await attempt(() => verbs.presentSimulatedOnPage({ secret, credential, ...(flaw && { flaw }) }))
    return data<Asked>(done.ok ? { request: null } : { request: null, refusal: done.refusal }, { headers: uncached })
  }
  const asked = await attempt(() => verbs.openPresentation({ secret, browser: browserOf(request) }))
  return data<Asked>(asked.ok ? { request: asked.result } : { request: null, refusal: asked.refusal }, { headers: uncached })
}

/** What the page is answered: a request to show, and what was refused. */
export interface Asked {
  request: WalletRequest | null
  refusal?: PageRefusal
}
export interface WalletRequest {
  deep_link: string | null
  qr_svg: string
  response_uri: string
  digital_credentials: { protocol: string; request: string } | null
  expires_at: string
  simulated: boolean
}
