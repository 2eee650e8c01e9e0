import { describeScim } from '#core/access/directory/described.ts'
import {
  createDirectoryGroup,
  deleteDirectoryGroup,
  getDirectoryGroup,
  listDirectoryGroupsOf,
  patchDirectoryGroup,
  replaceDirectoryGroup,
} from '#core/access/directory/groups.ts'
import type { DirectoryCall } from '#core/access/directory/in-line.ts'
import { authenticateDirectory } from '#core/access/directory/manage.ts'
import { type Body, ScimError } from '#core/access/directory/scim.ts'
import {
  createDirectoryUser,
  deleteDirectoryUser,
  getDirectoryUser,
  listDirectoryUsers,
  patchDirectoryUser,
  replaceDirectoryUser,
} from '#core/access/directory/users.ts'
import { AppError } from '#core/kernel/errors.ts'
import { placeKey } from '#core/kernel/network-place.ts'
import { requireStorable } from '#core/kernel/storable.ts'
import { tellFailure } from '#core/kernel/tell-failure.ts'
import { type App, type AppDeps, baseCtx, callerIp } from '../app-deps.ts'
import { limitBody } from '../limit-body.ts'
import type { AppContext } from '../middleware/errors.ts'

const MOST = 1024 * 1024
const ERROR = 'urn:ietf:params:scim:api:messages:2.0:Error'
const LIST = 'urn:ietf:params:scim:api:messages:2.0:ListResponse'

type Query = Record<string, string | undefined>

/** What can be done with a kind of resource. */
interface Kind {
  list(call: DirectoryCall, query: Query): Promise<{ total: number; startIndex: number; resources: Body[] }>
  get(call: DirectoryCall, id: string, query: Query): Promise<Body>
  create(call: DirectoryCall, body: unknown): Promise<Body>
  replace(call: DirectoryCall, id: string, body: unknown): Promise<Body>
  patch(call: DirectoryCall, id: string, body: unknown): Promise<Body>
  remove(call: DirectoryCall, id: string): Promise<void>
}

const KINDS: Record<string, Kind> = {
  Users: {
    list: listDirectoryUsers,
    get: getDirectoryUser,
    create: createDirectoryUser,
    replace: replaceDirectoryUser,
    patch: patchDirectoryUser,
    remove: deleteDirectoryUser,
  },
  Groups: {
    list: listDirectoryGroupsOf,
    get: getDirectoryGroup,
    create: createDirectoryGroup,
    replace: replaceDirectoryGroup,
    patch: patchDirectoryGroup,
    remove: deleteDirectoryGroup,
  },
}

/** /scim/v2: how the directory of an organisation puts its people in and takes them out (RFC 7644). */
export function mountScim(app: App, deps: AppDeps): void {
  const described = describeScim(`${deps.services.config.publicUrl}/scim/v2`)
  app.all('/scim/v2/*', async (c) => {
    try {
      return await answer(c)
    } catch (error) {
      if (error instanceof ScimError)
        return refuse(error.status, error.message, error.scimType, error.status === 401 ? { 'www-authenticate': 'Bearer' } : {})
      if (error instanceof AppError) return refuse(error.status, error.message, null, error.extra.headers ?? {})
      tellFailure(deps.services.log, error, { request_id: c.get('requestId') }, 'a directory could not be answered')
      return refuse(500, 'Something went wrong on our side. Try again.')
    }
  })

  async function answer(c: AppContext): Promise<Response> {
    const place = placeKey(deps.services, callerIp(deps, c.req.raw, c.env))
    await deps.limiter.take(`scim:${place}`, { name: 'scim', rate: 25, burst: 250 })
    const url = new URL(c.req.url)
    const [kind = '', id, ...rest] = addressed(url)
    const call = await authenticateDirectory(
      baseCtx(deps, { requestId: c.get('requestId'), request: c.req.raw, env: c.env }),
      c.req.header('authorization') ?? null,
    )
    c.set('budget', call.ctx.organizationId)
    deps.processor.refuseSpent(call.ctx.organizationId)
    const told = c.req.method === 'GET' && !rest.length ? describe(kind, id) : null
    if (told) return told
    const resources = Object.hasOwn(KINDS, kind) && !rest.length ? KINDS[kind]! : null
    if (!resources) throw new ScimError(404, 'There is no such address. Users and Groups are here.')
    const query: Query = Object.fromEntries(url.searchParams)
    requireStorable(query)
    return id ? one(c, resources, call, id, query) : all(c, resources, call, query)
  }

  function describe(kind: string, id: string | undefined): Response | null {
    if (kind === 'ServiceProviderConfig' && !id) return say(200, described.config)
    const known = kind === 'ResourceTypes' ? described.resourceTypes : kind === 'Schemas' ? described.schemas : null
    if (!known) return null
    const found = id ? known.find((each) => each.id === id) : null
    if (id && !found) throw new ScimError(404, 'There is no such description.')
    return found ? say(200, found) : listOf(known)
  }

  async function all(c: AppContext, kind: Kind, call: DirectoryCall, query: Query): Promise<Response> {
    if (c.req.method === 'GET') {
      const { resources, total, startIndex } = await kind.list(call, query)
      return listOf(resources, total, startIndex)
    }
    if (c.req.method !== 'POST') throw new ScimError(405, 'Use GET or POST here.')
    const made = await kind.create(call, await bodyOf(c))
    return say(201, made, { location: (made.meta as { location: string }).location })
  }

  async function one(c: AppContext, kind: Kind, call: DirectoryCall, id: string, query: Query): Promise<Response> {
    switch (c.req.method) {
      case 'GET':
        return say(200, await kind.get(call, id, query))
      case 'PUT':
        return say(200, await kind.replace(call, id, await bodyOf(c)))
      case 'PATCH':
        return say(200, await kind.patch(call, id, await bodyOf(c)))
      case 'DELETE':
        await kind.remove(call, id)
        return say(204, undefined)
      default:
        throw new ScimError(405, 'Use GET, PUT, PATCH or DELETE here.')
    }
  }
}

/** What an address names, without its escapes. */
function addressed(url: URL): string[] {
  try {
    const parts = url.pathname.slice('/scim/v2/'.length).split('/').map(decodeURIComponent)
    requireStorable(parts)
    return parts
  } catch {
    throw new ScimError(404, 'There is no such address. Users and Groups are here.')
  }
}

const say = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  new Response(body === undefined ? null : JSON.stringify(body), {
    status,
    headers: { ...(body !== undefined && { 'content-type': 'application/scim+json' }), 'cache-control': 'no-store', ...headers },
  })
const listOf = (resources: unknown[], total = resources.length, startIndex = 1) =>
  say(200, { schemas: [LIST], totalResults: total, startIndex, itemsPerPage: resources.length, Resources: resources })
const refuse = (status: number, detail: string, scimType: string | null = null, headers = {}) =>
  say(status, { schemas: [ERROR], status: String(status), ...(scimType && { scimType }), detail }, headers)

async function bodyOf(c: AppContext): Promise<unknown> {
  const { request, refusal } = limitBody(c.req.raw, MOST)
  const text = await request.text().catch(() => '')
  const refused = refusal()
  if (refused) throw new ScimError(refused.status, refused.status === 413 ? 'The body is larger than a megabyte.' : refused.message)
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    throw new ScimError(400, 'The body is not valid JSON.', 'invalidSyntax')
  }
  requireStorable(body)
  return body
}
