import { createHash, randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Hono } from 'hono'
import { DOCUMENT_KINDS } from './case-schema.ts'
import type { App, Signed } from './context.ts'
import { Problem } from './problems.ts'

const LARGEST = 10 * 1024 * 1024
const MOST = 50

export interface DocumentRow {
  id: string
  wallet: string
  name: string
  media_type: string
  size: number
  sha256: string
  kind: string
  created_at: number
}

/** What a file is by its first bytes, whatever it calls itself. */
export function sniff(bytes: Uint8Array): 'application/pdf' | 'image/png' | 'image/jpeg' | null {
  const begin = Buffer.from(bytes.subarray(0, 8)).toString('latin1')
  if (begin.startsWith('%PDF-')) return 'application/pdf'
  if (begin === '\x89PNG\r\n\x1a\n') return 'image/png'
  return begin.startsWith('\xff\xd8\xff') ? 'image/jpeg' : null
}

/** Documents of the signed-in wallet. They stay here; Sealwright is told their SHA-256 at most. */
export function documents(app: App): Hono<Signed> {
  const { db, config } = app
  const folder = join(config.dataDir, 'documents')
  const routes = new Hono<Signed>()

  routes.get('/', (c) => c.json({ documents: documentsOf(app, c.get('wallet')).map(shown) }))

  routes.post('/', async (c) => {
    const wallet = c.get('wallet')
    if (Number(c.req.header('content-length') ?? LARGEST * 2) > LARGEST + 10_000)
      throw new Problem(413, 'too_large', 'A document has at most 10 MB.', { file: 'At most 10 MB.' })
    const form = await c.req.formData().catch(() => null)
    const file = form?.get('file')
    const kind = form?.get('kind')
    if (!(file instanceof File) || file.size === 0)
      throw new Problem(422, 'required', 'Choose a file first.', { file: 'Choose a file first.' })
    if (typeof kind !== 'string' || !Object.hasOwn(DOCUMENT_KINDS, kind))
      throw new Problem(422, 'required', 'Say what kind of document it is.', { kind: 'Choose one.' })
    const bytes = Buffer.from(await file.arrayBuffer())
    const mediaType = sniff(bytes)
    if (!mediaType) {
      const text = 'A PDF, PNG or JPEG is needed. This file is something else, whatever its name says.'
      throw new Problem(415, 'unsupported', text, { file: text })
    }
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    // A form that is sent again brings the same file again.
    const same = documentsOf(app, wallet).find((one) => one.sha256 === sha256 && one.kind === kind)
    if (same) return c.json(shown(same))
    if (documentsOf(app, wallet).length >= MOST) throw new Problem(409, 'too_many', `At most ${MOST} documents are kept for a wallet.`)
    const row: DocumentRow = {
      id: randomUUID(),
      wallet,
      name: file.name.replace(/[^\p{L}\p{N}. _()-]/gu, '_').slice(0, 120) || 'document',
      media_type: mediaType,
      size: bytes.length,
      sha256,
      kind,
      created_at: Date.now(),
    }
    await mkdir(folder, { recursive: true, mode: 0o700 })
    // Written beside and renamed: a file with its name is whole.
    await writeFile(join(folder, `${row.id}.new`), bytes, { mode: 0o600 })
    await rename(join(folder, `${row.id}.new`), join(folder, row.id))
    db.prepare('INSERT INTO documents VALUES (:id, :wallet, :name, :media_type, :size, :sha256, :kind, :created_at)').run({ ...row })
    return c.json(shown(row), 201)
  })

  routes.get('/:id', async (c) => {
    const row = documentOf(app, c.get('wallet'), c.req.param('id'))
    const path = row && join(folder, row.id)
    if (!path || !existsSync(path)) throw new Problem(404, 'not_found', 'There is no such document.')
    return c.body(new Uint8Array(await readFile(path)), 200, {
      'content-type': row.media_type,
      'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(row.name)}`,
    })
  })
  return routes
}

/** A document of this wallet, or nothing. */
export const documentOf = ({ db }: App, wallet: string, id: string): DocumentRow | undefined =>
  db.prepare('SELECT * FROM documents WHERE wallet = ? AND id = ?').get(wallet, id) as DocumentRow | undefined

export const documentsOf = ({ db }: App, wallet: string): DocumentRow[] =>
  db.prepare('SELECT * FROM documents WHERE wallet = ? ORDER BY created_at DESC').all(wallet) as unknown as DocumentRow[]

const shown = ({ id, name, size, kind, created_at }: DocumentRow) => ({ id, name, size, kind, created_at })
