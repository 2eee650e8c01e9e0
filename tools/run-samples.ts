import { readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { differences, type Sample, samplesOf } from '#app/content/executable-samples.ts'
import { runBatch } from './sample-batch.ts'

/** How a fence names a language, and what the batch calls it. */
const fences: Record<string, string> = { bash: 'curl', js: 'JavaScript', ts: 'TypeScript', python: 'Python', go: 'Go', ruby: 'Ruby' }

export interface SampleVerdict {
  file: string
  id: string
  language: string
  /** What its answer lacks; null when its language is not installed here. */
  faults: string[] | null
}

const content = resolve(import.meta.dirname, '../app/content')

/** Every marked sample of the documentation and the guides, asking the product at `origin`. */
export const textSamples = (origin: string): (Sample & { file: string })[] =>
  ['docs', 'guides'].flatMap((folder) =>
    readdirSync(join(content, folder))
      .filter((name) => name.endsWith('.mdx'))
      .flatMap((name) =>
        // The reader puts an address of theirs there; here one has to answer.
        samplesOf(
          readFileSync(join(content, folder, name), 'utf8').replaceAll('https://example.com/hooks/', `${origin}/hooks/`),
          origin,
        ).map((sample) => ({ ...sample, file: `${folder}/${name}` })),
      ),
  )

/** Runs samples against a product, each language in one process, and compares the answers with what the pages promise. */
export async function runTextSamples(
  samples: (Sample & { file: string })[],
  /** Its own sandbox for each language: samples move clocks and revoke credentials. */
  envOf: (language: string) => Promise<Record<string, string>>,
): Promise<SampleVerdict[]> {
  const groups = [...Map.groupBy(samples, ({ language }) => fences[language] ?? language)]
  const verdicts = await Promise.all(
    groups.map(async ([language, each]) => {
      // The recipes have one to themselves: they move its clock by a month.
      const [env, ofRecipes] = [await envOf(language), await envOf(language)]
      const outputs = await runBatch(
        language,
        each.map(({ id, code, file }) => ({ id, code, env: file.startsWith('docs/cookbook') ? ofRecipes : env })),
      )
      return each.map((sample, n) => ({
        file: sample.file,
        id: sample.id,
        language: sample.language,
        faults: outputs && compare(sample, outputs[n]!),
      }))
    }),
  )
  return verdicts.flat()
}

function compare(sample: Sample, output: string): string[] {
  try {
    const faults = differences(sample.expected, JSON.parse(output))
    return faults.length ? [...faults, `answer: ${output.slice(0, 800).trim()}`] : []
  } catch {
    return [`no JSON: ${output.slice(0, 800).trim()}`]
  }
}

/** A throw-away sandbox for one language. A hash counts once and clocks are moved, so languages cannot share one. */
async function newSandbox(url: string): Promise<Record<string, string>> {
  const response = await fetch(`${url}/api/playground/session`, { method: 'POST' })
  if (!response.ok) throw new Error(`No sandbox at ${url}: ${response.status} ${await response.text()}`)
  const { key } = (await response.json()) as { key: string }
  return { SEALWRIGHT_KEY: key, SEALWRIGHT_URL: url }
}

/** Seconds until a call that was limited may be sent again; without end for any other answer. */
const retryAfter = (given: Response) => (given.status === 429 ? Number(given.headers.get('retry-after') ?? 1) : Number.POSITIVE_INFINITY)

/**
 * Stands before a product and asks again after the time a 429 names. Samples of all languages run at once from one address,
 * faster than a playground lets anybody ask; each alone stays below.
 */
async function patient(url: string) {
  const server = createServer(async (asked, answer) => {
    const body = Buffer.concat(await asked.toArray())
    const headers = new Headers(asked.headers as Record<string, string>)
    for (const name of ['host', 'connection', 'content-length', 'expect']) headers.delete(name)
    const ask = () =>
      fetch(url + asked.url, { method: asked.method!, headers, redirect: 'manual', ...(body.length > 0 && { body }) }).catch(
        (error: Error) => new Response(JSON.stringify({ detail: String(error.cause ?? error) }), { status: 502 }),
      )
    let given = await ask()
    // A longer one is a limit of the day, such as that of live copies: no sample waits for it.
    for (let wait = retryAfter(given); wait <= 30; wait = retryAfter(given)) {
      await delay(1_000 * wait)
      given = await ask()
    }
    // It comes unpacked, and as long as it then is.
    const packing = ['content-encoding', 'content-length', 'transfer-encoding', 'connection']
    answer.writeHead(given.status, Object.fromEntries([...given.headers].filter(([name]) => !packing.includes(name))))
    answer.end(Buffer.from(await given.arrayBuffer()))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() }
}

/** By hand: against the product at SEALWRIGHT_URL; names of files or samples narrow it. */
async function main(wanted: string[]): Promise<number> {
  const url = process.env.SEALWRIGHT_URL
  if (!url) {
    console.error('Set SEALWRIGHT_URL, such as http://localhost:3000.')
    return 1
  }
  const product = await patient(url)
  const samples = textSamples(product.origin).filter(
    (sample) => wanted.length === 0 || wanted.some((word) => word === sample.id || sample.file.startsWith(word)),
  )
  const verdicts = await runTextSamples(samples, () => newSandbox(product.origin))
  product.close()
  for (const { file, id, language, faults } of verdicts) {
    console.log(`${(faults === null ? 'skipped' : faults.length ? 'failed' : 'passed').padEnd(8)}${file} ${id} (${language})`)
    for (const fault of faults ?? []) console.log(`    ${fault}`)
  }
  const count = (test: (faults: string[] | null) => boolean) => verdicts.filter(({ faults }) => test(faults)).length
  const failed = count((faults) => faults !== null && faults.length > 0)
  console.log(
    `${count((faults) => faults?.length === 0)} passed, ${failed} failed, ${count((faults) => faults === null)} skipped (language not installed)`,
  )
  return failed ? 1 : 0
}

if (process.argv[1] === import.meta.filename) process.exitCode = await main(process.argv.slice(2))
