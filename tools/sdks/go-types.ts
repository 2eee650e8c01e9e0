import { comment, fieldWords, goName, sentence } from './go-names.ts'
import { type GoSchema, hasFields, isNullable, type Merged, notNull, refOf, refsIn } from './go-schemas.ts'

/** Components that are written by hand, or that no call needs. */
const BY_HAND = new Map(
  ['ApiVersion', 'ErrorCode', 'Event', 'EventRequest', 'ExpandedRules', 'FieldProblem', 'OnDeny', 'Problem'].map((name) => [name, name]),
).set('TransactionsGetAnswerEventsItem', 'Event')
/** Places whose names would say less than these. */
const RENAMED: Record<string, string> = {
  TokenPauseUnsignedTransaction: 'EVMTransaction',
  TokenPauseUnsignedTransaction2: 'SolanaTransaction',
  SandboxScenariosAnswerReasonsItemWay: 'ReasonBySimulation',
  SandboxScenariosAnswerReasonsItemWay2: 'ReasonByWords',
  SandboxScenariosAnswerReasonsItemWay3: 'ReasonByOfficer',
  SimulationsRunAnswer2: 'DecisionSimulation',
  SimulationsRunAnswer2Decision: 'SimulatedDecision',
  SanctionsMonitoredDeleteAnswer: 'Deleted',
  CredentialsAttachInputCredential2: 'PresentedAttestation',
  WebhookEndpointsCreateInputEventTypesItem: 'EventFilter',
}

/** What many calls share, by what it is and not by the call that happens to come first; also what stands within it. */
const SHORTER: Record<string, string> = {
  CredentialsCreateInputKycData: 'KYCData',
  CredentialsCreateInputSignature: 'SignedChallenge',
  InvestmentsApproveInputComplianceFacts: 'InvestmentComplianceFacts',
  DefiReadinessInputComplianceFacts: 'DeFiComplianceFacts',
  GamingReadinessInputComplianceFacts: 'GamingComplianceFacts',
  OfferingsCreateInputRegulation: 'Regulation',
  OfferingsListType: 'OfferingType',
  SanctionsBulkCreateListsItem: 'SanctionsList',
  TransactionsCreateInputType: 'TransactionType',
  TransactionsListMarket: 'Market',
  TrustedIssuerLevel: 'VerificationLevel',
  WalletsListVerificationStatus: 'VerificationStatus',
}
const UNIONS: Record<string, string> = {
  TokenPauseUnsignedTransaction: 'UnsignedTransaction',
  SandboxScenariosAnswerReasonsItemWay: 'ReasonWay',
}

/** A type, and whether it has a nil of its own. */
interface Typed {
  go: string
  nil: boolean
}
const plain = (go: string): Typed => ({ go, nil: false })

/** Go types of the components of the document, and of the choices between types that stand in them. */
export class GoTypes {
  readonly #merged: Merged
  readonly #inputs: ReadonlySet<string>
  readonly #unions = new Map<string, { of: string; choices: GoSchema[] }>()
  readonly #places = new Map<string, string>()
  /** Descriptions of fields by their name. */
  readonly #said = new Map<string, string[]>()

  /** `places` say of components what they are, where the document only names them; `inputs` are those that are sent. */
  constructor(merged: Merged, inputs: ReadonlySet<string>, places: ReadonlyMap<string, string>) {
    this.#merged = merged
    const sent = [...inputs].map((name) => merged.name(name))
    const reached = new Set<string>()
    for (let name = sent.pop(); name !== undefined; name = sent.pop()) {
      if (reached.has(name)) continue
      reached.add(name)
      sent.push(...refsIn(merged.schemas[name]).map((below) => merged.name(below)))
    }
    this.#inputs = reached
    for (const [name, place] of places) this.#places.set(merged.name(name), this.#places.get(merged.name(name)) ?? place)
    for (const [name, schema] of Object.entries(merged.schemas))
      for (const [field, inner] of Object.entries(schema.properties ?? {})) {
        for (const below of refsIn(inner)) this.#tell(merged.name(below), `is ${field} in ${this.named(name)}`)
        if (inner.description) this.#said.set(field, [...(this.#said.get(field) ?? []), inner.description])
      }
  }

