import { parseArgs } from 'node:util'
import { createAuth } from '#core/access/accounts/auth-library.ts'
import { createAccount } from '#core/access/accounts/create-account.ts'
import { makeKeyByOperator } from '#core/access/api-keys/make-by-operator.ts'
import { endSecondFactorByOperator } from '#core/access/second-factor/end-by-operator.ts'
import { setRoleByOperator } from '#core/access/users/set-role-by-operator.ts'
import { AppError } from '#core/kernel/errors.ts'
import type { KeyGroup } from '#core/kernel/keys/groups.ts'
import { findByEmail } from '#core/kernel/people.ts'
import { ROLES, type Role } from '#core/kernel/permissions.ts'
import type { Services } from '#core/kernel/services.ts'
import { systemCtx } from '#core/kernel/system.ts'
import { acceptStanding } from '#core/record/audit/accept-standing.ts'
import { inspectRestore, restoreLog } from '#core/record/audit/restore.ts'
import { verifyAudit } from '#core/record/audit/verify.ts'
import { loadListFolder } from '#core/screening/lists/load.ts'
import type { Offered } from '#core/screening/lists/offer.ts'
import { releaseListByOperator } from '#core/screening/lists/release.ts'
import type { DayRates } from '#core/sources/rates/ecb.ts'
import { putRates } from '#core/sources/rates/store.ts'
import { giveUpLostKeys } from '#core/upkeep/lost-keys.ts'
import { rewrapSecrets, rotateKeys } from '#core/upkeep/rotate-keys.ts'
import { connect } from '#db/connect.ts'
import { backUp, describeMigrations, keysFileOf, restore, summary, withOwner } from './backups.ts'
import { composeServices, openDatabase } from './compose.ts'
import { examine, type Looked } from './doctor.ts'
import { type Env, readEnv } from './env.ts'
import { createLog } from './log.ts'

type Log = ReturnType<typeof createLog>

const USAGE = `Usage: npm run admin -- COMMAND
  doctor                                                                         looks at the installation and changes nothing; 2 when something is bad
  backup DIR [--keys FILE]                                                       writes a backup into a new folder and restores it once, to see that it can be
  restore DIR [--keys FILE]                                                      puts a backup into an empty database; erased people stay erased
  migrate [--dry-run]                                                            brings the tables to this version; or says what that would do
  create-user --email E --password P --role admin|issuer|investor [--verified]   prints the user's id
  create-key --email E --name N --environment sandbox|production [--scopes S]    prints the full key, once, and on standard error for whom it acts;
                                                                                 S: names with commas, or '*' for all that E may. Left out, a key of
                                                                                 production reads and one of the sandbox does everything
  set-role --email E --role admin|issuer|investor                                gives exactly this role; ends a suspension
  end-second-factor --email E --reason R                                         lets in somebody who lost every factor, once you know who asks
  verify-audit                                                                   says whether the audit log is whole
  accept-change ID --reason R                                                    notes in the log a change that verify-audit names and you made sure of
  log-restore [--confirm SIZE --reason R]                                        after a restore of a backup: goes on with the log under a new name
  keys-lost [--confirm NUMBER --reason R]                                        when no backup of the keys' database has them: notes that data keys are gone
  load-lists DIR                                                                 loads official sanctions files; 1 when one was held back
  release-list VERSION --reason R                                                puts a held-back list in force, while no two administrators can
  rotate-keys [--only sealing|log|credentials|webhooks|sessions|permits|wrapping] [--now]
                                                                                 replaces keys; what the former ones made stays good
  set-rate --date YYYY-MM-DD --source S USD=1.0831 [GBP=0.8412 …]                units per euro, when FX_SOURCE=manual`

/** The first word of each line of the usage. */
const COMMANDS: ReadonlySet<string> = new Set(USAGE.match(/(?<=^ {2})[a-z-]+/gm))

