import { openGate } from '#egress/gate.ts'

/** The way out to witnesses and to where heads are mirrored. Both addresses are the operator's. */
export const outgoing = openGate()