  #tell(name: string, place: string): void {
    if (!this.#places.has(name)) this.#places.set(name, place)
  }

  /** The type that stands for a component. */
  named(component: string): string {
    const name = this.#merged.name(component)
    const start = Object.keys(SHORTER).find((one) => name.startsWith(one))
    return RENAMED[name] ?? (start === undefined ? goName(name) : SHORTER[start]! + goName(name.slice(start.length)))
  }

  schemaOf(component: string): GoSchema {
    return this.#merged.schemas[this.#merged.name(component)]!
  }

  /** The type of a value that is there. `place` names a choice between types. */
  typed(schema: GoSchema, place: string): Typed {
    const one = notNull(schema)
    const ref = refOf(one)
    if (ref !== undefined) {
      const own = BY_HAND.get(this.#merged.name(ref))
      return own === undefined ? this.#component(ref) : plain(own)
    }
    if (one.const !== undefined) return plain(CONSTANTS[typeof one.const] ?? 'string')
    if (one.anyOf) return this.#choice(one.anyOf, place)
    if (one.type === 'array') return { go: `[]${this.#entry(one.items ?? {}, place)}`, nil: true }
    if (one.type === 'object')
      return {
        go: `map[string]${typeof one.additionalProperties === 'object' ? this.#entry(one.additionalProperties, place) : 'any'}`,
        nil: true,
      }
    if (one.type === 'integer') return plain('int64')
    if (one.type === 'number') return plain('float64')
    if (one.type === 'boolean') return plain('bool')
    if (one.type !== 'string') return { go: 'any', nil: true }
    if (one.contentEncoding === 'base64') return { go: '[]byte', nil: true }
    return plain(one.format === 'date-time' ? 'time.Time' : one.format === 'date' ? 'Date' : 'string')
  }

  #component(ref: string): Typed {
    const schema = this.schemaOf(ref)
    const { type, additionalProperties: more } = schema
    if (type === 'object' && !hasFields(schema) && !ref.endsWith('Event'))
      return { go: `map[string]${typeof more === 'object' ? this.#entry(more, ref) : 'any'}`, nil: true }
    return plain(this.named(ref))
  }