const OPTIONS = {
  email: { type: 'string' },
  password: { type: 'string' },
  role: { type: 'string' },
  verified: { type: 'boolean' },
  name: { type: 'string' },
  environment: { type: 'string' },
  scopes: { type: 'string' },
  date: { type: 'string' },
  source: { type: 'string' },
  confirm: { type: 'string' },
  reason: { type: 'string' },
  only: { type: 'string', multiple: true },
  now: { type: 'boolean' },
  keys: { type: 'string' },
  'dry-run': { type: 'boolean' },
  help: { type: 'boolean' },
} as const

/** The operator's tool. Works beside a running product and without one. */
async function main(argv: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: argv,
    allowPositionals: true,
    options: OPTIONS,
  })
  const command = positionals[0]
  const need = (name: 'email' | 'password' | 'role' | 'name' | 'environment' | 'date' | 'source' | 'reason'): string => {
    const value = values[name]
    if (!value) throw new AppError('validation_failed', `--${name} is needed.\n${USAGE}`)
    return value
  }
  if (!command || values.help) {
    console.log(USAGE)
    return command ? 0 : 1
  }
  if (!COMMANDS.has(command)) throw new AppError('validation_failed', `There is no command "${command}".\n${USAGE}`)

  if (values.confirm !== undefined && !/^\d+$/.test(values.confirm))
    throw new AppError('validation_failed', `--confirm takes the number that the command names without it, not "${values.confirm}".`)

  const env = readEnv()
  // Its standard output is the answer alone: scripts read an id or a key from it.
  const log = createLog(env.logLevel === 'info' ? 'warn' : env.logLevel, true, console.error)
  const onItsOwn = await withoutProduct(env, log, command, {
    folder: positionals[1],
    keys: values.keys,
    dryRun: values['dry-run'] ?? false,
  })
  if (onItsOwn !== null) return onItsOwn
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
        const { key, authority } = await makeKeyByOperator(services, {
          ...{ email: need('email').toLowerCase(), name: need('name'), environment },
          scopes: values.scopes?.split(',').map((scope) => scope.trim()) ?? null,
        })
        console.error(authority)
        console.log(key)
        return 0
      }
      case 'set-role': {
        const role = need('role')
        if (!(ROLES as readonly string[]).includes(role))
          throw new AppError('validation_failed', `--role must be one of ${ROLES.join(', ')}.`)
        const email = need('email').toLowerCase()
        const user = await findByEmail(database.connection.db, services, email)
        if (!user) throw new AppError('not_found', `There is no account for ${email}. Make one with create-user.`)
        console.log((await setRoleByOperator(services, { userId: user.id, role: role as Role })).join(', '))
        return 0
      }
      case 'end-second-factor': {
        const email = need('email').toLowerCase()
        const reason = need('reason')
        const user = await findByEmail(database.connection.db, services, email)
        if (!user) throw new AppError('not_found', `There is no account for ${email}.`)
        const passkeys = await endSecondFactorByOperator(services, { userId: user.id, reason })
        console.log(`Ended, with its sessions and ${passkeys} passkeys. A new factor is set up at the next sign-in.`)
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
      case 'accept-change': {
        const id = positionals[1]
        if (!id) throw new AppError('validation_failed', `Name what verify-audit names.\n${USAGE}`)
        for (const fault of await acceptStanding(services, { id, reason: need('reason') })) console.log(`${id}: ${fault}. Noted.`)
        return 0
      }
      case 'log-restore':
        return await goOnWithLog(services, database.ownerUrl, values.confirm, () => need('reason'))
      case 'keys-lost':
        return await noteLostKeys(services, values.confirm, () => need('reason'))
      case 'rotate-keys': {
        const ctx = systemCtx(services, { id: 'operator' })
        const only = (values.only ?? []).flatMap((text) => text.split(',')) as KeyGroup[]
        if (only.includes('wrapping' as never)) {
          if (only.length > 1) throw new AppError('validation_failed', '--only wrapping is done alone.')
          const secrets = await rewrapSecrets({ ctx })
          console.log(`${secrets} secrets are wrapped anew. Start the product with the new setting; the former secret is needed no longer.`)
          return 0
        }
        const { rotations, rewrapped } = await rotateKeys({ ctx, input: { only, now: values.now ?? false } })
        for (const { group, generation, since } of rotations)
          console.log(`${group}: key ${generation}, in use ${Date.parse(since) > Date.now() ? `from ${since}` : 'now'}.`)
        if (rewrapped) console.log(`${rewrapped} data keys are wrapped anew.`)
        return 0
      }
      case 'set-rate': {
        const rates = readRates(need('date'), need('source'), positionals.slice(1))
        await putRates(systemCtx(services, { id: 'operator' }), rates)
        console.log(
          `One euro is ${Object.entries(rates.per_eur)
            .map(([currency, rate]) => `${rate} ${currency}`)
            .join(', ')} (${rates.source}, ${rates.date}).`,
        )
        return 0
      }
      case 'release-list': {
        const which = positionals[1]
        if (!which) throw new AppError('validation_failed', `Name the version.\n${USAGE}`)
        const { source, version } = await releaseListByOperator(services, which, need('reason')).catch((error: unknown) => {
          if (error instanceof AppError && error.code === 'not_found') throw new AppError('not_found', `No version ${which} is held back.`)
          throw error
        })
        console.log(`${source} ${version} is in force. A running product takes it up within half a minute.`)
        return 0
      }
      default: {
        const dir = positionals[1]
        if (!dir) throw new AppError('validation_failed', `Name the folder.\n${USAGE}`)
        const { lists, offered, warnings } = await loadListFolder(services, dir)
        const held = offered.filter((one) => one.state === 'held' || one.state === 'discarded')
        for (const list of lists.filter(({ source }) => !held.some((one) => one.source === source)))
          console.log(
            `${list.source} ${list.version}: ${list.entries.length} entities, ${list.entries.reduce((n, e) => n + e.names.length, 0)} names, ${list.entries.reduce((n, e) => n + e.addresses.length, 0)} addresses`,
          )
        for (const warning of warnings) console.log(`Warning: ${warning}`)
        for (const one of held) console.log(heldText(one))
        return offered.length && !held.length ? 0 : 1
      }
    }
  } finally {
    await database.close()
  }
}

