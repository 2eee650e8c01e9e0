import { describe, expect, it } from 'vitest'
import {
  CASE,
  IDENTITY,
  INVESTMENT,
  InvalidTransition,
  ISSUANCE,
  MACHINES,
  OFFERING,
  overallStatus,
  readState,
  TRANSACTION,
  transition,
} from './index.ts'

describe.each(MACHINES.map((machine) => [machine.name, machine] as const))('%s', (_name, machine) => {
  const events = [...new Set(machine.rows.map((row) => row.event))]
  const starts: (string | null)[] = [null, ...machine.states]

  it('answers every state and event: the listed target, or the one named error', () => {
    for (const from of starts) {
      for (const event of events) {
        const listed = machine.rows.filter((row) => row.from === from && row.event === event)
        for (const row of listed) {
          for (const to of typeof row.to === 'string' ? [row.to] : row.to) {
            for (const who of row.who) expect(transition(machine, from, event, { to, who })).toBe(to)
          }
        }
        if (listed.length === 0) expect(() => transition(machine, from, event)).toThrow(InvalidTransition)
        expect(() => transition(machine, from, event, { to: 'nowhere' })).toThrow(InvalidTransition)
      }
    }
  })

  it('every event is refused somewhere', () => {
    for (const event of events)
      expect(starts.some((from) => !machine.rows.some((row) => row.from === from && row.event === event))).toBe(true)
  })

  it('no path leaves a terminal state, but for a reorganised chain', () => {
    const leaving = machine.rows.filter((row) => row.from !== null && machine.terminal.includes(row.from))
    expect(leaving.map((row) => row.event)).toEqual(machine === TRANSACTION || machine === ISSUANCE ? ['reorg'] : [])
  })

  it('every state can be reached', () => {
    const creates = machine.rows.some((row) => row.from === null)
    const reached = new Set<string | null>(creates ? [null] : [machine.first])
    for (let grew = true; grew; ) {
      grew = false
      for (const row of machine.rows) {
        if (!reached.has(row.from)) continue
        for (const to of typeof row.to === 'string' ? [row.to] : row.to) {
          if (!reached.has(to)) grew = Boolean(reached.add(to))
        }
      }
    }
    expect([...machine.states].filter((state) => !reached.has(state))).toEqual([])
  })
})

describe('transition', () => {
  it('refuses an actor that the table does not name', () => {
    expect(() => transition(IDENTITY, 'verified', 'revoke', { who: 'A' })).toThrow(InvalidTransition)
    expect(transition(IDENTITY, 'verified', 'revoke', { who: 'A2' })).toBe('rejected')
    expect(() => transition(IDENTITY, 'pending', 'admin_set', { who: 'A', to: 'verified' })).toThrow(InvalidTransition)
    expect(transition(IDENTITY, 'pending', 'admin_set', { who: 'A2', to: 'verified' })).toBe('verified')
  })

  it('asks for the target where an event has several', () => {
    expect(() => transition(INVESTMENT, null, 'submit')).toThrow(InvalidTransition)
    expect(transition(INVESTMENT, null, 'submit', { to: 'pending' })).toBe('pending')
  })

  it('reads an unknown status as the first state', () => {
    expect(readState(OFFERING, 'half-open')).toEqual({ state: 'draft', known: false })
    expect(transition(OFFERING, 'half-open', 'cancel')).toBe('cancelled')
  })

  it('names machine, state and event in the error', () => {
    expect(() => transition(CASE, 'closed', 'assign')).toThrow('case: assign is not possible in closed.')
  })
})

it('derives the overall status', () => {
  expect(overallStatus('verified', 'rejected')).toBe('rejected')
  expect(overallStatus('pending', 'incomplete')).toBe('incomplete')
  expect(overallStatus('verified', 'pending')).toBe('pending')
  expect(overallStatus('verified', null)).toBe('verified')
  expect(overallStatus('odd', 'verified')).toBe('incomplete')
})
