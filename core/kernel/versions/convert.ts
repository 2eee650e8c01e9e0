import { AppError, invalidField } from '#core/kernel/errors.ts'
import { parseMicro } from '#engine/money.ts'
import { API_VERSIONS, CURRENT_VERSION, VERSIONS } from '../versions.ts'
import { CHANGES_OF_2026_11_27 } from './2026-11-27.ts'
import { changeAt, changeSchemaAt, type Fields, older, olderSchema, type VersionChange } from './change.ts'

/** What each version changed. The first changed nothing. */
export const CHANGES: Readonly<Record<string, readonly VersionChange[]>> = { '2026-11-27': CHANGES_OF_2026_11_27 }

/** What was changed after a version, the newest first: undone in this order, a newer shape becomes that of the version. */
function changesSince(version: string): readonly VersionChange[] {
  return API_VERSIONS.slice(0, API_VERSIONS.indexOf(version)).flatMap((newer) => CHANGES[newer] ?? [])
}

const namesOf = (versions: readonly string[]) => versions.join(', ')

/** The version that was asked for, where there is one of that name that has not ended at `now`, ms. Throws `invalid_header`. */
export function knownVersion(asked: string, now = Date.now(), all = VERSIONS): string {
  const found = all.find(({ version }) => version === asked)
  const there = all.filter(({ ends }) => ends === null || Date.parse(ends) > now).map(({ version }) => version)
  if (found && there.includes(asked)) return asked
  const newest = all[0]!.version
  const said = /^\d{4}-\d\d-\d\d$/.test(asked)
    ? found
      ? `Version ${asked} of the API ended on ${found.ends}.`
      : asked > newest
        ? `There is no version ${asked} of the API yet: ${newest} is the newest.`
        : `There is no version ${asked} of the API.`
    : 'A version of the API is a date, such as 2026-11-27.'
  throw new AppError('invalid_header', `${said} Sealwright-Version can be ${namesOf(there)}.`)
}

/** How one operation reads and answers in an older version. */
export interface Shape {
  version: string
  /** The answer as the version says it. */
  down: (answer: unknown) => unknown
  /** What is sent in the version's words, in those of now, and what to call a field in a refusal. Throws `conflicting_fields`. */
  up: (body: unknown) => { body: unknown; refusal: RefusalAsSent }
}
/** A refusal in the words of the version. */
export type RefusalAsSent = (error: unknown) => unknown

/** Answers that hold events, which have a version of their own. */
const EVENTS_IN: Record<string, string> = {
  'events.list': 'data[]',
  'events.get': '',
  'events.stream': 'data[]',
  'transactions.get': 'events[]',
}

const shapes = new Map<string, Shape | undefined>()

/** How an operation differs in this version; undefined where it does not, and always for the current one. */
export function shapeOf(version: string, operation: string): Shape | undefined {
  if (version === CURRENT_VERSION) return undefined
  const key = `${version} ${operation}`
  if (!shapes.has(key)) shapes.set(key, makeShape(version, operation))
  return shapes.get(key)
}

function makeShape(version: string, operation: string): Shape | undefined {
  const all = changesSince(version)
  const answered = all.filter(({ answers }) => operation in answers)
  const asked = all.filter(({ inputs }) => inputs.includes(operation))
  const events = EVENTS_IN[operation]
  if (!answered.length && !asked.length && events === undefined) return undefined
  return {
    version,
    down: (answer) => {
      const told = events === undefined ? answer : changeAt(answer, events, (event) => olderEvent(version, event as never))
      return answered.reduce((value, change) => changeAt(value, change.answers[operation]!, (object) => older(change, object)), told)
    },
    up: (body) => asked.reduce(renamed, { body, refusal: (error) => error }),
  }
}

type Read = ReturnType<Shape['up']>

/** A field that was sent by its older name, by its name of now. What is refused of it is told by the name that was sent. */
function renamed({ body, refusal }: Read, { field, after: name }: VersionChange): Read {
  if (typeof body !== 'object' || body === null || !(field in body) || name === undefined) return { body, refusal }
  const { [field]: sent, ...rest } = body as Fields
  const numbers = [sent, rest[name]].map((value) => parseMicro(String(value)))
  if (name in rest && !numbers.includes(null) && numbers[0] !== numbers[1])
    throw invalidField(`/${field}`, 'conflicting_fields', `${name} and ${field} differ. Send ${name} alone.`)
  // Of two, the one that cannot be read is told about.
  if (name in rest && numbers[0] !== null) return { body: rest, refusal }
  return { body: { ...rest, [name]: sent }, refusal: (error) => refusal(told(error, `/${name}`, `/${field}`)) }
}

function told(error: unknown, pointer: string, sent: string): unknown {
  if (!(error instanceof AppError) || !error.fields.some((field) => field.pointer === pointer)) return error
  const fields = error.fields.map((field) => (field.pointer === pointer ? { ...field, pointer: sent } : field))
  return new AppError(error.code, error.message, { fields, moreFields: error.moreFields, extra: error.extra, cause: error.cause })
}

interface Event {
  type: string
  api_version: string
  data: { object?: unknown }
}
const concerns = ({ events }: VersionChange, type: string) => events === '*' || events.includes(type)

/** An event as a version says it. */
export function olderEvent<E extends Event>(version: string, event: E): E {
  if (version === CURRENT_VERSION) return event
  const data = changesSince(version)
    .filter((change) => concerns(change, event.type))
    .reduce(
      (value, change) => changeAt(value, 'object', (object) => older(change, object, change.inEvents)) as Fields,
      event.data as Fields,
    )
  return { ...event, api_version: version, data }
}

/** What is stored of an event, whenever that was, in the words of now. */
export const eventNow = (type: string, object: Fields): Fields =>
  ALL_CHANGES.reduce((value, change) => (concerns(change, type) ? change.now(value) : value), object)
const ALL_CHANGES = API_VERSIONS.toReversed().flatMap((version) => CHANGES[version] ?? [])

/** The schema of an operation's answer in this version. */
export const olderAnswerSchema = (version: string, operation: string, schema: Fields): Fields =>
  changesSince(version)
    .filter(({ answers }) => operation in answers)
    .reduce((value, change) => changeSchemaAt(value, change.answers[operation]!, (object) => olderSchema(change, object)), schema)

/** The schema of an operation's input in this version. */
export const olderInputSchema = (version: string, operation: string, schema: Fields): Fields =>
  changesSince(version)
    .filter(({ inputs }) => inputs.includes(operation))
    .reduce((value, change) => changeSchemaAt(value, '', (object) => olderSchema(change, object)), schema)

/** The schema of an event in this version. */
export function olderEventSchema(version: string, type: string, schema: Fields): Fields {
  if (version === CURRENT_VERSION) return schema
  const told = changesSince(version)
    .filter((change) => concerns(change, type))
    .reduce(
      (value, change) =>
        changeSchemaAt(value, 'data.object', (object) => olderSchema(change, object, change.inEvents === 'last' ? 'last' : 'beside')),
      schema,
    )
  const properties = told.properties as Record<string, Fields>
  return { ...told, properties: { ...properties, api_version: { ...properties.api_version, examples: [version] } } }
}
