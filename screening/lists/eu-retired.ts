import { type EntityType, type ListedEntity, ListFormatError } from '../entity.ts'
import {
  addDate,
  addIdentifier,
  addName,
  addOnce,
  addPostal,
  addRemark,
  genderOf,
  newEntity,
  type ParsedList,
  settlePrimary,
} from './build.ts'
import { countryCode } from './countries.ts'
import { readDate, readListedOn } from './dates.ts'
import { decodeText } from './text.ts'
import { children, childText, readXml, type XmlNode } from './xml.ts'

const TYPES: Record<string, EntityType> = { P: 'person', E: 'organization' }

/**
 * Reads the XML the EU published until 2018 (root `WHOLE`), so that a folder kept from then still answers questions as of then.
 * Its countries are three-letter codes, which stay in the address and place texts.
 * @throws ListFormatError when it is not that document or an entry lacks id, name or known type.
 */
export function parseEuRetired({ file, bytes }: { file: string; bytes: Uint8Array }): ParsedList {
  const entities = new Map<string, ListedEntity>()
  const root = readXml({
    text: decodeText({ bytes, file }),
    file,
    roots: ['WHOLE'],
    records: new Set(['ENTITY']),
    onRecord(node) {
      const entity = readEntry(node, file)
      if (entities.has(entity.list_entry_id)) fail(file, node.line, `entry ${entity.list_entry_id} appears twice`)
      entities.set(entity.list_entry_id, entity)
    },
  })
  if (entities.size === 0) fail(file, 0, 'the list has no entries')
  const day = readListedOn(root.attributes.Date ?? '')
  return {
    source: 'eu_fsf',
    published_at: day && `${day}T00:00:00.000Z`,
    entries: [...entities.values()],
    warnings: [`${file}: a layout retired in 2018`],
  }
}

function readEntry(node: XmlNode, file: string): ListedEntity {
  const id = node.attributes.Id ?? ''
  if (!/^\d+$/.test(id)) fail(file, node.line, 'an ENTITY without a numeric Id')
  const type = TYPES[node.attributes.Type ?? '']
  if (!type) fail(file, node.line, `unknown type ${JSON.stringify(node.attributes.Type ?? null)}`)
  const entity = newEntity({ list: 'eu_fsf', id, type })
  addOnce(entity.programs, node.attributes.programme)
  entity.listed_on = readListedOn(node.attributes.reg_date ?? '')
  entity.url = /^https?:\/\/\S+$/.test(node.attributes.pdf_link ?? '') ? node.attributes.pdf_link! : null
  addRemark(entity, node.attributes.remark)
  for (const name of children(node, 'NAME')) {
    const parts = { family: childText(name, 'LASTNAME'), given: childText(name, 'FIRSTNAME'), middle: childText(name, 'MIDDLENAME') }
    const full = childText(name, 'WHOLENAME') || `${parts.given} ${parts.middle} ${parts.family}`
    const lang = childText(name, 'LANGUAGE').toLowerCase()
    addName(entity, { full, parts, strength: 'strong', kind: 'aka', ...(lang && { lang }) })
    addOnce(entity.titles, childText(name, 'TITLE'))
    addOnce(entity.titles, childText(name, 'FUNCTION'))
    entity.gender ??= genderOf(childText(name, 'GENDER'))
  }
  for (const birth of children(node, 'BIRTH')) readBirth(entity, birth)
  for (const document of children(node, 'PASSPORT')) addIdentifier(entity, { type: 'passport', value: childText(document, 'NUMBER') })
  for (const citizen of children(node, 'CITIZEN')) addOnce(entity.nationalities, countryCode(childText(citizen, 'COUNTRY')))
  for (const address of children(node, 'ADDRESS')) {
    const tags = ['NUMBER', 'STREET', 'ZIPCODE', 'CITY', 'OTHER', 'COUNTRY']
    addPostal(
      entity,
      tags.map((tag) => childText(address, tag)),
      null,
    )
  }
  if (!settlePrimary(entity)) fail(file, node.line, `entry ${id} has no name`)
  return entity
}

/** `1965 (approximative)`, `1963 - 1965 (approximative)`, `1965-07-05`. */
function readBirth(entity: ListedEntity, node: XmlNode): void {
  const text = childText(node, 'DATE')
  const date = readDate(text.replace(/\(approximative\)/i, '').trim())
  addDate(entity, date && { ...date, circa: date.circa || /approximative/i.test(text), text })
  addOnce(entity.places_of_birth, [childText(node, 'PLACE'), childText(node, 'COUNTRY')].filter((p) => p !== '').join(', '))
}

function fail(file: string, line: number, reason: string): never {
  throw new ListFormatError({ file, line, reason })
}
