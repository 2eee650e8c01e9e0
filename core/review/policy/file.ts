import { isAlias, isScalar, LineCounter, type Node, parseDocument, visit } from 'yaml'
import { z } from 'zod'
import { OWN } from '#core/access/tenant/known.ts'
import { AppError, fieldsWrong, invalidField } from '#core/kernel/errors.ts'
import { atMost, name } from '#core/kernel/fields.ts'
import { parseInput } from '#core/kernel/parse-input.ts'
import { keptTerms, protocolTerms } from '#core/markets/protocols/terms.ts'
import type { ProtocolTerms } from '#db/schema.ts'
import type { Json } from '#engine/canonical.ts'
import { readAuthorities, readIssuers, type Trust, trustFields } from './trust.ts'

/** Longest text of a policy, in characters. */
export const MOST_TEXT = 200_000
const MOST_PROTOCOLS = 200

const settings = z
  .strictObject(
    Object.fromEntries(
      Object.entries(OWN).map(([fact, schema]) => [
        fact,
        (schema as z.ZodType)
          .nullable()
          .optional()
          .meta({ description: (schema as z.ZodType).description }),
      ]),
    ),
  )
  .meta({ description: 'What the organisation says of itself, as PATCH /v1/tenant-facts takes it. What is left out or null is not said' })

const protocol = z.strictObject({
  min_level: protocolTerms.min_level.default(null),
  blocked_countries: protocolTerms.blocked_countries.default([]),
  contracts: protocolTerms.contracts.default([]),
  paused: protocolTerms.paused.default(false),
})

/** The file in which an organisation keeps its settings and policies. It is whole: what it leaves out is not said any more. */
export const policyFile = z.strictObject({
  version: z.literal(1).meta({ description: 'Of the form of this file' }),
  settings: settings.default({}),
  protocols: atMost(MOST_PROTOCOLS, z.record(name(100), protocol))
    .default({})
    .meta({ description: 'Policies of protocols by name. One that is registered cannot be left out: pause it instead' }),
  ...trustFields,
})

export interface KeptProtocol extends ProtocolTerms {
  paused: boolean
}
/** A policy as it is kept and compared: without what is not said, protocols by their names. */
export interface Policy extends Trust {
  version: 1
  settings: Record<string, Json>
  protocols: Record<string, KeptProtocol>
}

/**
 * Reads a policy, as an object or as the text of a file in YAML or JSON. Of whom the file says nothing, what is trusted now is in it. Throws
 * `validation_failed` with the place in the file.
 */
export function readPolicy(sent: string | Record<string, unknown>, { trust, now }: { trust: Trust; now: number }): Policy {
  const { value, placeOf } = typeof sent === 'string' ? readText(sent) : { value: sent, placeOf: () => null }
  const file = within(placeOf, () => parseInput(policyFile, value))
  const protocols: Record<string, KeptProtocol> = {}
  for (const [called, { paused, ...terms }] of Object.entries(file.protocols)) {
    const twice = Object.keys(protocols).find((one) => one.toLowerCase() === called.toLowerCase())
    if (twice) throw invalidField(`/policy/protocols/${called}`, 'duplicate', `${twice} is the same protocol. Name it once.`)
    protocols[called] = { ...within(placeOf, () => keptTerms(terms), `/protocols/${called}`), paused }
  }
  const said = Object.entries(file.settings as Record<string, Json>).filter(([, said]) => said !== null && said !== undefined)
  return {
    version: 1,
    settings: Object.fromEntries(said),
    protocols,
    trusted_issuers: file.trusted_issuers
      ? readIssuers(file.trusted_issuers, now, (i, work) => within(placeOf, work, `/trusted_issuers/${i}`))
      : trust.trusted_issuers,
    authorities: file.authorities
      ? readAuthorities(file.authorities, (i, work) => within(placeOf, work, `/authorities/${i}`))
      : trust.authorities,
    providers: (file.providers as Trust['providers'] | undefined) ?? trust.providers,
  }
}

type PlaceOf = (pointer: string) => string | null

/** The text's value, without anything that grows or acts when it is read: no anchors, no tags, every name once. */
function readText(text: string): { value: unknown; placeOf: PlaceOf } {
  const lines = new LineCounter()
  let value: unknown
  let doc: ReturnType<typeof parseDocument>
  try {
    doc = parseDocument(text, { schema: 'core', version: '1.2', merge: false, strict: true, uniqueKeys: true, lineCounter: lines })
    const wrong = doc.errors[0] ?? doc.warnings[0]
    if (wrong) {
      const [at] = wrong.linePos ?? []
      throw invalidField(
        '/policy',
        'invalid_format',
        `${at ? `Line ${at.line}: ` : ''}${wrong.message.split('\n')[0]!.replace(/ at line.*$/, '')}`,
      )
    }
    visit(doc, {
      Node: (_, node) => {
        const { anchor } = node as { anchor?: string }
        if (!isAlias(node) && anchor === undefined) return
        const at = lines.linePos((node as Node).range?.[0] ?? 0)
        throw invalidField('/policy', 'not_allowed', `Line ${at.line}: anchors and aliases are not read. Write the value out.`)
      },
      Pair: (_, { key }) => {
        if (!isScalar(key)) throw invalidField('/policy', 'not_allowed', 'A name is a word, not a list or an object.')
      },
    })
    value = doc.toJS({ maxAliasCount: 0 })
  } catch (error) {
    if (error instanceof RangeError) throw invalidField('/policy', 'invalid_format', 'This goes too deep. A policy has four levels.')
    throw error
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw invalidField('/policy', 'invalid_type', 'A policy is an object with version, settings and protocols.')
  return {
    value,
    placeOf: (pointer) => {
      const path = pointer.split('/').slice(1)
      for (let at = path.length; at > 0; at--) {
        const node = doc.getIn(path.slice(0, at), true) as Node | undefined
        if (node?.range) return [`Line ${lines.linePos(node.range[0]).line}`, ...path.slice(at)].join(', ')
      }
      return path.join(', ') || null
    },
  }
}

/** Does work on the file; what it refuses is named by its place in the request and, of a text, its line, with the name of what is missing there. */
function within<T>(placeOf: PlaceOf, work: () => T, below = ''): T {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof AppError) || !error.fields.length) throw error
    const fields = error.fields.map((field) => {
      const place = placeOf(below + field.pointer)
      const detail = field.detail.replace('a field of this request', 'part of a policy')
      return { ...field, pointer: `/policy${below}${field.pointer}`, detail: place === null ? detail : `${place}: ${detail}` }
    })
    throw fieldsWrong(fields, error.moreFields)
  }
}
