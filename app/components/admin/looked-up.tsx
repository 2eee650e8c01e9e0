import { errorAt } from '../../lib/act.ts'
import type { PageRefusal } from '../../lib/verb-errors.ts'
import { CheckLine } from '../../ui/check-line.tsx'
import { Field } from '../../ui/field.tsx'
import { Input, Textarea } from '../../ui/input.tsx'

const READ = ['register', 'looked_up_on', 'number', 'entry'] as const

export const lookedUpFields = ['looked_up', ...READ.map((name) => `looked_up/${name}`), 'looked_up/good_standing']

/** What a reviewer found in a register: typed, since nothing of it may come from the file. */
export function RegisterEntry({ what, refusal }: { what: 'author' | 'licence'; refusal: PageRefusal | null }) {
  const error = (name: string) => errorAt(refusal, `looked_up/${name}`)
  return (
    <fieldset className="grid gap-4">
      <legend className="mb-1.5 font-semibold text-[0.9375rem]">
        {what === 'author' ? 'The author of the letter, in their register' : 'The licence, in its register'}
      </legend>
      <Field
        label="Register"
        hint={what === 'author' ? 'Such as the bar of their state, IAPD or BrokerCheck.' : 'Such as FINRA BrokerCheck.'}
        error={error('register') ?? errorAt(refusal, 'looked_up')}
      >
        <Input name="register" required maxLength={200} autoComplete="off" />
      </Field>
      <Field label="Looked up on" hint="At most 30 days ago." error={error('looked_up_on')}>
        <Input name="looked_up_on" type="date" required />
      </Field>
      <Field label="Number there" error={error('number')}>
        <Input name="number" required maxLength={60} autoComplete="off" />
      </Field>
      <Field label="What it says of them" hint="Name and standing, in the words of the register." error={error('entry')}>
        <Textarea name="entry" required maxLength={500} className="min-h-16" />
      </Field>
      <div>
        <CheckLine name="good_standing" required label="In good standing: the register says so" error={error('good_standing')} />
        <p className="text-[0.9375rem] text-soft">Who is not vouches for nobody: reject it then.</p>
      </div>
    </fieldset>
  )
}

/** What was typed, as the decision takes it. */
export function lookedUpIn(form: HTMLFormElement): Record<string, unknown> {
  const data = new FormData(form)
  const read = READ.map((name) => [name, String(data.get(name) ?? '').trim()])
  return { looked_up: { ...Object.fromEntries(read), good_standing: data.get('good_standing') === 'on' } }
}
