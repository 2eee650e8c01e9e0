import type { PolicyPlan } from '../../../javascript/index.js'
import { type Command, type Context, EXIT, type Exit, only } from '../command.ts'
import { readText } from '../files.ts'
import { cell, facts, table } from '../output.ts'

export const show: Command = {
  name: 'policy show',
  summary: 'write the settings and policies in force as one file',
  examples: ['sealwright policy show > policy.yaml'],
  run: async (context) => {
    const answer = await context.client().policy.get({ signal: context.signal })
    context.answer(answer, () => [answer.yaml.trimEnd()])
    return EXIT.done
  },
}

export const plan: Command = {
  name: 'policy plan',
  summary: 'say what a file would change, and which decisions would turn',
  args: '<file or ->',
  options: {
    note: { type: 'string', value: 'TEXT', help: 'why; kept, and shown to the second person' },
    from: { type: 'string', value: 'TIME', help: 'from when the settings count' },
    last: { type: 'string', value: 'N', help: 'so many of the newest decisions are made again' },
    'dry-run': { type: 'boolean', help: 'keep nothing: the plan cannot be applied' },
  },
  details: 'Nothing changes. Ends with 0 when there is something to apply, and with 1 and `conflict` when nothing would change.',
  examples: ['sealwright policy plan policy.yaml --note "Permit 17"', 'sealwright policy apply pln_…'],
  run: async (context, given) => {
    const policy = await readText(only(given, 'a file'))
    const [note, from, last] = ['note', 'from', 'last'].map((name) => given.text(name))
    const answer = await context.client().policy.plan(
      {
        policy,
        ...(note && { note }),
        ...(from && { effective_at: from }),
        ...(last && { last_n: Number(last) }),
        ...(given.flag('dry-run') && { dry_run: true }),
      },
      { signal: context.signal },
    )
    context.answer(answer, () => [
      ...linesOf(answer),
      ...(answer.id ? ['', `Apply it: sealwright policy apply ${answer.id}`] : ['', 'Tried out only: nothing is kept.']),
      ...(answer.by_two ? ['It takes two people: it then waits for another one who may change settings.'] : []),
    ])
    return EXIT.done
  },
}

export const apply: Command = {
  name: 'policy apply',
  summary: 'apply a plan: exactly what it shows, or nothing',
  args: '<plan id>',
  details:
    'Where anything changed since the plan was made, nothing is done (`version_conflict`): plan anew. Where it takes two people the plan waits for another one, and this ends with 4; called again it says how the plan stands.',
  run: async (context, given) => {
    const answer = await context.client().policy.apply({ plan_id: only(given, 'a plan') }, { signal: context.signal })
    context.answer(answer, () => [...facts({ plan: answer.id, status: answer.status }), ...stateOf(context, answer)])
    const ends: Partial<Record<PolicyPlan['status'], Exit>> = { applied: EXIT.done, refused: EXIT.no }
    return ends[answer.status] ?? EXIT.undecided
  },
}

function linesOf({ changes, decisions, ...plan }: PolicyPlan): string[] {
  const flips = decisions.flips.slice(0, 10)
  return [
    ...facts({ plan: plan.id, status: plan.status, 'counts from': plan.effective_at, 'good until': plan.expires_at }),
    ...[
      '',
      ...table(
        ['place', 'from', 'to'],
        changes.map((one) => [one.path, cell(one.from), cell(one.to)]),
      ),
    ],
    ...['', `${decisions.flipped} of ${decisions.total} decisions would turn.`],
    ...(flips.length > 0
      ? table(
          ['decision', 'check', 'from', 'to', 'because'],
          flips.map((one) => [one.id, one.check, one.from, one.to, one.because]),
        )
      : []),
  ]
}

function stateOf({ settings }: Context, answer: PolicyPlan): string[] {
  if (answer.status !== 'waiting') return []
  const waits = answer.second_person as { case_id?: string } | null | undefined
  const place = waits?.case_id ? ` (${waits.case_id})` : ''
  return [`It waits for another person who may change settings${place}: they agree, signed in, among the cases at ${settings.url}.`]
}
