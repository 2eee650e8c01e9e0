import { QrCode as QrIcon, Smartphone } from 'lucide-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useFetcher, useRevalidator } from 'react-router'
import { presentationRemedies } from '../../../content/presentation-remedies.ts'
import { callBackEnd, messageOf } from '../../../lib/back-end.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { QrCode } from '../../../ui/qr-code.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import type { Asked, WalletRequest } from '../wallet.ts'

const EVERY = 2_500
const DECLINED = 'The wallet presented nothing. Try again and agree in the wallet, or choose another way.'

/** Asks the holder's identity wallet: by a code for another device, a link on this one, or the browser itself. Waits on this page. */
export function WalletPresentation({ secret }: { secret: string }) {
  const address = `/verify/${secret}/wallet`
  const { request, refusal, ask, simulate, busy } = useWalletRequest(address)
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
        <Alert tone="error" title="This did not count">
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
                <Button busy={asking} onClick={() => void askBrowser(request)}>
                  Ask this browser
                </Button>
              ) : null}
            </div>
          </div>
          <p role="status" className="text-soft">
            Waiting for your wallet. This page goes on by itself.
          </p>
          {request.simulated ? <SimulatedWallet busy={busy} simulate={simulate} /> : null}
        </>
      ) : busy || !refusal ? (
        <Skeleton className="h-60 w-full" />
      ) : (
        <Button onClick={ask}>Try again</Button>
      )}
    </section>
  )
}

/** Opens the wallet of this device, which leads back to this page; within a page of another site browsers would not know it again. */
function SameDevice({ link, secret }: { link: string | null; secret: string }) {
  return (
    <a
      className="link inline-flex items-center gap-2"
      href={link ?? `/verify/${secret}?way=wallet_presentation`}
      {...(link === null && { target: '_blank' })}
    >
      <Smartphone className="size-[1.15em]" aria-hidden />
      {link ? 'Open the wallet on this device' : 'For a wallet on this device, open this page in a window of its own'}
    </a>
  )
}

/** The sandbox's own wallet, so that the way can be walked without one. */
function SimulatedWallet({ busy, simulate }: { busy: boolean; simulate: (credential: string) => void }) {
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
          …with a driving licence
        </Button>
      </div>
    </div>
  )
}

/** The request that is shown now, asked for again when it was answered or ran out; the page is read anew when the session has ended. */
function useWalletRequest(address: string) {
  const asking = useFetcher<Asked>()
  const waiting = useFetcher<{ status: string; reason_code: string | null; waiting: boolean }>()
  const { revalidate } = useRevalidator()
  const { submit } = asking
  const { load } = waiting
  const ask = useCallback(() => void submit({}, { method: 'post', action: address }), [submit, address])
  const [request, setRequest] = useState<WalletRequest | null>(null)

  useEffect(() => ask(), [ask])
  useEffect(() => {
    if (asking.data?.request) setRequest(asking.data.request)
  }, [asking.data])
  useEffect(() => {
    const timer = setInterval(() => document.visibilityState === 'visible' && void load(address), EVERY)
    return () => clearInterval(timer)
  }, [load, address])

  const idle = useRef(true)
  idle.current = asking.state === 'idle'
  const state = waiting.data
  useEffect(() => {
    if (!state) return
    if (state.status !== 'open') void revalidate()
    else if (!state.waiting && idle.current) ask()
  }, [state, ask, revalidate])

  const why = state?.reason_code ? presentationRemedies[state.reason_code] : undefined
  const refusal = asking.data?.refusal?.message ?? (why ? `${why.cause} ${why.remedy}` : null)
  const simulate = (credential: string) => void submit({ simulated: credential }, { method: 'post', action: address })
  return { request, refusal, ask, simulate, busy: asking.state !== 'idle' }
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
