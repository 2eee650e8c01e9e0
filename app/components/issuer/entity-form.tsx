import type { WireEntityFile } from '#core/securities/entities/shape.ts'
import { ENTITY_TYPES } from '#engine/facts/words.ts'
import { errorAt, jsonOf, textOf, useAct } from '../../lib/act.ts'
import { Button } from '../../ui/button.tsx'
import { CheckLine } from '../../ui/check-line.tsx'
import { Field } from '../../ui/field.tsx'
import { Input, Select } from '../../ui/input.tsx'
import { Refusal } from '../admin/refusal.tsx'
import { CountrySelect } from '../country-field.tsx'
import { OwnerRows } from './entity-owners.tsx'

const KINDS: Record<string, string> = {
  company: 'Company',
  partnership: 'Partnership',
  trust: 'Trust',
  bank: 'Bank',
  sec_registrant: 'Registered with the SEC',
  cftc_registrant: 'Registered with the CFTC',
  insurer: 'Insurer',
  listed_us_company: 'Listed on a United States exchange',
  government: 'Government body',
  exempt_adviser_fund: 'Fund of an exempt adviser',
}

/** What the form says of an entity, as the file takes it. What was left empty is not said. */
export function entitySaid(form: FormData): Record<string, unknown> {
  const some = (names: Record<string, string>) => {
    const found = Object.entries(names).flatMap(([name, field]) => (textOf(form, field) ? [[name, textOf(form, field)]] : []))
    return found.length ? Object.fromEntries(found) : undefined
  }
  const registration = some({ country: 'register_country', region: 'register_region', court: 'register_court', number: 'register_number' })
  const regulator = some({ name: 'regulator_name', number: 'regulator_number' })
  const address = some({ line1: 'line1', city: 'city', state: 'state', postal_code: 'postal_code', country: 'address_country' })
  const tax = some({ country: 'tax_country', number: 'tax_number' })
  return {
    entity_type: textOf(form, 'entity_type'),
    formation_date: textOf(form, 'formation_date'),
    ...(registration && { registration }),
    ...(regulator && { regulator }),
    ...(textOf(form, 'lei') && { lei: textOf(form, 'lei') }),
    ...(address && { address }),
    ...(tax && { tax_id: { ...tax, type: tax.country === 'US' ? 'ein' : 'other_gov' } }),
    ...(form.has('notice_shown') && { notice_shown_at: new Date().toISOString() }),
    owners: jsonOf(textOf(form, 'owners') ?? '[]'),
    ...(form.has('dispersed') && { ownership_remainder: 'dispersed' }),
    owners_doubt: form.has('owners_doubt'),
  }
}

const FIELDS = ['entity_type', 'formation_date', 'registration', 'regulator', 'lei', 'address', 'tax_id', 'owners']

/** Files what is said of an entity, in place of what was said before. */
export function EntityForm({ file }: { file: WireEntityFile | null }) {
  const form = useAct()
  const error = (name: string) => errorAt(form.refusal, name)
  return (
    <form.Form method="post" className="grid gap-6">
      <input type="hidden" name="intent" value="file" />
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Kind of entity" error={error('entity_type')}>
          <Select name="entity_type" defaultValue={file?.entity_type ?? 'company'}>
            {Object.keys(ENTITY_TYPES).map((kind) => (
              <option key={kind} value={kind}>
                {KINDS[kind] ?? kind}
              </option>
            ))}
          </Select>
        </Field>
        <Field label="Formed on" hint="As its register has it." error={error('formation_date')}>
          <Input name="formation_date" type="date" required defaultValue={file?.formation_date} />
        </Field>
      </div>
      <RegisterFields file={file} error={error} />
      <AddressFields file={file} error={error} />
      <OwnerRows key={file?.id ?? 'none'} file={file} refusal={form.refusal} />
      <div className="grid gap-1">
        <CheckLine
          name="dispersed"
          defaultChecked={file?.ownership_remainder === 'dispersed'}
          label="The rest is held by many of whom nobody holds much"
        />
        <CheckLine name="owners_doubt" defaultChecked={file?.owners_doubt} label="There is reason to doubt who owns or controls it" />
        <CheckLine name="notice_shown" label="It was told that identification would be asked for" />
      </div>
      <Refusal refusal={form.refusal} fields={FIELDS} />
      <div>
        <Button type="submit" busy={form.busy}>
          {file ? 'File it anew' : 'File it'}
        </Button>
      </div>
    </form.Form>
  )
}

interface Part {
  file: WireEntityFile | null
  error: (name: string) => string | undefined
}

function RegisterFields({ file, error }: Part) {
  const { registration, regulator, lei } = file ?? {}
  return (
    <fieldset className="grid gap-4 sm:grid-cols-2">
      <legend className="mb-1.5 font-semibold text-[0.9375rem]">Where it is registered</legend>
      <Field label="Country of the register" error={error('registration/country')}>
        <CountrySelect name="register_country" defaultValue={registration?.country} />
      </Field>
      <Field label="Number" error={error('registration/number')}>
        <Input name="register_number" maxLength={60} defaultValue={registration?.number} />
      </Field>
      <Field label="State or province" optional hint="Such as US-DE." error={error('registration/region')}>
        <Input name="register_region" maxLength={6} defaultValue={registration?.region ?? undefined} />
      </Field>
      <Field label="Court" optional hint="In Germany." error={error('registration/court')}>
        <Input name="register_court" maxLength={100} defaultValue={registration?.court ?? undefined} />
      </Field>
      <Field label="LEI" optional error={error('lei')}>
        <Input name="lei" maxLength={20} className="font-mono" defaultValue={lei?.value} />
      </Field>
      <Field label="Supervised by" optional hint="Of a bank, insurer or registrant." error={error('regulator/name')}>
        <Input name="regulator_name" maxLength={100} defaultValue={regulator?.name} />
      </Field>
      <Field label="Number with its supervisor" optional error={error('regulator/number')}>
        <Input name="regulator_number" maxLength={60} defaultValue={regulator?.number} />
      </Field>
    </fieldset>
  )
}

function AddressFields({ file, error }: Part) {
  const address = file?.address ?? {}
  return (
    <fieldset className="grid gap-4 sm:grid-cols-2">
      <legend className="mb-1.5 font-semibold text-[0.9375rem]">Principal place of business, and taxpayer number</legend>
      <Field label="Street" error={error('address/line1')}>
        <Input name="line1" maxLength={200} defaultValue={address.line1} />
      </Field>
      <Field label="City" error={error('address/city')}>
        <Input name="city" maxLength={100} defaultValue={address.city} />
      </Field>
      <Field label="State" optional error={error('address/state')}>
        <Input name="state" maxLength={100} defaultValue={address.state} />
      </Field>
      <Field label="Postal code" optional error={error('address/postal_code')}>
        <Input name="postal_code" maxLength={20} defaultValue={address.postal_code} />
      </Field>
      <Field label="Country" error={error('address/country')}>
        <CountrySelect name="address_country" defaultValue={address.country} />
      </Field>
      <Field label="Country of the taxpayer number" optional error={error('tax_id/country')}>
        <CountrySelect name="tax_country" defaultValue="" />
      </Field>
      <Field
        label="Taxpayer number"
        optional
        hint="Sealed and never shown: with each file it is given anew."
        error={error('tax_id/number')}
      >
        <Input name="tax_number" maxLength={40} autoComplete="off" />
      </Field>
    </fieldset>
  )
}
