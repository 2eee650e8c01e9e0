/** A request to be written as code. Parts of the path in braces become environment variables, so that the code runs as it is. */
export interface CodeRequest {
  method: string
  /** Scheme, host and port. */
  origin: string
  /** From the first slash, query included. */
  path: string
  /** The body as text; none when empty. */
  body?: string
  /** A sandbox scenario to be named in a header. */
  scenario?: string
  /** Further headers. */
  headers?: Record<string, string>
}

export const codeLanguages = ['curl', 'JavaScript', 'Python', 'Go', 'Ruby'] as const
export type CodeLanguage = (typeof codeLanguages)[number]
/** What the highlighter calls them. */
export const highlightNames: Record<CodeLanguage, string> = {
  curl: 'bash',
  JavaScript: 'javascript',
  Python: 'python',
  Go: 'go',
  Ruby: 'ruby',
}

const variable = (name: string) => name.replace(/([a-z])([A-Z])/g, '$1_$2').toUpperCase()
/** The names of the environment variables a request reads, besides the key. */
export const variablesOf = (path: string) => [...path.matchAll(/\{(\w+)\}/g)].map((match) => variable(match[1]!))

const indent = (text: string, by: string) => text.replaceAll('\n', `\n${by}`)
/** For a shell: in double quotes, in which a key may be filled in, unless the text has some of its own. */
export const quoted = (text: string): string => (text.includes('"') ? `'${text}'` : `"${text}"`)

const headersOf = ({ body, scenario, headers }: CodeRequest): [string, string][] => [
  ...(scenario ? [['Sandbox-Scenario', scenario] as [string, string]] : []),
  ...Object.entries(headers ?? {}),
  ...(body && !headers?.['Content-Type'] ? [['Content-Type', 'application/json'] as [string, string]] : []),
]

/** How a language writes values. */
export interface Notation {
  /** Texts, numbers, true, false, null. */
  leaf(value: unknown): string
  key(name: string): string
  step: string
  /** No space inside the braces of one line. */
  tight?: boolean
}
const WIDTH = 76
/** A value laid out: on one line where it fits, else a line for each part. */
export function layOut(value: unknown, notation: Notation, by = ''): string {
  if (typeof value !== 'object' || value === null) return notation.leaf(value)
  const inner = by + notation.step
  const list = Array.isArray(value)
  const parts = (deep: string) =>
    list
      ? value.map((each) => layOut(each, notation, deep))
      : Object.entries(value).map(([name, each]) => `${notation.key(name)} ${layOut(each, notation, deep)}`)
  const [open, close] = list ? ['[', ']'] : ['{', '}']
  const flat = parts(by)
  if (flat.length === 0) return open + close
  const space = list || notation.tight ? '' : ' '
  const line = `${open}${space}${flat.join(', ')}${space}${close}`
  // The whole is always opened up; what is inside it stays on a line where it can.
  if (by !== '' && !line.includes('\n') && by.length + line.length < WIDTH) return line
  return `${open}\n${parts(inner)
    .map((part) => inner + part)
    .join(',\n')}\n${by}${close}`
}
const jsonNotation: Notation = { leaf: (value) => JSON.stringify(value), key: (name) => `${JSON.stringify(name)}:`, step: '  ' }
export const pythonLeaf = (value: unknown) =>
  value === null ? 'None' : typeof value === 'boolean' ? (value ? 'True' : 'False') : JSON.stringify(value)
const pythonNotation: Notation = { leaf: pythonLeaf, key: jsonNotation.key, step: '    ', tight: true }

/** JSON laid out; text that is not JSON as it is. */
const laidOut = (body: string) => {
  try {
    const json = JSON.parse(body) as unknown
    return { json, text: layOut(json, jsonNotation) }
  } catch {
    return { json: undefined, text: body }
  }
}

/** Lines of JSON stand under the option; those of any other text must stay as they are. */
const inCurl = (body: string) => {
  const { json, text } = laidOut(body)
  const quoted = text.replaceAll("'", "'\\''")
  return json === undefined ? quoted : indent(quoted, '  ')
}

function curl(request: CodeRequest): string {
  const { method, origin, path, body } = request
  const url = `${origin}${path.replace(/\{(\w+)\}/g, (_, name: string) => `$${variable(name)}`)}`
  const lines = [`curl -s ${method === 'GET' ? '' : `-X ${method} `}"${url}"`, '-H "Authorization: Bearer $SEALWRIGHT_KEY"']
  for (const [name, value] of headersOf(request)) lines.push(`-H ${quoted(`${name}: ${value}`)}`)
  if (body) lines.push(`-d '${inCurl(body)}'`)
  return lines.join(' \\\n  ')
}

/** How the written code reads the environment; this file itself reads none. */
const nodeEnv = ['process', 'env'].join('.')

