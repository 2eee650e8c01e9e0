import { useEffect, useRef } from 'react'
import { data, isRouteErrorResponse, Link, redirect, useLocation, useNavigation, useSearchParams } from 'react-router'
import type { VerifyPage } from '#core/review/identity/verify-page.ts'
import { useReadAgain } from '../../lib/connection.ts'
import { keepForm } from '../../lib/keep-form.ts'
import { pageMeta } from '../../lib/meta.ts'
import { readUploadForm, TOO_LARGE } from '../../lib/upload-form.ts'
import { attempt, type PageRefusal, readOr404 } from '../../lib/verb-errors.ts'
import { serverContext } from '../../server-context.ts'
import { Alert } from '../../ui/alert.tsx'
import type { Route } from './+types/session.ts'
import { browserOf, knownAgain } from './browser.ts'
import { VerifyFrame } from './frame.tsx'
import { Standing } from './standing.tsx'
import { WAYS } from './ways/index.tsx'
import type { Way } from './ways/way.ts'

export const meta: Route.MetaFunction = (args) =>
  // The address is the key to the session, so no tag of the page repeats it.
  pageMeta(args, { title: 'Prove who you are', description: 'Prove who you are, once and sealed.', canonical: '/verify', noindex: true })

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const { verbs, publicUrl } = context.get(serverContext)!
  const secret = params.session
  const response_code = new URL(request.url).searchParams.get('response_code')
  if (response_code !== null) {
    // Back from a wallet on this device. What is refused is said by the page, as any other refusal of a wallet.
    await attempt(() => verbs.returnToPage({ secret, response_code, browser: browserOf(request) }))
    throw redirect(`/verify/${encodeURIComponent(secret)}?way=wallet_presentation`, 303)
  }
  const page = await readOr404(verbs.readVerifyPage({ token: secret }))
  return data(page, { headers: knownAgain(request, publicUrl) })
}

/** What was shown last, and of which session. */
let last: { secret: string; page: VerifyPage } | null = null

/**
 * A page that waits, on a telephone that changes from one app to another, is now and then not answered. What was known stays and the page
 * looks again, for an error in its place would be the end of it.
 */
export async function clientLoader({ serverLoader, params }: Route.ClientLoaderArgs) {
  try {
    return await serverLoader()
  } catch (error) {
    // Where to go on, and what does not exist: both are answers.
    const answered = error instanceof Response || (isRouteErrorResponse(error) && error.status < 500 && error.status !== 429)
    if (answered || last?.secret !== params.session) throw error
    return { ...last.page, unanswered: true as const }
  }
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const { verbs } = context.get(serverContext)!
  const { form, tooLarge } = await readUploadForm(request)
  const values = Object.fromEntries([...form].filter((pair): pair is [string, string] => typeof pair[1] === 'string'))
  if (tooLarge) return refused({ status: 422, code: 'validation_failed', message: TOO_LARGE, fields: [tooLargeField] }, values)
  const { pathname, searchParams } = new URL(request.url)
  const { chosen, base } = waysOf(await readOr404(verbs.readVerifyPage({ token: params.session })), searchParams.get('way'))
  const act = actOn(form) ?? chosen?.act
  if (!act) throw data('Nothing is sent here.', { status: 405 })
  const done = await attempt(() => act(verbs, params.session, String(form.get('intent')), form))
  if (!done.ok) return refused(done.refusal, values)
  return done.result === null ? { refusal: null, values: {} } : redirect(pathname.replace(/\.data$/, '') + base + done.result, 303)
}

/** What is the person's own act in whichever way: about their face, and against a refusal. */
function actOn(form: FormData): Way['act'] {
  const intent = form.get('intent')
  const done = async (act: Promise<unknown>) => act.then(() => (form.get('step') ? `step=${form.get('step')}` : ''))
  if (intent === 'face_agree') return (verbs, token) => done(verbs.agreeToFace({ token, version: form.get('version') }))
  if (intent === 'appeal') return (verbs, token) => done(verbs.appealOwnSession({ token, statement: form.get('statement') }))
  return intent === 'face_take_back' ? (verbs, token) => done(verbs.takeBackFace({ token })) : undefined
}

