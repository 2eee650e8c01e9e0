import { type FormEvent, useEffect, useState } from 'react'
import { useRevalidator } from 'react-router'
import { callBackEnd, messageOf, Refusal } from '../../../lib/back-end.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { control } from '../../../ui/input.tsx'
import { QrCode } from '../../../ui/qr-code.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'

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
  const { told, problem, busy, send } = useChip(address)
  if (!told && !problem) return <Skeleton className="h-60 w-full" />
  return (
    <section className="grid gap-6" aria-label="Chip of a passport" data-testid="passport-chip">
      {problem ? (
        <Alert tone="error" title="This did not count">
          {problem}
        </Alert>
      ) : null}
      {told ? (
        <>
          <div className="grid gap-5 sm:grid-cols-[auto_1fr] sm:items-center">
            <QrCode svg={told.qr_svg} alt="Code for a reader app" size={232} />
            <p>
              Scan the code with the app that sent you here, and hold your passport to the phone. Only what the chip says is sent: name,
              birth date, nationality and number. The page goes on by itself.
            </p>
          </div>
          {told.simulated ? (
            <div className="grid gap-3 border-rule border-t pt-5">
              <p className="text-soft">This is the sandbox. A made-up passport of Utopia goes through the same checks as a real one.</p>
              <Button variant="outline" busy={busy} onClick={() => send(`${address}/made-up`, {})} className="justify-self-start">
                Use a made-up passport
              </Button>
            </div>
          ) : null}
          <Files challenge={told.challenge} busy={busy} onSend={(files) => send(address, files)} />
        </>
      ) : null}
    </section>
  )
}

/** What the chip is asked to sign, how the last sending went, and a look now and then at whether an app was faster. */
function useChip(address: string) {
  const { revalidate } = useRevalidator()
  const [told, setTold] = useState<Told | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  useEffect(() => {
    callBackEnd<Told>(address).then(setTold, (error: unknown) => setProblem(messageOf(error)))
  }, [address])
  useEffect(() => {
    const timer = setInterval(() => document.visibilityState === 'visible' && void revalidate(), EVERY)
    return () => clearInterval(timer)
  }, [revalidate])
  const send = async (to: string, body: object) => {
    setProblem(null)
    setBusy(true)
    try {
      await callBackEnd(to, body)
      await revalidate()
    } catch (error) {
      setProblem(error instanceof Refusal && error.fields.length ? error.fields.map(({ detail }) => detail).join(' ') : messageOf(error))
    } finally {
      setBusy(false)
    }
  }
  return { told, problem, busy, send: (to: string, body: object) => void send(to, body) }
}

function Files({ challenge, busy, onSend }: { challenge: string; busy: boolean; onSend: (files: Record<string, string>) => void }) {
  const [wrong, setWrong] = useState<string | null>(null)
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const chosen = [...new FormData(event.currentTarget)].filter(
      (pair): pair is [string, File] => pair[1] instanceof File && pair[1].size > 0,
    )
    const large = chosen.find(([, file]) => file.size > MOST_BYTES)
    setWrong(large ? `${large[1].name} is no file of a chip: it is larger than 32 kB.` : null)
    if (!large) onSend(Object.fromEntries(await Promise.all(chosen.map(async ([name, file]) => [name, await base64Of(file)] as const))))
  }
  return (
    <details className="border-rule border-t pt-5">
      <summary className="link inline-flex min-h-8 cursor-pointer items-center">Send files that another reader app wrote</summary>
      <form className="mt-4 grid gap-4" onSubmit={(event) => void submit(event)}>
        <p>
          Challenge of this session, for the app: <code className="break-all">{challenge}</code>
        </p>
        {FILES.map(({ name, label, needed }) => (
          <Field key={name} label={label} optional={!needed}>
            <input
              type="file"
              name={name}
              required={needed}
              className={`${control} h-11 py-2 text-[0.9375rem] file:mr-3 file:border-0 file:bg-transparent file:font-semibold file:text-ink`}
            />
          </Field>
        ))}
        {wrong ? <Alert tone="error">{wrong}</Alert> : null}
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