  #entry(schema: GoSchema, place: string): string {
    if (Object.keys(schema).length === 0) return 'any'
    const { go, nil } = this.typed(schema, `${place}Item`)
    return isNullable(schema) && !nil ? `*${go}` : go
  }

  #choice(choices: GoSchema[], place: string): Typed {
    const all = choices
      .flatMap((one) => one.anyOf?.flatMap((inner) => inner.anyOf ?? [inner]) ?? [one])
      .filter(({ type }) => type !== 'null')
    const known = all.filter((one) => one.const !== 'none')
    if (known.length < all.length) return plain(`Fact[${this.typed(known.length === 1 ? known[0]! : { anyOf: known }, place).go}]`)
    const kinds = known
      .map(({ type, format }) => format ?? type)
      .toSorted()
      .join()
    if (kinds === 'date,date-time') return plain('DayOrTime')
    const isDecimal = known.every(({ type, pattern }) => type !== 'string' || pattern?.includes('\\d'))
    if ((kinds === 'number,string' || kinds === 'integer,string') && isDecimal) return plain('Decimal')
    if (known.length === 1) return this.typed(known[0]!, place)
    const shape = known.map((one) => this.typed(one, '').go).join()
    const same = [...this.#unions].find(([, { of }]) => of === shape)?.[0]
    const name = same ?? UNIONS[place] ?? goName(place)
    this.#unions.set(name, { of: shape, choices: known })
    return plain(name)
  }

  /** A field of a struct: its comment, and its line. */
  field(name: string, schema: GoSchema, rules: { required: boolean; input: boolean; place: string }): string {
    const { required, input, place } = rules
    const { go, nil } = this.typed(schema, `${place}${goName(name)}`)
    const isFact = go.startsWith('Fact[')
    const free = isNullable(schema) && input && !required
    const type = isFact || (required && !isNullable(schema)) ? go : free ? `Nullable[${go}]` : nil ? go : `*${go}`
    const leftOut = !required || isFact || (nil && input) ? ',omitzero' : ''
    return `${this.comment(name, schema, type)}\t${goName(name)} ${type} \`json:"${name}${leftOut}"\`\n`
  }

  /** What a field means: in its own words, else in those that all fields of its name have, else by its name. */
  comment(name: string, schema: GoSchema, type: string): string {
    const [first, ...others] = this.#said.get(name) ?? []
    const shared = others.length > 0 && others.every((words) => words === first) ? first : undefined
    const own = schema.description ?? (schema.const === undefined ? shared : undefined)
    const always = typeof schema.const === 'string' ? ` It is always "${schema.const}".` : ''
    const words = own ? `${goName(name)}: ${sentence(own)}` : `${goName(name)} ${fieldWords(name, type)}`
    return comment(`${words}${always}`, '\t') + (schema.deprecated ? `\t//\n${comment('Deprecated: kept for older callers.', '\t')}` : '')
  }

  struct(component: string): string {
    const schema = this.schemaOf(component)
    const name = this.named(component)
    const input = this.#inputs.has(this.#merged.name(component))
    const fields = Object.entries(schema.properties!).map(([field, inner]) =>
      this.field(field, inner, { required: schema.required?.includes(field) ?? false, input, place: name }),
    )
    const isOpen = typeof schema.additionalProperties === 'object' && !component.includes('Event')
    const raw = isOpen
      ? '\t// Raw is its JSON as it came, with more than the fields above. What is sent is Raw, where it is set.\n\tRaw json.RawMessage `json:"-"`\n'
      : ''
    return `${this.#head(component, schema)}type ${name} struct {\n${fields.join('')}${raw}}\n${isOpen ? open(name) : ''}${this.#accessors(name, schema)}`
  }

  #head(component: string, schema: GoSchema): string {
    const name = this.named(component)
    const place = this.#places.get(this.#merged.name(component)) ?? 'is an object of the API'
    return comment(schema.description ? `${name} ${place}. ${sentence(schema.description)}` : `${name} ${place}.`)
  }

  /** What asks a decision: whoever asks for less than allow in so many words has not asked. */
  #accessors(name: string, { properties, required }: GoSchema): string {
    const { outcome, decision } = properties!
    const decided = refOf(decision ? notNull(decision) : {})
    let code = ''
    if (outcome && refOf(outcome) && this.named(refOf(outcome)!) === 'DecisionOutcome')
      code += `
// Allowed says whether this is an allow. It is false of nil, of review and of an outcome that this version does not know.
func (d *${name}) Allowed() bool {
	return d != nil && d.Outcome == DecisionOutcomeAllow
}

// Denied says whether a rule refuses.
func (d *${name}) Denied() bool {
	return d != nil && d.Outcome == DecisionOutcomeDeny
}

// InReview says whether a person or a missing fact is waited for.
func (d *${name}) InReview() bool {
	return d != nil && d.Outcome == DecisionOutcomeReview
}
`
    if (decided && this.named(decided) === 'DecisionResult') {
      const pointer = isNullable(decision!) || !required?.includes('decision')
      code += `
// Decided is the decision of this answer.
func (a *${name}) Decided() *DecisionResult {
	return ${pointer ? '' : '&'}a.Decision
}
`
    }
    return code
  }

  #enum(component: string): string {
    const name = this.named(component)
    const words = this.schemaOf(component).enum as string[]
    const told = words.length > 12 ? `${words.length} of them` : words.map((word) => `"${word}"`).join(', ')
    const called = (word: string) => `${name}${goName(word)}${word.startsWith('-') ? 'Descending' : ''}`
    const rows = words.map((word) => `\t// ${called(word)} is "${word}".\n\t${called(word)} ${name} = ${JSON.stringify(word)}\n`)
    const place = this.#places.get(this.#merged.name(component)) ?? 'is a choice of words'
    return `${comment(`${name} ${place}: ${told}.`)}type ${name} string\n\nconst (\n${rows.join('')})\n`
  }

  #union(name: string, choices: GoSchema[]): string {
    const variants = choices.map((one) => this.#variant(name, one))
    const fields = variants.map(({ field, type }) => `\t// ${field} is set when it is this.\n\t${field} ${type}\n`).join('')
    const tests = variants.map(({ field, fits }) => `\tcase ${fits}:\n\t\treturn json.Unmarshal(data, &u.${field})\n`).join('')
    const writes = variants.map(({ field }) => `\tcase u.${field} != nil:\n\t\treturn json.Marshal(u.${field})\n`).join('')
    return `// ${name} is one of several things: at most one field is set. What this version does not know is in Raw alone.
type ${name} struct {
${fields}\t// Raw is its JSON as it came.
	Raw json.RawMessage
}

// UnmarshalJSON finds out which of them it is.
func (u *${name}) UnmarshalJSON(data []byte) error {
	*u = ${name}{Raw: append(json.RawMessage(nil), data...)}
	switch {
${tests}\t}
	return nil
}

// isUnknown says whether none of them is set.
func (u *${name}) isUnknown() bool {
	return ${variants.map(({ field }) => `u.${field} == nil`).join(' && ')}
}

// MarshalJSON writes the one that is set.
func (u ${name}) MarshalJSON() ([]byte, error) {
	switch {
${writes}\tcase u.Raw != nil:
		return u.Raw, nil
	}
	return []byte("null"), nil
}
`
  }

  #variant(union: string, schema: GoSchema): { field: string; type: string; fits: string } {
    const ref = refOf(schema)
    const { go, nil } = this.typed(schema, union)
    const type = nil ? go : `*${go}`
    const object = ref === undefined ? undefined : this.schemaOf(ref)
    if (object?.properties) {
      const required = object.required ?? []
      const words = required.filter((name) => typeof object.properties![name]!.const === 'string')
      const consts = words.map((name) => `${JSON.stringify(name)}: ${JSON.stringify(object.properties![name]!.const)}`)
      const names = required.map((name) => `, ${JSON.stringify(name)}`).join('')
      return { field: go, type, fits: `fits(data, map[string]string{${consts.join(', ')}}${names})` }
    }
    const field = object?.enum ? 'Word' : go === '[]string' ? 'Texts' : go.startsWith('map') ? 'Object' : FIELDS[go]!
    return { field, type, fits: `startsAs(data, ${JSON.stringify(STARTS[field])})` }
  }

  /** Every struct, choice of words and choice of types, by name. */
  declarations(): string {
    const taken = new Map<string, string>()
    const parts: [string, string][] = []
    for (const [component, schema] of Object.entries(this.#merged.schemas)) {
      if (BY_HAND.has(component) || !(schema.enum || hasFields(schema) || component.endsWith('Event'))) continue
      const name = this.named(component)
      if (taken.has(name)) throw new Error(`${component} and ${taken.get(name)} are both ${name}`)
      taken.set(name, component)
      parts.push([name, schema.enum ? this.#enum(component) : this.struct(component)])
    }
    for (const [name, { choices }] of this.#unions) parts.push([name, this.#union(name, choices)])
    return parts
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([, text]) => text)
      .join('\n')
  }
}

/** An object that may have any field: all of it is kept. */
const open = (name: string) => `
// UnmarshalJSON keeps all of it in Raw.
func (o *${name}) UnmarshalJSON(data []byte) error {
	type plain ${name}
	if err := json.Unmarshal(data, (*plain)(o)); err != nil {
		return err
	}
	o.Raw = append(json.RawMessage(nil), data...)
	return nil
}

// MarshalJSON writes Raw, or the fields where there is none.
func (o ${name}) MarshalJSON() ([]byte, error) {
	if o.Raw != nil {
		return o.Raw, nil
	}
	type plain ${name}
	return json.Marshal(plain(o))
}
`

const CONSTANTS: Record<string, string> = { boolean: 'bool', number: 'int64' }
const FIELDS: Record<string, string> = {
  string: 'Text',
  bool: 'Bool',
  int64: 'Whole',
  float64: 'Number',
  'time.Time': 'Time',
  Date: 'Date',
}
const STARTS: Record<string, string> = {
  Text: '"',
  Word: '"',
  Bool: 'tf',
  Whole: '-0123456789',
  Number: '-0123456789',
  Texts: '[',
  Object: '{',
}
