import { setTimeout } from 'node:timers/promises'
import { PgBoss } from 'pg-boss'
import { AppError } from '#core/kernel/errors.ts'
import { onceReachable } from '#core/kernel/once-reachable.ts'
import type { Pulse } from '#core/kernel/pulse.ts'
import type { Services } from '#core/kernel/services.ts'
import { tellFailure } from '#core/kernel/tell-failure.ts'
import { publishCheckpoint } from '#core/record/audit/checkpoint.ts'
import { sequenceSome } from '#core/record/audit/sequence.ts'
import { dispatchEvents } from '#core/record/webhooks/dispatch.ts'
import { runBulk } from '#core/screening/screenings/bulk/run.ts'
import { refreshRates } from '#core/sources/rates/refresh.ts'
import { runDueEvidence } from '#core/upkeep/deadlines/run-due.ts'
import { refreshLists, refreshWhenAsked } from '#core/upkeep/lists/refresh.ts'
import { rescreenPending } from '#core/upkeep/lists/rescreen-pending.ts'
import { deliveriesSideBySide } from '#core/upkeep/webhooks/deliver.ts'
import { type Loop, logFailure, startLoop as startOne } from './loop.ts'
import { schedules } from './schedules.ts'
import { localMailbox, sendDueMails, smtpMailer } from './send-mail.ts'

export interface Worker {
  wake: Services['wake']
  stop(): Promise<void>
}

/**
 * Everything that happens by itself. Loops drain what verbs left in the database and are woken by them; pg-boss runs what
 * has a time of its own, once over all processes.
 */
export async function startWorker(input: {
  services: Services
  databaseUrl: string
  smtpUrl: string | null
  serves?: boolean
  pulse: Pick<Pulse, 'clockWrong'>
}): Promise<Worker> {
  const { services, pulse } = input
  const { log } = services
  const startLoop = (...[name, idleMs, to, work]: Parameters<typeof startOne>) => startOne(name, idleMs, to, byRightClock(pulse, work))
  const mailer = input.smtpUrl ? smtpMailer(input.smtpUrl, services.config.mailFrom) : localMailbox
  const deliveries = deliveriesSideBySide(services)
  const loops: Partial<Record<Parameters<Services['wake']>[0] | 'evidence', Loop>> = {
    mail: startLoop('mail', 1_000, log, () => sendDueMails(services, mailer)),
    outbox: startLoop('outbox', 1_000, log, async () => (await dispatchEvents(services)) === true),
    webhooks: startLoop('webhooks', 1_000, log, () => deliveries.begin()),
    bulk: startLoop('bulk', 3_000, log, () => runBulk(services)),
    lists: startLoop('lists', 5_000, log, async () => void (await refreshWhenAsked(services))),
    evidence: startLoop('evidence', 1_000, log, () => runDueEvidence(services)),
    log: startLoop('sequence-log', 500, log, async () => {
      const began = performance.now()
      const { more } = await sequenceSome(services)
      // Where calls are answered too, they get as much of the processor as the log.
      if (more && input.serves) await setTimeout(performance.now() - began)
      return more
    }),
  }
  const boss = await onceReachable(log, () => startQueue(input.databaseUrl, services, pulse))
  await onceReachable(log, () => publishCheckpoint(services))
  // The folder was read while starting; downloads and what follows from a new list must not hold up the start.
  const first = services.config.listDir ? rescreenPending(services) : refreshLists(services)
  void refreshRates(services).catch((error: Error) => log.warn({ error: error.message }, 'exchange rates'))
  void first.catch((error: Error) => log.warn({ error: error.message }, 'sanctions lists'))
  return {
    wake: (name) => loops[name]?.wake(),
    async stop() {
      await Promise.all(Object.values(loops).map((loop) => loop.stop()))
      await deliveries.done()
      await boss.stop({ graceful: true, timeout: 3_000 })
    },
  }
}

async function startQueue(databaseUrl: string, services: Services, pulse: Pick<Pulse, 'clockWrong'>): Promise<PgBoss> {
  const boss = new PgBoss({
    ...{ connectionString: databaseUrl, max: 3, migrate: false, application_name: 'sealwright-jobs' },
    // Its statements are short: one without an answer is on a connection that is dead.
    ...{ keepAlive: true, keepAliveInitialDelayMillis: 10_000, query_timeout: 30_000 },
  })
  boss.on('error', (error) => tellFailure(services.log, error, { job: 'job queue' }, 'job queue'))
  try {
    await boss.start()
    for (const [name, job] of Object.entries(schedules)) {
      await boss.createQueue(name)
      await boss.work(name, () => byRightClock(pulse, () => runScheduled(name, job, services))())
      await boss.schedule(name, job.cron)
    }
    return boss
  } catch (error) {
    await boss.stop({ graceful: false }).catch(() => {})
    throw error
  }
}

/** What is stamped and found due by a wrong clock would be wrong for good: it waits until the clock is right. */
const byRightClock =
  <T>(pulse: Pick<Pulse, 'clockWrong'>, work: () => Promise<T>) =>
  async (): Promise<T> => {
    if (pulse.clockWrong) throw new AppError('not_ready', pulse.clockWrong)
    return work()
  }

/** One run of a job with a time of its own. pg-boss tries a failed one again and says nothing: that is said here. */
export async function runScheduled(name: string, job: (typeof schedules)[string], services: Services): Promise<void> {
  try {
    await job.run(services)
  } catch (error) {
    logFailure(name, services.log, error as Error)
    throw error
  }
}
