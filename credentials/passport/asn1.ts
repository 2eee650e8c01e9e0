import { Set as AsnSet, BitString, fromBER, GeneralizedTime, Integer, ObjectIdentifier, OctetString, Sequence, UTCTime } from 'asn1js'
import { unreadable } from './refusal.ts'

/** One value of ASN.1, as it was read. */
export type AsnNode = ReturnType<typeof fromBER>['result']

/** A security object holds some hundreds of values, a dozen deep. What has more is no passport. */
const BOUNDS = { maxDepth: 24, maxNodes: 4_000, parseEmbedded: false }
const APPLICATION = 2
const CONTEXT = 3

/** Reads bytes that are one value of ASN.1 and nothing after it. Work is bounded. Throws `passport_unreadable`. */
export function readAsn1(bytes: Uint8Array): AsnNode {
  let read: ReturnType<typeof fromBER>
  try {
    read = fromBER(bytes, BOUNDS)
  } catch {
    throw unreadable('A file of the chip is not ASN.1.')
  }
  if (read.offset !== bytes.byteLength || read.result.error) throw unreadable('A file of the chip is not ASN.1, or ends too early.')
  return read.result
}

/** The values inside of a sequence. Throws `passport_unreadable` for anything else, and where there are fewer than `least`. */
export function sequenceOf(node: AsnNode | undefined, least = 0): AsnNode[] {
  if (!(node instanceof Sequence) || node.valueBlock.value.length < least) throw unreadable('A sequence is missing in a file of the chip.')
  return node.valueBlock.value as AsnNode[]
}

export function setOf(node: AsnNode | undefined, least = 0): AsnNode[] {
  if (!(node instanceof AsnSet) || node.valueBlock.value.length < least) throw unreadable('A set is missing in a file of the chip.')
  return node.valueBlock.value as AsnNode[]
}

export function oidIn(node: AsnNode | undefined): string {
  if (!(node instanceof ObjectIdentifier)) throw unreadable('An object identifier is missing in a file of the chip.')
  return node.getValue()
}

export function octetsOf(node: AsnNode | undefined): Uint8Array {
  if (!(node instanceof OctetString)) throw unreadable('A string of bytes is missing in a file of the chip.')
  return new Uint8Array(node.getValue())
}

export function bitsOf(node: AsnNode | undefined): Uint8Array {
  if (!(node instanceof BitString)) throw unreadable('A string of bits is missing in a file of the chip.')
  return node.valueBlock.valueHexView
}

/** A whole number that is not negative. */
export function wholeOf(node: AsnNode | undefined): bigint {
  if (!(node instanceof Integer) || node.valueBlock.valueHexView.byteLength > 2_048)
    throw unreadable('A number is missing in a file of the chip.')
  return BigInt(`0x${Buffer.from(node.valueBlock.valueHexView).toString('hex') || '0'}`)
}

export function timeOf(node: AsnNode | undefined): number {
  const at = node instanceof GeneralizedTime || node instanceof UTCTime ? node.toDate().getTime() : Number.NaN
  if (!Number.isFinite(at)) throw unreadable('A time is missing in a file of the chip.')
  return at
}

/** What stands between tag and value, and the value: as it was signed. */
export const rawOf = (node: AsnNode): Uint8Array => node.valueBeforeDecodeView

export const isContext = (node: AsnNode | undefined, tag: number): node is AsnNode =>
  node?.idBlock.tagClass === CONTEXT && node.idBlock.tagNumber === tag

/** What a tag of its own wraps; null where the node has another. */
export const insideOf = (node: AsnNode | undefined, tag: number): AsnNode[] | null => (isContext(node, tag) ? valuesOf(node) : null)

/** The values in a file of the chip, whose tag of the application names it. */
export function fileOf(bytes: Uint8Array, tag: number): AsnNode[] {
  const node = readAsn1(bytes)
  if (node.idBlock.tagClass !== APPLICATION || node.idBlock.tagNumber !== tag)
    throw unreadable('A file of the chip is another one than it is said to be.')
  return valuesOf(node)
}

const valuesOf = (node: AsnNode): AsnNode[] => {
  const { value } = node.valueBlock as unknown as { value?: AsnNode[] }
  return Array.isArray(value) ? value : []
}
