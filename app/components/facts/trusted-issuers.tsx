import { useState } from 'react'
import type { WireTrustedIssuer } from '#core/identity/trust/shape.ts'
import { errorAt } from '../../lib/act.ts'
import { dateTime } from '../../lib/dates.ts'
import { countryName } from '../../lib/format.ts'
import type { PageRefusal } from '../../lib/verb-errors.ts'
import { networkOf } from '../../lib/wallet/networks.ts'
import { Field } from '../../ui/field.tsx'
import { Input, Select, Textarea } from '../../ui/input.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { Table, Td, Th } from '../../ui/table.tsx'
import { ActDialog } from '../act-dialog.tsx'
import { StateBadge } from '../state-badge.tsx'
import { SaidBy } from './said-by.tsx'

type Kind = WireTrustedIssuer['kind']
const KIND_WORDS: Record<Kind, string> = {
  iaca: 'Authority of mobile documents',
  csca: 'Authority of passports',
  pid: 'Issuer of person identification data',
  eas: 'Attester on a chain (EAS)',
  onchainid: 'Claim issuer on a chain (ONCHAINID)',
  did: 'Issuer of verifiable credentials',
  accreditation: 'Issuer of credentials of accredited investors',
}
const FIELDS = ['name', 'certificate', 'identifier', 'chain_id', 'contract', 'claims', 'level', 'revocation', 'note']

/** Whose word is proof of who somebody is, with who let each in and who agreed. */
export function TrustedIssuers({
  issuers,
  names,
  more,
  environment,
  to,
}: {
  issuers: WireTrustedIssuer[]
  /** Of those who said it, by id. */
  names: Record<string, string>
  more: boolean
  environment: string
  to: string
}) {
  return (
    <>
      <div className="mb-4">
        <AddIssuer environment={environment} to={to} />
      </div>
      {issuers.length === 0 ? (
        <EmptyState title="No issuer is trusted yet">
          Documents of states, attestations and credentials count as proof only from issuers that two of your people let in.
        </EmptyState>
      ) : (
        <Table label="Trusted issuers" className="row-cards">
          <thead>
            <tr>
              <Th>Issuer</Th>
              <Th>Level</Th>
              <Th>State</Th>
              <Th>Said by</Th>
              <Th>Acts</Th>
            </tr>
          </thead>
          <tbody>
            {issuers.map((one) => (
              <Row key={one.id} one={one} names={names} environment={environment} to={to} />
            ))}
          </tbody>
        </Table>
      )}
      {more ? <p className="mt-3 text-soft">These are the newest 100. The API lists all of them.</p> : null}
    </>
  )
}

function Row({ one, names, environment, to }: { one: WireTrustedIssuer; names: Record<string, string>; environment: string; to: string }) {
  return (
    <tr>
      <Td className="min-w-52 whitespace-normal">
        <span className="font-semibold">{one.name}</span>
        <span className="block text-[0.875rem] text-soft">
          {KIND_WORDS[one.kind]}
          {one.country ? `, ${countryName(one.country)}` : ''}
          {one.chain_id ? `, on ${networkOf(String(one.chain_id))!.name}` : ''}
        </span>
        <code className="block text-[0.8125rem] text-soft [overflow-wrap:anywhere]">{one.identifier}</code>
        {one.revocation === 'require' ? <span className="block text-[0.875rem] text-soft">Only with a list of what it revoked</span> : null}
      </Td>
      <Td data-label="Level">{[one.level, one.ial, one.eidas && `eIDAS ${one.eidas}`].filter(Boolean).join(', ')}</Td>
      <Td data-label="State">
        <StateBadge of="trusted_issuer" state={one.state} />
      </Td>
      <Td data-label="Said by" className="min-w-48 whitespace-normal text-[0.875rem] [overflow-wrap:anywhere]">
        <SaidBy id={one.author} names={names} />, {dateTime(one.created_at)} UTC
        {one.approved_by ? (
          <span className="block text-soft">
            agreed by <SaidBy id={one.approved_by} names={names} />
          </span>
        ) : null}
        {one.ended_by ? (
          <span className="block text-soft">
            ended by <SaidBy id={one.ended_by} names={names} />
          </span>
        ) : null}
      </Td>
      <Td data-label="Acts">
        {one.state === 'ended' ? null : (
          <ActDialog
            label="Stop trusting"
            ariaLabel={`Stop trusting: ${one.name}`}
            title={`Stop trusting ${one.name}?`}
            text="Its word counts no more from this moment. Evidence that rests on it is withdrawn, and credentials of the people concerned are suspended."
            action="Stop trusting it"
            destructive
            to={to}
            values={{ act: 'end_issuer', id: one.id }}
            environment={environment}
            call={{ method: 'POST', path: `/v1/identity/trusted-issuers/${one.id}/end`, body: { reason_code: 'not_trusted_any_more' } }}
          />
        )}
      </Td>
    </tr>
  )
}

