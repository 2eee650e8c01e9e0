import { CornerDownLeft } from 'lucide-react'
import { type RefObject, Suspense, useEffect, useRef, useState } from 'react'
import { marketNames } from '../content/market-names.ts'
import { cn } from '../lib/cn.ts'
import { lazyPart } from '../lib/lazy-part.ts'
import { callSandbox, leaveSandbox, type SandboxAnswer } from '../lib/sandbox.ts'
import { whenIdle } from '../lib/when-idle.ts'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import type { Verification } from './live-answer.tsx'
import { SealMark } from './logo.tsx'

// Loaded with the first answer.
const LiveAnswer = lazyPart(() => import('./live-answer.tsx'))
const Seal = lazyPart(() => import('./seal.tsx').then((module) => ({ default: module.Seal })))

const magic = (code: string) => `0x5ea15ea15ea15ea15ea15ea15ea15ea10000${code}`
const scenarios = [
  // No wallet of a scenario: what it is, the lists of this visitor's sandbox say.
  { label: 'Clean wallet', wallet: '0x52908400098527886E0F7030069857D2E4169EE7' },
  { label: 'Sanctioned wallet', wallet: magic('2001') },
  { label: 'Possible match', wallet: magic('2003') },
]
const person = { full_name: 'Ada Example', date_of_birth: '1990-05-17', country: 'US' }

/** Only the digits of a hash draw a seal; the decision's hash is what the credential card shows too. */
const sealHash = (answer: Verification | null) => {
  const hash = (answer?.credential?.hash ?? answer?.decision?.result_hash ?? '').replace(/^sha256:/, '')
  return /^(0x)?[0-9a-f]{16,}$/i.test(hash) ? hash : null
}

/** How long an answer stands before the list changes by itself. */
const READ_IT = 5_000

/** Whoever asks for less movement, or for less traffic, presses the button. */
const mayBegin = () =>
  !matchMedia('(prefers-reduced-motion: reduce)').matches &&
  !(navigator as Navigator & { connection?: { saveData?: boolean } }).connection?.saveData

/** The requests and what they answered. */
function useLiveCheck(panel: RefObject<HTMLElement | null>) {
  const [wallet, setWallet] = useState(scenarios[0]!.wallet)
  const [state, setState] = useState<'idle' | 'busy' | 'done' | 'failed'>('idle')
  const [answer, setAnswer] = useState<SandboxAnswer | null>(null)
  const [failure, setFailure] = useState('')
  const [listed, setListed] = useState(false)
  const [touched, setTouched] = useState(false)
  const latest = useRef(0)
  const seen = useSeen(panel)

  // Until somebody touches it, it goes on by itself: the check, and then the list that changes.
  // biome-ignore lint/correctness/useExhaustiveDependencies: what it calls is new with every drawing; it acts on what is named.
  useEffect(() => {
    if (!seen || touched || listed || !mayBegin()) return
    if (state === 'idle') void run(wallet)
    if (state !== 'done') return
    const wait = setTimeout(list, READ_IT)
    return () => clearTimeout(wait)
  }, [seen, touched, listed, state])

  /** A new version of the sandbox's list names the person; whoever was verified is screened again, and the wallet is asked about once more. */
  function list() {
    setListed(true)
    const { full_name: name, date_of_birth } = person
    void run(wallet, () => callSandbox('v1/sandbox/lists/delta', { add: [{ entity_id: 'HOME-1', name, date_of_birth }] }))
  }

  /** What a person asks for. Once listed, only an empty sandbox knows nothing of it. */
  function ask(address: string) {
    setTouched(true)
    if (listed) leaveSandbox()
    setListed(false)
    void run(address)
  }

  async function run(address: string, before?: () => Promise<SandboxAnswer>) {
    const turn = ++latest.current
    setState('busy')
    setFailure('')
    try {
      const changed = await before?.()
      if (changed && changed.status !== 200) throw new Error(`The list answered ${changed.status}`)
      const next = await callSandbox('wallets-verify', { wallet_address: address, kyc_data: person })
      if (turn !== latest.current) return
      setAnswer(next)
      setState('done')
    } catch (error) {
      if (turn !== latest.current) return
      setAnswer(null)
      setFailure(
        error instanceof TypeError
          ? 'The server could not be reached. Please check your connection and try again.'
          : `${(error as Error).message}. Please try again.`,
      )
      setState('failed')
    }
  }

  function listNow() {
    setTouched(true)
    list()
  }

  function type(address: string) {
    setTouched(true)
    setWallet(address)
  }

  return { wallet, state, answer, failure, listed, touched, listNow, ask, type }
}

