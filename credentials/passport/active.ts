import { constants, createHash, type KeyObject, publicDecrypt } from 'node:crypto'
import { type HashName, publicKeyOf, signatureFits } from './algorithms.ts'
import { type AsnNode, fileOf, oidIn, sequenceOf, setOf } from './asn1.ts'
import { PassportRefused, unreadable } from './refusal.ts'

const DG14_TAG = 14
const DG15_TAG = 15
const ACTIVE_AUTHENTICATION = '2.23.136.1.1.5'
/** BSI TR-03111, the plain form of ECDSA. */
const PLAIN_ECDSA: Record<string, HashName> = {
  '0.4.0.127.0.7.1.1.4.1.2': 'sha224',
  '0.4.0.127.0.7.1.1.4.1.3': 'sha256',
  '0.4.0.127.0.7.1.1.4.1.4': 'sha384',
  '0.4.0.127.0.7.1.1.4.1.5': 'sha512',
}
/** ISO/IEC 9796-2, scheme 1: the last bytes name the hash. */
const TRAILERS: Record<string, string> = { '38cc': 'sha224', '34cc': 'sha256', '36cc': 'sha384', '35cc': 'sha512' }

/**
 * Whether the chip itself answered the challenge: it holds the private key of data group 15, which cannot be read out of it and which a
 * copy does not have (active authentication, ICAO 9303-11, section 6.1). Says with what. Throws `passport_chip_copied` for a wrong answer.
 */
export function checkActive(files: { dg14?: Uint8Array; dg15: Uint8Array }, challenge: Uint8Array, answer: Uint8Array): string {
  const key = publicKeyOf(fileOf(files.dg15, DG15_TAG)[0] ?? missing())
  if (key.asymmetricKeyType === 'ec') {
    const hash = hashNamedIn(files.dg14)
    if (signatureFits(key, { kind: 'ecdsa', hash }, challenge, answer, true)) return `ecdsa-${hash}`
  } else {
    const hash = recovered(key, challenge, answer)
    if (hash) return `rsa-iso9796-2-${hash}`
  }
  throw new PassportRefused('passport_chip_copied', 'The chip did not answer the challenge as the genuine one would: its data were copied.')
}

const missing = () => {
  throw unreadable('Data group 15 holds no key.')
}

function hashNamedIn(dg14: Uint8Array | undefined): HashName {
  const infos: AsnNode[] = dg14 ? setOf(fileOf(dg14, DG14_TAG)[0]) : []
  for (const info of infos) {
    const [protocol, , algorithm] = sequenceOf(info, 2)
    const hash = oidIn(protocol) === ACTIVE_AUTHENTICATION && algorithm ? PLAIN_ECDSA[oidIn(algorithm)] : undefined
    if (hash) return hash
  }
  throw new PassportRefused(
    'passport_algorithm_unsupported',
    'Data group 14 does not say by which hash the chip answers. Send it, or leave the answer out.',
  )
}

/** The hash with which the challenge, after what the chip chose itself, gives what was signed; null where it does not. */
function recovered(key: KeyObject, challenge: Uint8Array, answer: Uint8Array): string | null {
  let block: Buffer
  try {
    block = publicDecrypt({ key, padding: constants.RSA_NO_PADDING }, answer)
  } catch {
    return null
  }
  // Two bits say that a part of the message is in the block and the rest, here the challenge, is not.
  if (block[0] !== 0x6a) return null
  const short = block.at(-1) === 0xbc
  // The chip chooses what is hashed only with the challenge in it, so that what ails SHA-1 elsewhere does no harm here.
  const hash = short ? 'sha1' : TRAILERS[block.subarray(-2).toString('hex')]
  if (!hash) return null
  const end = block.length - (short ? 1 : 2)
  const size = createHash(hash).digest().length
  const chosen = block.subarray(1, end - size)
  return createHash(hash)
    .update(chosen)
    .update(challenge)
    .digest()
    .equals(block.subarray(end - size, end))
    ? hash
    : null
}
