#!/usr/bin/env node
// Verifies Sealwright receipts without Sealwright: this file uses nothing but Node's own crypto and none of the product's
// code, so that an auditor can read all of it. It needs no network.
//
//   node verify-receipt.mjs --key 'NAME+ID+BASE64' receipt.json [more.json …]
//
// The key is the log's verifier key, as its operator publishes it; get it once, from a source you trust, and keep it. A file holds one receipt, as the
// API answered it or alone, an array of them, or one a line. Exit code 0: all hold. 1: one does not. 2: the call is wrong.
import { createHash, createPublicKey, verify } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'

const sha256 = (...parts) => parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest()

/** Canonical JSON, RFC 8785. */
export function canonicalize(value) {
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(canonicalize).join(',')}]`
  const members = Object.keys(value).sort()
  return `{${members.map((name) => `${JSON.stringify(name)}:${canonicalize(value[name])}`).join(',')}}`
}

/** The root that a leaf and its audit path lead to (RFC 9162, 2.1.3.2). */
function climb(leaf, index, size, path) {
  let node = leaf
  let fn = BigInt(index)
  let sn = BigInt(size) - 1n
  for (const sibling of path) {
    if (sn === 0n) throw new Error('the inclusion proof is too long')
    if ((fn & 1n) === 1n || fn === sn) {
      node = sha256(Buffer.of(1), sibling, node)
      while ((fn & 1n) === 0n && fn !== 0n) {
        fn >>= 1n
        sn >>= 1n
      }
    } else {
      node = sha256(Buffer.of(1), node, sibling)
    }
    fn >>= 1n
    sn >>= 1n
  }
  if (sn !== 0n) throw new Error('the inclusion proof is too short')
  return node
}

/** Splits a C2SP verifier key: name+id+base64(0x01, Ed25519 key). */
export function readKey(line) {
  const [name, id, data] = splitKey(line.trim())
  const bytes = Buffer.from(data, 'base64')
  if (bytes.length !== 33 || bytes[0] !== 1 || bytes.toString('base64') !== data) throw new Error('the verifier key is not an Ed25519 key')
  if (sha256(`${name}\n`, bytes).subarray(0, 4).toString('hex') !== id) throw new Error('the verifier key does not match its own id')
  const spki = Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), bytes.subarray(1)])
  return { name, id, publicKey: createPublicKey({ key: spki, format: 'der', type: 'spki' }) }
}

function splitKey(line) {
  const match = /^([^\s+]+)\+([0-9a-f]{8})\+(.+)$/.exec(line)
  if (!match) throw new Error('the verifier key must look like NAME+ID+BASE64')
  return match.slice(1)
}

/** Origin, size and root of a checkpoint that this key signed. The first line of this key counts; lines of others are passed over. */
function openCheckpoint(note, key) {
  const end = note.lastIndexOf('\n\n')
  const hasControls = [...note].some((letter) => letter < ' ' && letter !== '\n')
  if (end < 0 || !note.endsWith('\n') || hasControls) throw new Error('the checkpoint is not a signed note')
  const text = note.slice(0, end + 1)
  const lines = note
    .slice(end + 2, -1)
    .split('\n')
    .map(readSignature)
  const own = lines.find((line) => line.name === key.name && line.bytes.subarray(0, 4).toString('hex') === key.id)
  if (!own) throw new Error(`the checkpoint is not signed by ${key.name} with this key`)
  if (!verify(null, Buffer.from(text), key.publicKey, own.bytes.subarray(4)))
    throw new Error('the signature of the checkpoint is not valid')
  const [origin, size, root, ...more] = text.slice(0, -1).split('\n')
  if (more.includes('')) throw new Error('the checkpoint has an empty line')
  return { origin, size, root: Buffer.from(root ?? '', 'base64') }
}

function readSignature(line) {
  const [, name, encoded] = /^— ([^\s+]+) ([A-Za-z0-9+/]+=*)$/u.exec(line) ?? []
  const bytes = Buffer.from(encoded ?? '', 'base64')
  if (bytes.length < 5 || bytes.toString('base64') !== encoded) throw new Error('a signature line of the checkpoint is malformed')
  return { name, bytes }
}

const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value)

/** An object of exactly these members: whatever else stood beside them, nothing would vouch for. */
function requireMembers(value, what, names) {
  if (!isObject(value)) throw new Error(`${what} is missing`)
  for (const name of names) if (!Object.hasOwn(value, name)) throw new Error(`${what} has no "${name}"`)
  const stray = Object.keys(value).find((name) => !names.includes(name))
  if (stray !== undefined) throw new Error(`${what} holds "${stray}", which nothing vouches for`)
}

/** Throws an Error that says what is wrong; returns a summary when the receipt holds. */
export function verifyReceipt(receipt, key) {
  if (receipt?.type !== 'sealwright-receipt/1') throw new Error('this is not a receipt of a known type')
  requireMembers(receipt, 'the receipt', ['type', 'entry', 'documents', 'log', 'checkpoint'])
  const { entry, documents, log, checkpoint } = receipt
  requireMembers(log, 'the place in the log', ['origin', 'index', 'size', 'proof'])
  if (!isObject(entry) || !isObject(documents) || !Array.isArray(log.proof) || typeof checkpoint !== 'string')
    throw new Error('the receipt is malformed')
  for (const [name, document] of Object.entries(documents)) {
    if (entry.details?.[name] !== sha256(canonicalize(document)).toString('hex'))
      throw new Error(`the document "${name}" is not the one in the log entry`)
  }
  const head = openCheckpoint(checkpoint, key)
  if (head.origin !== log.origin || head.size !== String(log.size)) throw new Error('the checkpoint is of another log or size')
  if (![log.index, log.size].every(Number.isSafeInteger) || log.index < 0 || log.index >= log.size)
    throw new Error('the entry is outside the log')
  if (!log.proof.every((hash) => /^[0-9a-f]{64}$/.test(hash))) throw new Error('the inclusion proof is not made of hashes')
  const leaf = sha256(Buffer.of(0), canonicalize(entry))
  const root = climb(
    leaf,
    log.index,
    log.size,
    log.proof.map((hash) => Buffer.from(hash, 'hex')),
  )
  if (!root.equals(head.root)) throw new Error('the entry is not in the log as it is shown here')
  return {
    id: entry.id,
    action: entry.action,
    timestamp: entry.timestamp,
    origin: log.origin,
    index: log.index,
    size: log.size,
    documents: Object.keys(documents),
  }
}

/** A receipt as the API answered it: what the answer names around it must be what the receipt is of. */
export function verifyAnswer(answer, key, keyLine) {
  if (!isObject(answer?.receipt)) return verifyReceipt(answer, key)
  const { receipt, verifier_key, decision_id, audit_id } = answer
  const found = verifyReceipt(receipt, key)
  if (verifier_key !== undefined && verifier_key !== keyLine) throw new Error('the answer names another verifier key than yours')
  if (decision_id !== undefined && (receipt.entry.subject_type !== 'decision' || receipt.entry.subject_id !== decision_id))
    throw new Error('the receipt is not of the decision that the answer names')
  if (audit_id !== undefined && receipt.entry.id !== audit_id) throw new Error('the receipt is not of the entry that the answer names')
  return found
}

function valuesIn(text) {
  try {
    const value = JSON.parse(text)
    return Array.isArray(value) ? value : [value]
  } catch {
    return text
      .split('\n')
      .filter((line) => line.trim() !== '')
      .map((line) => JSON.parse(line))
  }
}

function main(args) {
  const at = args.indexOf('--key')
  const files = args.filter((_, i) => at < 0 || (i !== at && i !== at + 1))
  if (at < 0 || !args[at + 1] || files.length === 0) {
    console.error("usage: node verify-receipt.mjs --key 'NAME+ID+BASE64' receipt.json [more.json …]")
    return 2
  }
  const keyLine = args[at + 1].trim()
  const key = readKey(keyLine)
  let [held, failed] = [0, 0]
  for (const file of files) {
    for (const answer of valuesIn(readFileSync(file, 'utf8'))) {
      try {
        const found = verifyAnswer(answer, key, keyLine)
        held++
        console.log(`holds   ${found.id} ${found.action} ${found.timestamp} at ${found.index} of ${found.size} in ${found.origin}`)
      } catch (error) {
        failed++
        console.log(`FAILS   ${(answer?.receipt ?? answer)?.entry?.id ?? file}: ${error.message}`)
      }
    }
  }
  console.log(`${held} hold, ${failed} fail`)
  return failed === 0 ? 0 : 1
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  try {
    process.exitCode = main(process.argv.slice(2))
  } catch (error) {
    console.error(error.message)
    process.exitCode = 2
  }
}
