import { refName, type Schema } from './document.ts'

/** Answers are read into classes; bodies are dictionaries that a type checker knows. */
type Use = 'answer' | 'request'

const TIMES = { 'date-time': 'dt.datetime', date: 'dt.date' } as const

const KEYWORDS = new Set(
  'False None True and as assert async await break class continue def del elif else except finally for from global if import in is lambda nonlocal not or pass raise return try while with yield'.split(
    ' ',
  ),
)
const isName = (text: string) => /^[A-Za-z]\w*$/.test(text) && !KEYWORDS.has(text)

/** A field of JSON as a name of Python: `from` as `from_`, `investor.qp` as `investor_qp`. */
export const attributeOf = (field: string): string => {
  const name = field.replace(/\W/g, '_')
  return KEYWORDS.has(name) ? `${name}_` : name
}

/** A value as Python writes it. */
export const literal = (value: unknown): string =>
  value === null ? 'None' : typeof value === 'boolean' ? (value ? 'True' : 'False') : JSON.stringify(value)

/** Words as a docstring, indented: it cannot be ended by what it says. */
export function docstring(lines: string[], pad: string): string {
  const safe = lines.map((line) => line.replaceAll('\\', '\\\\').replaceAll('"""', "'''"))
  const end = safe.length > 1 || safe.at(-1)!.endsWith('"') ? `\n${pad}` : ''
  return `${pad}"""${safe.map((line, n) => (n && line ? pad + line : line)).join('\n')}${end}"""\n`
}

/** One schema as a type of Python; what is asked for is remembered, so that only what is used is written. */
export class PythonTypes {
  readonly #schemas: Record<string, Schema>
  /** Where each component is used: the place that named it first. */
  readonly #asked: Record<Use | 'enum', Map<string, string>> = { answer: new Map(), request: new Map(), enum: new Map() }
  readonly #bodies: Record<Use | 'enum', Map<string, string>> = { answer: new Map(), request: new Map(), enum: new Map() }

  constructor(schemas: Record<string, Schema>) {
    this.#schemas = schemas
  }

  /** The schema behind a reference. */
  resolved = (schema: Schema): Schema => this.#schemas[refName(schema) ?? ''] ?? schema

  /** The type of a schema, as a module with these prefixes writes it. `at` says where it stands. */
  type(schema: Schema, use: Use, at: string, prefix = { answer: '', request: '', enum: 'enums.' }): string {
    const inner = (one: Schema) => this.type(one, use, at, prefix)
    const name = refName(schema)
    if (name) {
      const target = this.#schemas[name]!
      // An event is told by its type, with the fields of that type.
      if (use === 'answer' && isEvent(target)) return 'events.Event'
      const kind = target.enum ? 'enum' : use
      if (!this.#asked[kind].has(name)) this.#asked[kind].set(name, at)
      const type = prefix[kind] + name
      // What has further fields of its own takes them: a typed dictionary would refuse them.
      return kind === 'request' && isOpen(target) ? `Union[${type}, Mapping[str, Any]]` : type
    }
    if (schema.const !== undefined) return schema.const === null ? 'None' : `Literal[${literal(schema.const)}]`
    if (schema.enum) return `Literal[${schema.enum.map(literal).join(', ')}]`
    const choices = schema.anyOf ?? schema.oneOf
    if (choices) return union(choices.map(inner))
    if (Array.isArray(schema.type)) return union(schema.type.map((type) => inner({ ...schema, type })))
    const [list, map] = use === 'answer' ? ['List', 'Dict'] : ['Sequence', 'Mapping']
    switch (schema.type) {
      case 'array':
        return `${list}[${typeof schema.items === 'object' ? inner(schema.items) : 'Any'}]`
      case 'object':
        return `${map}[str, ${typeof schema.additionalProperties === 'object' ? inner(schema.additionalProperties) : 'Any'}]`
      case 'integer':
        return 'int'
      case 'number':
        return 'float'
      case 'boolean':
        return 'bool'
      case 'string':
        if (schema.format !== 'date-time' && schema.format !== 'date') return 'str'
        // What is sent may be written as text too.
        return use === 'answer' ? TIMES[schema.format] : `Union[${TIMES[schema.format]}, str]`
      case 'null':
        return 'None'
      default:
        return 'Any'
    }
  }

  /** The classes of all that was asked for, those below them too. */
  declarations(use: Use | 'enum'): string[] {
    const [asked, bodies] = [this.#asked[use], this.#bodies[use]]
    for (let before = -1; before !== asked.size; ) {
      before = asked.size
      for (const [name, at] of [...asked]) if (!bodies.has(name)) bodies.set(name, this.#declared(name, use, at))
    }
    return [...bodies].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, body]) => body)
  }