const tooLargeField = { pointer: '/file', code: 'too_large', detail: TOO_LARGE }
/** What was typed goes back into the form, also where no script kept it. */
const refused = (refusal: PageRefusal, values: Record<string, string>) => ({ refusal, values })

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => keepForm(serverAction)

/** The ways of a session that have a place here, in its order, and the one that is open: the one that was chosen, or the only one. */
function waysOf({ methods, review }: VerifyPage, asked: string | null): { offered: Way[]; chosen: Way | undefined; base: string } {
  const offered = methods.flatMap((method) => WAYS.find((way) => way.method === method) ?? [])
  // Who is asked for more goes on where they were.
  const wanted = review.question ? 'document_review' : asked
  const chosen = offered.find((way) => way.method === wanted) ?? (offered.length === 1 ? offered[0] : undefined)
  return { offered, chosen, base: chosen && offered.length > 1 ? `?way=${chosen.method}&` : '?' }
}

const WAITS = ['processing', 'in_review']

/** Looks again by itself while something is waited for, less often the longer it takes; and tells the page around it how it stands. */
function useLive({ id, status }: VerifyPage, unanswered: boolean) {
  const { readAgain } = useReadAgain()
  useEffect(() => {
    if (!unanswered && !WAITS.includes(status)) return
    let wait = 4_000
    let timer = setTimeout(look, wait)
    function now() {
      if (document.visibilityState === 'visible') void readAgain(true)
    }
    function look() {
      now()
      wait = Math.min(wait * 1.5, 30_000)
      timer = setTimeout(look, wait)
    }
    // Who comes back from another app, or whose network does, waits for nothing.
    document.addEventListener('visibilitychange', now)
    window.addEventListener('online', now)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', now)
      window.removeEventListener('online', now)
    }
  }, [status, unanswered, readAgain])
  useEffect(() => {
    // Only sites that may frame this page are around it.
    if (window.parent !== window) window.parent.postMessage({ type: 'sealwright.identity_session', id, status }, '*')
  }, [id, status])
}

/**
 * Whoever follows the page by ear or by keyboard goes on where the new part begins: what they pressed is gone with the old one. A page within
 * another takes the focus from nobody.
 */
function useArrival(part: string) {
  const before = useRef(part)
  useEffect(() => {
    if (before.current === part) return
    before.current = part
    const at = document.activeElement
    // A picture that was sent or removed has its own place.
    const free = at === document.body || (at?.closest('main') && !at.closest('[data-kind], [aria-invalid="true"]'))
    if (document.hasFocus() && free) document.querySelector<HTMLElement>('[data-arrival]')?.focus()
  }, [part])
}

