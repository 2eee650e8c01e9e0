import { parseArgs } from 'node:util'
import { eq } from 'drizzle-orm'
import { createAuth } from '#core/accounts/auth-library.ts'
import { createAccount } from '#core/accounts/create-account.ts'
import { createApiKey } from '#core/api-keys/create.ts'
import { verifyAudit } from '#core/audit/verify.ts'
import { AppError } from '#core/errors.ts'
import { loadListFolder } from '#core/lists/load.ts'
import { ROLES, type Role } from '#core/permissions.ts'
import { systemCtx } from '#core/system.ts'
import { users } from '#db/schema.ts'
import { composeServices, openDatabase } from './compose.ts'
import { readEnv } from './env.ts'
import { createLog } from './log.ts'

const USAGE = `Usage: npm run admin -- COMMAND
  create-user --email E --password P --role admin|issuer|investor [--verified]   prints the user's id
  create-key --email E --name N --environment sandbox|production                 prints the full key, once
  verify-audit                                                                   says whether the audit log is whole
  load-lists DIR                                                                 loads official sanctions files`

/** The operator's tool. Works beside a running product and without one. */
async function main(argv: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: argv,
    allowPositionals: true,
    options: {
      email: { type: 'string' },
      password: { type: 'string' },
      role: { type: 'string' },
      verified: { type: 'boolean' },
      name: { type: 'string' },
      environment: { type: 'string' },
      help: { type: 'boolean' },
    },
  })
  const command = positionals[0]
  const need = (name: 'email' | 'password' | 'role' | 'name' | 'environment'): string => {
    const value = values[name]
    if (!value) throw new AppError('validation_failed', `--${name} is needed.\n${USAGE}`)
    return value
  }
  if (!command || values.help) {
    console.log(USAGE)
    return command ? 0 : 1
  }
  if (!['create-user', 'create-key', 'verify-audit', 'load-lists'].includes(command))
    throw new AppError('validation_failed', `There is no command "${command}".\n${USAGE}`)

  const env = readEnv()
  const log = createLog(env.logLevel === 'info' ? 'warn' : env.logLevel, true)
  const database = await openDatabase(env, log)
  try {
    const services = await composeServices({ env, connection: database.connection, log, lists: false })
    switch (command) {
      case 'create-user': {
        const role = need('role')
        if (!(ROLES as readonly string[]).includes(role))
          throw new AppError('validation_failed', `--role must be one of ${ROLES.join(', ')}.`)
        const auth = createAuth(services, { secret: services.keyring.derive('sessions'), rateLimit: false })
        console.log(
          await createAccount(services, auth, {
            email: need('email'),
            password: need('password'),
            role: role as Role,
            verified: values.verified ?? false,
          }),
        )
        return 0
      }
      case 'create-key': {
        const environment = need('environment')
        if (environment !== 'sandbox' && environment !== 'production')
          throw new AppError('validation_failed', '--environment must be sandbox or production.')
        const email = need('email').toLowerCase()
        const [user] = await database.connection.db.select().from(users).where(eq(users.email, email)).limit(1)
        if (!user) throw new AppError('not_found', `There is no account for ${email}. Make one with create-user.`)
        const ctx = systemCtx(services, { id: 'operator', organizationId: user.organization_id, environment })
        const made = await createApiKey({ ctx, input: { name: need('name'), environment, scopes: ['*'], allowed_ips: [] } })
        console.log(made.key)
        return 0
      }
      case 'verify-audit': {
        const verdict = await verifyAudit(services)
        if (verdict.whole) console.log(`The audit log is whole: ${verdict.size} entries, root ${verdict.root}.`)
        else {
          console.log(`The audit log is NOT whole (${verdict.size} entries):`)
          for (const fault of verdict.faults) console.log(`  entry ${fault.leaf_index ?? '?'} (${fault.audit_id}): ${fault.fault}`)
        }
        return verdict.whole ? 0 : 2
      }
      default: {
        const dir = positionals[1]
        if (!dir) throw new AppError('validation_failed', `Name the folder.\n${USAGE}`)
        const { lists, warnings } = await loadListFolder(services, dir)
        for (const list of lists)
          console.log(
            `${list.source} ${list.version}: ${list.entries.length} entities, ${list.entries.reduce((n, e) => n + e.names.length, 0)} names, ${list.entries.reduce((n, e) => n + e.addresses.length, 0)} addresses`,
          )
        for (const warning of warnings) console.log(`Warning: ${warning}`)
        return lists.length ? 0 : 1
      }
    }
  } finally {
    await database.close()
  }
}

main(process.argv.slice(2)).then(
  (code) => process.exit(code),
  (error: Error) => {
    console.error(error.message)
    process.exit(1)
  },
)