function tellLines(lines: readonly string[]): number {
  for (const line of lines) console.log(line)
  return 0
}

/** What neither migrates the database nor needs the product's services on it: its exit code; null for the other commands. */
async function withoutProduct(
  env: Env,
  log: Log,
  command: string,
  { folder, keys, dryRun }: { folder: string | undefined; keys: string | undefined; dryRun: boolean },
): Promise<number | null> {
  if (command === 'doctor') return tellFindings(await examine(env, log))
  if (command === 'backup' || command === 'restore') return copyDatabase(env, log, command, folder, keys)
  if (command !== 'migrate') return null
  // Opening it brings the tables to this version.
  if (!dryRun) await (await openDatabase(env, log)).close()
  return withOwner(env, async (url) => tellLines(await describeMigrations(url)))
}

/** Makes a backup, or puts one back. */
async function copyDatabase(
  env: Env,
  log: Log,
  command: 'backup' | 'restore',
  folder: string | undefined,
  keys: string | undefined,
): Promise<number> {
  if (!folder) throw new AppError('validation_failed', `Name the folder.\n${USAGE}`)
  const keysFile = keysFileOf(env, keys)
  return withOwner(env, async (ownerUrl) => {
    if (command === 'backup') {
      const { manifest, entries } = await backUp(env, log, { ownerUrl, folder, keysFile })
      return tellLines([
        `${folder}: ${summary(manifest)}, of ${manifest.made_at}. It was restored once; its audit log is whole (${entries} entries).`,
        `The data keys are in ${keysFile}: keep the newest alone, and apart from the backups.`,
      ])
    }
    const { rows, destroyed } = await restore(env, log, { ownerUrl, folder, keysFile })
    return tellLines([
      `${rows} rows are back. ${destroyed} data keys that were destroyed since are destroyed again.`,
      'Now: npm run admin -- log-restore, then start the product. See docs/operating/backup.md.',
    ])
  })
}

