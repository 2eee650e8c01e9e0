#!/usr/bin/env node
import { parseArgs } from 'node:util'
import { startServer } from './node.js'

const { values } = parseArgs({
  options: { port: { type: 'string', default: '0' }, now: { type: 'string' }, help: { type: 'boolean', short: 'h' } },
})
if (values.help) {
  console.log(
    'sealwright-testing [--port 4010] [--now 2026-11-27T12:00:00Z]\n\nServes the test kit on this machine, and ends when its input ends.',
  )
} else {
  const { url, apiKey, close } = await startServer({ port: Number(values.port), ...(values.now && { now: values.now }) })
  // One line that a program can read.
  console.log(JSON.stringify({ url, api_key: apiKey }))
  // Who began it and goes away takes it along.
  if (!process.stdin.isTTY) process.stdin.resume().on('end', () => void close().then(() => process.exit(0)))
}
