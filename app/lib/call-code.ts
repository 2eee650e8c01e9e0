import { originMark } from './origin.ts'
import { type CodeLanguage, codeOf, layOut, type Notation, pythonLeaf, quoted } from './request-code.ts'

/**
 * A sample of a text, written once and shown and run in five languages. One call:
 *
 *     POST /v1/wallets/verify
 *     { "wallet_address": "0x…" }
 *
 * Several, of which later ones use what earlier ones answered:
 *
 *     offering = POST /v1/offerings
 *     { "name": "Acme" }
 *
 *     GET /v1/offerings/{offering.id}
 *
 * What is printed is the answer of the last. A body that is not JSON follows a `Content-Type` of its own.
 */
interface Call {
  /** What its answer is called; null when nothing asks for it. */
  name: string | null
  method: string
  path: string
  headers: Record<string, string>
  body: unknown
}

const head = /^(?:(\w+) = )?(GET|POST|PUT|PATCH|DELETE) (\/\S*)$/

/** Reads a sample. Throws when it is not written as it must be. */
function parseCalls(source: string): Call[] {
  const calls: (Call & { text: string })[] = []
  for (const line of source.trim().split('\n')) {
    const start = head.exec(line)
    const call = calls.at(-1)
    if (start) calls.push({ name: start[1] ?? null, method: start[2]!, path: start[3]!, headers: {}, body: undefined, text: '' })
    else if (!call) throw new Error(`A sample begins with a method and a path, not with ${line}`)
    else if (call.text === '' && /^[A-Z][\w-]+: /.test(line)) call.headers[line.split(': ')[0]!] = line.slice(line.indexOf(': ') + 2)
    else call.text += `${line}\n`
  }
  return calls.map(({ text, ...call }) => ({ ...call, body: text.trim() ? bodyOf(call, text.trim()) : undefined }))
}

/** JSON, unless the call names another type; then the text itself, as one line after the other. */
const bodyOf = (call: Call, text: string): unknown => (call.headers['Content-Type'] ? text : JSON.parse(text))

/** The sample as code of a language that runs with what the language brings along. */
export function callsAs(language: CodeLanguage, source: string): string {
  const calls = parseCalls(source)
  const [only] = calls
  if (calls.length > 1) return writers[language](calls)
  return codeOf(language, {
    method: only!.method,
    origin: originMark,
    path: addressOf(only!.path),
    headers: only!.headers,
    ...(only!.body !== undefined && { body: typeof only!.body === 'string' ? only!.body : JSON.stringify(only!.body) }),
  })
}

const addressOf = (path: string) => (path.startsWith('/v1/') ? `/api${path}` : path)
const reference = /\{([a-z]\w*)((?:\.\w+)+)\}/g
const stepsOf = (path: string) => path.slice(1).split('.')
const subscripts = (path: string, quote: string) =>
  stepsOf(path)
    .map((step) => (/^\d+$/.test(step) ? `[${step}]` : `[${quote}${step}${quote}]`))
    .join('')
/** A text with what it refers to: `whole` where it is nothing else, else put together by `joined`. */
const withReferences = (
  text: string,
  plain: (text: string) => string,
  whole: (ref: string) => string,
  joined: (text: string) => string,
) => {
  if (!text.match(reference)) return plain(text)
  const only = new RegExp(`^${reference.source}$`).exec(text)
  return only ? whole(text) : joined(text)
}
const replaced = (text: string, write: (name: string, path: string) => string) =>
  text.replace(reference, (_, name: string, path: string) => write(name, path))

const nodeEnv = ['process', 'env'].join('.')
const expression = {
  js: (name: string, path: string) =>
    name +
    stepsOf(path)
      .map((step) => (/^\d+$/.test(step) ? `[${step}]` : `.${step}`))
      .join(''),
  python: (name: string, path: string) => name + subscripts(path, '"'),
  ruby: (name: string, path: string) => name + subscripts(path, '"'),
  go(name: string, path: string) {
    const steps = stepsOf(path)
    return name + steps.map((step, n) => goStep(step, n === steps.length - 1 ? 'string' : steps[n + 1]!)).join('')
  },
}
const goStep = (step: string, next: string) => {
  const type = next === 'string' ? 'string' : /^\d+$/.test(next) ? '[]any' : 'map[string]any'
  return `${/^\d+$/.test(step) ? `[${step}]` : `["${step}"]`}.(${type})`
}

/** Calls with their bodies as the arguments of a helper, one statement each. */
function statements(
  calls: Call[],
  write: {
    text(text: string): string
    body: Notation
    call(args: string): string
    name(name: string, call: string): string
    print(call: string): string
  },
): string[] {
  return calls.map((call, n) => {
    const args = [write.text(call.method), write.text(addressOf(call.path))]
    if (call.body !== undefined) args.push(layOut(call.body, write.body))
    const code = write.call(args.join(', '))
    if (n === calls.length - 1) return write.print(code)
    return call.name ? write.name(call.name, code) : code
  })
}

