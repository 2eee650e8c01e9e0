import { expect, test } from 'vitest'
import type { Services } from '#core/kernel/services.ts'
import { startLoop } from './loop.ts'
import { runScheduled } from './worker.ts'

const listen = () => {
  const said: Record<string, unknown>[] = []
  const keep = (fields: Record<string, unknown>) => void said.push(fields)
  return { said, log: { debug: keep, info: keep, warn: keep, error: keep } }
}

test('a job of the clock that fails is said, and left to be tried again', async () => {
  const { said, log } = listen()
  const job = { cron: '* * * * *', run: () => Promise.reject(new Error('no table')) }
  await expect(runScheduled('measure-status', job, { log } as unknown as Services)).rejects.toThrow('no table')
  expect(said).toMatchObject([{ job: 'measure-status', error: 'no table' }])
})

test('a loop goes on after what fails, sleeps between, and ends when it is told to', async () => {
  const { said, log } = listen()
  let runs = 0
  const done = Promise.withResolvers<void>()
  const loop = startLoop('tests', 1, log, async () => {
    if (++runs < 3) throw new Error(`run ${runs}`)
    done.resolve()
  })
  await done.promise
  await loop.stop()
  expect(said.map((each) => each.error)).toEqual(['run 1', 'run 2'])
  const after = runs
  loop.wake()
  expect(runs).toBe(after)
})
