import { z } from 'zod'

// What the fields of events are made of, each with an example.

export const exampleText = (example: string) => z.string().meta({ examples: [example] })
export const id = (prefix: string) => exampleText(`${prefix}_01m7yzyss7wn2xy9fx73kq4v6d`)
export const whole = (example: number) => z.number().meta({ examples: [example] })
export const time = exampleText('2026-11-21T04:05:06.123Z')
export const object = z.looseObject
