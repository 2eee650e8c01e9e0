import { DeveloperHead } from '../../components/developer/head.tsx'
import { DataAges } from '../../components/facts/data-ages.tsx'
import { RevocationLists } from '../../components/facts/revocation-lists.tsx'
import { TenantFactHistory, TenantFactsPending, TenantFactTable } from '../../components/facts/tenant-facts.tsx'
import { TrustLists } from '../../components/facts/trust-lists.tsx'
import { TrustedIssuers } from '../../components/facts/trusted-issuers.tsx'
import { fromOf, saidOf } from '../../components/facts/words.ts'
import { act, actOf, jsonOf, textOf } from '../../lib/act.ts'
import { environmentOf, inEnvironment } from '../../lib/environment.ts'
import { requireSession } from '../../lib/guard.ts'
import { keepForm } from '../../lib/keep-form.ts'
import { pageMeta } from '../../lib/meta.ts'
import { readOr404 } from '../../lib/verb-errors.ts'
import { Card, CardTitle } from '../../ui/card.tsx'
import type { Route } from './+types/organisation.ts'

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: 'Organisation', description: 'Licences and duties of your organisation, as the rules know them.', noindex: true })

export async function loader({ context, request }: Route.LoaderArgs) {
  const environment = environmentOf(request.url)
  const { verbs, worksAs } = requireSession(context, request)
  const own = await verbs.developer(environment)
  const trusts = ['issuer', 'admin'].includes(worksAs)
  const [{ facts, pending, data_age }, { data }, { may }, issuers, lists, trust] = await readOr404(
    Promise.all([
      own.readTenantFacts(),
      own.readTenantFactHistory({}),
      verbs.teamPowers(),
      trusts ? own.listTrustedIssuers({ limit: '100' }) : null,
      trusts ? own.listRevocationLists({ limit: '100' }) : null,
      trusts ? own.listTrustLists({ limit: '100' }) : null,
    ]),
  )
  const ids = [
    ...[...facts, ...pending, ...data].map((one) => one.stated_by),
    ...(issuers?.data ?? []).flatMap((one) => [one.author, one.approved_by, one.ended_by]),
    ...(trust?.data ?? []).map((one) => one.imported_by),
  ]
  const names = await verbs.nameAuthors({ ids: ids.filter((id) => id !== null) })
  return { environment, facts, pending, data_age, history: data, issuers, lists, trust, mayState: may.rule, names }
}

export async function action({ context, request }: Route.ActionArgs) {
  const verbs = await requireSession(context, request).verbs.developer(environmentOf(request.url))
  const form = await request.formData()
  if (form.get('act') === 'end_issuer')
    return act('It is not trusted any more', () =>
      verbs.endTrustedIssuer({ id: textOf(form, 'id') ?? '', reason_code: 'not_trusted_any_more' }),
    )
  if (form.get('act') === 'trust_issuer')
    return actOf(
      ({ second_person }) => (second_person ? 'Another person has to agree: it waits as a case' : 'It is trusted'),
      () => verbs.addTrustedIssuer(issuerOf(form) as Parameters<typeof verbs.addTrustedIssuer>[0]),
    )
  const fact = textOf(form, 'fact') ?? ''
  const note = textOf(form, 'note')
  return actOf(
    ({ second_person }) => (second_person ? 'Another owner or admin has to agree: it waits under Team' : 'It is stated'),
    () => verbs.stateTenantFacts({ facts: { [fact]: saidOf(fact, form) }, ...(note && { note }), ...fromOf(form) }),
  )
}

/** An issuer as the form names it, for the verb to read. */
function issuerOf(form: FormData): Record<string, unknown> {
  const said = ['kind', 'name', 'level', 'certificate', 'identifier', 'contract', 'revocation', 'note'].flatMap((name) => {
    const text = textOf(form, name)
    return text === undefined ? [] : [[name, text] as const]
  })
  const [chain, claims] = [textOf(form, 'chain_id'), textOf(form, 'claims')]
  return { ...Object.fromEntries(said), ...(chain && { chain_id: Number(chain) }), ...(claims && { claims: jsonOf(claims) }) }
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => keepForm(serverAction)

export default function Organisation({ loaderData }: Route.ComponentProps) {
  const { environment, facts, pending, data_age, history, issuers, lists, trust, mayState, names } = loaderData
  const unsaid = facts.filter((one) => one.value === null).length
  return (
    <div className="pb-20">
      <DeveloperHead
        title="Organisation"
        lead="Licences and duties of your organisation, as every decision reads them. In production nothing is assumed: a rule that needs what nobody said asks for it."
        environment={environment}
      />
      <div className="shell mt-8 grid grid-cols-[minmax(0,1fr)] gap-10">
        <section aria-labelledby="facts">
          <h2 id="facts" className="mb-3 font-semibold text-[1.25rem]">
            What is known
          </h2>
          {unsaid > 0 ? <p className="mb-3 text-soft">{unsaid} of them nobody said yet.</p> : null}
          <TenantFactTable
            facts={facts}
            names={names}
            asked={mayState ? { environment, as: 'tenant', to: inEnvironment('/developer/organisation', environment) } : null}
          />
        </section>
        {pending.length ? (
          <section aria-labelledby="pending">
            <h2 id="pending" className="mb-3 font-semibold text-[1.25rem]">
              Waiting for its time
            </h2>
            <p className="mb-3 text-soft">Until then the word before counts. Whoever says the fact anew at once ends what waits.</p>
            <TenantFactsPending pending={pending} names={names} />
          </section>
        ) : null}
        <DataAges ages={data_age} />
        {issuers ? (
          <section aria-labelledby="issuers">
            <h2 id="issuers" className="mb-3 font-semibold text-[1.25rem]">
              Issuers you trust
            </h2>
            <TrustedIssuers
              issuers={issuers.data}
              names={names}
              more={issuers.has_more}
              environment={environment}
              to={inEnvironment('/developer/organisation', environment)}
            />
          </section>
        ) : null}
        <ListsKept trust={trust} lists={lists} names={names} />
        <section aria-labelledby="history">
          <h2 id="history" className="mb-3 font-semibold text-[1.25rem]">
            History
          </h2>
          <TenantFactHistory history={history} names={names} />
        </section>
        <ByApi />
      </div>
    </div>
  )
}

const ByApi = () => (
  <Card className="max-w-3xl">
    <CardTitle>By API</CardTitle>
    <p className="mt-2">
      <code>GET</code> and <code>PATCH /v1/tenant-facts</code>, and <code>GET /v1/tenant-facts/history</code> do the same; issuers stand
      under <code>/v1/identity/trusted-issuers</code>, where whole lists of authorities are imported too.
    </p>
  </Card>
)

/** Lists of others by which it is known whose word counts: of those who are trusted, and of certificates that are not any more. */
function ListsKept({ trust, lists, names }: Pick<Route.ComponentProps['loaderData'], 'trust' | 'lists' | 'names'>) {
  return (
    <>
      {trust?.data.length ? (
        <section aria-labelledby="trust-lists">
          <h2 id="trust-lists" className="mb-3 font-semibold text-[1.25rem]">
            Trust lists
          </h2>
          <TrustLists lists={trust.data} names={names} />
        </section>
      ) : null}
      {lists ? (
        <section aria-labelledby="revocations">
          <h2 id="revocations" className="mb-3 font-semibold text-[1.25rem]">
            Lists of revoked certificates
          </h2>
          <RevocationLists lists={lists.data} more={lists.has_more} />
        </section>
      ) : null}
    </>
  )
}