function javascript(calls: Call[]): string {
  const text = (value: string) =>
    withReferences(
      value,
      (plain) => `'${plain.replaceAll("'", "\\'")}'`,
      (ref) => replaced(ref, expression.js),
      (mixed) => `\`${replaced(mixed, (name, path) => `\${${expression.js(name, path)}}`)}\``,
    )
  const body: Notation = {
    leaf: (value) => (typeof value === 'string' ? text(value) : JSON.stringify(value)),
    key: (name) => (/^\w+$/.test(name) ? `${name}:` : `'${name}':`),
    step: '  ',
  }
  return [
    'async function call(method, path, body) {',
    `  const response = await fetch('${originMark}' + path, {`,
    '    method,',
    '    headers: {',
    `      Authorization: \`Bearer \${${nodeEnv}.SEALWRIGHT_KEY}\`,`,
    "      'Content-Type': 'application/json',",
    '    },',
    '    body: body && JSON.stringify(body),',
    '  })',
    '  return response.json()',
    '}',
    '',
    ...statements(calls, {
      text,
      body,
      call: (args) => `await call(${args})`,
      name: (name, call) => `const ${name} = ${call}`,
      print: (call) => `console.log(JSON.stringify(${call}, null, 2))`,
    }),
  ].join('\n')
}

function python(calls: Call[]): string {
  const text = (value: string) =>
    withReferences(
      value,
      (plain) => JSON.stringify(plain),
      (ref) => replaced(ref, expression.python),
      (mixed) => `f"${replaced(mixed, (name, path) => `{${name}${subscripts(path, "'")}}`)}"`,
    )
  const body: Notation = {
    leaf: (value) => (typeof value === 'string' ? text(value) : pythonLeaf(value)),
    key: (name) => `${JSON.stringify(name)}:`,
    step: '    ',
    tight: true,
  }
  return [
    'import json, os, urllib.error, urllib.request',
    '',
    'def call(method, path, body=None):',
    '    request = urllib.request.Request(',
    `        "${originMark}" + path,`,
    '        method=method,',
    '        headers={',
    '            "Authorization": "Bearer " + os.environ["SEALWRIGHT_KEY"],',
    '            "Content-Type": "application/json",',
    '        },',
    '        data=json.dumps(body).encode() if body else None,',
    '    )',
    '    try:',
    '        return json.load(urllib.request.urlopen(request))',
    '    except urllib.error.HTTPError as error:',
    '        return json.load(error)  # a refusal is JSON too',
    '',
    ...statements(calls, {
      text,
      body,
      call: (args) => `call(${args})`,
      name: (name, call) => `${name} = ${call}`,
      print: (call) => `print(json.dumps(${call}, indent=2))`,
    }),
  ].join('\n')
}

function ruby(calls: Call[]): string {
  const text = (value: string) =>
    withReferences(
      value,
      (plain) => JSON.stringify(plain),
      (ref) => replaced(ref, expression.ruby),
      (mixed) => `"${replaced(mixed, (name, path) => `#{${expression.ruby(name, path)}}`)}"`,
    )
  const body: Notation = {
    leaf: (value) => (value === null ? 'nil' : typeof value === 'string' ? text(value) : JSON.stringify(value)),
    key: (name) => (/^\w+$/.test(name) ? `${name}:` : `"${name}":`),
    step: '  ',
  }
  return [
    'require "json"',
    'require "net/http"',
    '',
    'def call(method, path, body = nil)',
    `  uri = URI("${originMark}" + path)`,
    '  request = Net::HTTP.const_get(method.capitalize).new(uri)',
    '  request["Authorization"] = "Bearer #{ENV.fetch("SEALWRIGHT_KEY")}"',
    '  request["Content-Type"] = "application/json"',
    '  request.body = JSON.generate(body) if body',
    '  response = Net::HTTP.start(uri.host, uri.port, use_ssl: uri.scheme == "https") { |http| http.request(request) }',
    '  JSON.parse(response.body)',
    'end',
    '',
    ...statements(calls, {
      text,
      body,
      call: (args) => `call(${args})`,
      name: (name, call) => `${name} = ${call}`,
      print: (call) => `puts JSON.pretty_generate(${call})`,
    }),
  ].join('\n')
}

const jsonText: Notation = { leaf: (value) => JSON.stringify(value), key: (name) => `${JSON.stringify(name)}:`, step: '  ' }