export default function Session({ loaderData: page, actionData, params }: Route.ComponentProps) {
  const [query] = useSearchParams()
  const busy = useNavigation().state !== 'idle'
  const unanswered = 'unanswered' in page
  useLive(page, unanswered)
  useEffect(() => {
    last = { secret: params.session, page }
  }, [params.session, page])
  const refusal = actionData?.refusal ?? null
  useEffect(() => {
    if (refusal) document.querySelector<HTMLElement>('main [aria-invalid="true"]')?.focus()
  }, [refusal])
  const asked = query.get('way')
  const { offered, chosen, base } = waysOf(page, asked)
  const goesOn = page.status === 'open' || (page.status === 'in_review' && page.review.question !== null)
  const way = goesOn ? chosen : undefined
  // A step that is asked for again says again what it lacks.
  const { key } = useLocation()
  const step = query.get('step')
  useArrival([page.status, way?.method, step, step === 'send' && key].join(' '))
  const values: Record<string, string> = (actionData && 'values' in actionData ? actionData.values : null) ?? {}
  return (
    <VerifyFrame page={page}>
      <Standing page={page} refusal={refusal} values={values} busy={busy} />
      {unanswered ? (
        <Alert tone="warning" title="There is no answer just now">
          What you see is what was known last. The page looks again by itself.
        </Alert>
      ) : null}
      {goesOn && asked && !page.review.question && chosen?.method !== asked ? <NotOffered asked={asked} offered={offered} /> : null}
      {goesOn && refusal && isAbove(refusal, values) ? <Refused refusal={refusal} /> : null}
      {way ? (
        <>
          {offered.length > 1 && !page.review.question ? (
            <p>
              <Link to="?" className="link inline-flex min-h-11 items-center">
                Choose another way
              </Link>
            </p>
          ) : null}
          {way.act ? null : (
            <>
              <h2 tabIndex={-1} data-arrival="" className="title-3 outline-none">
                {way.title}
              </h2>
              <div className="no-js-only">
                <Alert tone="warning">
                  This way needs JavaScript. Allow it in this browser, or open the page in another one
                  {offered.length > 1 ? ', or take another way' : ''}.
                </Alert>
              </div>
            </>
          )}
          <div className={way.act ? undefined : 'js-only'}>
            <way.View {...{ page, base, step, refusal, values, busy }} token={params.session} />
          </div>
        </>
      ) : goesOn ? (
        <Choice ways={offered} />
      ) : null}
      {goesOn && page.closed.length && !page.review.question && (!way || offered.length === 1) ? <Closed ways={page.closed} /> : null}
    </VerifyFrame>
  )
}

/** What is said of a field stands beside it; what no field of this form has stands above. */
const isAbove = ({ fields }: PageRefusal, values: Record<string, string>): boolean =>
  !fields.length || fields.some(({ pointer }) => pointer !== '/file' && !(pointer.slice(1) in values))

/** The address names a way that this session does not have: said, before another one is shown in its place. */
function NotOffered({ asked, offered }: { asked: string; offered: Way[] }) {
  const way = WAYS.find(({ method }) => method === asked)
  return (
    <Alert tone="warning" title={way ? `Not offered here: ${way.title.toLowerCase()}` : 'This way does not exist'}>
      {offered.length === 1 ? 'There is one way here: ' : 'The ways here are: '}
      {offered.map(({ title }) => title.toLowerCase()).join(', ')}.
    </Alert>
  )
}

/** What was refused, in one place that is read out; the fields say the same where they stand. */
function Refused({ refusal }: { refusal: PageRefusal }) {
  return (
    <Alert tone="error" title={refusal.fields.length ? undefined : refusal.message}>
      {refusal.fields.map(({ pointer, detail }) => (
        <p key={pointer}>{detail}</p>
      ))}
    </Alert>
  )
}

/** Ways that were meant and cannot be walked: why not. */
function Closed({ ways }: { ways: VerifyPage['closed'] }) {
  return (
    <details>
      <summary className="link inline-flex min-h-8 items-center text-[0.9375rem]">Ways that are not open here</summary>
      <ul className="mt-1 grid gap-1 text-[0.9375rem] text-soft">
        {ways.map(({ method, why }) => (
          <li key={method}>
            {WAYS.find((way) => way.method === method)?.title}: {why}
          </li>
        ))}
      </ul>
    </details>
  )
}

function Choice({ ways }: { ways: Way[] }) {
  if (!ways.length)
    return <Alert tone="warning">None of the ways of this session can be taken here. Open it in the app that sent you.</Alert>
  return (
    <section aria-labelledby="ways">
      <h2 id="ways" tabIndex={-1} data-arrival="" className="title-3 outline-none">
        Choose how
      </h2>
      <ul className="mt-3 border-rule border-t">
        {ways.map(({ method, title, lead }) => (
          <li key={method} className="border-rule border-b">
            <Link to={`?way=${method}`} className="group block px-1 py-4 hover:bg-sunk">
              <span className="link font-semibold">{title}</span>
              <span className="mt-0.5 block text-soft">{lead}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