  #declared(name: string, use: Use | 'enum', at: string): string {
    const schema = this.#schemas[name]!
    const words = schema.description ?? at
    if (use === 'enum') return `${name} = Literal[${schema.enum!.map(literal).join(', ')}]\n${docstring([words], '')}`
    return use === 'answer' ? this.model(name, schema, words) : this.#dictionary(name, schema, words)
  }

  /** A frozen class that an answer is read into. */
  model(name: string, schema: Schema, words: string, type = (one: Schema, at: string) => this.type(one, 'answer', at)): string {
    const fields = Object.entries(schema.properties ?? {})
    const renamed = fields.filter(([field]) => attributeOf(field) !== field)
    const lines = fields.map(([field, property]) => {
      const own = type(property, `\`${field}\` of \`${name}\`.`)
      const required = schema.required?.includes(field)
      const text = required ? own : `${own.startsWith('Optional[') || own === 'Any' ? own : union([own, 'None'])} = None`
      return `    ${attributeOf(field)}: ${text}\n${fieldWords(property)}`
    })
    // Those with a value of their own come last, as in a dataclass.
    const ordered = [...lines.filter((line) => !/ = None\n/.test(line)), ...lines.filter((line) => / = None\n/.test(line))]
    const names = renamed.length
      ? `    _names: ClassVar[Dict[str, str]] = {${renamed.map(([field]) => `${literal(attributeOf(field))}: ${literal(field)}`).join(', ')}}\n\n`
      : ''
    return `class ${name}(Model):\n${docstring([words], '    ')}\n${names}${ordered.join('')}`
  }

  #dictionary(name: string, schema: Schema, words: string): string {
    const fields = Object.entries(schema.properties ?? {}).map(([field, property]) => {
      const own = this.type(property, 'request', `\`${field}\` of \`${name}\`.`)
      return { field, property, type: schema.required?.includes(field) ? own : `NotRequired[${own}]` }
    })
    if (fields.every(({ field }) => isName(field))) {
      const lines = fields.map(({ field, property, type }) => `    ${field}: ${type}\n${fieldWords(property)}`)
      return `class ${name}(TypedDict):\n${docstring([words], '    ')}\n${lines.join('') || '    pass\n'}`
    }
    // Fields such as `from` or `investor.qp` cannot stand in a class.
    const lines = fields.map(({ field, property, type }) => {
      const said = property.description ? `        # ${property.description}\n` : ''
      return `${said}        ${literal(field)}: ${literal(type)},\n`
    })
    return `${name} = TypedDict(\n    ${literal(name)},\n    {\n${lines.join('')}    },\n)\n${docstring([words], '')}`
  }
}

function fieldWords({ description, deprecated }: Schema): string {
  const words = [deprecated && 'Deprecated.', description].filter(Boolean).join(' ')
  return words ? docstring([words], '    ') : ''
}

/** An event as the API answers it: what it tells depends on its type. */
export const isEvent = ({ properties }: Schema): boolean => properties?.object?.const === 'event' && properties.data !== undefined
/** Has fields, and takes others besides. */
const isOpen = ({ additionalProperties }: Schema) => typeof additionalProperties === 'object' || additionalProperties === undefined

/** A choice between types, each once; with nothing as an option. */
export function union(types: string[]): string {
  const flat = [...new Set(types.flatMap((type) => (/^Union\[.*\]$/.test(type) ? split(type.slice(6, -1)) : [type])))]
  // Among several, one that is optional makes the whole so.
  const some = [...new Set(flat.map((type) => (/^Optional\[.*\]$/.test(type) ? type.slice(9, -1) : type)))].filter(
    (type) => type !== 'None',
  )
  const none = some.length < flat.length || flat.some((type) => type.startsWith('Optional['))
  if (some.includes('Any')) return 'Any'
  const whole = some.length > 1 ? `Union[${some.join(', ')}]` : (some[0] ?? 'None')
  return none && some.length ? `Optional[${whole}]` : whole
}

/** The parts of a list of types, whose own lists stay whole. */
function split(text: string): string[] {
  const parts: string[] = []
  let depth = 0
  for (const piece of text.split(/(?<=,) /)) {
    if (depth) parts[parts.length - 1] += ` ${piece}`
    else parts.push(piece)
    depth += (piece.match(/\[/g)?.length ?? 0) - (piece.match(/\]/g)?.length ?? 0)
  }
  return parts.map((part) => part.replace(/,$/, ''))
}
