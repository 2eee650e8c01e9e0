export interface VerifierKey {
  name: string
  id: string
}
export function canonicalize(value: unknown): string
export function readKey(line: string): VerifierKey
export interface Holds {
  id: string
  documents: string[]
  index: number
  size: number
}
export function verifyReceipt(receipt: unknown, key: VerifierKey): Holds
export function verifyAnswer(answer: unknown, key: VerifierKey, keyLine: string): Holds
