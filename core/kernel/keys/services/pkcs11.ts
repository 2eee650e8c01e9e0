import { randomBytes, randomUUID } from 'node:crypto'
import { createRequire } from 'node:module'
import type { Signer } from '#credentials/keys.ts'
import { SealError } from '#credentials/seal.ts'
import type { KeyService } from '../service.ts'

export interface Pkcs11Settings {
  /** The token's own library, such as `/usr/lib/softhsm/libsofthsm2.so`. */
  library: string
  /** Label of the token; the first one without. */
  token: string | null
  pin: string
  /** Label of the AES-256 key that wraps; made inside the token at the first start. */
  key: string
}

type Handle = Buffer
/** What is used of the package `pkcs11js`, which is compiled where it is installed and therefore no dependency. */
interface Library {
  [constant: `CK${string}`]: number
  PKCS11: new () => Session
}
type Session = Record<
  | 'C_CloseSession'
  | 'C_Decrypt'
  | 'C_DecryptInit'
  | 'C_Encrypt'
  | 'C_EncryptInit'
  | 'C_Finalize'
  | 'C_FindObjects'
  | 'C_FindObjectsFinal'
  | 'C_FindObjectsInit'
  | 'C_GenerateKey'
  | 'C_GenerateKeyPair'
  | 'C_GetAttributeValue'
  | 'C_GetSlotList'
  | 'C_GetTokenInfo'
  | 'C_Initialize'
  | 'C_Login'
  | 'C_Logout'
  | 'C_OpenSession'
  | 'C_Sign'
  | 'C_SignInit',
  // biome-ignore lint/suspicious/noExplicitAny: the interface of a package that need not be installed.
  (...given: any[]) => any
> & { load(library: string): void; close(): void }

const IV_BYTES = 12
const TAG_BYTES = 16
/** DER of the curve's name, edwards25519, as PKCS#11 3.0 writes it. */
const EDWARDS25519 = Buffer.from('130c656477617264733235353139', 'hex')

/** True where the package is installed. */
export function hasPkcs11(): boolean {
  try {
    loadPackage()
    return true
  } catch {
    return false
  }
}

function loadPackage(): Library {
  try {
    return createRequire(import.meta.url)('pkcs11js') as Library
  } catch {
    throw new Error('KEY_SERVICE=pkcs11 needs the package pkcs11js: run npm i --no-save pkcs11js@2.1.7 (a C++ compiler is needed).')
  }
}

