/** A Solana transaction without signatures, in its wire form, for a wallet to sign. Legacy format: every wallet reads it. */
import { publicKey } from './program-address.ts'

interface AccountMeta {
  address: string
  signer?: boolean
  writable?: boolean
}
export interface Instruction {
  program: string
  accounts: readonly AccountMeta[]
  data: Uint8Array
}

/** The network's limit for a whole transaction. */
const PACKET_BYTES = 1232

/**
 * Wire bytes with empty signatures. Accounts are ordered as the format asks: fee payer, signers, then the others, writable
 * ones first in each. Throws RangeError when it would not fit into a packet.
 */
export function buildTransaction(feePayer: string, blockhash: string, instructions: readonly Instruction[]): Uint8Array {
  const metas = new Map<string, { signer: boolean; writable: boolean }>([[feePayer, { signer: true, writable: true }]])
  const note = ({ address, signer = false, writable = false }: AccountMeta) => {
    const known = metas.get(address)
    metas.set(address, { signer: signer || known?.signer === true, writable: writable || known?.writable === true })
  }
  for (const instruction of instructions) instruction.accounts.forEach(note)
  for (const instruction of instructions) note({ address: instruction.program })

  const all = [...metas].map(([address, meta]) => ({ address, ...meta }))
  const group = (signer: boolean, writable: boolean) => all.filter((one) => one.signer === signer && one.writable === writable)
  const [signedWritable, signedReadonly, writable, readonly] = [
    group(true, true),
    group(true, false),
    group(false, true),
    group(false, false),
  ]
  const keys = [...signedWritable, ...signedReadonly, ...writable, ...readonly].map((one) => one.address)
  const indexOf = new Map(keys.map((key, index) => [key, index]))
  const signers = signedWritable.length + signedReadonly.length

  const parts: Uint8Array[] = [
    Uint8Array.of(signers, signedReadonly.length, readonly.length),
    shortLength(keys.length),
    ...keys.map(publicKey),
    publicKey(blockhash),
    shortLength(instructions.length),
  ]
  for (const { program, accounts, data } of instructions) {
    parts.push(
      Uint8Array.of(indexOf.get(program)!),
      shortLength(accounts.length),
      Uint8Array.from(accounts, (one) => indexOf.get(one.address)!),
      shortLength(data.length),
      data,
    )
  }
  const wire = Buffer.concat([shortLength(signers), new Uint8Array(64 * signers), ...parts])
  if (wire.length > PACKET_BYTES) throw new RangeError(`the transaction has ${wire.length} bytes, ${PACKET_BYTES} are allowed`)
  return wire
}

/** compact-u16: seven bits a byte, low ones first. */
function shortLength(n: number): Uint8Array {
  const bytes: number[] = []
  let rest = n
  do {
    bytes.push((rest & 0x7f) | (rest > 0x7f ? 0x80 : 0))
    rest >>= 7
  } while (rest > 0)
  return Uint8Array.from(bytes)
}
