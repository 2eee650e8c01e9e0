import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { contentSecurityPolicy } from './middleware/security-headers.ts'

const TYPES: Record<string, string> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
  png: 'image/png',
  jpg: 'image/jpeg',
  ico: 'image/x-icon',
  webp: 'image/webp',
  woff2: 'font/woff2',
  json: 'application/json',
  txt: 'text/plain; charset=utf-8',
  md: 'text/markdown; charset=utf-8',
  xml: 'application/xml; charset=utf-8',
  webmanifest: 'application/manifest+json',
  data: 'text/x-script; charset=utf-8',
}

interface Asset {
  type: string
  etag: string
  cache: string
  policy: string | null
  bodies: { identity: Uint8Array; br?: Uint8Array; gzip?: Uint8Array }
}

/** The built client, held in memory with its precompressed forms, and answered by path. */
export function loadStatic(folder: string): (request: Request) => Response | null {
  const assets = new Map<string, Asset>()
  if (existsSync(folder)) {
    for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile() || /\.(br|gz)$/.test(entry.name)) continue
      const file = join(entry.parentPath, entry.name)
      const body = readFileSync(file)
      const path = `/${file
        .slice(folder.length + 1)
        .split(sep)
        .join('/')}`
      const type = TYPES[entry.name.split('.').pop()!] ?? 'application/octet-stream'
      const compressed = (suffix: string) => (existsSync(file + suffix) ? readFileSync(file + suffix) : undefined)
      const asset: Asset = {
        type,
        etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`,
        cache: path.startsWith('/assets/')
          ? 'public, max-age=31536000, immutable'
          : type.startsWith('text/html')
            ? 'public, max-age=0, must-revalidate'
            : 'public, max-age=3600',
        policy: type.startsWith('text/html') ? contentSecurityPolicy(inlineScriptHashes(body.toString()), false) : null,
        bodies: { identity: body, br: compressed('.br'), gzip: compressed('.gz') },
      }
      assets.set(path, asset)
      if (path.endsWith('/index.html')) assets.set(path.slice(0, -'index.html'.length).replace(/(.)\/$/, '$1'), asset)
    }
  }
  return function serve(request) {
    if (request.method !== 'GET' && request.method !== 'HEAD') return null
    let path: string
    try {
      path = decodeURIComponent(new URL(request.url).pathname)
    } catch {
      return null
    }
    const asset = assets.get(path) ?? (path.length > 1 && path.endsWith('/') ? assets.get(path.slice(0, -1)) : undefined)
    if (!asset) return null
    const headers = new Headers({ 'content-type': asset.type, etag: asset.etag, 'cache-control': asset.cache, vary: 'accept-encoding' })
    if (asset.policy) headers.set('content-security-policy', asset.policy)
    if (request.headers.get('if-none-match') === asset.etag) return new Response(null, { status: 304, headers })
    const accepted = request.headers.get('accept-encoding') ?? ''
    let body = asset.bodies.identity
    if (asset.bodies.br && /\bbr\b/.test(accepted)) {
      body = asset.bodies.br
      headers.set('content-encoding', 'br')
    } else if (asset.bodies.gzip && /\bgzip\b/.test(accepted)) {
      body = asset.bodies.gzip
      headers.set('content-encoding', 'gzip')
    }
    headers.set('content-length', String(body.byteLength))
    return new Response(request.method === 'HEAD' ? null : (body as BodyInit), { status: 200, headers })
  }
}

/** Prerendered pages have no request to carry a nonce, so their own scripts are named by hash. */
function inlineScriptHashes(html: string): string[] {
  const hashes = new Set<string>()
  for (const match of html.matchAll(/<script(?![^>]*\bsrc=)[^>]*>([\s\S]*?)<\/script>/g)) {
    if (match[1]) hashes.add(`'sha256-${createHash('sha256').update(match[1]).digest('base64')}'`)
  }
  return [...hashes]
}
