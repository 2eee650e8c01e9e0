import { stateWord } from '#core/kernel/states.ts'
import { capital } from '../../lib/decision-words.ts'
import type { Series } from './chart.tsx'

const of = (key: 'allow' | 'review' | 'deny', tone: Series['tone']): Series => ({ key, label: capital(stateWord('decision', key)), tone })

/** Decisions by outcome, in every chart by the same words, colours and order. */
export const OUTCOME_SERIES: Series[] = [of('allow', 'verdigris'), of('review', 'ochre'), of('deny', 'madder')]
