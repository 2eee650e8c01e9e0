import { generateKeyPairSync, sign } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openNote } from '#credentials/checkpoint.ts'
import { formatWitnessKey, parseWitnessKey, verifyCosignature } from '#credentials/cosignature.ts'
import { appendLeaves, EMPTY_FRONTIER, verifyConsistency } from '#credentials/merkle.ts'
import { startApi } from '#tests/api/harness.ts'
import { newestCheckpoint, publishCheckpoint } from './checkpoint.ts'
import { openOwn } from './epoch.ts'
import { parseTilePath } from './tiles.ts'

let api: Awaited<ReturnType<typeof startApi>>
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api?.stop())

const fill = async () => {
  for (let i = 0; i < 3; i++) await api.makeKey('sandbox')
}

function makeWitness() {
  const keys = generateKeyPairSync('ed25519')
  const publicKey = keys.publicKey.export({ type: 'spki', format: 'der' }).subarray(-32)
  return { name: 'witness.example/w1', publicKey, privateKey: keys.privateKey }
}

function lineOf(witness: ReturnType<typeof makeWitness>, body: string, time: bigint, privateKey = witness.privateKey): string {
  const id = Buffer.from(formatWitnessKey(witness).split('+')[1]!, 'hex')
  const stamp = Buffer.alloc(8)
  stamp.writeBigUInt64BE(time)
  const signature = sign(null, Buffer.from(`cosignature/v1\ntime ${time}\n${body}`), privateKey)
  return `— ${witness.name} ${Buffer.concat([id, stamp, signature]).toString('base64')}`
}

test('S6 a witness is asked with a proof from what it remembers; only its own valid cosignature is served', async () => {
  const witness = makeWitness()
  expect(parseWitnessKey(formatWitnessKey(witness))).toEqual({ name: witness.name, publicKey: witness.publicKey })
  let head = { size: 0, root: Buffer.alloc(0) as Uint8Array }
  let key = witness.privateKey
  const answers: number[] = []
  const server = createServer(async (request, response) => {
    const body = await text(request)
    const cut = body.indexOf('\n\n')
    const [first, ...proof] = body.slice(0, cut).split('\n')
    const note = body.slice(cut + 2)
    const checkpoint = openOwn(api.services, note)!
    const old = Number(first!.slice('old '.length))
    response.statusCode = old !== head.size ? 409 : 200
    if (old > 0 && old === head.size && old < checkpoint.size) {
      const hashes = proof.map((line) => Buffer.from(line, 'base64'))
      if (!verifyConsistency({ first: old, second: checkpoint.size, firstRoot: head.root, secondRoot: checkpoint.root, proof: hashes }))
        response.statusCode = 422
    }
    answers.push(response.statusCode)
    if (response.statusCode === 409) return void response.end(`${head.size}\n`)
    head = { size: checkpoint.size, root: checkpoint.root }
    response.end(`${lineOf(witness, note.slice(0, note.lastIndexOf('\n\n') + 1), 1_763_800_000n, key)}\n`)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  api.services.config.witnesses = [{ ...witness, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }]
  try {
    for (let i = 0; i < 2; i++) {
      await fill()
      const note = await newestCheckpoint(api.services)
      expect(note).toContain(`\n— ${witness.name} `)
      const opened = openNote(note, [{ name: note.split('\n')[0]!, publicKey: api.services.keyring.keys.log.publicKey }])!
      expect(verifyCosignature(note.trimEnd().split('\n').at(-1)!, opened.text, witness)).toBe(1_763_800_000)
      expect(await newestCheckpoint(api.services)).toBe(note)
    }
    // It has seen a head we know nothing of having sent: it says its size, and is asked from there.
    await fill()
    api.services.config.witnesses = []
    const unseen = await publishCheckpoint(api.services)
    head = { size: unseen.size, root: openOwn(api.services, unseen.note)!.root }
    api.services.config.witnesses = [{ ...witness, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }]
    await fill()
    expect((await publishCheckpoint(api.services)).note).toContain(witness.name)
    expect(answers).toEqual([200, 200, 409, 200])
    // Signed with another key under its name.
    key = makeWitness().privateKey
    await fill()
    expect((await publishCheckpoint(api.services)).note).not.toContain(witness.name)
  } finally {
    api.services.config.witnesses = []
    server.close()
  }
})

test('E14 the tiles are those of the tree, each under one path, and the log says where a stranger finds its key', async () => {
  for (const path of ['0/00', '0/0000', '01/000', '64/000', '0/000.p/0', '0/000.p/256', '0/x000/001', '0/001/002', '0/x001', 'entries/000'])
    expect([path, parseTilePath(path)]).toEqual([path, null])
  expect(parseTilePath('1/x001/x234/067.p/17')).toEqual({ level: 1, index: 1_234_067, width: 17 })

  const { size, note } = await publishCheckpoint(api.services)
  const response = await api.app.request(`/log/tile/0/000.p/${size}`)
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/octet-stream'])
  const bytes = Buffer.from(await response.arrayBuffer())
  const leaves = Array.from({ length: size }, (_, i) => bytes.subarray(i * 32, i * 32 + 32))
  expect(appendLeaves(EMPTY_FRONTIER, leaves).root.toString('base64')).toBe(note.split('\n')[2])
  for (const path of [`0/000.p/${size + 1}`, '0/000', '1/000', '1/000.p/1', 'entries/000'])
    expect([path, (await api.call('GET', `/log/tile/${path}`)).status]).toEqual([path, 404])

  const { body } = await api.call('GET', '/.well-known/sealwright-log')
  expect(body).toMatchObject({ origin: note.split('\n')[0], entries: 'hashes_only', epochs: [{ epoch: 1, began_at_size: 0 }] })
  expect(body.verifier_key.startsWith(`${body.origin}+`)).toBe(true)
})
