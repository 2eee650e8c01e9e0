import { lazy, Suspense, useRef, useState } from 'react'
import type { JsonSchema } from '../../lib/json-schema-hints.ts'
import { Field } from '../../ui/field.tsx'
import { Textarea } from '../../ui/input.tsx'

const load = () => import('./editor.tsx')
const Editor = lazy(load)

const hints = {
  reading: 'Reading the example…',
  known: 'Sent as typed.',
  failed: 'Sent as typed. Its example could not be read; choose the endpoint again to try once more.',
}

/** A plain field until somebody types into it; then the editor takes its place, with the text and the caret. */
export function BodyField({
  value,
  schema,
  state,
  bare,
  onChange,
}: {
  value: string
  schema: JsonSchema | null
  /** Whether the schema and the example could be read. The body is sent as typed in any case. */
  state: 'reading' | 'known' | 'failed'
  bare: boolean
  onChange: (value: string) => void
}) {
  const [editing, setEditing] = useState(false)
  const caret = useRef<number | null>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  const plain = (
    <Textarea
      ref={field}
      id="playground-body"
      className="min-h-64 font-mono text-[0.8125rem]"
      spellCheck={false}
      autoComplete="off"
      disabled={bare}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      onPointerEnter={() => void load().catch(() => {})}
      onFocus={() =>
        // Should the editor not arrive, the plain field stays.
        void load().then(
          () => {
            caret.current = document.activeElement === field.current ? (field.current?.selectionStart ?? null) : null
            setEditing(true)
          },
          () => {},
        )
      }
    />
  )
  if (bare || !editing)
    return (
      <Field label="JSON body" hint={bare ? 'GET carries no body.' : hints[state]}>
        {plain}
      </Field>
    )
  return (
    <div>
      <p className="mb-1.5 font-semibold text-[0.9375rem]" aria-hidden>
        JSON body
      </p>
      <Suspense fallback={plain}>
        <Editor value={value} schema={schema} label="JSON body" describedBy="body-hint" focus={caret.current} onChange={onChange} />
      </Suspense>
      <p id="body-hint" className="mt-1.5 text-[0.9375rem] text-soft">
        {state === 'known' ? 'Sent as typed. Ctrl-Space shows the fields; what is underlined is a hint only.' : hints[state]}
      </p>
    </div>
  )
}
