/**
 * Signed tree heads as C2SP `tlog-checkpoint`: a *signed note* whose text is origin, tree size and root hash, one a line.
 * Sources: c2sp.org/signed-note, c2sp.org/tlog-checkpoint. Ed25519 only (note algorithm 0x01).
 */
import { createPublicKey, hash, verify } from 'node:crypto'

export interface Checkpoint {
  /** Names the log, for example `sealwright.example/log`. No spaces, no `+`. */
  origin: string
  size: number
  root: Uint8Array
  /** Further lines of the note, kept as they are. */
  extensions?: readonly string[]
}

/** Who signs notes: a key name, the raw 32-byte public key and the signing itself, which may be remote. */
export interface NoteSigner {
  name: string
  publicKey: Uint8Array
  sign(message: Uint8Array): Promise<Uint8Array>
}
/** Whose signature is believed. */
export interface NoteVerifier {
  name: string
  publicKey: Uint8Array
}

const ED25519 = 1
/** A note is text: of the control characters it has line feeds only. */
const hasControls = (text: string): boolean => [...text].some((letter) => letter < ' ' && letter !== '\n')
const SPKI_ED25519 = Buffer.from('302a300506032b6570032100', 'hex')

function checkName(name: string): void {
  if (name === '' || /[\s+]/u.test(name)) throw new RangeError('a key name is not empty and has neither spaces nor plus signs')
}

/** The four bytes by which a signature line points to its key: SHA-256(name ‖ LF ‖ 0x01 ‖ key). */
export function noteKeyId(key: NoteVerifier): Buffer {
  return hash('sha256', Buffer.concat([Buffer.from(`${key.name}\n`), Buffer.from([ED25519]), key.publicKey]), 'buffer').subarray(0, 4)
}

/** The verifier key as one line, as C2SP tools take it: `name+hex id+base64(0x01 ‖ key)`. */
export function formatVerifierKey(key: NoteVerifier): string {
  checkName(key.name)
  return `${key.name}+${noteKeyId(key).toString('hex')}+${Buffer.concat([Buffer.from([ED25519]), key.publicKey]).toString('base64')}`
}

/** Reads a verifier key line; null when it is not a well-formed Ed25519 one. */
export function parseVerifierKey(line: string): NoteVerifier | null {
  const match = /^([^\s+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/]+=*)$/u.exec(line)
  const bytes = match ? Buffer.from(match[3]!, 'base64') : null
  if (!match || !bytes || bytes.length !== 33 || bytes[0] !== ED25519 || bytes.toString('base64') !== match[3]) return null
  const key = { name: match[1]!, publicKey: bytes.subarray(1) }
  return noteKeyId(key).toString('hex') === match[2] ? key : null
}

/** The text that is signed. Ends with a line feed. */
export function formatCheckpoint(checkpoint: Checkpoint): string {
  checkName(checkpoint.origin)
  if (!Number.isSafeInteger(checkpoint.size) || checkpoint.size < 0) throw new RangeError('a tree size is a whole number')
  if (checkpoint.root.length !== 32) throw new RangeError('a root hash is 32 bytes')
  const lines = [
    checkpoint.origin,
    String(checkpoint.size),
    Buffer.from(checkpoint.root).toString('base64'),
    ...(checkpoint.extensions ?? []),
  ]
  if (lines.some((line) => line === '' || line.includes('\n') || hasControls(line)))
    throw new RangeError('a checkpoint line is one line and not empty')
  return `${lines.join('\n')}\n`
}

/** Reads the text of a checkpoint; null when it is not one. */
export function parseCheckpoint(text: string): Checkpoint | null {
  if (!text.endsWith('\n')) return null
  const [origin, size, root, ...extensions] = text.slice(0, -1).split('\n')
  if (!origin || !size || !root || !/^(0|[1-9]\d{0,15})$/.test(size) || !Number.isSafeInteger(Number(size))) return null
  const bytes = Buffer.from(root, 'base64')
  if (bytes.length !== 32 || bytes.toString('base64') !== root || extensions.includes('')) return null
  return { origin, size: Number(size), root: bytes, ...(extensions.length > 0 && { extensions }) }
}

/** Signs a note: the text, an empty line, one signature line for each signer. */
export async function signNote(text: string, ...signers: readonly [NoteSigner, ...NoteSigner[]]): Promise<string> {
  for (const { name } of signers) checkName(name)
  if (!text.endsWith('\n') || hasControls(text)) throw new RangeError('a note is lines of text, each ended by a line feed')
  const lines = await Promise.all(
    signers.map(async (signer) => {
      const signature = await signer.sign(Buffer.from(text))
      return `— ${signer.name} ${Buffer.concat([noteKeyId(signer), signature]).toString('base64')}\n`
    }),
  )
  return `${text}\n${lines.join('')}`
}

export const signCheckpoint = (checkpoint: Checkpoint, ...signers: readonly [NoteSigner, ...NoteSigner[]]): Promise<string> =>
  signNote(formatCheckpoint(checkpoint), ...signers)

/** The text of a note when one of the given keys signed it, else null. Signatures of unknown keys are passed over; a wrong one of a known key is fatal. */
export function openNote(note: string, keys: readonly NoteVerifier[]): { text: string; signedBy: string[] } | null {
  const cut = note.lastIndexOf('\n\n')
  if (cut < 0 || !note.endsWith('\n') || hasControls(note)) return null
  const text = note.slice(0, cut + 1)
  const signedBy: string[] = []
  for (const line of note.slice(cut + 2, -1).split('\n')) {
    const match = /^— (\S+) ([A-Za-z0-9+/]+=*)$/u.exec(line)
    if (!match) return null
    const bytes = Buffer.from(match[2]!, 'base64')
    if (bytes.toString('base64') !== match[2]) return null
    const key = keys.find((one) => one.name === match[1] && noteKeyId(one).equals(bytes.subarray(0, 4)))
    if (!key) continue
    const publicKey = createPublicKey({ key: Buffer.concat([SPKI_ED25519, key.publicKey]), format: 'der', type: 'spki' })
    if (!verify(null, Buffer.from(text), publicKey, bytes.subarray(4))) return null
    signedBy.push(key.name)
  }
  return signedBy.length > 0 ? { text, signedBy } : null
}

/** The checkpoint in a note signed by one of these keys and, when given, of this origin; else null. */
export function openCheckpoint(note: string, keys: readonly NoteVerifier[], origin?: string): Checkpoint | null {
  const opened = openNote(note, keys)
  const checkpoint = opened && parseCheckpoint(opened.text)
  return checkpoint && (origin === undefined || checkpoint.origin === origin) ? checkpoint : null
}
