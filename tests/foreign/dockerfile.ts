import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, matchesGlob } from 'node:path'

interface Stage {
  /** The folder that stands for the root of its files. */
  root: string
  folder: string
  env: Record<string, string>
  user: number | null
  entrypoint: string[]
}

/** The instructions of a Dockerfile, one a line. */
const instructionsOf = (file: string): { name: string; rest: string }[] =>
  readFileSync(file, 'utf8')
    .replaceAll(/^\s*#.*\n/gm, '')
    .replaceAll(/\\\n/g, ' ')
    .split('\n')
    .flatMap((line) => {
      const [, name, rest] = /^([A-Z]+)\s+(.*)$/.exec(line) ?? []
      return name ? [{ name, rest: rest! }] : []
    })

/**
 * Carries a Dockerfile's steps out in folders, with what this machine has in the place of what its base image has: for where no engine runs.
 * `/data` and the like lie in the folder of their stage. Gives the last stage.
 */
export function carryOut(file: string, context: string, into: string): Stage {
  const stages = new Map<string, Stage>()
  let stage: Stage | null = null
  for (const { name, rest } of instructionsOf(file)) {
    if (name === 'FROM') {
      const as = / AS (\S+)$/.exec(rest)?.[1] ?? 'last'
      stage = { root: join(into, as), folder: '/', env: {}, user: null, entrypoint: [] }
      stages.set(as, stage)
      mkdirSync(stage.root, { recursive: true })
    }
    if (!stage) continue
    const here = join(stage.root, stage.folder)
    const pairs = [...rest.matchAll(/(\w+)=(\S+)/g)].map(([, key, value]) => [key!, value!] as const)
    if (name === 'WORKDIR') {
      stage.folder = rest
      mkdirSync(join(stage.root, rest), { recursive: true })
    } else if (name === 'ENV') Object.assign(stage.env, Object.fromEntries(pairs))
    else if (name === 'USER') stage.user = Number(rest.split(':')[0])
    else if (name === 'ENTRYPOINT') stage.entrypoint = JSON.parse(rest) as string[]
    else if (name === 'COPY') copy(rest, { context, here, stages })
    else if (name === 'RUN') {
      const command = rest.replaceAll(/ \/(?=data\b)/g, ` ${stage.root}/`)
      const { status, stderr, stdout } = spawnSync('sh', ['-ec', command], {
        ...{ cwd: here, encoding: 'utf8', maxBuffer: 1e8 },
        // The registry and its certificates are the machine's own; Node is the base image's, of the version that runs this.
        env: { ...process.env, PATH: `${dirname(process.execPath)}:${process.env.PATH}`, NODE_ENV: '', ...stage.env },
      })
      if (status !== 0) throw new Error(`RUN ${rest} ended with ${status}: ${`${stdout}${stderr}`.slice(-2_000)}`)
    }
  }
  return stage!
}

function copy(rest: string, { context, here, stages }: { context: string; here: string; stages: Map<string, Stage> }): void {
  const from = /^--from=(\S+) /.exec(rest)?.[1]
  const [to, ...what] = rest
    .split(/\s+/)
    .slice(from ? 1 : 0)
    .toReversed()
  for (const one of what) {
    const target = to === '.' || to === './' ? here : join(here, to!)
    // As engines copy between stages: links stay links.
    if (from) cpSync(join(stages.get(from)!.root, one), target, { recursive: true, verbatimSymlinks: true })
    else if (one === '.') for (const path of sentOf(context)) put(join(context, path), join(target, path))
    else put(join(context, one), join(target, one))
  }
}

function put(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true })
  if (statSync(from, { throwIfNoEntry: false })) cpSync(from, to)
}

/** What an engine is sent of the repository: everything that `.dockerignore` does not name. */
function sentOf(context: string): string[] {
  const ignored = readFileSync(join(context, '.dockerignore'), 'utf8').split('\n').filter(Boolean)
  const { stdout } = spawnSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: context,
    encoding: 'utf8',
    maxBuffer: 1e8,
  })
  return stdout
    .split('\n')
    .filter((path) => path && !ignored.some((glob) => path === glob || path.startsWith(`${glob}/`) || matchesGlob(path, glob)))
}
