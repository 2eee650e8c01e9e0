import { type ChangeEvent, useState } from 'react'
import { Field } from '../../ui/field.tsx'
import { control } from '../../ui/input.tsx'

const TYPES = ['application/pdf', 'image/png', 'image/jpeg']
const MOST_BYTES = 10 * 1024 * 1024

/** What is wrong with a file before it is sent; the server reads the bytes and has the last word. */
function problemOf(file: File | undefined): string {
  if (!file) return ''
  if (file.size === 0) return 'The file is empty. Choose another one.'
  if (file.size > MOST_BYTES) return 'The file is larger than 10 MB. Make it smaller first.'
  return file.type && !TYPES.includes(file.type) ? 'This is not a PDF, PNG or JPEG file.' : ''
}

/** The choice of one document. A file that cannot be kept is refused when it is chosen, not after it travelled. */
export function FileField({
  label = 'File',
  error,
  hint,
  className,
}: {
  label?: string
  error?: string | undefined
  hint?: string
  className?: string
}) {
  const [problem, setProblem] = useState('')
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const found = problemOf(event.target.files?.[0])
    // The browser holds the form back as long as this says something.
    event.target.setCustomValidity(found)
    setProblem(found)
  }
  return (
    <Field label={label} hint={hint} error={problem || error} className={className}>
      <input
        type="file"
        name="file"
        required
        accept={TYPES.join(',')}
        onChange={choose}
        className={`${control} h-11 py-2 text-[0.9375rem] file:mr-3 file:border-0 file:bg-transparent file:font-semibold file:text-ink`}
      />
    </Field>
  )
}
