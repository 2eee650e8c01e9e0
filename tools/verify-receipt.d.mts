export interface VerifierKey {
  name: string
  id: string
}
export function canonicalize(value: unknown): string
export function readKey(line: string): VerifierKey
export function verifyReceipt(receipt: unknown, key: VerifierKey): { id: string; documents: string[]; index: number; size: number }
