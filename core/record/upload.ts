import { AppError } from '#core/kernel/errors.ts'
import type { Upload } from './verb.ts'

/** The bytes of an uploaded file. Throws `body_too_large`, in these words, beyond `most` bytes. */
export async function receiveUpload({ stream }: Upload, most: number, tooLarge: string): Promise<Uint8Array> {
  const pieces: Uint8Array[] = []
  let size = 0
  for await (const piece of stream) {
    size += piece.byteLength
    if (size > most) throw new AppError('body_too_large', tooLarge)
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}
