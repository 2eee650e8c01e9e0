// Loaded before the product: writes down every connection that anything in the process opens, and what opened it.
import dgram from 'node:dgram'
import { appendFileSync } from 'node:fs'
import net from 'node:net'

const file = process.env.NOTE_CONNECTIONS
const note = (to) => {
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = 60
  appendFileSync(file, `${JSON.stringify({ to, by: new Error().stack })}\n`)
  Error.stackTraceLimit = stackTraceLimit
}
const { connect } = net.Socket.prototype
net.Socket.prototype.connect = function (...args) {
  // Within Node the arguments arrive as one list, normalised before.
  const given = Array.isArray(args[0]) ? args[0] : args
  const [first, host] = given
  note(
    typeof first === 'object'
      ? (first.path ?? `${first.host ?? 'localhost'}:${first.port}`)
      : /^\d+$/.test(first)
        ? `${host ?? 'localhost'}:${first}`
        : first,
  )
  return connect.apply(this, args)
}
const { createSocket } = dgram
dgram.createSocket = (...args) => {
  note('udp')
  return createSocket(...args)
}
