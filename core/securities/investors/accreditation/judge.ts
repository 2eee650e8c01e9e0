import { eq } from 'drizzle-orm'
import { openPerson } from '#core/identity/persons/ensure.ts'
import type { Ctx } from '#core/kernel/context.ts'
import { recordDecision } from '#core/record/decisions/decide.ts'
import type { WireDecision } from '#core/record/decisions/present.ts'
import { withSaid } from '#core/record/facts/sources.ts'
import { evidencedBy } from '#core/sources/identity/found.ts'
import { rateFacts } from '#core/sources/rates/store.ts'
import type { Tx } from '#db/connect.ts'
import { type FilePaper, persons, wallets } from '#db/schema.ts'
import { findScoped, inScope } from '#db/scoped.ts'
import { legalDay } from '#engine/dates.ts'
import { exactFacts } from '#engine/facts/of-checks.ts'
import { RULES } from '#engine/rulesets.ts'
import { issuerFacts } from '../../offerings/facts.ts'
import { decidersOf, everyOwner } from '../controllers.ts'
import type { InvestorRow } from '../create.ts'
import { gatherVerification } from '../gather-verification.ts'
import { BASIS_RULES, figureFacts, isLookedUp, pathsOf } from './facts.ts'
import type { FileInput, SaidOfFile } from './input.ts'
import { fieldOfFile, papersMissing, STANDS_FOR_FIGURES } from './needs.ts'
import { type RouteWorking, routeOf, routeWorking, type VerifiedRoute } from './route.ts'

/** What a ground’s rule computed. */
interface BasisWorking {
  code: string
  sentence: string
  result: string
  /** In words, with its figures; null where it holds. */
  message: string | null
}

/** A file as the rules judged it. */
export interface Working {
  decision: WireDecision
  /** Null where a letter or an earlier verification stands for the figures, and none were given. */
  basis: BasisWorking | null
  route: RouteWorking
  /** The method with what was shown of it, as sales are judged by. */
  kept: VerifiedRoute
  /** What is missing, as pointers of the call. */
  missing: string[]
  /** The rule that is broken; null where none is. */
  broken: string | null
}

/** What is judged of a file. */
export interface FileSaid {
  basis: FileInput['basis']
  method: FileInput['method']
  said: SaidOfFile
  papers: readonly FilePaper[]
}

/**
 * Has the rules judge a file, and keeps their decision. `stated`: as it was sent. `established`: a reviewer saw the documents. `lookedUp`:
 * the day on which they looked up the author of its letter or its licence.
 */
export async function judgeFile(
  tx: Tx,
  ctx: Ctx,
  p: { investor: InvestorRow; file: FileSaid; by: 'stated' | 'established'; lookedUp: string | null },
): Promise<Working> {
  const { investor, file, by, lookedUp } = p
  const kept = routeOf({ ...file, issuerId: ctx.organizationId, lookedUp })
  const route = routeWorking({ route: kept, basis: file.basis, entity: investor.type === 'entity', today: legalDay(ctx.now) })
  // Who looked up the author of a letter saw no licence of the investor.
  const { decision, rule } = await decideBasis(tx, ctx, p, file.method === 'third_party_letter' ? null : lookedUp)
  const basis = rule && { code: rule.code, sentence: sentenceOf(rule.code), result: rule.result, message: rule.message }
  const asked =
    rule?.result === 'needs_info'
      ? rule.missing.map((path) => slashed(path)).filter((path) => by === 'established' || !isLookedUp(path, file))
      : []
  const missing = [...papersMissing({ ...file, ...file.said }, file.papers), ...asked.map(fieldOfFile), ...route.missing.map(fieldOfFile)]
  const broken = basis?.result === 'fail' ? basis.code : route.result === 'fail' ? route.code : null
  return { decision, basis, route, kept, missing: [...new Set(missing)], broken }
}

const slashed = (path: string) => (path.startsWith('/') ? path : `/${path.replaceAll('.', '/')}`)
const sentenceOf = (code: string): string => RULES.find((rule) => rule.code === code)!.sentence

/** The decision on the ground, and what its rule said; no rule where there is nothing to judge it by. */
async function decideBasis(
  tx: Tx,
  ctx: Ctx,
  { investor, file, by }: { investor: InvestorRow; file: FileSaid; by: 'stated' | 'established' },
  lookedUp: string | null,
) {
  const person = (await findScoped(tx, persons, ctx, investor.person_id))!
  const data = await openPerson(tx, ctx, person)
  const wallet = await walletOf(tx, ctx, investor)
  const persona = ctx.world.personas.at(wallet?.address ?? null) ?? ctx.world.personas.named(data.full_name)
  const gathered = await gatherVerification(tx, ctx, { row: investor, person, data, wallet, persona })
  const { issuer, said } = await issuerFacts(tx, ctx)
  const figures = figureFacts(file.said.figures, ctx.organizationId, lookedUp)
  const owners = file.basis === 'all_owners' ? await everyOwner(tx, ctx, investor.person_id, data) : undefined
  const deciders = await decidersOf(tx, ctx, file.said.figures.plan_deciders)
  const judged = !(STANDS_FOR_FIGURES.has(file.method) || file.said.evidence_id) || Object.keys(figures).length > 0
  const facts = exactFacts('investor.verify', {
    ...gathered.facts,
    said: withSaid(gathered.facts as never, said),
    fx: await rateFacts(ctx),
    issuer,
    investor: {
      ...gathered.facts.investor,
      ...figures,
      ...(owners && { owners }),
      ...(deciders && { plan_deciders: deciders }),
      accreditation: { basis: judged ? file.basis : 'none', status: 'pending' },
    },
  } as never)
  const paths = judged ? ['investor.accreditation.basis', ...pathsOf(figures)] : []
  const established = Object.fromEntries(
    [...paths, ...(owners ? ['investor.owners'] : []), ...(deciders ? ['investor.plan_deciders'] : [])].map((path) => [path, by]),
  )
  const evidenced = evidencedBy({ investor: gathered.identity })
  const decided = await recordDecision(tx, ctx, {
    facts,
    market: 'securities',
    subject: { type: 'investor', id: investor.id },
    walletAddress: wallet?.address ?? null,
    subjectKeyId: person.subject_key_id,
    category: 'user',
    stated: by === 'stated' ? paths : [],
    found: { ...evidenced.found, ...(by === 'established' && established) },
    shownBy: evidenced.shownBy,
  })
  const rule = judged ? decided.engine.rules.find(({ code }) => code === BASIS_RULES[file.basis]) : undefined
  return { decision: decided.decision, rule: rule ?? null }
}

async function walletOf(tx: Tx, ctx: Ctx, { wallet_id }: InvestorRow) {
  if (!wallet_id) return null
  const [row] = await tx
    .select()
    .from(wallets)
    .where(inScope(wallets, ctx, eq(wallets.id, wallet_id)))
    .limit(1)
  return row ?? null
}
