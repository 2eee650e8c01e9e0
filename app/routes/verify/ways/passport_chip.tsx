import { Smartphone } from 'lucide-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { callBackEnd, messageOf, Refusal } from '../../../lib/back-end.ts'
import { useReadAgain } from '../../../lib/connection.ts'
import { useInSight } from '../../../lib/use-in-sight.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { control } from '../../../ui/input.tsx'
import { QrCode } from '../../../ui/qr-code.tsx'
import { headOf, useTold } from './not-shown.tsx'

interface Told {
  challenge: string
  address: string
  qr_svg: string
  simulated: boolean
}

/** The files of a chip, by the names that reader apps give them. */
const FILES = [
  { name: 'dg1', label: 'DG1, the machine-readable zone', needed: true },
  { name: 'sod', label: 'EF.SOD, the signature of the state', needed: true },
  { name: 'dg14', label: 'DG14, if the chip has it', needed: false },
  { name: 'dg15', label: 'DG15, if the chip has it', needed: false },
  { name: 'active_authentication', label: 'Answer of the chip to the challenge', needed: false },
] as const
/** No file of a chip that is sent here is longer. */
const MOST_BYTES = 32_768
const EVERY = 4_000

/** The chip of a passport: read by an app that scans the code, or files that an app wrote. Waits on this page. */
export function PassportChip({ secret }: { secret: string }) {
  const address = `/verify/${secret}/passport-chip`
  const { told, notShown } = useTold<Told>(address)
  const { head, problem, errorAt, busy, send } = useChip()
  const place = useInSight(problem)
  if (!told) return notShown
  return (
    <section className="grid gap-6" aria-label="Chip of a passport" data-testid="passport-chip">
      {problem ? (
        <div ref={place} className="scroll-my-4">
          <Alert tone="error" title={head}>
            {problem}
          </Alert>
        </div>
      ) : null}
      <div className="grid gap-5 sm:grid-cols-[auto_1fr] sm:items-center">
        <QrCode svg={told.qr_svg} alt="Code for a reader app" size={232} />
        <div className="grid gap-3">
          <p>
            Scan the code with the app that sent you here, and hold your passport to the phone. Only what the chip says is sent: name, birth
            date, nationality and number. The page goes on by itself.
          </p>
          <SameDevice address={told.address} />
        </div>
      </div>
      {told.simulated ? (
        <div className="grid gap-3 border-rule border-t pt-5">
          <p className="text-soft">This is the sandbox. A made-up passport of Utopia goes through the same checks as a real one.</p>
          <Button variant="outline" busy={busy} onClick={() => send(`${address}/made-up`, {})} className="justify-self-start">
            Use a made-up passport
          </Button>
        </div>
      ) : null}
      <Files challenge={told.challenge} busy={busy} errorAt={errorAt} onSend={(files) => send(address, files)} />
    </section>
  )
}

/** Where the app is on the device of this page there is nothing to scan: its system hands the address over, or it is copied. */
function SameDevice({ address }: { address: string }) {
  const [said, setSaid] = useState('')
  const hand = async () => {
    if (typeof navigator.share === 'function') return navigator.share({ url: address }).catch(() => {})
    await navigator.clipboard.writeText(address).then(
      () => setSaid('Copied. Paste it into the app.'),
      () => setSaid(`It could not be copied. This is it: ${address}`),
    )
  }
  return (
    <div>
      <Button variant="outline" onClick={() => void hand()}>
        <Smartphone className="size-[1.15em]" aria-hidden />
        Hand it to an app on this device
      </Button>
      <p role="status" className="text-[0.9375rem] text-soft [overflow-wrap:anywhere] not-empty:mt-1.5">
        {said}
      </p>
    </div>
  )
}

/** How the last sending went, and a look now and then at whether an app was faster. */
function useChip() {
  const { readAgain } = useReadAgain()
  const [failed, setFailed] = useState<unknown>(null)
  const [busy, setBusy] = useState(false)
  useEffect(() => {
    const timer = setInterval(() => document.visibilityState === 'visible' && void readAgain(true), EVERY)
    return () => clearInterval(timer)
  }, [readAgain])
  const send = async (to: string, body: object) => {
    setFailed(null)
    setBusy(true)
    try {
      await callBackEnd(to, body)
      await readAgain(true)
    } catch (error) {
      setFailed(error)
    } finally {
      setBusy(false)
    }
  }
  const fields = failed instanceof Refusal ? failed.fields : []
  const errorAt = (name: string) => fields.find(({ pointer }) => pointer === `/${name}`)?.detail
  // What is said of a file stands beside it.
  const rest = fields.filter(({ pointer }) => !FILES.some(({ name }) => pointer === `/${name}`))
  const problem = !failed ? null : rest.length ? rest.map(({ detail }) => detail).join(' ') : fields.length ? null : messageOf(failed)
  return { head: headOf(failed), problem, errorAt, busy, send: (to: string, body: object) => void send(to, body) }
}

interface FilesProps {
  challenge: string
  busy: boolean
  errorAt: (name: string) => string | undefined
  onSend: (files: Record<string, string>) => void
}

function Files({ challenge, busy, errorAt, onSend }: FilesProps) {
  const form = useRef<HTMLFormElement>(null)
  const [large, setLarge] = useState<string[]>([])
  const refused = FILES.find(({ name }) => large.includes(name) || errorAt(name))?.name
  useEffect(() => {
    if (refused && !busy) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [refused, busy])
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const chosen = [...new FormData(event.currentTarget)].filter(
      (pair): pair is [string, File] => pair[1] instanceof File && pair[1].size > 0,
    )
    const tooLarge = chosen.flatMap(([name, file]) => (file.size > MOST_BYTES ? name : []))
    setLarge(tooLarge)
    if (!tooLarge.length)
      onSend(Object.fromEntries(await Promise.all(chosen.map(async ([name, file]) => [name, await base64Of(file)] as const))))
  }
  return (
    <details className="border-rule border-t pt-5">
      <summary className="link inline-flex min-h-8 cursor-pointer items-center">Send files that another reader app wrote</summary>
      <form ref={form} className="mt-4 grid gap-4" onSubmit={(event) => void submit(event)}>
        <p>
          Challenge of this session, for the app: <code className="break-all">{challenge}</code>
        </p>
        {FILES.map(({ name, label, needed }) => (
          <Field
            key={name}
            label={label}
            optional={!needed}
            error={large.includes(name) ? 'This is no file of a chip: it is larger than 32 kB.' : errorAt(name)}
          >
            <input
              type="file"
              name={name}
              required={needed}
              className={`${control} h-11 py-2 text-[0.9375rem] file:mr-3 file:border-0 file:bg-transparent file:font-semibold file:text-ink`}
            />
          </Field>
        ))}
        <Button type="submit" busy={busy} className="justify-self-start">
          Send the files
        </Button>
      </form>
    </details>
  )
}

async function base64Of(file: File): Promise<string> {
  return btoa(Array.from(new Uint8Array(await file.arrayBuffer()), (byte) => String.fromCharCode(byte)).join(''))
}
