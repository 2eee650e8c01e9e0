import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'

/** Six digits, nothing else: what is no digit is not taken. */
export function CodeField({ value, onChange, error }: { value: string; onChange: (code: string) => void; error?: string }) {
  return (
    <Field label="Verification code" hint="The six digits your authenticator shows now." error={error}>
      <Input
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        pattern="\d{6}"
        maxLength={6}
        autoFocus
        value={value}
        onChange={(event) => onChange(event.target.value.replace(/\D/g, '').slice(0, 6))}
        className="h-14 text-center font-mono text-[1.5rem] tracking-[0.4em] tabular"
      />
    </Field>
  )
}
