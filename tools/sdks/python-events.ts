import type { Schema } from './document.ts'
import { pascal } from './groups.ts'
import { docstring, literal, type PythonTypes, union } from './python-types.ts'

/** An event of the document: what is said of it, and its schema. */
export interface DescribedEvent {
  type: string
  summary: string
  schema: Schema
}

/** The events of the document: a class each, told apart by `type`. */
export function eventClasses(described: DescribedEvent[], types: PythonTypes): string {
  const classes = new PartClasses(types)
  const common = described[0]!.schema
  const shared = Object.fromEntries(Object.entries(common.properties!).filter(([field]) => !['type', 'data'].includes(field)))
  const base = types.model('EventBase', { ...common, properties: shared }, 'What every event says.', (one, said) =>
    classes.typeOf(one, `Event${fieldIn(said)}`, said),
  )
  const sharing = new Map<string, string[]>()
  for (const { type, schema } of described) {
    const shape = shapeOf(payloadIn(schema))
    sharing.set(shape, [...(sharing.get(shape) ?? []), type])
  }
  const events = described.map((event) => eventClass(event, sharing.get(shapeOf(payloadIn(event.schema)))!, classes))
  return `${[base, ...classes.bodies].join('\n\n')}

class EventLink(Model):
    """\`data\` of an event whose endpoint asks for links: read it there, with your key."""

    object_url: str
    """Where the whole event is."""


class UnknownEvent(EventBase):
    """An event of a type that this release does not know. Answer 2xx and go on."""

    type: Literal["unknown"]
    actual_type: str
    """The type as it was sent."""
    data: Any
    """As it was sent."""


${events.join('\n\n')}

Event = Union[
${described.map(({ type }) => `    ${className(type)}Event,\n`).join('')}    UnknownEvent,
]
"""An event: \`type\` says which, and a type checker follows it."""

EventType = Literal[
${described.map(({ type }) => `    ${literal(type)},\n`).join('')}]
"""The types that this release knows."""

_BY_TYPE: Dict[str, Type[EventBase]] = {
${described.map(({ type }) => `    ${literal(type)}: ${className(type)}Event,\n`).join('')}}
`
}

function eventClass({ type, summary, schema }: DescribedEvent, together: string[], classes: PartClasses): string {
  const place = together.length > 1 ? commonStart(together) || type : type
  const says = `What \`${together.join('`, `')}\` tell${together.length > 1 ? '' : 's'}.`
  const payload = classes.typeOf(payloadIn(schema), `${className(place)}Payload`, says)
  const { previous } = wholeIn(schema).properties!
  const before = previous ? union([classes.typeOf(previous, `${className(type)}Previous`, `What was before \`${type}\`.`), 'None']) : 'None'
  const whole = `${className(type)}Data`
  return `class ${whole}(Model):
    """\`data\` of \`${type}\`."""

    object: ${payload}
    """What happened to what."""
    previous: ${before} = None
    """What was before, of what has changed."""


class ${className(type)}Event(EventBase):
${docstring([summary], '    ')}
    type: Literal[${literal(type)}]
    data: Union[${whole}, EventLink]
    """All of it, or a link to it where the endpoint asks for links."""

    @property
    def payload(self) -> ${payload}:
        """What happened. Raises \`ThinEventError\` where the endpoint sends links only."""
        if isinstance(self.data, EventLink):
            raise ThinEventError(self.data.object_url)
        return self.data.object
`
}

/** The objects within events: a class for each shape, called after the place that has it first. */
class PartClasses {
  readonly bodies: string[] = []
  readonly #types: PythonTypes
  readonly #known = new Map<string, string>()
  readonly #taken = new Set<string>()

  constructor(types: PythonTypes) {
    this.#types = types
  }

  typeOf(schema: Schema, place: string, words: string): string {
    const choices = schema.anyOf ?? schema.oneOf
    if (choices) return union(choices.map((one) => this.typeOf(one, place, words)))
    if (schema.type === 'array' && typeof schema.items === 'object') return `List[${this.typeOf(schema.items, `${place}Item`, words)}]`
    if (schema.type !== 'object' || !Object.keys(schema.properties ?? {}).length) return this.#types.type(schema, 'answer', words)
    const shape = shapeOf(schema)
    const known = this.#known.get(shape)
    if (known) return known
    let name = place
    for (let n = 2; this.#taken.has(name); n++) name = `${place}${n}`
    this.#taken.add(name)
    this.#known.set(shape, name)
    const at = this.bodies.push('') - 1
    this.bodies[at] = this.#types.model(name, schema, schema.description ?? words, (one, said) =>
      this.typeOf(one, `${name.replace(/Payload$/, '')}${fieldIn(said)}`, said),
    )
    return name
  }
}

const wholeIn = (schema: Schema): Schema => schema.properties!.data!.anyOf!.find((one) => one.properties?.object)!
const payloadIn = (schema: Schema): Schema => wholeIn(schema).properties!.object!
/** The field that words such as "`id` of `X`." are about, as a name. */
const fieldIn = (said: string): string => pascal(/`(\w+)`/.exec(said)?.[1] ?? '')
const shapeOf = (schema: Schema): string =>
  JSON.stringify(schema, (key, value) => (key === 'examples' || key === 'description' ? undefined : value))
const className = (type: string): string => pascal(type.replaceAll('.', '_'))

/** The words that all of these types begin with. */
function commonStart(types: string[]): string {
  const [first, ...rest] = types.map((type) => type.split('.'))
  const same = first!.findIndex((word, n) => rest.some((other) => other[n] !== word))
  return first!.slice(0, same < 0 ? first!.length : same).join('.')
}
