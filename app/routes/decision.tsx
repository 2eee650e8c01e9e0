import { Link, useLocation } from 'react-router'
import { stateWord } from '#core/kernel/states.ts'
import { DecisionAside } from '../components/decision/aside.tsx'
import { FactTable } from '../components/decision/facts.tsx'
import { ListsUsed } from '../components/decision/lists.tsx'
import { Moves, type Tried } from '../components/decision/moves.tsx'
import { AlsoAgainst, OutcomeHead } from '../components/decision/outcome.tsx'
import { Receipt } from '../components/decision/receipt.tsx'
import { ReplayPart } from '../components/decision/replay.tsx'
import { RuleTree } from '../components/decision/rules.tsx'
import { checkWords } from '../components/decision/words.ts'
import { capital } from '../lib/decision-words.ts'

import { pageMeta } from '../lib/meta.ts'
import { attempt, readOr404 } from '../lib/verb-errors.ts'
import { serverContext, type Verbs } from '../server-context.ts'
import { ButtonLink } from '../ui/button.tsx'
import type { Route } from './+types/decision.ts'

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, {
    title: args.loaderData
      ? `${capital(stateWord('decision', args.loaderData.page.seen.outcome))}: ${checkWords(args.loaderData.page.seen.check)}`
      : 'No decision here',
    description: 'What was decided, on which facts, by which law, and what would change it.',
    noindex: true,
  })

export async function loader({ context, request, params }: Route.LoaderArgs) {
  const entry = new URL(request.url).searchParams.get('entry')
  const { verbs } = context.get(serverContext)!
  return { page: await readOr404(verbs.readDecisionPage({ id: params.id, ...(entry && { entry }) })), entry }
}

export async function action({ context, request, params }: Route.ActionArgs) {
  const { verbs } = context.get(serverContext)!
  const form = await request.formData()
  if (form.get('intent') === 'replay') {
    const made = await attempt(() => verbs.replayDecisionPage({ id: params.id }))
    return made.ok ? { replay: made.result } : { refused: made.refusal.message }
  }
  return tryOut(verbs, params.id, String(form.get('changes') ?? '{}'))
}

/** What is no JSON is no change of facts, which the verb says in its own words. */
function readJson(text: string) {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** What the engine says to moved facts. */
async function tryOut(verbs: Verbs, id: string, changes: string): Promise<Tried> {
  const made = await attempt(() => verbs.tryDecision({ id, changes: readJson(changes) }))
  if (!made.ok) return { refused: made.refusal.fields[0]?.detail ?? made.refusal.message }
  if (!('decision' in made.result)) return { refused: 'The engine gave no answer to this.' }
  const { outcome, rules } = made.result.decision
  const against = rules.filter((rule) => rule.result === 'fail' || rule.result === 'review')
  return { tried: { outcome, against: against.slice(0, 5).map(({ code, message }) => ({ code, message })) } }
}

const LEADS = {
  tenant: null,
  holder: 'It is about you. You see what stands against it and what you can do; what the organisation alone may know is left out.',
  public: 'The public form: what was decided and by which law, with the proof. It says nothing of any person, amount or fact.',
} as const

export default function DecisionPage({ loaderData: { page, entry } }: Route.ComponentProps) {
  const { seen, inside } = page
  return (
    <div className="shell pt-8 pb-20 sm:pt-12">
      {LEADS[seen.as] ? <p className="mb-6 max-w-[68ch] text-soft">{LEADS[seen.as]}</p> : null}
      <OutcomeHead seen={seen} />
      <AlsoAgainst rules={seen.rules} />
      {seen.as === 'holder' && seen.outcome !== 'allow' ? (
        <p className="mt-6">
          <ButtonLink to="/appeal" variant="outline">
            Appeal against it
          </ButtonLink>
        </p>
      ) : null}
      <div className="mt-10 grid grid-cols-[minmax(0,1fr)] gap-x-12 gap-y-10 lg:grid-cols-[minmax(0,1fr)_17rem]">
        <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-10 lg:order-first">
          {inside ? <Moves moves={inside.moves} ways={inside.ways} still={inside.still} /> : null}
          <RuleTree seen={seen} />
          {inside ? <FactTable facts={inside.facts} missing={inside.missing} /> : null}
          <ListsUsed seen={seen} ages={inside?.ages ?? []} />
          {inside ? <ReplayPart hash={seen.result_hash} /> : null}
          {seen.as === 'holder' ? null : <Receipt id={seen.id} hash={seen.result_hash} entry={entry} />}
        </div>
        <DecisionAside page={page} />
      </div>
    </div>
  )
}

/** One answer to whoever may not see it and to what does not exist. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const { pathname } = useLocation()
  if ((error as { status?: number }).status !== 404) throw error
  return (
    <div className="shell grid min-h-[60dvh] content-center py-20">
      <p className="eyebrow">404</p>
      <h1 className="title-2 mt-3 max-w-[24ch]">There is no decision here that you may see</h1>
      <p className="lede mt-4 max-w-[52ch]">
        A decision is shown to its organisation, to whom it is about, and to who has its share link or receipt. A dry run is not kept.
      </p>
      <p className="mt-6 flex flex-wrap gap-x-6 gap-y-2">
        <Link className="link inline-flex min-h-8 items-center" to={`/login?next=${encodeURIComponent(pathname)}`}>
          Sign in
        </Link>
        <Link className="link inline-flex min-h-8 items-center" to="/documentation/decisions-and-replay">
          About decisions
        </Link>
      </p>
    </div>
  )
}
