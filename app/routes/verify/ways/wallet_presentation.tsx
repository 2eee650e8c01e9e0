import { QrCode as QrIcon, Smartphone } from 'lucide-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { presentationRemedies } from '../../../content/presentation-remedies.ts'
import { callBackEnd, messageOf } from '../../../lib/back-end.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { QrCode } from '../../../ui/qr-code.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import type { Asked, WalletRequest } from '../wallet.ts'
import { headOf } from './not-shown.tsx'

const EVERY = 2_500
const DECLINED = 'The wallet presented nothing. Try again and agree in the wallet, or choose another way.'

/** Asks the holder's identity wallet: by a code for another device, a link on this one, or the browser itself. Waits on this page. */
export function WalletPresentation({ secret, accreditation }: { secret: string; accreditation: boolean }) {
  const address = `/verify/${secret}/wallet`
  const { request, refusal, failed, ask, simulate, busy } = useWalletRequest(address)
  const [browserProblem, setBrowserProblem] = useState<string | null>(null)
  const [asking, setAsking] = useState(false)
  const viaBrowser = useBrowserWallets()

  const askBrowser = async (asked: WalletRequest) => {
    setBrowserProblem(null)
    setAsking(true)
    try {
      await presentThroughBrowser(asked)
    } catch (error) {
      // Closed by the person, or nothing that fits.
      const left = error instanceof DOMException && ['NotAllowedError', 'AbortError'].includes(error.name)
      setBrowserProblem(left ? DECLINED : messageOf(error))
    } finally {
      setAsking(false)
    }
  }

  const problem = browserProblem ?? refusal
  return (
    <section className="grid gap-5" aria-label="Identity wallet" data-testid="wallet-presentation">
      {problem ? (
        <Alert tone="error" title={!browserProblem && failed ? headOf(failed) : 'This did not count'}>
          {problem}
        </Alert>
      ) : null}
      {request ? (
        <>
          <div className="grid gap-5 sm:grid-cols-[auto_1fr] sm:items-center">
            <QrCode svg={request.qr_svg} alt="Code to scan with the wallet on your phone" size={232} />
            <div className="grid gap-3">
              <p className="flex gap-2">
                <QrIcon className="mt-1 size-[1.15em] shrink-0 text-soft" aria-hidden />
                Scan the code with the identity wallet on your phone, or open the wallet on this device. It shows what is asked before you
                agree.
              </p>
              <div className="flex flex-wrap gap-3">
                <SameDevice link={request.deep_link} secret={secret} />
              </div>
              {viaBrowser && request.digital_credentials ? (
                <Button busy={asking} onClick={() => void askBrowser(request)} className="sm:justify-self-start">
                  Let this browser find a wallet
                </Button>
              ) : null}
            </div>
          </div>
          <p role="status" className="text-soft">
            Waiting for your wallet. This page goes on by itself.
          </p>
          {request.simulated ? <SimulatedWallet busy={busy} simulate={simulate} accreditation={accreditation} /> : null}
        </>
      ) : refusal ? (
        <Button busy={busy} onClick={ask} className="justify-self-start">
          Try again
        </Button>
      ) : (
        <Skeleton className="h-60 w-full" />
      )}
    </section>
  )
}

/** Opens the wallet of this device, which leads back to this page; within a page of another site browsers would not know it again. */
function SameDevice({ link, secret }: { link: string | null; secret: string }) {
  return (
    <a
      className="link inline-flex min-h-11 items-center gap-2"
      href={link ?? `/verify/${secret}?way=wallet_presentation`}
      {...(link === null && { target: '_blank' })}
    >
      <Smartphone className="size-[1.15em]" aria-hidden />
      {link ? 'Open the wallet on this device' : 'For a wallet on this device, open this page in a window of its own'}
    </a>
  )
}

/** The sandbox's own wallet, so that the way can be walked without one. */
function SimulatedWallet({ busy, simulate, accreditation }: { busy: boolean; simulate: Simulate; accreditation: boolean }) {
  if (accreditation) return <SimulatedAccreditation busy={busy} simulate={simulate} />
  return (
    <div className="grid gap-3 border-t border-rule pt-5">
      <p className="text-soft">
        This is the sandbox. Its simulated wallet answers over the real protocol, with documents of a made-up issuer.
      </p>
      <div className="flex flex-wrap gap-3">
        <Button variant="outline" busy={busy} onClick={() => simulate('pid_sd_jwt')}>
          Use the simulated wallet
        </Button>
        <Button variant="ghost" disabled={busy} onClick={() => simulate('mdl')}>
          Use a driving licence in it
        </Button>
      </div>
    </div>
  )
}

type Simulate = (credential: string, flaw?: string) => void

/** An accreditation as another organisation gave it, and what one is refused for. */
const REFUSED = {
  expired: 'One that has run out',
  unknown_issuer: 'One of nobody who is trusted',
  revoked: 'One that was revoked',
} as const