function go(calls: Call[]): string {
  const quoted = (value: string, quote: string) =>
    `${quote}${replaced(value, (name, path) => `${quote}+${expression.go(name, path)}+${quote}`)}${quote}`.replace(/\+(""|``)$/, '')
  const lines = calls.map((call, n) => {
    const body = call.body === undefined ? '``' : quoted(layOut(call.body, jsonText).replaceAll('\n', '\n\t'), '`')
    const code = `call("${call.method}", ${quoted(addressOf(call.path), '"')}, ${body})`
    if (n === calls.length - 1) return [`\tanswer, _ := json.MarshalIndent(${code}, "", "  ")`, '\tfmt.Println(string(answer))'].join('\n')
    return call.name ? `\t${call.name} := ${code}` : `\t${code}`
  })
  return [
    'package main',
    '',
    'import (',
    ...['encoding/json', 'fmt', 'net/http', 'os', 'strings'].map((name) => `\t"${name}"`),
    ')',
    '',
    'func call(method, path, body string) map[string]any {',
    `\trequest, err := http.NewRequest(method, "${originMark}"+path, strings.NewReader(body))`,
    '\tif err != nil {',
    '\t\tpanic(err)',
    '\t}',
    '\trequest.Header.Set("Authorization", "Bearer "+os.Getenv("SEALWRIGHT_KEY"))',
    '\trequest.Header.Set("Content-Type", "application/json")',
    '\tresponse, err := http.DefaultClient.Do(request)',
    '\tif err != nil {',
    '\t\tpanic(err)',
    '\t}',
    '\tdefer response.Body.Close()',
    '\tvar answer map[string]any',
    '\tif err := json.NewDecoder(response.Body).Decode(&answer); err != nil {',
    '\t\tpanic(err)',
    '\t}',
    '\treturn answer',
    '}',
    '',
    'func main() {',
    ...lines,
    '}',
  ].join('\n')
}

/** How an id of a thing begins, to find it in an answer without a JSON tool. */
const prefixes: Record<string, string> = {
  offering: 'off',
  investor: 'inv',
  investment: 'ivs',
  transaction: 'txn',
  issuance: 'iss',
  credential: 'cre',
  decision: 'dec',
  snapshot: 'snp',
  monitored: 'mon',
  bulk: 'blk',
  exception: 'exc',
  erasure: 'era',
  case: 'cas',
  endpoint: 'whk',
  check: 'chk',
}

/** What takes a field out of an answer in a shell. */
function found(name: string, path: string): string {
  const steps = stepsOf(path)
  const field = steps.at(-1)!
  const thing = steps.length > 1 ? steps.at(-2)! : name
  if (field === 'id' && prefixes[thing]) return `grep -o '${prefixes[thing]}_[0-9a-z]*' | head -1`
  return `grep -o '"${field}":"[^"]*"' | head -1 | cut -d'"' -f4`
}
const variable = (name: string, path: string) => [name, ...stepsOf(path).filter((step) => !/^\d+$/.test(step))].join('_').toUpperCase()

function curl(calls: Call[]): string {
  const asked = new Map<string, Map<string, string>>()
  for (const [, name, path] of JSON.stringify(calls.map(({ path, body }) => [path, body])).matchAll(reference))
    asked.set(name!, (asked.get(name!) ?? new Map()).set(variable(name!, path!), found(name!, path!)))
  const lines = calls.map((call, n) => {
    const url = `${originMark}${replaced(addressOf(call.path), (name, path) => `$${variable(name, path)}`)}`
    const parts = [
      `curl -s ${call.method === 'GET' || (call.method === 'POST' && call.body !== undefined) ? '' : `-X ${call.method} `}"${url}"`,
      '-H "Authorization: Bearer $SEALWRIGHT_KEY"',
      ...Object.entries(call.headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ]
    if (call.body !== undefined) {
      const text = layOut(call.body, jsonText).replaceAll("'", "'\\''").replaceAll('\n', '\n  ')
      parts.push('-H "Content-Type: application/json"', `-d '${replaced(text, (name, path) => `'"$${variable(name, path)}"'`)}'`)
    }
    const code = parts.join(' \\\n  ')
    if (n === calls.length - 1) return code
    const wanted = [...(asked.get(call.name ?? '') ?? [])]
    if (wanted.length === 0) return `${code} > /dev/null`
    const [[name, find]] = wanted as [[string, string]]
    if (wanted.length === 1) return `${name}=$(${code} \\\n  | ${find})`
    const whole = call.name!.toUpperCase()
    return [`${whole}=$(${code})`, ...wanted.map(([each, how]) => `${each}=$(echo "$${whole}" | ${how})`)].join('\n')
  })
  return lines.join('\n\n')
}

const writers: Record<CodeLanguage, (calls: Call[]) => string> = { curl, JavaScript: javascript, Python: python, Go: go, Ruby: ruby }