function AddIssuer({ environment, to }: { environment: string; to: string }) {
  return (
    <ActDialog
      label="Trust an issuer"
      size="md"
      title="Trust an issuer"
      text={
        environment === 'production'
          ? 'It counts once another person of yours agreed: it waits under Reviews of your desk.'
          : 'In the sandbox it counts at once.'
      }
      action={environment === 'production' ? 'Ask for it' : 'Trust it'}
      to={to}
      values={{ act: 'trust_issuer' }}
      fields={FIELDS}
      environment={environment}
    >
      {(refusal) => <IssuerFields refusal={refusal} />}
    </ActDialog>
  )
}

function IssuerFields({ refusal }: { refusal: PageRefusal | null }) {
  const [kind, setKind] = useState<Kind>('iaca')
  const signed = ['iaca', 'csca', 'pid'].includes(kind)
  const error = (field: string) => errorAt(refusal, field)
  return (
    <>
      <Field label="Kind">
        <Select name="kind" value={kind} onChange={(event) => setKind(event.target.value as Kind)}>
          {Object.entries(KIND_WORDS).map(([value, words]) => (
            <option key={value} value={value}>
              {words}
            </option>
          ))}
        </Select>
      </Field>
      <Field label="Name" error={error('name')}>
        <Input name="name" required maxLength={200} autoComplete="off" />
      </Field>
      {signed ? (
        <>
          <Field label="Certificate of the authority, in PEM" error={error('certificate')}>
            <Textarea name="certificate" required className="min-h-32 font-mono text-[0.8125rem]" spellCheck={false} autoComplete="off" />
          </Field>
          <Field
            label="Where nobody can tell whether it revoked a certificate"
            hint="Refused are then also certificates that name no list, unless one was imported."
            error={error('revocation')}
          >
            <Select name="revocation" defaultValue="review">
              <option value="review">A person has to look</option>
              <option value="require">It is refused</option>
            </Select>
          </Field>
        </>
      ) : (
        <IssuerByName kind={kind} error={error} />
      )}
      <Field
        label="Level of what it proves"
        hint="More than basic only of issuers whose words give a name and a birth date."
        error={error('level')}
      >
        <Select name="level" defaultValue="basic">
          <option value="basic">Basic</option>
          <option value="enhanced">Enhanced</option>
        </Select>
      </Field>
      <Field label="Where it can be looked up" hint="Another person compares it with this." error={error('note')}>
        <Input name="note" required minLength={10} maxLength={500} autoComplete="off" />
      </Field>
    </>
  )
}

function IssuerByName({ kind, error }: { kind: Kind; error: (field: string) => string | undefined }) {
  return (
    <>
      <Field label={kind === 'did' ? 'DID (did:web or did:key)' : 'Address'} error={error('identifier')}>
        <Input name="identifier" required maxLength={500} autoComplete="off" spellCheck={false} />
      </Field>
      {kind === 'did' ? null : (
        <Field label="Chain" hint="Its number, such as 8453 for Base." error={error('chain_id')}>
          <Input name="chain_id" required inputMode="numeric" pattern="[0-9]+" autoComplete="off" />
        </Field>
      )}
      {kind === 'eas' ? (
        <Field label="Contract in which it attests" error={error('contract')}>
          <Input name="contract" required maxLength={100} autoComplete="off" spellCheck={false} />
        </Field>
      ) : null}
      <Field
        label="Which of its words count, as JSON"
        hint='By schema, topic or type: {"IdentityCredential": {"fields": {"birthDate": "date_of_birth"}}}'
        error={error('claims')}
      >
        <Textarea name="claims" required className="min-h-24 font-mono text-[0.8125rem]" spellCheck={false} autoComplete="off" />
      </Field>
    </>
  )
}
