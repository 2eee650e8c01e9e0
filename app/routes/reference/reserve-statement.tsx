import { Seal } from '../../components/seal.tsx'
import { dateTime, longDate } from '../../lib/dates.ts'
import { countryName, money, words } from '../../lib/format.ts'
import { pageMeta } from '../../lib/meta.ts'
import { serverContext } from '../../server-context.ts'
import { Alert } from '../../ui/alert.tsx'
import { Status } from '../../ui/badge.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Table, Td, Th } from '../../ui/table.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import type { Route } from './+types/reserve-statement.ts'

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, {
    title: args.loaderData
      ? `${args.loaderData.token}, ${monthName(args.loaderData.month)}: reserve statement of ${args.loaderData.issuer}`
      : 'Reserve statement',
    description:
      'What stood behind a stablecoin at the end of a month: examined, certified, with its hash and its place in the public log.',
    noindex: true,
  })

export async function loader({ context, params }: Route.LoaderArgs) {
  const statement = await context.get(serverContext)!.verbs.readPublicStatement({ id: params.id })
  if (!statement) throw new Response('There is no such statement.', { status: 404 })
  return statement
}

type Statement = Route.ComponentProps['loaderData']

const monthName = (month: string) => longDate(`${month}-01`).replace(/^1 /, '')
const officer = { ceo: 'chief executive officer', cfo: 'chief financial officer' }
const WHY_NOT = { yes: 'pledged', no: 'not eligible', repo_liquidity: 'not eligible' }

export default function ReserveStatement({ loaderData: s }: Route.ComponentProps) {
  const covered = s.ratio === null || Number(s.ratio) >= 1
  return (
    <div className="shell pt-10 pb-20 sm:pt-14">
      <div className="mx-auto max-w-4xl border border-rule-strong bg-raised p-5 outline outline-rule -outline-offset-8 sm:p-12">
        <div className="flex flex-wrap items-center gap-x-8 gap-y-5">
          <Seal hash={s.sha256} className="size-28 sm:size-36" title="Seal of this statement" />
          <div className="min-w-0 flex-1 basis-64">
            <p className="eyebrow">Reserve statement of {s.issuer}</p>
            <h1 className="title-2 mt-2 break-words">
              {s.token}, {monthName(s.month)}
            </h1>
            <p className="mt-3 flex flex-wrap gap-2">
              {s.superseded_by ? (
                <Status tone="bad">corrected since</Status>
              ) : (
                <Status tone={covered ? 'good' : 'bad'}>{covered ? 'covered' : 'not covered'}</Status>
              )}
              {s.late ? <Status tone="waiting">published late</Status> : null}
              {s.version > 1 ? <Status>version {s.version}</Status> : null}
              {s.environment === 'sandbox' ? <Status>sandbox</Status> : null}
            </p>
          </div>
        </div>
        <div className="mt-8 grid gap-4">
          {s.superseded_by ? (
            <Alert tone="warning" title="A newer version takes the place of this statement.">
              <TextLink to={`/reserves/${s.superseded_by}`}>See the newer version</TextLink>
            </Alert>
          ) : null}
          {s.correction ? (
            <Alert tone="info" title="This version corrects an earlier one.">
              {s.correction} <TextLink to={`/reserves/${s.supersedes}`}>See the earlier version</TextLink>
            </Alert>
          ) : null}
          {s.environment === 'sandbox' ? <Alert tone="info">A test of the sandbox: it says nothing about a real token.</Alert> : null}
        </div>
        <dl className="mt-8 grid gap-x-10 border-rule border-y sm:grid-cols-3">
          <Figure label="Outstanding" value={money(s.outstanding)} />
          <Figure label="Reserves that count" value={money(s.counted)} />
          <Figure label="Ratio" value={s.ratio === null ? 'nothing is outstanding' : `${percent(s.ratio)} %`} />
        </dl>
        <Reserves statement={s} />
        {s.findings.length ? (
          <section className="mt-10" aria-labelledby="findings">
            <h2 id="findings" className="title-3">
              What the rules say
            </h2>
            <ul className="mt-3 border-rule border-t">
              {s.findings.map((finding) => (
                <li key={finding.code} className="border-rule border-b py-3">
                  <TextLink to={`/rules/${finding.code.toUpperCase()}`}>{finding.code.toUpperCase()}</TextLink>
                  <p className="mt-0.5">{finding.message}</p>
                  <p className="text-[0.9375rem] text-soft">{finding.citation?.label}</p>
                </li>
              ))}
            </ul>
          </section>
        ) : null}
        <section className="mt-10" aria-labelledby="evidence">
          <h2 id="evidence" className="title-3">
            Who vouches for it
          </h2>
          <dl className="mt-3 border-rule border-t">
            <Row label="Examined by">
              {s.accountant.name}
              <span className="block text-[0.9375rem] text-soft">Registration {s.accountant.registration}</span>
            </Row>
            {s.certified_by.map((one) => (
              <Row key={`${one.role}${one.name}`} label="Certified by">
                {one.name}, {officer[one.role]}
                <span className="block text-[0.9375rem] text-soft">Signed {dateTime(one.signed_at)} UTC</span>
              </Row>
            ))}
            <Row label="Published">
              {dateTime(s.created_at)} UTC
              <span className="block text-[0.9375rem] text-soft">Due {longDate(s.due_on)}</span>
            </Row>
            <Row label="Examined report">
              <Hash value={s.document_sha256} label="Copy the hash of the report" />
              {s.document_url ? (
                <a className="link break-all" href={s.document_url} rel="nofollow noopener">
                  {s.document_url}
                </a>
              ) : null}
            </Row>
            <Row label="This statement">
              <Hash value={s.sha256} label="Copy the hash of the statement" />
            </Row>
            <Row label="Public log">
              {s.receipt ? (
                <>
                  Entry <span className="tabular">{s.receipt.log_index}</span>.{' '}
                  <a className="link" href={s.receipt.url} download={`${s.id}.receipt.json`}>
                    Receipt (JSON)
                  </a>
                </>
              ) : (
                'It is being entered. Reload the page in a moment.'
              )}
            </Row>
          </dl>
        </section>
        {s.others.length ? (
          <section className="mt-10" aria-labelledby="others">
            <h2 id="others" className="title-3">
              Other months
            </h2>
            <ul className="mt-3 flex flex-wrap gap-x-6 gap-y-2">
              {s.others.map((other) => (
                <li key={other.id}>
                  <TextLink to={`/reserves/${other.id}`}>{monthName(other.month)}</TextLink>
                </li>
              ))}
            </ul>
          </section>
        ) : null}
        <p className="mt-10 max-w-[68ch] text-[0.9375rem] text-soft">
          {s.issuer} states these figures. Sealwright counts what the rules of the GENIUS Act let count, keeps the statement unchanged and
          enters it into its public log; it has not examined the reserves itself.
        </p>
      </div>
    </div>
  )
}