function javascript(request: CodeRequest): string {
  const { method, origin, path, body } = request
  const url = path.includes('{')
    ? `\`${origin}${path.replace(/\{(\w+)\}/g, (_, name: string) => `\${${nodeEnv}.${variable(name)}}`)}\``
    : `'${origin}${path}'`
  const json = body ? laidOut(body) : null
  return [
    `const response = await fetch(${url}, {`,
    `  method: '${method}',`,
    '  headers: {',
    `    Authorization: \`Bearer \${${nodeEnv}.SEALWRIGHT_KEY}\`,`,
    ...headersOf(request).map(([name, value]) => `    '${name}': '${value}',`),
    '  },',
    ...(json ? [`  body: ${json.json === undefined ? JSON.stringify(json.text) : `JSON.stringify(${indent(json.text, '  ')})`},`] : []),
    '})',
    'console.log(JSON.stringify(await response.json(), null, 2))',
  ].join('\n')
}

function python(request: CodeRequest): string {
  const { method, origin, path, body } = request
  const url = path.includes('{')
    ? `f"${origin}${path.replace(/\{(\w+)\}/g, (_, name: string) => `{os.environ['${variable(name)}']}`)}"`
    : `"${origin}${path}"`
  const json = body ? laidOut(body) : null
  return [
    'import json, os, urllib.error, urllib.request',
    '',
    'request = urllib.request.Request(',
    `    ${url},`,
    `    method="${method}",`,
    '    headers={',
    '        "Authorization": "Bearer " + os.environ["SEALWRIGHT_KEY"],',
    ...headersOf(request).map(([name, value]) => `        "${name}": ${JSON.stringify(value)},`),
    '    },',
    ...(json
      ? [
          `    data=${json.json === undefined ? `${JSON.stringify(json.text)}.encode()` : `json.dumps(${layOut(json.json, pythonNotation, '    ')}).encode()`},`,
        ]
      : []),
    ')',
    'try:',
    '    response = urllib.request.urlopen(request)',
    'except urllib.error.HTTPError as error:',
    '    response = error  # a refusal is JSON too',
    'print(json.dumps(json.load(response), indent=2))',
  ].join('\n')
}

function go(request: CodeRequest): string {
  const { method, origin, path, body } = request
  const url = `"${origin}${path.replace(/\{(\w+)\}/g, (_, name: string) => `"+os.Getenv("${variable(name)}")+"`)}"`
    .replace(/\+""$/, '')
    .replace(/^""\+/, '')
  const text = body ? laidOut(body).text : ''
  const literal = text.includes('`') ? JSON.stringify(text) : `\`${text}\``
  const imports = ['fmt', 'io', 'net/http', 'os', ...(body ? ['strings'] : [])]
  return [
    'package main',
    '',
    'import (',
    ...imports.map((name) => `\t"${name}"`),
    ')',
    '',
    'func main() {',
    ...(body ? [`\tbody := strings.NewReader(${literal})`] : []),
    `\trequest, err := http.NewRequest("${method}", ${url}, ${body ? 'body' : 'nil'})`,
    '\tif err != nil {',
    '\t\tpanic(err)',
    '\t}',
    '\trequest.Header.Set("Authorization", "Bearer "+os.Getenv("SEALWRIGHT_KEY"))',
    ...headersOf(request).map(([name, value]) => `\trequest.Header.Set("${name}", ${JSON.stringify(value)})`),
    '\tresponse, err := http.DefaultClient.Do(request)',
    '\tif err != nil {',
    '\t\tpanic(err)',
    '\t}',
    '\tdefer response.Body.Close()',
    '\tanswer, err := io.ReadAll(response.Body)',
    '\tif err != nil {',
    '\t\tpanic(err)',
    '\t}',
    '\tfmt.Println(string(answer))',
    '}',
  ].join('\n')
}

function ruby(request: CodeRequest): string {
  const { method, origin, path, body } = request
  const url = `"${origin}${path.replace(/\{(\w+)\}/g, (_, name: string) => `#{ENV.fetch("${variable(name)}")}`)}"`
  const kind = method[0] + method.slice(1).toLowerCase()
  return [
    'require "json"',
    'require "net/http"',
    '',
    `uri = URI(${url})`,
    `request = Net::HTTP::${kind}.new(uri)`,
    'request["Authorization"] = "Bearer #{ENV.fetch("SEALWRIGHT_KEY")}"',
    ...headersOf(request).map(([name, value]) => `request["${name}"] = ${JSON.stringify(value)}`),
    ...(body ? ["request.body = <<~'BODY'", `  ${indent(laidOut(body).text, '  ')}`, 'BODY'] : []),
    'response = Net::HTTP.start(uri.host, uri.port, use_ssl: uri.scheme == "https") { |http| http.request(request) }',
    'puts JSON.pretty_generate(JSON.parse(response.body))',
  ].join('\n')
}

const writers: Record<CodeLanguage, (request: CodeRequest) => string> = { curl, JavaScript: javascript, Python: python, Go: go, Ruby: ruby }

/** The request as code that runs with what each language brings along. The key is read from SEALWRIGHT_KEY. */
export const codeOf = (language: CodeLanguage, request: CodeRequest) => writers[language](request)
