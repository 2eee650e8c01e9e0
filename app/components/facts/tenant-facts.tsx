import { useState } from 'react'
import { errorAt } from '../../lib/act.ts'
import { dateTime } from '../../lib/dates.ts'
import { Field } from '../../ui/field.tsx'
import { Input, Select, Textarea } from '../../ui/input.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { Table, Td, Th } from '../../ui/table.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import { ActDialog } from '../act-dialog.tsx'
import { FactValue } from './fact-value.tsx'
import { SaidBy } from './said-by.tsx'
import { COUNTS_AT_ONCE, grouped, SOURCE_WORDS, TENANT_WORDS } from './words.ts'

export interface TenantFact {
  fact: string
  value: unknown
  source: string | null
  note: string | null
  stated_by: string | null
  at: string | null
  /** From when it counts. */
  effective_at: string | null
  from: 'tenant' | 'administrator'
}
export type TenantWord = Omit<TenantFact, 'from'>
/** A word whose time is still to come. */
export type PendingWord = TenantWord & { effective_at: string }

interface Asked {
  environment: string
  /** Who changes them here: the organisation itself, or an administrator, who also says what an organisation does not. */
  as: 'tenant' | 'administrator'
  /** Where the form goes. */
  to?: string
  /** Hidden fields of the form. */
  values?: Record<string, string>
}

const labelOf = (fact: string) => TENANT_WORDS[fact]?.label ?? fact

/** What is known of an organisation: each fact with who said it, when and where it can be looked up. */
export function TenantFactTable({
  facts,
  names = {},
  asked,
  waiting = null,
}: {
  facts: TenantFact[]
  /** Of those who said it, by id. */
  names?: Record<string, string>
  asked: Asked | null
  /** Facts asked for that another administrator has not agreed to yet. */
  waiting?: { case_id: string; facts: string[] } | null
}) {
  return (
    <Table label="Facts of the organisation" className="row-cards">
      <thead>
        <tr>
          <Th>Fact</Th>
          <Th>As it stands</Th>
          <Th>Said by</Th>
          <Th>Acts</Th>
        </tr>
      </thead>
      {grouped(facts).map(([head, ones]) => (
        <tbody key={head}>
          <tr>
            <th scope="rowgroup" colSpan={4} className="pt-5 pb-1 text-left font-semibold text-[0.875rem] text-soft">
              {head}
            </th>
          </tr>
          {ones.map((one) => (
            <tr key={one.fact}>
              <Td className="min-w-52 whitespace-normal">
                <span className="font-semibold">{labelOf(one.fact)}</span>
                <code className="block text-[0.8125rem] text-soft">{one.fact}</code>
              </Td>
              <Td data-label="As it stands" className="min-w-40 whitespace-normal">
                <FactValue fact={one.fact} value={one.value} />
                {waiting?.facts.includes(one.fact) ? (
                  <span className="block text-[0.875rem]">
                    <TextLink to={`/admin/reviews/${waiting.case_id}`}>
                      {TENANT_WORDS[one.fact]?.control === 'yes-no' ? '“Yes”' : 'Another word'} waits for a second person
                    </TextLink>
                  </span>
                ) : null}
              </Td>
              <Td data-label="Said by" className="min-w-48 whitespace-normal text-[0.875rem] [overflow-wrap:anywhere]">
                <Said word={one} names={names} />
              </Td>
              <Td data-label="Acts">
                {asked && (one.from === 'tenant' || asked.as === 'administrator') ? (
                  <EditFact one={one} asked={asked} />
                ) : (
                  <span className="text-[0.875rem] text-soft">{asked ? 'An administrator of Sealwright' : 'Not with your role'}</span>
                )}
              </Td>
            </tr>
          ))}
        </tbody>
      ))}
    </Table>
  )
}