/** A line for each finding; 2 where one of them is bad. */
function tellFindings(findings: readonly Looked[]): number {
  const marks = { good: 'good', look: 'LOOK', bad: 'BAD ' }
  for (const { label, state, said } of findings) console.log(`${marks[state]}  ${label.padEnd(18)} ${said}`)
  return findings.some(({ state }) => state === 'bad') ? 2 : 0
}

/** Says what a restored log would go on from; confirmed, goes on with it under a new name. */
async function goOnWithLog(services: Services, ownerUrl: string, confirm: string | undefined, reason: () => string): Promise<number> {
  if (confirm === undefined) {
    const { size, root, lost, beginning } = await inspectRestore(services)
    console.log(`This log has ${size} entries, root ${root}.`)
    console.log(`The last head that was signed had ${lost.size} entries, at ${lost.at}.`)
    console.log(beginning ? 'This log is a beginning of that one.' : 'This log is NOT a beginning of that one: it was changed as well.')
    console.log(`To go on from here under a new name of the log: npm run admin -- log-restore --confirm ${size} --reason "…"`)
    return 2
  }
  const owner = connect(ownerUrl, 2)
  try {
    const done = await restoreLog(services, owner.db, { size: Number(confirm), reason: reason() })
    console.log(`The log goes on as ${done.origin} with ${done.size} entries. Tell its witnesses and whoever keeps its heads.`)
  } finally {
    await owner.close()
  }
  return 0
}

/** Says how many data keys are not there; confirmed, notes that they are gone. */
async function noteLostKeys(services: Services, confirm: string | undefined, reason: () => string): Promise<number> {
  if (confirm === undefined) {
    const lost = await services.keyring.lost.compare()
    console.log(`${lost} data keys were made and are not there. What they sealed does not open.`)
    if (!lost) return 0
    console.log('Restore the database of the keys as it was last, and nothing is lost. Where no backup has them, what they sealed is gone:')
    console.log(`npm run admin -- keys-lost --confirm ${lost} --reason "…"`)
    return 2
  }
  const lost = await giveUpLostKeys(services, { count: Number(confirm), reason: reason() })
  console.log(`${lost} data keys are noted as gone. Whom they sealed counts as erased, and the log says why.`)
  return 0
}

/** What was found in a list that was not put in force, and how it gets there all the same. */
function heldText({ state, id, source, version, findings }: Offered): string {
  const lines = [`${source} ${version} was NOT put in force:`, ...findings.map((one) => `  ${one.detail}`)]
  if (state === 'discarded') lines.push('  Two people discarded this version. Give another file.')
  else if (findings.some((one) => one.code === 'unreadable')) lines.push('  What was in force stays, or none is. Give a whole file.')
  else
    lines.push(
      '  What was in force stays, or none is. If the list really is so, two administrators release it on the page /admin/lists;',
      `  while there are no two, the operator: npm run admin -- release-list ${id} --reason "..."`,
    )
  return lines.join('\n')
}

/** The operator's own rates. Throws when a figure cannot be one. */
function readRates(date: string, source: string, given: readonly string[]): DayRates {
  const today = new Date().toISOString().slice(0, 10)
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date) || Number.isNaN(Date.parse(date)) || date > today)
    throw new AppError('validation_failed', `--date must be a day up to today, such as ${today}.`)
  const per_eur: Record<string, string> = {}
  for (const pair of given) {
    const match = /^([A-Z]{3})=(\d{1,9}(?:\.\d{1,9})?)$/.exec(pair)
    if (!match || !(Number(match[2]) > 0)) throw new AppError('validation_failed', `"${pair}" is not a rate such as USD=1.0831.`)
    per_eur[match[1]!] = match[2]!
  }
  if (!per_eur.USD) throw new AppError('validation_failed', `Give at least USD, as units per euro.\n${USAGE}`)
  return { date, source: source.slice(0, 60), per_eur }
}

main(process.argv.slice(2)).then(
  (code) => process.exit(code),
  (error: Error) => {
    const fields = error instanceof AppError ? error.fields.map((field) => `${field.pointer.slice(1)}: ${field.detail}`) : []
    console.error([error.message, ...fields].join('. '))
    process.exit(1)
  },
)
