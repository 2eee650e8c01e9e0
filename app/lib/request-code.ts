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
}

export const codeLanguages = ['curl', 'JavaScript', 'Python', 'Go', 'Ruby'] as const
export type CodeLanguage = (typeof codeLanguages)[number]

const variable = (name: string) => name.replace(/([a-z])([A-Z])/g, '$1_$2').toUpperCase()
/** The names of the environment variables a request reads, besides the key. */
export const variablesOf = (path: string) => [...path.matchAll(/\{(\w+)\}/g)].map((match) => variable(match[1]!))

const indent = (text: string, by: string) => text.replaceAll('\n', `\n${by}`)
/** JSON laid out; text that is not JSON as it is. */
const laidOut = (body: string) => {
  try {
    return { json: JSON.parse(body) as unknown, text: JSON.stringify(JSON.parse(body), null, 2) }
  } catch {
    return { json: undefined, text: body }
  }
}

function curl({ method, origin, path, body, scenario }: CodeRequest): string {
  const url = `${origin}${path.replace(/\{(\w+)\}/g, (_, name: string) => `$${variable(name)}`)}`
  const lines = [`curl -s ${method === 'GET' ? '' : `-X ${method} `}"${url}"`, '-H "Authorization: Bearer $SEALWRIGHT_KEY"']
  if (scenario) lines.push(`-H "Sandbox-Scenario: ${scenario}"`)
  if (body) lines.push('-H "Content-Type: application/json"', `-d '${indent(laidOut(body).text.replaceAll("'", "'\\''"), '  ')}'`)
  return lines.join(' \\\n  ')
}

/** How the written code reads the environment; this file itself reads none. */
const nodeEnv = ['process', 'env'].join('.')

function javascript({ method, origin, path, body, scenario }: CodeRequest): string {
  const url = path.includes('{')
    ? `\`${origin}${path.replace(/\{(\w+)\}/g, (_, name: string) => `\${${nodeEnv}.${variable(name)}}`)}\``
    : `'${origin}${path}'`
  const json = body ? laidOut(body) : null
  return [
    `const response = await fetch(${url}, {`,
    `  method: '${method}',`,
    '  headers: {',
    `    Authorization: \`Bearer \${${nodeEnv}.SEALWRIGHT_KEY}\`,`,
    ...(scenario ? [`    'Sandbox-Scenario': '${scenario}',`] : []),
    ...(json ? ["    'Content-Type': 'application/json',"] : []),
    '  },',
    ...(json ? [`  body: ${json.json === undefined ? JSON.stringify(json.text) : `JSON.stringify(${indent(json.text, '  ')})`},`] : []),
    '})',
    'console.log(JSON.stringify(await response.json(), null, 2))',
  ].join('\n')
}

/** A JSON value as Python writes it. */
function pythonLiteral(value: unknown, by = ''): string {
  if (value === null) return 'None'
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  if (typeof value !== 'object') return JSON.stringify(value)
  const inner = `${by}    `
  const parts = Array.isArray(value)
    ? value.map((each) => inner + pythonLiteral(each, inner))
    : Object.entries(value).map(([key, each]) => `${inner}${JSON.stringify(key)}: ${pythonLiteral(each, inner)}`)
  const [open, close] = Array.isArray(value) ? '[]' : '{}'
  return parts.length === 0 ? `${open}${close}` : `${open}\n${parts.join(',\n')},\n${by}${close}`
}

function python({ method, origin, path, body, scenario }: CodeRequest): string {
  const url = path.includes('{')
    ? `f"${origin}${path.replace(/\{(\w+)\}/g, (_, name: string) => `{os.environ['${variable(name)}']}`)}"`
    : `"${origin}${path}"`
  const json = body ? laidOut(body) : null
  return [
    'import json, os, urllib.request',
    '',
    'request = urllib.request.Request(',
    `    ${url},`,
    `    method="${method}",`,
    '    headers={',
    '        "Authorization": "Bearer " + os.environ["SEALWRIGHT_KEY"],',
    ...(scenario ? [`        "Sandbox-Scenario": "${scenario}",`] : []),
    ...(json ? ['        "Content-Type": "application/json",'] : []),
    '    },',
    ...(json
      ? [
          `    data=${json.json === undefined ? `${JSON.stringify(json.text)}.encode()` : `json.dumps(${pythonLiteral(json.json, '    ')}).encode()`},`,
        ]
      : []),
    ')',
    'with urllib.request.urlopen(request) as response:',
    '    print(json.dumps(json.load(response), indent=2))',
  ].join('\n')
}

function go({ method, origin, path, body, scenario }: CodeRequest): string {
  const url = `"${origin}${path.replace(/\{(\w+)\}/g, (_, name: string) => `" + os.Getenv("${variable(name)}") + "`)}"`.replace(
    / \+ ""$/,
    '',
  )
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
    ...(scenario ? [`\trequest.Header.Set("Sandbox-Scenario", "${scenario}")`] : []),
    ...(body ? ['\trequest.Header.Set("Content-Type", "application/json")'] : []),
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

function ruby({ method, origin, path, body, scenario }: CodeRequest): string {
  const url = `"${origin}${path.replace(/\{(\w+)\}/g, (_, name: string) => `#{ENV.fetch("${variable(name)}")}`)}"`
  const kind = method[0] + method.slice(1).toLowerCase()
  return [
    'require "json"',
    'require "net/http"',
    '',
    `uri = URI(${url})`,
    `request = Net::HTTP::${kind}.new(uri)`,
    'request["Authorization"] = "Bearer #{ENV.fetch("SEALWRIGHT_KEY")}"',
    ...(scenario ? [`request["Sandbox-Scenario"] = "${scenario}"`] : []),
    ...(body
      ? ['request["Content-Type"] = "application/json"', "request.body = <<~'JSON'", `  ${indent(laidOut(body).text, '  ')}`, 'JSON']
      : []),
    'response = Net::HTTP.start(uri.host, uri.port, use_ssl: uri.scheme == "https") { |http| http.request(request) }',
    'puts JSON.pretty_generate(JSON.parse(response.body))',
  ].join('\n')
}

const writers: Record<CodeLanguage, (request: CodeRequest) => string> = { curl, JavaScript: javascript, Python: python, Go: go, Ruby: ruby }

/** The request as code that runs with what each language brings along. The key is read from SEALWRIGHT_KEY. */
export const codeOf = (language: CodeLanguage, request: CodeRequest) => writers[language](request)