/** The product itself on the home page: real requests to the sandbox, their real answers, a real seal. It begins when it is seen. */
export function LiveCheck() {
  const panel = useRef<HTMLElement>(null)
  const { wallet, state, answer, failure, listed, touched, listNow, ask, type } = useLiveCheck(panel)
  const data = (answer?.data ?? null) as Verification | null
  const outcome = data?.decision?.outcome
  const hash = outcome === 'allow' ? sealHash(data) : null

  return (
    <section ref={panel} aria-label="Try the API" className="relative rounded-md border border-rule-strong bg-raised">
      <div className="pointer-events-none absolute inset-1 rounded-sm border border-rule" aria-hidden />
      <form
        className="relative p-5 sm:p-7"
        onSubmit={(event) => {
          event.preventDefault()
          ask(wallet)
        }}
      >
        <div className="flex items-start justify-between gap-4">
          <div>
            <h2 className="title-3">Verify a wallet</h2>
            <p className="mt-1 font-mono text-[0.8125rem] text-soft">POST /v1/wallets/verify</p>
          </div>
          <div className="grid size-24 shrink-0 place-items-center sm:size-28">
            <Stamp hash={hash} busy={state === 'busy'} />
          </div>
        </div>
        <fieldset className="mt-3">
          <legend className="sr-only">Example</legend>
          <div className="flex flex-wrap gap-2">
            {scenarios.map((scenario) => (
              <label
                key={scenario.wallet}
                className="inline-flex min-h-9 items-center rounded-md border border-rule-strong px-3 text-[0.9375rem] has-checked:border-seal has-checked:bg-seal-wash has-focus-visible:outline-2 has-focus-visible:outline-focus"
              >
                <input
                  type="radio"
                  name="scenario"
                  className="sr-only"
                  checked={wallet === scenario.wallet}
                  onChange={() => {
                    type(scenario.wallet)
                    ask(scenario.wallet)
                  }}
                />
                {scenario.label}
              </label>
            ))}
          </div>
        </fieldset>
        <label htmlFor="live-wallet" className="mt-4 block font-semibold text-[0.9375rem]">
          Wallet address
        </label>
        <input
          id="live-wallet"
          value={wallet}
          onChange={(event) => type(event.target.value)}
          spellCheck={false}
          autoComplete="off"
          className="mt-1.5 h-11 w-full rounded-md border border-rule-strong bg-paper px-3 font-mono text-[0.8125rem]"
        />
        <Button type="submit" className="js-only mt-3 w-full" busy={state === 'busy'} busyLabel="Checking…">
          Run the check <CornerDownLeft className="size-4" aria-hidden />
        </Button>
        <WithoutScripts />
      </form>
      <div className="relative min-h-[20.5rem] border-rule border-t px-5 py-5 sm:px-7" aria-live={touched ? 'polite' : 'off'}>
        {state === 'failed' && touched ? (
          <Alert tone="error" title="No answer">
            {failure}
          </Alert>
        ) : null}
        {state !== 'failed' && answer && data ? (
          <Suspense fallback={<Waiting busy />}>
            <LiveAnswer answer={answer} data={data} />
            <ListChange
              listed={listed}
              busy={state === 'busy'}
              possible={outcome === 'allow'}
              onList={listNow}
              onAgain={() => ask(wallet)}
            />
          </Suspense>
        ) : null}
        {!answer && !(state === 'failed' && touched) ? <Waiting busy={state === 'busy'} /> : null}
      </div>
    </section>
  )
}

/** The seal of what was allowed; a blank one before. */
const Stamp = ({ hash, busy }: { hash: string | null; busy: boolean }) =>
  hash ? (
    <Suspense>
      <Seal key={hash} hash={hash} className="stamp size-24 sm:size-28" title="Seal of this decision" />
    </Suspense>
  ) : (
    <SealMark fine className={cn('size-24 bg-rule-strong! opacity-40 sm:size-28', busy && 'animate-pulse')} />
  )

const WithoutScripts = () => (
  <noscript>
    <p className="mt-3 text-[0.9375rem] text-soft">
      This example needs JavaScript. The API does not: see the documentation for the same call with curl.
    </p>
  </noscript>
)

interface ListChangeProps {
  listed: boolean
  busy: boolean
  possible: boolean
  onList: () => void
  onAgain: () => void
}

/** One change of one list, and what became of the same credential. */
function ListChange({ listed, busy, possible, onList, onAgain }: ListChangeProps) {
  if (!listed && !possible) return null
  return (
    <div className="mt-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-rule border-t pt-3">
      <p className="text-[0.9063rem] text-soft leading-snug">
        {listed
          ? busy
            ? 'A new version of the list names this person…'
            : 'One list changed: the credential is suspended in every market.'
          : 'Tomorrow a list may name this person.'}
      </p>
      <Button size="sm" variant="outline" disabled={busy} onClick={listed ? onAgain : onList}>
        {listed ? 'Start again' : 'Change the list'}
      </Button>
    </div>
  )
}

/** Whether enough of a part to read it has been in the window, once the page has nothing better to do. */
function useSeen(part: RefObject<HTMLElement | null>): boolean {
  const [seen, setSeen] = useState(false)
  useEffect(() => {
    let watch: IntersectionObserver | undefined
    whenIdle(() => {
      if (!part.current) return
      watch = new IntersectionObserver(([entry]) => entry?.isIntersecting && setSeen(true), { threshold: 0.4 })
      watch.observe(part.current)
    })
    return () => watch?.disconnect()
  }, [part])
  return seen
}

/** What each market asks of the same wallet. */
const questions: Record<string, string> = {
  securities: 'may it invest?',
  stablecoins: 'may it pay?',
  nfts: 'may it sell?',
  defi: 'may it enter the pool?',
  gaming: 'may it play?',
}

function Waiting({ busy }: { busy: boolean }) {
  return (
    <>
      <p className="text-[0.9688rem] text-soft">{busy ? 'Waiting for the answer…' : 'One call answers for all five markets:'}</p>
      <ul className="mt-3 divide-y divide-rule border-rule border-y">
        {Object.entries(marketNames).map(([id, name]) => (
          <li key={id} className="flex h-9 items-center justify-between text-[0.9688rem]">
            {name}
            <span className="text-soft">{questions[id]}</span>
          </li>
        ))}
      </ul>
    </>
  )
}