/** `101.00` for 1.010000; what is cut off is never rounded up. */
function percent(ratio: string): string {
  const [whole = '0', part = ''] = ratio.split('.')
  const digits = part.padEnd(4, '0')
  return `${Number(`${whole}${digits.slice(0, 2)}`)}.${digits.slice(2, 4)}`
}

function Reserves({ statement: s }: { statement: Statement }) {
  return (
    <section className="mt-10 [--paper:var(--paper-raised)]" aria-labelledby="reserves">
      <h2 id="reserves" className="title-3">
        Make-up of the reserves
      </h2>
      <p className="mt-1 max-w-[68ch] text-[0.9375rem] text-soft">
        At the end of {monthName(s.month)}, at market value: {money(s.total)} in all.
      </p>
      {s.reserves.length === 0 ? (
        <p className="mt-4 border-rule border-y py-4 text-soft">There are none.</p>
      ) : (
        <Table label="Assets" className="row-cards mt-4">
          <thead>
            <tr>
              <Th>Asset</Th>
              <Th className="text-right">Amount</Th>
              <Th className="text-right">Days left</Th>
              <Th>Held in</Th>
              <Th>Counts</Th>
            </tr>
          </thead>
          <tbody>
            {s.reserves.map((asset, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a statement never changes, and two assets may be alike.
              <tr key={i}>
                <Td className="first-letter:uppercase">{words(asset.type)}</Td>
                <Td data-label="Amount" className="tabular text-right">
                  {money(asset.amount)}
                </Td>
                <Td data-label="Days left" className="tabular text-right">
                  {asset.maturity_date ? asset.remaining_days : 'none'}
                </Td>
                <Td data-label="Held in">{countryName(asset.custodian_country)}</Td>
                <Td data-label="Counts">{asset.counted ? 'yes' : `no: ${WHY_NOT[asset.encumbered]}`}</Td>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
    </section>
  )
}

function Figure({ label, value }: { label: string; value: string }) {
  return (
    <div className="py-4">
      <dt className="text-[0.9375rem] text-soft">{label}</dt>
      <dd className="tabular mt-1 break-words font-semibold text-[1.25rem]">{value}</dd>
    </div>
  )
}

function Row({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div className="grid gap-x-6 border-rule border-b py-3 sm:grid-cols-[11rem_1fr]">
      <dt className="text-soft">{label}</dt>
      <dd className="min-w-0">{children}</dd>
    </div>
  )
}

function Hash({ value, label }: { value: string; label: string }) {
  return (
    <span className="flex items-center gap-1">
      <code className="break-all text-[0.875rem]">{value}</code>
      <CopyButton text={value} label={label} />
    </span>
  )
}
