import { type Command, EXIT, UsageError } from '../command.ts'
import { facts } from '../output.ts'

export const fork: Command = {
  name: 'sandbox fork',
  summary: 'copy the sandbox, with a key of its own',
  options: {
    label: { type: 'string', value: 'TEXT', help: 'your own name for it' },
    hours: { type: 'string', value: 'N', help: 'how long it lives' },
    export: { type: 'boolean', help: 'only a line for the shell, with the key' },
  },
  examples: ['eval "$(sealwright sandbox fork --hours 1 --export)"'],
  run: async (context, given) => {
    const label = given.text('label')
    const hours = given.text('hours')
    const answer = await context
      .client()
      .sandbox.fork({ ...(label && { label }), ...(hours && { ttl_hours: Number(hours) }) }, { signal: context.signal })
    if (given.flag('export')) {
      process.stdout.write(`export SEALWRIGHT_API_KEY=${answer.key} SEALWRIGHT_URL=${context.settings.url}\n`)
      return EXIT.done
    }
    context.answer(answer, () =>
      facts({ organization: answer.organization_id, 'key, shown once': answer.key, rows: answer.rows, 'lives until': answer.expires_at }),
    )
    return EXIT.done
  },
}

export const reset: Command = {
  name: 'sandbox reset',
  summary: 'empty the sandbox',
  options: { yes: { type: 'boolean', help: 'needed: everything in it goes' } },
  details:
    'Wallets, investors, offerings and everything else of this sandbox go, and its clock returns to the real time. The audit log stays.',
  run: async (context, given) => {
    if (!given.flag('yes')) throw new UsageError('Everything in this sandbox goes: say --yes.')
    const answer = await context.client().sandbox.reset({ signal: context.signal })
    context.answer(answer, () => [`${answer.removed} rows are gone.`])
    return EXIT.done
  },
}

export const clock: Command = {
  name: 'sandbox clock',
  summary: 'read or move the clock of the sandbox',
  options: {
    advance: { type: 'string', value: 'TIME', help: 'move on, such as 90d or 1h 30m' },
    set: { type: 'string', value: 'TIME', help: 'stand at a time, such as 2027-01-01T00:00:00Z' },
    resume: { type: 'boolean', help: 'back to the real time' },
  },
  examples: ['sealwright sandbox clock --advance 90d'],
  run: async (context, given) => {
    const { sandbox } = context.client()
    const [advance, set] = [given.text('advance'), given.text('set')]
    const moves = [advance && { advance }, set && { set }, given.flag('resume') && { resume: true as const }].filter((one) => !!one)
    if (moves.length > 1) throw new UsageError('Give one of --advance, --set and --resume.')
    const [move] = moves
    const answer = move ? await sandbox.clockMove(move, { signal: context.signal }) : await sandbox.clock({ signal: context.signal })
    context.answer(answer, () => [
      `${answer.now}${answer.frozen ? ', standing still' : ''}${answer.offset_seconds ? `, ${answer.offset_seconds} s from the real time` : ''}`,
    ])
    return EXIT.done
  },
}