/** Words whose time is still to come. */
export function TenantFactsPending({ pending, names = {} }: { pending: PendingWord[]; names?: Record<string, string> }) {
  return (
    <Table label="Changes that wait for their time" className="row-cards">
      <thead>
        <tr>
          <Th>Counts from</Th>
          <Th>Fact</Th>
          <Th>Then</Th>
          <Th>By</Th>
        </tr>
      </thead>
      <tbody>
        {pending.map((word) => (
          <tr key={`${word.effective_at} ${word.fact}`}>
            <Td className="tabular min-w-40 whitespace-normal">{dateTime(word.effective_at)} UTC</Td>
            <Td data-label="Fact" className="min-w-44 whitespace-normal">
              {labelOf(word.fact)}
            </Td>
            <Td data-label="Then" className="min-w-40 whitespace-normal">
              {word.value === null ? 'Nothing is said of it' : <FactValue fact={word.fact} value={word.value} />}
            </Td>
            <Td data-label="By" className="min-w-48 whitespace-normal text-[0.875rem] [overflow-wrap:anywhere]">
              <Said word={word} names={names} />
            </Td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

function Said({ word, names, dated = true }: { word: TenantWord; names: Record<string, string>; dated?: boolean }) {
  if (!word.source) return <span className="text-soft">Nobody yet</span>
  return (
    <>
      {SOURCE_WORDS[word.source]}
      {word.source === 'simulated' || !word.at ? null : (
        <span className="block text-soft">
          {word.stated_by ? <SaidBy id={word.stated_by} names={names} /> : null}
          {dated ? `, ${dateTime(word.at)} UTC` : ''}
        </span>
      )}
      {word.note ? <span className="block">{word.note}</span> : null}
    </>
  )
}

function EditFact({ one, asked }: { one: TenantFact; asked: Asked }) {
  const label = labelOf(one.fact)
  const [said, setSaid] = useState('said')
  return (
    <ActDialog
      label="Edit"
      ariaLabel={`Edit: ${label}`}
      title={label}
      text={
        one.from === 'administrator'
          ? 'To say that it is in force takes two: another administrator agrees in the review queue. That it is not, or nothing of it, counts at once. What was said before stays in the history.'
          : 'It counts in every decision of this environment from now on, or from the time you name. What was said before stays in the history.'
      }
      action={asked.as === 'tenant' ? 'State it' : 'Establish it'}
      {...(asked.to && { to: asked.to })}
      values={{ ...asked.values, fact: one.fact }}
      fields={['facts', 'note', 'effective_at']}
      environment={asked.environment}
      {...(asked.as === 'tenant' && {
        call: { method: 'PATCH' as const, path: '/v1/tenant-facts', body: { facts: { [one.fact]: one.value ?? '…' } } },
      })}
    >
      {(refusal) => (
        <>
          <Field label="What is so">
            <Select name="said" value={said} onChange={(event) => setSaid(event.target.value)}>
              <option value="said">It is as follows</option>
              <option value="unsaid">Nothing is said of it: rules that need it ask</option>
            </Select>
          </Field>
          {said === 'said' ? <ValueField one={one} error={errorAt(refusal, 'facts')} /> : null}
          <Field
            label="Where it can be looked up"
            optional
            hint="The register and the number. Kept with your name."
            error={errorAt(refusal, 'note')}
          >
            <Input name="note" maxLength={500} autoComplete="off" />
          </Field>
          {COUNTS_AT_ONCE.includes(one.fact) ? null : (
            <Field
              label="Counts from (UTC)"
              optional
              hint="At once while it is empty. Until then the word before counts."
              error={errorAt(refusal, 'effective_at')}
            >
              <Input type="datetime-local" name="effective_at" />
            </Field>
          )}
        </>
      )}
    </ActDialog>
  )
}

function ValueField({ one, error }: { one: TenantFact; error: string | undefined }) {
  const { label, hint, control = 'lines' } = TENANT_WORDS[one.fact] ?? { label: one.fact }
  const shown = { label, ...(hint && { hint }), ...(error && { error }) }
  if (control === 'lines')
    return (
      <Field {...shown}>
        <Textarea
          name="value"
          defaultValue={Array.isArray(one.value) ? one.value.join('\n') : ''}
          className="min-h-24 font-mono text-[0.875rem]"
          autoComplete="off"
          spellCheck={false}
        />
      </Field>
    )
  if (control === 'number')
    return (
      <Field {...shown}>
        <Input name="value" required inputMode="numeric" pattern="[0-9]{1,6}" defaultValue={String(one.value ?? '')} autoComplete="off" />
      </Field>
    )
  const choices: readonly (readonly [string, string])[] =
    control === 'yes-no'
      ? [
          ['yes', 'Yes'],
          ['no', 'No'],
        ]
      : control
  const now = control === 'yes-no' ? (one.value === null ? '' : one.value ? 'yes' : 'no') : String(one.value ?? '')
  return (
    <Field {...shown}>
      <Select name="value" required defaultValue={now}>
        <option value="" disabled>
          Choose
        </option>
        {choices.map(([value, words]) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </Select>
    </Field>
  )
}

/** Every word that was said, the newest first. */
export function TenantFactHistory({ history, names = {} }: { history: TenantWord[]; names?: Record<string, string> }) {
  if (history.length === 0)
    return <EmptyState title="Nothing was said yet">Each word on a fact is kept here, with who said it and when.</EmptyState>
  return (
    <Table label="History" className="row-cards">
      <thead>
        <tr>
          <Th>When</Th>
          <Th>Fact</Th>
          <Th>What was said</Th>
          <Th>By</Th>
        </tr>
      </thead>
      <tbody>
        {history.map((word) => (
          <tr key={`${word.at} ${word.fact} ${JSON.stringify(word.value)}`}>
            <Td className="tabular min-w-40 whitespace-normal">{word.at ? `${dateTime(word.at)} UTC` : ''}</Td>
            <Td data-label="Fact" className="min-w-44 whitespace-normal">
              {labelOf(word.fact)}
            </Td>
            <Td data-label="What was said" className="min-w-40 whitespace-normal">
              {word.value === null ? 'Withdrawn' : <FactValue fact={word.fact} value={word.value} />}
              {word.effective_at && word.effective_at !== word.at ? (
                <span className="block text-[0.875rem] text-soft">From {dateTime(word.effective_at)} UTC</span>
              ) : null}
            </Td>
            <Td data-label="By" className="min-w-48 whitespace-normal text-[0.875rem] [overflow-wrap:anywhere]">
              <Said word={word} names={names} dated={false} />
            </Td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}
