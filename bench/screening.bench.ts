/**
 * Recall of the screening at set rates of false alarms, and its speed, beside every peer, on the labelled development half in the shared
 * data folder. `SCREENING_PEERS=none` measures ours alone; `SCREENING_SECONDS` is each peer's time for queries (60), by which slow ones
 * get a sample.
 */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { compareNames } from '#screening/compare.ts'
import { buildIndex } from '#screening/index.ts'
import { decodeIndex, encodeIndex } from '#screening/index-file.ts'
import { createPool } from '#screening/pool.ts'
import { createScreener, REVIEW_SCORE, type Screener } from '#screening/screen.ts'
import { encodeList } from '#screening/snapshot.ts'
import { evaluationList, hasData, type IndexRow, type PairRow, type QueryRow, readLines } from '#screening/training/data.ts'
import { type FlatName, type Hit, type Peer, plain } from './peers/peer.ts'
import { type Answer, answerOf, aucOf, bestF1, cutAt, isHeadline, isNear, isRealAlias, percentile, recall } from './screening-measures.ts'
import { variationsOf } from './variations.ts'

if (!hasData()) {
  console.log('The shared data folder is not there (SHARED_DIR); nothing to measure.')
  process.exit(0)
}

const PEERS = join(import.meta.dirname, 'peer-packages')
const SECONDS = Number(process.env.SCREENING_SECONDS ?? 60)
/** Prime, so that its multiples visit every query once. */
const SCATTER = 4793
const rows = readLines<IndexRow>('index')
const dev = readLines<QueryRow>('dev')
const large = readLines<QueryRow>('negatives_large.dev')

type Result = {
  name: string
  asked: number
  perSecond: number
  p50: number
  p99: number
  build: number
  heap: number
  answers: Answer[]
}

const collectGarbage = () => (globalThis as { gc?: () => void }).gc?.()
const heapNow = () => {
  collectGarbage()
  const { heapUsed, external } = process.memoryUsage()
  return (heapUsed + external) / 1e6
}

async function measure(
  name: string,
  build: () => Promise<void> | void,
  search: (row: QueryRow) => Promise<Hit[]> | Hit[],
  { seconds = SECONDS, elsewhere = false }: { seconds?: number; elsewhere?: boolean } = {},
): Promise<Result> {
  const before = heapNow()
  const started = performance.now()
  await build()
  const buildMs = performance.now() - started
  const heap = heapNow() - before
  for (let i = 0; i < 3; i++) await search(dev[i * 97]!)
  // Queries in a scattered order until they are all asked or the time is up, so that a slow peer gets a fair sample.
  const answers: Answer[] = []
  const times: number[] = []
  const cpu = process.cpuUsage()
  const end = performance.now() + seconds * 1000
  for (let i = 0; i < dev.length && performance.now() < end; i++) {
    const row = dev[(i * SCATTER) % dev.length]!
    const at = performance.now()
    const hits = await search(row)
    times.push(performance.now() - at)
    answers.push(answerOf(row, hits))
  }
  const { user, system } = process.cpuUsage(cpu)
  const wall = performance.now() - end + seconds * 1000
  times.sort((a, b) => a - b)
  return {
    name,
    asked: answers.length,
    // The work of a server of its own is not in this process's time.
    perSecond: answers.length / (elsewhere ? wall / 1000 : (user + system) / 1e6),
    p50: percentile(times, 0.5),
    p99: percentile(times, 0.99),
    build: buildMs,
    heap,
    answers,
  }
}

const list = evaluationList(rows)
let screener: Screener
const hitsOf = (text: string): Hit[] =>
  screener
    .screen({ full_name: text }, { threshold: 0.01, limit: 50, explain: false })
    .map((match) => ({ uid: match.entity.id, score: match.score }))
const ours = await measure(
  'sealwright',
  () => {
    screener = createScreener([list])
  },
  ({ query }) => hitsOf(query),
  { seconds: 3600 },
)

const results = [ours]
for (const peer of await peers()) {
  const flat: FlatName[] = rows.flatMap((row) =>
    [...new Set(row.names.map(({ n }) => plain(n, row.type)))].filter(Boolean).map((name) => ({ uid: row.uid, name })),
  )
  try {
    results.push(
      await measure(
        peer.name,
        () => peer.build(flat),
        ({ query }) => peer.search(plain(query)),
        { elsewhere: peer.elsewhere ?? false },
      ),
    )
  } catch (error) {
    console.log(`${peer.name}: left out, ${error instanceof Error ? error.message.split('\n')[0] : error}`)
  }
  await peer.close?.()
  console.error(`measured ${peer.name}`)
}

