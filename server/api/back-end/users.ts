import { Readable } from 'node:stream'
import type { Context } from 'hono'
import type { z } from 'zod'
import type { UserFilter } from '#core/access/users/filter.ts'
import { bindVerbs, type Verbs } from '#core/doors/verbs.ts'
import type { PermissionName } from '#core/kernel/permissions.ts'
import { requireAdmin } from '#core/record/admin-only.ts'
import type { auditSearchInput } from '#core/record/audit/search.ts'
import type { App, AppDeps } from '../../app-deps.ts'
import type { AppVariables } from '../../middleware/errors.ts'
import { readJson } from '../run-operation.ts'
import { requireUser } from './caller.ts'

type C = Context<{ Variables: AppVariables }>
type Body = Record<string, never>

/** What admins do with users, role requests and the audit log. Every verb refuses and audits whoever is no admin. */
export function mountUsers(app: App, deps: AppDeps): void {
  const verbs = async (c: C): Promise<Verbs> => bindVerbs((await requireUser(deps, c)).ctx)
  const bodyOf = (c: C) => readJson(c.req.raw) as Promise<Body>
  // Who may not is refused, and audited, whatever the body is like.
  const adminBody = async (c: C, permission: PermissionName = 'users.write') => {
    const { ctx } = await requireUser(deps, c)
    await requireAdmin(ctx, permission)
    return bodyOf(c)
  }
  const id = (c: C) => c.req.param('id')!

  app.get('/api/admin/users', async (c) => c.json(await (await verbs(c)).searchUsers({ ...filterOf(c), ...pageOf(c) })))
  app.get('/api/admin/users/export', async (c) => {
    const { file_name, chunks } = await (await verbs(c)).exportUsers(filterOf(c))
    return new Response(Readable.toWeb(Readable.from(encoded(chunks))) as ReadableStream, {
      headers: {
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': `attachment; filename="${file_name}"`,
        'cache-control': 'no-store',
      },
    })
  })
  app.get('/api/admin/users/:id', async (c) => c.json(await (await verbs(c)).getUser({ id: id(c) })))
  app.get('/api/admin/users/:id/activity', async (c) => c.json(await (await verbs(c)).listUserActivity({ id: id(c), ...pageOf(c) })))
  app.post('/api/admin/users/:id/verified', async (c) =>
    c.json(await (await verbs(c)).setUserVerified({ ...(await adminBody(c)), id: id(c) } as never)),
  )
  app.post('/api/admin/users/:id/verification', async (c) =>
    c.json(await (await verbs(c)).setVerificationStatus({ ...(await adminBody(c)), id: id(c) })),
  )
  for (const [path, verb] of [
    ['role', 'replaceUserRole'],
    ['roles/add', 'addUserRole'],
    ['roles/remove', 'removeUserRole'],
    ['suspend', 'suspendUser'],
    ['reactivate', 'reactivateUser'],
  ] as const)
    app.post(`/api/admin/users/:id/${path}`, async (c) => {
      const bound = await verbs(c)
      return c.json(await bound[verb]({ ...(await adminBody(c)), id: id(c) } as never))
    })

  app.get('/api/admin/role-requests', async (c) =>
    c.json(await (await verbs(c)).listRoleRequests({ status: c.req.query('status') as never, ...pageOf(c) })),
  )
  app.post('/api/admin/role-requests/:id/decide', async (c) =>
    c.json(await (await verbs(c)).decideRoleRequest({ ...(await adminBody(c)), id: id(c) } as never)),
  )

  app.get('/api/admin/audit', async (c) => {
    const { page: _, per_page: __, ...filter } = c.req.query()
    return c.json(await (await verbs(c)).searchAudit({ ...(filter as z.input<typeof auditSearchInput>), ...pageOf(c) }))
  })
  app.post('/api/admin/audit/verify', async (c) => c.json(await (await verbs(c)).verifyAuditLog()))
  app.get('/api/admin/audit/:id/receipt', async (c) =>
    c.json(await (await verbs(c)).auditReceipt({ id: id(c) }), 200, {
      'content-disposition': `attachment; filename="${id(c).replace(/\W/g, '')}.receipt.json"`,
    }),
  )

  // What a passkey has to sign, asked for when the reason is written.
  app.post('/api/admin/cases/:id/approval-options', async (c) =>
    c.json(await (await verbs(c)).caseApprovalOptions({ ...(await adminBody(c, 'cases.decide')), id: id(c) })),
  )

  app.get('/api/role-requests', async (c) => c.json(await (await verbs(c)).listOwnRoleRequests()))
  app.post('/api/role-requests', async (c) => c.json(await (await verbs(c)).requestIssuerRole((await bodyOf(c)) as never), 201))
}

function pageOf(c: C): { page?: number; per_page?: number } {
  const number = (name: string) => (c.req.query(name) === undefined ? {} : { [name]: Number(c.req.query(name)) })
  return { ...number('page'), ...number('per_page') }
}

/** The filter in the address. An empty field of a form means no filter; `is_verified` is `true` or `false`. */
function filterOf(c: C): UserFilter {
  const given = Object.entries(c.req.query()).filter(([name, value]) => value !== '' && !['page', 'per_page', 'environment'].includes(name))
  return Object.fromEntries(
    given.map(([name, value]) => [name, name === 'is_verified' ? ({ true: true, false: false }[value] ?? value) : value]),
  )
}

async function* encoded(chunks: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder()
  for await (const chunk of chunks) yield encoder.encode(chunk)
}