function SimulatedAccreditation({ busy, simulate }: { busy: boolean; simulate: Simulate }) {
  return (
    <div className="grid gap-3 border-t border-rule pt-5">
      <p className="text-soft">
        This is the sandbox. Its simulated wallet holds an accreditation of a made-up verifier, and some that are refused.
      </p>
      <div className="flex flex-wrap gap-3">
        <Button variant="outline" busy={busy} onClick={() => simulate('accreditation')}>
          Present a simulated accreditation
        </Button>
        {Object.entries(REFUSED).map(([flaw, label]) => (
          // Pressed while the page asks by itself, it goes next.
          <Button key={flaw} variant="ghost" onClick={() => simulate('accreditation', flaw)}>
            {label}
          </Button>
        ))}
      </div>
    </div>
  )
}

/** Sends a form as the page's own, and takes the answer as data. */
async function askPage(address: string, form: Record<string, string>): Promise<Asked> {
  const answer = await fetch(address, { method: 'POST', headers: { accept: 'application/json' }, body: new URLSearchParams(form) })
  if (!answer.ok) throw new Error(`answered ${answer.status}`)
  return answer.json()
}

interface Waiting {
  status: string
  reason_code: string | null
  waiting: boolean
}

/**
 * The request that is shown now, asked for again when it was answered or ran out; the page is read anew when the session has ended. What is
 * not answered while the network is away is asked again: these are calls and no parts of a page, in whose place an error would come.
 */
function useWalletRequest(address: string) {
  const { revalidate } = useRevalidator()
  const [request, setRequest] = useState<WalletRequest | null>(null)
  const [refused, setRefused] = useState<string | null>(null)
  const [failed, setFailed] = useState<unknown>(null)
  const [state, setState] = useState<Waiting | null>(null)
  const [busy, setBusy] = useState(true)
  const asking = useRef<Promise<void> | null>(null)
  const unanswered = useRef(false)

  const send = useCallback(
    async (body: Record<string, string>) => {
      setBusy(true)
      try {
        const asked = await askPage(address, body)
        unanswered.current = false
        setFailed(null)
        setRefused(asked.refusal?.message ?? null)
        if (asked.request) setRequest(asked.request)
        else if (!asked.refusal) await revalidate()
      } catch (error) {
        unanswered.current = true
        setFailed(error)
      } finally {
        setBusy(false)
      }
    },
    [address, revalidate],
  )
  // One at a time; what a person presses while the page asks by itself goes next.
  const post = useCallback(
    (body: Record<string, string>) => {
      const mine = (asking.current ?? Promise.resolve())
        .then(() => send(body))
        .finally(() => {
          if (asking.current === mine) asking.current = null
        })
      asking.current = mine
    },
    [send],
  )
  const ask = useCallback(() => {
    if (!asking.current) post({})
  }, [post])
  useEffect(() => ask(), [ask])
  useEffect(() => {
    const look = () => callBackEnd<Waiting>(address).then(setState, () => {})
    const timer = setInterval(() => document.visibilityState === 'visible' && void look(), EVERY)
    return () => clearInterval(timer)
  }, [address])

  useEffect(() => {
    if (!state) return
    if (state.status !== 'open') void revalidate()
    else if (!state.waiting || unanswered.current) ask()
  }, [state, ask, revalidate])

  const why = state?.reason_code ? presentationRemedies[state.reason_code] : undefined
  const refusal = failed ? messageOf(failed) : (refused ?? (why ? `${why.cause} ${why.remedy}` : null))
  const simulate: Simulate = (credential, flaw) => post({ simulated: credential, ...(flaw && { flaw }) })
  return { request, refusal, failed, ask, simulate, busy }
}

interface DigitalCredentials {
  get(options: { digital: { requests: { protocol: string; data: { request: string } }[] } }): Promise<unknown>
}

/** Whether the browser can ask wallets (Digital Credentials API). Known only once the page runs. */
function useBrowserWallets(): boolean {
  const [can, setCan] = useState(false)
  useEffect(() => setCan('DigitalCredential' in globalThis), [])
  return can
}

/** Lets the browser ask its wallets, and hands their encrypted answer on. Throws what the browser or the server says. */
async function presentThroughBrowser({ digital_credentials, response_uri }: WalletRequest): Promise<void> {
  const { protocol, request } = digital_credentials!
  const wallets = navigator.credentials as unknown as DigitalCredentials
  const credential = (await wallets.get({ digital: { requests: [{ protocol, data: { request } }] } })) as { data: unknown } | null
  // Some browsers hand the data over as text.
  const answer = typeof credential?.data === 'string' ? (JSON.parse(credential.data) as unknown) : credential?.data
  const response = (answer as { response?: unknown } | null | undefined)?.response
  await callBackEnd(new URL(response_uri).pathname, { response })
}
