import { expect, test } from 'vitest'
import { z } from 'zod'
import { Health } from '../health.ts'
import type { Operation } from '../operation.ts'
import { ResponseSampler } from './sample-responses.ts'

const operation = {
  id: 'things.get',
  response: z.object({ id: z.string(), name: z.string(), at: z.string().optional() }),
} as unknown as Operation

test('counts what fits and what deviates, names the place and never the value, and throws nothing', () => {
  const health = new Health()
  const logged: { fields: Record<string, unknown>; message: string }[] = []
  const write = (fields: Record<string, unknown>, message: string) => void logged.push({ fields, message })
  const log = { debug: write, info: write, warn: write, error: write }
  const sampler = new ResponseSampler({ rate: 1, health, log })
  sampler.take(operation, { id: 'a', name: 'Ada Example', at: undefined })
  sampler.take(operation, { id: 'b', name: 12, secret: 'Ada Example' })
  const cyclic: Record<string, unknown> = {}
  cyclic.self = cyclic
  sampler.take(operation, cyclic)
  sampler.lookAtAll()
  const metrics = health.render({})
  expect(metrics).toContain('sealwright_responses_sampled_total{operation="things.get",fits="true"} 1')
  expect(metrics).toContain('sealwright_responses_sampled_total{operation="things.get",fits="false"} 1')
  expect(logged[0]!.fields).toEqual({ operation: 'things.get', places: ['/name invalid_type'] })
  expect(logged).toHaveLength(2)
  expect(JSON.stringify(logged)).not.toContain('Ada')
})

test('takes the part it was told to, and no more than it can look at', () => {
  const health = new Health()
  const log = { debug() {}, info() {}, warn() {}, error() {} }
  const none = new ResponseSampler({ rate: 0, health, log })
  none.take(operation, {})
  none.lookAtAll()
  expect(health.render({})).not.toContain('sampled')
  const all = new ResponseSampler({ rate: 1, health, log })
  for (let i = 0; i < 1_000; i++) all.take(operation, { id: 'a', name: 'b' })
  all.lookAtAll()
  expect(health.render({})).toContain('fits="true"} 100')
})
