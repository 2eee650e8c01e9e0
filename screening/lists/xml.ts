import { SaxesParser } from 'saxes'
import { ListFormatError } from '../entity.ts'

/** One element with its local name, attributes, own text and children. */
export type XmlNode = { name: string; line: number; attributes: Record<string, string>; text: string; children: XmlNode[] }

const DEPTH_MAX = 64

/**
 * Streams an XML document and hands over each element named in `records` as a whole small tree; the rest of the document is never held.
 * Entities declared in a DTD are not expanded (the parser refuses them), so a document cannot grow while it is read.
 * @returns the root element without its children.
 * @throws ListFormatError where the document is not well formed, is cut short, is nested too deep, or has another root than asked.
 */
export function readXml({
  text,
  file,
  roots,
  records,
  onRecord,
}: {
  text: string
  file: string
  roots: readonly string[]
  records: ReadonlySet<string>
  onRecord: (node: XmlNode, path: readonly string[]) => void
}): XmlNode {
  const parser = new SaxesParser({ position: true })
  const path: string[] = []
  const open: XmlNode[] = []
  let root: XmlNode | null = null
  const fail = (reason: string): never => {
    throw new ListFormatError({ file, line: parser.line, reason })
  }
  parser.on('error', (error) => fail(error.message.replace(/^\d+:\d+: /, '')))
  parser.on('opentag', (tag) => {
    const name = localName(tag.name)
    if (path.length >= DEPTH_MAX) fail(`elements nested more than ${DEPTH_MAX} deep`)
    const node: XmlNode = { name, line: parser.line, attributes: localAttributes(tag.attributes), text: '', children: [] }
    if (path.length === 0) {
      if (!roots.includes(name)) fail(`the root element is <${name.slice(0, 60)}>, not <${roots.join('> or <')}>`)
      root = node
    }
    const parent = open.at(-1)
    if (parent) parent.children.push(node)
    if (parent || records.has(name)) open.push(node)
    path.push(name)
  })
  const addText = (chunk: string) => {
    const node = open.at(-1)
    if (node) node.text += chunk
  }
  parser.on('text', addText)
  parser.on('cdata', addText)
  parser.on('closetag', () => {
    path.pop()
    const node = open.pop()
    if (node && open.length === 0) onRecord(node, path)
  })
  parser.write(text).close()
  return root ?? fail('the document has no root element')
}

function localName(name: string): string {
  const colon = name.indexOf(':')
  return colon < 0 ? name : name.slice(colon + 1)
}

function localAttributes(attributes: Record<string, unknown>): Record<string, string> {
  const plain: Record<string, string> = {}
  for (const [name, value] of Object.entries(attributes)) plain[localName(name)] = String(value)
  return plain
}

/** Squeezed text of the first child of that name; '' when there is none. */
export function childText(node: XmlNode, name: string): string {
  return textOf(node.children.find((c) => c.name === name))
}

export function textOf(node: XmlNode | undefined): string {
  return node ? node.text.replace(/\s+/gu, ' ').trim() : ''
}

export function children(node: XmlNode, name: string): XmlNode[] {
  return node.children.filter((c) => c.name === name)
}

/** Children along a path, all branches: `at(node, 'akaList', 'aka')`. */
export function at(node: XmlNode, ...names: string[]): XmlNode[] {
  return names.reduce<XmlNode[]>((nodes, name) => nodes.flatMap((n) => children(n, name)), [node])
}
