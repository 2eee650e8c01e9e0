import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { egress } from '#egress/gate.ts'
import { createLog } from './log.ts'
import { LogShipper, MOST_WAITING } from './ship-logs.ts'

const told = vi.spyOn(console, 'error').mockImplementation(() => {})
let answer = { status: 200, body: '{}' }
// biome-ignore lint/suspicious/noExplicitAny: lines of any shape.
let taken: any[] = []
let keys: (string | undefined)[] = []
const receiver = createServer(async (request, response) => {
  const body = JSON.parse(await text(request))
  keys.push(request.headers.authorization)
  if (answer.status === 200) taken.push(...body.resourceLogs[0].scopeLogs[0].logRecords)
  response.writeHead(answer.status).end(answer.body)
})
let url: string
beforeAll(async () => {
  await new Promise<void>((done) => receiver.listen(0, '127.0.0.1', done))
  url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/v1/logs`
})
afterAll(() => {
  told.mockRestore()
  receiver.closeAllConnections()
  receiver.close()
})
beforeEach(() => {
  answer = { status: 200, body: '{}' }
  taken = []
  keys = []
  told.mockClear()
})
const shipperTo = (to: string) =>
  new LogShipper({ url: to, headers: { authorization: 'Bearer of-the-receiver' }, fetch: egress.fetch('logs') })
const sendAll = async (shipper: LogShipper) => {
  while (await shipper.flush());
}

test('V16.4.3 every line of the log goes to another system, with its fields and without parameters of statements', async () => {
  const shipper = shipperTo(url)
  const log = createLog('info', false, () => {}, shipper.take)
  log.debug({}, 'below the level')
  log.warn({ job: 'mail', tries: 3, late: true, lists: ['un_sc'], none: undefined }, 'heed this')
  log.info({ error: 'Failed query: insert\nparams: Ada Example' }, 'then this')
  await sendAll(shipper)
  expect(taken).toMatchObject([
    {
      severityNumber: 13,
      severityText: 'WARN',
      body: { stringValue: 'heed this' },
      attributes: [
        { key: 'job', value: { stringValue: 'mail' } },
        { key: 'tries', value: { intValue: '3' } },
        { key: 'late', value: { boolValue: true } },
        { key: 'lists', value: { stringValue: '["un_sc"]' } },
      ],
    },
    { severityText: 'INFO', attributes: [{ key: 'error', value: { stringValue: 'Failed query: insert' } }] },
  ])
  expect(Math.abs(Number(taken[0].timeUnixNano) / 1e6 - Date.now())).toBeLessThan(60_000)
  expect(keys).toEqual(['Bearer of-the-receiver'])
  expect(shipper).toMatchObject({ waiting: 0, dropped: 0 })
})

test('V16.4.3 a receiver that is away costs no request anything and no line up to the bound; what is beyond is counted', async () => {
  answer = { status: 503, body: '' }
  const shipper = shipperTo(url)
  const log = createLog('info', false, () => {}, shipper.take)
  for (let n = 0; n < MOST_WAITING + 5; n++) log.info({ n }, 'line')
  expect(await shipper.flush()).toBe(false)
  expect(shipper).toMatchObject({ waiting: MOST_WAITING, dropped: 5 })
  await shipper.flush()
  expect(told.mock.calls, 'told once').toEqual([['The receiver of LOG_OTLP_URL takes no lines: it answers 503.']])
  answer = { status: 200, body: '{"partialSuccess":{"rejectedLogRecords":"2"}}' }
  await sendAll(shipper)
  expect(taken.map((each) => Number(each.attributes[0].value.intValue))).toEqual(Array.from({ length: MOST_WAITING }, (_, n) => n))
  expect(shipper).toMatchObject({ waiting: 0, dropped: 5 + 2 * (MOST_WAITING / 1_000) })
  expect(told).toHaveBeenLastCalledWith('The receiver of LOG_OTLP_URL takes lines again.')
})

test('V16.4.3 lines that the receiver cannot read are dropped, and one that nobody can reach keeps them to the end', async () => {
  answer = { status: 400, body: 'no' }
  const shipper = shipperTo(url)
  createLog('info', false, () => {}, shipper.take).info({}, 'line')
  await shipper.close()
  expect(shipper).toMatchObject({ waiting: 0, dropped: 1 })
  const lost = shipperTo('http://127.0.0.1:9/v1/logs')
  createLog('info', false, () => {}, lost.take).info({}, 'line')
  await lost.close()
  expect(lost).toMatchObject({ waiting: 1, dropped: 0 })
})
