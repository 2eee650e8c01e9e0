import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

/** A sample to run, with the environment variables it reads. */
export interface BatchSample {
  id: string
  code: string
  env: Record<string, string>
}

interface Language {
  /** Null when the language is not on this machine. */
  program(): string | null
  /** Writes the samples and what runs them all in one process; returns the arguments. */
  prepare(folder: string, samples: BatchSample[]): string[]
}

const found = (name: string, args: string[]) => (spawnSync(name, args, { stdio: 'ignore' }).status === 0 ? name : null)
const text = JSON.stringify
const write = (folder: string, name: string, content: string) => {
  const path = join(folder, name)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, content)
  return path
}
const quoted = (value: string) => `'${value.replaceAll("'", "'\\''")}'`

/** Each sample as a module, and one that runs them in their order. */
function modules(folder: string, samples: BatchSample[], ending: 'mjs' | 'mts'): string[] {
  for (const [n, sample] of samples.entries()) write(folder, `${n}.${ending}`, sample.code)
  const runs = samples.map(
    (sample, n) => `Object.assign(process.env, ${text(sample.env)})
out = ''
try { await import('./${n}.${ending}') } catch (error) { out += String(error?.stack ?? error) }
writeFileSync('out-${n}', out)`,
  )
  const head = `import { writeFileSync } from 'node:fs'
let out = ''
process.stdout.write = (chunk) => { out += chunk; return true }`
  return [write(folder, 'all.mjs', [head, ...runs].join('\n'))]
}

/** One process a language: starting one for each sample would take minutes. Each sample's output goes to `out-N`. */
const languages: Record<string, Language> = {
  curl: {
    program: () => found('bash', ['--version']) && found('curl', ['--version']) && 'bash',
    prepare(folder, samples) {
      const lines = samples.map((sample, n) => {
        const env = Object.entries(sample.env).map(([name, value]) => `export ${name}=${quoted(value)}`)
        write(folder, `${n}.sh`, [...env, sample.code].join('\n'))
        return `( . ./${n}.sh ) > out-${n} 2>&1`
      })
      return [write(folder, 'all.sh', lines.join('\n'))]
    },
  },
  JavaScript: { program: () => process.execPath, prepare: (folder, samples) => modules(folder, samples, 'mjs') },
  TypeScript: {
    program: () => process.execPath,
    prepare(folder, samples) {
      // These ask by the SDK, as somebody has it who installed it.
      mkdirSync(join(folder, 'node_modules/@sealwright'), { recursive: true })
      symlinkSync(join(import.meta.dirname, '../sdks/javascript'), join(folder, 'node_modules/@sealwright/sdk'))
      return modules(folder, samples, 'mts')
    },
  },
  Python: {
    program: () => found('python3', ['--version']),
    prepare(folder, samples) {
      write(folder, 'samples.json', text(samples))
      return [
        write(
          folder,
          'all.py',
          `import contextlib, io, json, os, traceback
for n, sample in enumerate(json.load(open("samples.json"))):
    os.environ.update(sample["env"])
    with open(f"out-{n}", "w") as out, contextlib.redirect_stdout(out):
        try:
            exec(compile(sample["code"], sample["id"], "exec"), {"__name__": "__main__"})
        except BaseException:
            traceback.print_exc(file=out)
`,
        ),
      ]
    },
  },
  Ruby: {
    program: () => found('ruby', ['--version']),
    prepare(folder, samples) {
      write(folder, 'samples.json', text(samples))
      return [
        write(
          folder,
          'all.rb',
          `require "json"
JSON.parse(File.read("samples.json")).each_with_index do |sample, n|
  sample["env"].each { |name, value| ENV[name] = value }
  $stdout = File.open("out-#{n}", "w")
  begin
    eval(sample["code"], TOPLEVEL_BINDING.dup, sample["id"])
  rescue Exception => e
    $stdout.puts e.full_message
  end
  $stdout.close
end
`,
        ),
      ]
    },
  },
  Go: {
    program: () => found('go', ['version']),
    prepare(folder, samples) {
      write(folder, 'go.mod', 'module samples\n\ngo 1.21\n')
      // All in one package: compiling one for each sample would take minutes.
      const imports = new Set(['fmt', 'os'])
      const bodies = samples.map(({ code }, n) => {
        const block = /^import \(([^)]*)\)$/m.exec(code)
        for (const [, name] of block?.[1]?.matchAll(/"([^"]+)"/g) ?? []) imports.add(name!)
        return code
          .replace(/^package main$/m, '')
          .replace(block?.[0] ?? '', '')
          .replace(/^func main\(\)/m, `func sample${n}()`)
          .replace(/\bcall\(/g, `call${n}(`)
      })
      const runs = samples.map((sample, n) => {
        const env = Object.entries(sample.env).map(([name, value]) => `os.Setenv(${text(name)}, ${text(value)})`)
        return `\t${[...env, `run("out-${n}", sample${n})`].join('; ')}`
      })
      write(
        folder,
        'main.go',
        `package main

import (
${[...imports].map((name) => `\t"${name}"`).join('\n')}
)

func run(name string, sample func()) {
\tout, err := os.Create(name)
\tif err != nil {
\t\tpanic(err)
\t}
\tdefer out.Close()
\tdefer func() {
\t\tif failed := recover(); failed != nil {
\t\t\tfmt.Fprintln(out, failed)
\t\t}
\t}()
\tos.Stdout = out
\tsample()
}

func main() {
${runs.join('\n')}
}
${bodies.join('\n')}
`,
      )
      return ['run', '.']
    },
  },
}

export const batchLanguages = Object.keys(languages)

/** Runs samples of one language and returns what each printed, in order; null when the language is not installed here. */
export async function runBatch(language: string, samples: BatchSample[]): Promise<string[] | null> {
  const known = languages[language]
  if (!known) throw new Error(`There is no way to run ${language}.`)
  const program = known.program()
  if (!program) return null
  const folder = mkdtempSync(join(tmpdir(), 'sealwright-samples-'))
  try {
    const args = known.prepare(folder, samples)
    const said = await new Promise<string>((done, fail) => {
      const child = spawn(program, args, { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'], timeout: 240_000 })
      let errors = ''
      child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()))
      child.once('error', fail)
      child.once('exit', () => done(errors))
    })
    return samples.map((_, n) => {
      const out = join(folder, `out-${n}`)
      return existsSync(out) ? readFileSync(out, 'utf8') : said.slice(0, 2_000)
    })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
