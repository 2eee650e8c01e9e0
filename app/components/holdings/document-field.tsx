import { useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'

const hex = (bytes: ArrayBuffer) => [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('')

/** The hash of the paper an act rests on: typed, or made of a file on this machine. The file itself is not sent. */
export function DocumentField({ error }: { error?: string | undefined }) {
  const [hash, setHash] = useState('')
  const [name, setName] = useState('')
  const file = useRef<HTMLInputElement>(null)
  return (
    <div className="grid gap-2">
      <Field
        label="SHA-256 of the document"
        hint={name ? `Of ${name}. The file stays on your machine.` : 'Of the order, certificate or agreement. The paper stays with you.'}
        error={error}
      >
        <Input
          name="document_sha256"
          value={hash}
          onChange={(event) => {
            setHash(event.target.value.trim().toLowerCase())
            setName('')
          }}
          required
          pattern="[0-9a-f]{64}"
          title="64 hex digits"
          autoComplete="off"
          spellCheck={false}
          className="font-mono text-[0.8125rem]"
        />
      </Field>
      <input
        ref={file}
        type="file"
        className="sr-only"
        tabIndex={-1}
        aria-hidden
        onChange={async (event) => {
          const chosen = event.target.files?.[0]
          if (!chosen) return
          setHash(hex(await crypto.subtle.digest('SHA-256', await chosen.arrayBuffer())))
          setName(chosen.name)
        }}
      />
      <Button variant="outline" size="sm" className="justify-self-start" onClick={() => file.current?.click()}>
        Hash a file
      </Button>
    </div>
  )
}
