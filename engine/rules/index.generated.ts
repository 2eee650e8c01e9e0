// Made by tools/rules-index.mjs from the files in this folder. Do not edit.
import type { Rule } from '../rule.ts'
import r0 from './securities/offering/offering-minimum-above-maximum.ts'

export const RULES: readonly Rule[] = [
  r0,
]
