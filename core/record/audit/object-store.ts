import { createHash, createHmac } from 'node:crypto'
import { egress } from '#egress/gate.ts'

/** A folder of an S3-compatible object store. */
export interface ObjectStore {
  /** The address objects' names are added to: bucket and prefix, with a slash at the end. */
  url: string
  /** Without one, requests are not signed. */
  key: { id: string; secret: string; region: string } | null
}

/** Stores a small text. With `onlyNew` what is there already is left as it is. Throws when it is refused. */
export async function putObject(store: ObjectStore, name: string, text: string, options: { onlyNew?: boolean } = {}): Promise<void> {
  const response = await request(store, 'PUT', name, text, options.onlyNew ? { 'if-none-match': '*' } : {})
  if (!response.ok && !(options.onlyNew && response.status === 412)) throw new Error(`the object store answered ${response.status}`)
}

/** Reads a small text; null when there is none. Throws when it is refused. */
export async function getObject(store: ObjectStore, name: string): Promise<string | null> {
  const response = await request(store, 'GET', name, '', {})
  if (response.status === 404) return null
  if (!response.ok) throw new Error(`the object store answered ${response.status}`)
  return response.text()
}

function request(store: ObjectStore, method: string, name: string, body: string, headers: Record<string, string>): Promise<Response> {
  const url = new URL(name, store.url)
  return egress.fetch('log_mirror')(url, {
    method,
    headers: { ...headers, ...signature(store, method, url, body) },
    ...(method === 'PUT' && { body }),
  })
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const mac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()

/** AWS Signature Version 4, of host, date and content. */
function signature({ key }: ObjectStore, method: string, url: URL, body: string): Record<string, string> {
  if (!key) return {}
  const date = `${new Date().toISOString().replace(/[-:]/g, '').slice(0, 15)}Z`
  const [day, content] = [date.slice(0, 8), sha256(body)]
  const names = 'host;x-amz-content-sha256;x-amz-date'
  const request = [
    method,
    url.pathname,
    '',
    `host:${url.host}`,
    `x-amz-content-sha256:${content}`,
    `x-amz-date:${date}`,
    '',
    names,
    content,
  ]
  const scope = `${day}/${key.region}/s3/aws4_request`
  const signing = mac(mac(mac(mac(`AWS4${key.secret}`, day), key.region), 's3'), 'aws4_request')
  const signed = mac(signing, ['AWS4-HMAC-SHA256', date, scope, sha256(request.join('\n'))].join('\n')).toString('hex')
  return {
    'x-amz-date': date,
    'x-amz-content-sha256': content,
    authorization: `AWS4-HMAC-SHA256 Credential=${key.id}/${scope}, SignedHeaders=${names}, Signature=${signed}`,
  }
}