const fixed = (value: number, digits = 1) => (Number.isFinite(value) ? value.toFixed(digits) : '–')
table(
  'recall % (any / first) at false alarms of 0.1, 1 and 5 %; ordinary = without near misses; times on one core',
  [
    'engine',
    'queries',
    '0.1 %',
    '1 %',
    '5 %',
    'aliases 1 %',
    'non-Latin 1 %',
    'ordinary 1 %',
    'near at it',
    'q/s',
    '× ours',
    'p50 ms',
    'p99 ms',
    'build ms',
    'heap MB',
  ],
  results.map((result) => {
    const { answers } = result
    const negatives = answers.filter((a) => !a.positive)
    const ordinary = negatives.filter((a) => !isNear(a))
    const headline = answers.filter(isHeadline)
    const at = (rate: number) => {
      const cut = cutAt(negatives, rate)
      return `${fixed(recall(headline, cut))} / ${fixed(recall(headline, cut, true))}`
    }
    const one = cutAt(negatives, 0.01)
    const ordinaryOne = cutAt(ordinary, 0.01)
    const near = answers.filter(isNear)
    return [
      result.name,
      String(result.asked),
      at(0.001),
      at(0.01),
      at(0.05),
      fixed(recall(answers.filter(isRealAlias), one)),
      fixed(
        recall(
          answers.filter((a) => a.variation === 'alias_nonlatin'),
          one,
        ),
      ),
      fixed(recall(headline, ordinaryOne)),
      fixed((100 * near.filter((a) => a.top > ordinaryOne).length) / near.length),
      fixed(result.perSecond),
      fixed(result.perSecond / ours.perSecond, 3),
      fixed(result.p50, 3),
      fixed(result.p99, 3),
      fixed(result.build, 0),
      fixed(result.heap, 0),
    ]
  }),
)

// The curve above needs every score. The product asks from the score of review on.
const asProduct: number[] = []
const productCpu = process.cpuUsage()
for (const { query } of dev) {
  const at = performance.now()
  screener!.screen({ full_name: query })
  asProduct.push(performance.now() - at)
}
const { user, system } = process.cpuUsage(productCpu)
asProduct.sort((a, b) => a - b)
table(
  `as the product asks (from ${REVIEW_SCORE} on, explained), ${dev.length} queries on one core`,
  ['q/s', 'p50 ms', 'p99 ms'],
  [[fixed(dev.length / ((user + system) / 1e6)), fixed(percentile(asProduct, 0.5), 3), fixed(percentile(asProduct, 0.99), 3)]],
)

const variations = [...new Set(ours.answers.filter((a) => a.positive).map((a) => a.variation))].sort()
for (const rate of [0.001, 0.01, 0.05]) {
  table(
    `recall % by variation at ${rate * 100} % false alarms`,
    ['variation', ...results.map((r) => r.name)],
    variations.map((variation) => [
      variation,
      ...results.map(({ answers }) => {
        const cut = cutAt(
          answers.filter((a) => !a.positive),
          rate,
        )
        return fixed(
          recall(
            answers.filter((a) => a.variation === variation),
            cut,
          ),
        )
      }),
    ]),
  )
}

const largeAnswers = large.map((row) => answerOf(row, hitsOf(row.query)))
table(
  `recall % against ${large.length} ordinary people (ours)`,
  ['false alarms', 'score', 'headline', 'real aliases'],
  [0.01, 0.005, 0.0025, 0.001, 0.0005].map((rate) => {
    const cut = cutAt(largeAnswers, rate)
    return [
      `${rate * 100} %`,
      fixed(cut, 4),
      fixed(recall(ours.answers.filter(isHeadline), cut)),
      fixed(recall(ours.answers.filter(isRealAlias), cut)),
    ]
  }),
)

// Our own constructions: found means as the product answers, at the score of review, whoever else is found beside.
const varied = variationsOf(list.entries, 500)
table(
  'recall % by kind of variation, 500 of each made from the list by rules of our own (seed 20261121)',
  ['variation', 'made', `found from ${REVIEW_SCORE}`, 'found first'],
  Object.entries(Object.groupBy(varied, (one) => one.variation)).map(([variation, ones]) => {
    const matches = ones!.map((one) => ({ one, found: screener!.screen({ full_name: one.query }) }))
    const share = (is: (match: (typeof matches)[number]) => boolean) => fixed((100 * matches.filter(is).length) / matches.length)
    return [
      variation,
      String(ones!.length),
      share(({ one, found }) => found.some((match) => match.entity.id === one.id)),
      share(({ one, found }) => found[0]?.entity.id === one.id),
    ]
  }),
)

const pairs = readLines<PairRow>('pairs.dev')
const kind = (schema: string) =>
  schema === 'Person' ? 'person' : schema === 'Company' || schema === 'Organization' ? 'organization' : 'unknown'
const scored = pairs.map((pair) => ({
  match: pair.match,
  score: compareNames(pair.a, pair.b, kind(pair.schema)),
  other: pair.logicv2_score,
}))
const theirs = scored.flatMap(({ match, other }) => (other === null ? [] : [{ match, score: other }]))
table(
  `name pairs (${pairs.length})`,
  ['engine', 'best F1', 'AUC'],
  [
    ['sealwright', fixed(bestF1(scored).f1, 3), fixed(aucOf(scored), 3)],
    ['logic-v2 (its own frozen scores)', fixed(bestF1(theirs).f1, 3), fixed(aucOf(theirs), 3)],
  ],
)

