import { CornerDownLeft } from 'lucide-react'
import { Suspense, useRef, useState } from 'react'
import { marketNames } from '../content/market-names.ts'
import { cn } from '../lib/cn.ts'
import { lazyPart } from '../lib/lazy-part.ts'
import { callSandbox, type SandboxAnswer } from '../lib/sandbox.ts'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import type { Verification } from './live-answer.tsx'
import { SealMark } from './logo.tsx'

// Loaded with the first answer.
const LiveAnswer = lazyPart(() => import('./live-answer.tsx'))
const Seal = lazyPart(() => import('./seal.tsx').then((module) => ({ default: module.Seal })))

const magic = (code: string) => `0x5ea15ea15ea15ea15ea15ea15ea15ea10000${code}`
const scenarios = [
  { label: 'Clean wallet', wallet: magic('0002') },
  { label: 'Sanctioned wallet', wallet: magic('2001') },
  { label: 'Possible match', wallet: magic('2003') },
]
const person = { full_name: 'Ada Example', date_of_birth: '1990-05-17', country: 'US' }

/** Only the digits of a hash draw a seal; the decision's hash is what the credential card shows too. */
const sealHash = (answer: Verification | null) => {
  const hash = (answer?.credential?.hash ?? answer?.decision?.result_hash ?? '').replace(/^sha256:/, '')
  return /^(0x)?[0-9a-f]{16,}$/i.test(hash) ? hash : null
}

/** The product itself on the home page: a real request to the sandbox, its real answer, its real seal. */
export function LiveCheck() {
  const [wallet, setWallet] = useState(scenarios[0]!.wallet)
  const [state, setState] = useState<'idle' | 'busy' | 'done' | 'failed'>('idle')
  const [answer, setAnswer] = useState<SandboxAnswer | null>(null)
  const [failure, setFailure] = useState('')
  const latest = useRef(0)

  async function run(address: string) {
    const turn = ++latest.current
    setState('busy')
    setFailure('')
    try {
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

  const data = (answer?.data ?? null) as Verification | null
  const outcome = data?.decision?.outcome
  const hash = outcome === 'allow' ? sealHash(data) : null

  return (
    <section aria-label="Try the API" className="relative rounded-md border border-rule-strong bg-raised">
      <div className="pointer-events-none absolute inset-1 rounded-sm border border-rule" aria-hidden />
      <form
        className="relative p-5 sm:p-7"
        onSubmit={(event) => {
          event.preventDefault()
          void run(wallet)
        }}
      >
        <div className="flex items-start justify-between gap-4">
          <div>
            <h2 className="title-3">Verify a wallet</h2>
            <p className="mt-1 font-mono text-[0.8125rem] text-soft">POST /v1/wallets/verify</p>
          </div>
          <div className="grid size-24 shrink-0 place-items-center sm:size-28">
            {hash ? (
              <Suspense>
                <Seal key={hash} hash={hash} className="stamp size-24 sm:size-28" title="Seal of this decision" />
              </Suspense>
            ) : (
              <SealMark fine className={cn('size-24 bg-rule-strong! opacity-40 sm:size-28', state === 'busy' && 'animate-pulse')} />
            )}
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
                    setWallet(scenario.wallet)
                    void run(scenario.wallet)
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
          onChange={(event) => setWallet(event.target.value)}
          spellCheck={false}
          autoComplete="off"
          className="mt-1.5 h-11 w-full rounded-md border border-rule-strong bg-paper px-3 font-mono text-[0.8125rem]"
        />
        <Button type="submit" className="js-only mt-3 w-full" busy={state === 'busy'} busyLabel="Checking…">
          Run the check <CornerDownLeft className="size-4" aria-hidden />
        </Button>
        <noscript>
          <p className="mt-3 text-[0.9375rem] text-soft">
            This example needs JavaScript. The API does not: see the documentation for the same call with curl.
          </p>
        </noscript>
      </form>
      <div className="relative min-h-[17.5rem] border-rule border-t px-5 py-5 sm:px-7" aria-live="polite">
        {state === 'failed' ? (
          <Alert tone="error" title="No answer">
            {failure}
          </Alert>
        ) : null}
        {state === 'done' && answer && data ? (
          <Suspense fallback={<Waiting busy />}>
            <LiveAnswer answer={answer} data={data} />
          </Suspense>
        ) : null}
        {state === 'idle' || state === 'busy' ? <Waiting busy={state === 'busy'} /> : null}
      </div>
    </section>
  )
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