/** A hardware security module or another token with PKCS#11. It wraps with AES-GCM, and holds Ed25519 keys where it knows them. */
export function pkcs11Service(settings: Pkcs11Settings): KeyService {
  const p = loadPackage()
  const module = new p.PKCS11()
  module.load(settings.library)
  module.C_Initialize()
  const session = open(p, module, settings)
  const wrapping = wrappingKey(p, module, session, settings.key)
  const gcm = (iv: Buffer, context: string) => ({
    mechanism: p.CKM_AES_GCM,
    parameter: { type: p.CK_PARAMS_AES_GCM, iv, aad: Buffer.from(context), ivBits: IV_BYTES * 8, tagBits: TAG_BYTES * 8 },
  })
  // A session does one thing at a time.
  let turn: Promise<unknown> = Promise.resolve()
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const next = turn.then(work, work)
    turn = next.catch(() => {})
    return next
  }
  return {
    name: 'pkcs11',
    wrap: (secret, context) =>
      inTurn(async () => {
        const iv = randomBytes(IV_BYTES)
        module.C_EncryptInit(session, gcm(iv, context), wrapping)
        const sealed = module.C_Encrypt(session, Buffer.from(secret), Buffer.alloc(secret.length + 64)) as Buffer
        return Buffer.concat([iv, sealed])
      }),
    unwrap: (wrapped, context) =>
      inTurn(async () => {
        const bytes = Buffer.from(wrapped)
        try {
          module.C_DecryptInit(session, gcm(bytes.subarray(0, IV_BYTES), context), wrapping)
          return module.C_Decrypt(session, bytes.subarray(IV_BYTES), Buffer.alloc(bytes.length)) as Buffer
        } catch {
          throw new SealError()
        }
      }),
    makeSigner: async (purpose) => {
      const name = `sealwright-${purpose}-${randomUUID()}`
      const label = { type: p.CKA_LABEL, value: name }
      const always = { type: p.CKA_TOKEN, value: true }
      module.C_GenerateKeyPair(
        session,
        { mechanism: p.CKM_EC_EDWARDS_KEY_PAIR_GEN ?? 0x1055, parameter: null },
        [label, always, { type: p.CKA_VERIFY, value: true }, { type: p.CKA_EC_PARAMS, value: EDWARDS25519 }],
        [
          label,
          always,
          { type: p.CKA_SIGN, value: true },
          { type: p.CKA_PRIVATE, value: true },
          { type: p.CKA_SENSITIVE, value: true },
          { type: p.CKA_EXTRACTABLE, value: false },
        ],
      )
      return name
    },
    signer: async (name, kid) => {
      const privateKey = find(p, module, session, p.CKO_PRIVATE_KEY!, name)
      const shown = find(p, module, session, p.CKO_PUBLIC_KEY!, name)
      if (!privateKey || !shown) throw new Error(`The token holds no key "${name}".`)
      const [{ value }] = module.C_GetAttributeValue(session, shown, [{ type: p.CKA_EC_POINT }]) as [{ value: Buffer }]
      // An OCTET STRING around the point.
      const publicKey = value.length === 34 ? value.subarray(2) : value
      const sign: Signer['sign'] = (message) =>
        inTurn(async () => {
          module.C_SignInit(session, { mechanism: p.CKM_EDDSA ?? 0x1057, parameter: null }, privateKey)
          return module.C_Sign(session, Buffer.from(message), Buffer.alloc(64)) as Buffer
        })
      return { kid: kid(publicKey), alg: 'EdDSA', publicKey, sign }
    },
    close: async () => {
      module.C_Logout(session)
      module.C_CloseSession(session)
      module.C_Finalize()
      module.close()
    },
  }
}

/** A session on the token, signed in. */
function open(p: Library, module: Session, { token, pin }: Pkcs11Settings): Handle {
  const slots = module.C_GetSlotList(true) as Handle[]
  const slot = slots.find((one) => !token || (module.C_GetTokenInfo(one) as { label: string }).label.trim() === token)
  if (!slot) throw new Error(token ? `There is no token "${token}" behind PKCS11_MODULE.` : 'There is no token behind PKCS11_MODULE.')
  const session = module.C_OpenSession(slot, p.CKF_SERIAL_SESSION! | p.CKF_RW_SESSION!) as Handle
  try {
    module.C_Login(session, p.CKU_USER, pin)
  } catch {
    throw new Error('The token refuses PKCS11_PIN.')
  }
  return session
}

/** The key that wraps; it never leaves the token. */
function wrappingKey(p: Library, module: Session, session: Handle, label: string): Handle {
  return (
    find(p, module, session, p.CKO_SECRET_KEY!, label) ??
    (module.C_GenerateKey(session, { mechanism: p.CKM_AES_KEY_GEN, parameter: null }, [
      { type: p.CKA_CLASS, value: p.CKO_SECRET_KEY },
      { type: p.CKA_KEY_TYPE, value: p.CKK_AES },
      { type: p.CKA_LABEL, value: label },
      { type: p.CKA_VALUE_LEN, value: 32 },
      { type: p.CKA_TOKEN, value: true },
      { type: p.CKA_PRIVATE, value: true },
      { type: p.CKA_SENSITIVE, value: true },
      { type: p.CKA_EXTRACTABLE, value: false },
      { type: p.CKA_ENCRYPT, value: true },
      { type: p.CKA_DECRYPT, value: true },
    ]) as Handle)
  )
}

function find(p: Library, module: Session, session: Handle, kind: number, label: string): Handle | null {
  module.C_FindObjectsInit(session, [
    { type: p.CKA_CLASS, value: kind },
    { type: p.CKA_LABEL, value: label },
  ])
  try {
    return (module.C_FindObjects(session) as Handle | null) ?? null
  } finally {
    module.C_FindObjectsFinal(session)
  }
}