const started = performance.now()
const index = buildIndex(list.entries)
const built = performance.now()
const bytes = encodeIndex(index, { of: 'bench' })
const encoded = performance.now()
decodeIndex(bytes, { of: 'bench' })
const decoded = performance.now()
const updated = screener!.withChanges({ added: list.entries.slice(0, 50), removed: list.entries.slice(100, 110).map((e) => e.id) })
const swapped = performance.now()
updated.screen({ full_name: 'Ivan Petrov' })
table(
  'index',
  ['what', 'value'],
  [
    ['build', `${fixed(built - started, 0)} ms`],
    ['bytes', `${fixed(bytes.length / 1e6)} MB`],
    ['write', `${fixed(encoded - built, 0)} ms`],
    ['read', `${fixed(decoded - encoded, 2)} ms`],
    ['60 changed entries put in force', `${fixed(swapped - decoded, 2)} ms`],
    ['list stored', `${fixed(encodeList(list).length / 1e6)} MB`],
  ],
)

/** Time from when a single check was due to its answer, every five milliseconds for a while. */
async function singleChecks(seconds: number): Promise<number[]> {
  const times: number[] = []
  const end = performance.now() + seconds * 1000
  for (let i = 0; performance.now() < end; i++) {
    const due = performance.now() + 5
    await pause(5)
    screener.screen({ full_name: dev[(i * SCATTER) % dev.length]!.query })
    times.push(performance.now() - due)
  }
  return times.sort((a, b) => a - b)
}

const entities = new Map(list.entries.map((entity) => [entity.id, entity]))
const pool = await createPool({ snapshots: [encodeList(list)], entities, background: true })
// As a bulk file asks.
const bulkOptions = { limit: 10, explain: false }
const names = dev.map(({ query }) => ({ full_name: query }))
await pool.screen(names.slice(0, 500), bulkOptions)
const turns: { idle: number[]; busy: number[]; rate: number }[] = []
for (let round = 0; round < 3; round++) {
  const idle = await singleChecks(5)
  let running = true
  let screened = 0
  const bulkStarted = performance.now()
  const bulk = (async () => {
    for (let at = 0; running; at = (at + 1000) % (names.length - 1000)) {
      await pool.screen(names.slice(at, at + 1000), bulkOptions)
      screened += 1000
    }
  })()
  const busy = await singleChecks(5)
  running = false
  await bulk
  turns.push({ idle, busy, rate: screened / ((performance.now() - bulkStarted) / 1000) })
}
await pool.close()
table(
  'single checks beside a bulk file in a thread (5 s in turns; ms from when they were due)',
  ['round', 'idle p50', 'idle p99', 'under bulk p50', 'under bulk p99', '× idle p99', 'bulk names/s'],
  turns.map(({ idle, busy, rate }, i) => [
    String(i + 1),
    ...[percentile(idle, 0.5), percentile(idle, 0.99), percentile(busy, 0.5), percentile(busy, 0.99)].map((ms) => fixed(ms, 2)),
    fixed(percentile(busy, 0.99) / percentile(idle, 0.99), 2),
    fixed(rate, 0),
  ]),
)

function table(title: string, head: string[], body: string[][]): void {
  const widths = head.map((cell, c) => Math.max(cell.length, ...body.map((row) => row[c]!.length)))
  const line = (cells: string[]) => cells.map((cell, c) => (c ? cell.padStart(widths[c]!) : cell.padEnd(widths[0]!))).join('  ')
  console.log(`\n${title}\n${line(head)}`)
  for (const row of body) console.log(line(row))
}

async function peers(): Promise<Peer[]> {
  const wanted = process.env.SCREENING_PEERS
  if (wanted === 'none') return []
  if (!existsSync(join(PEERS, 'node_modules'))) {
    console.log('Fetching the peers once …')
    const { status } = spawnSync('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--no-package-lock'], {
      cwd: PEERS,
      stdio: 'inherit',
    })
    if (status !== 0) {
      console.log('The peers could not be fetched; ours alone is measured.')
      return []
    }
  }
  const [{ stringDistances }, { searchLibraries }, { watchmanStyle }, { pgTrgm }] = await Promise.all([
    import('./peers/string-distances.ts'),
    import('./peers/search-libraries.ts'),
    import('./peers/watchman-style.ts'),
    import('./peers/pg-trgm.ts'),
  ])
  const made: Peer[] = []
  for (const make of [...searchLibraries, ...stringDistances, watchmanStyle, pgTrgm]) {
    try {
      made.push(make())
    } catch (error) {
      console.log(`a peer is left out: ${error instanceof Error ? error.message.split('\n')[0] : error}`)
    }
  }
  return wanted ? made.filter(({ name }) => wanted.split(',').some((part) => name.includes(part))) : made
}
