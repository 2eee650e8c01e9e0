import { z } from 'zod'

/** A file of a chip in base64, of at most so many bytes. */
const file = (bytes: number, description: string) =>
  z
    .base64('Use base64 with padding, without line breaks')
    .min(4)
    .max(Math.ceil(bytes / 3) * 4)
    .transform((text) => new Uint8Array(Buffer.from(text, 'base64')))
    .meta({ description: `${description}. At most ${bytes.toLocaleString('en')} bytes` })

/** What a reader app read from a chip. */
export const chipFields = {
  dg1: file(512, 'Data group 1, the machine-readable zone'),
  sod: file(32_768, 'The security object of the document (EF.SOD)'),
  dg2: file(131_072, 'Data group 2, the portrait. It is compared with its hash, and not kept').optional(),
  dg14: file(8_192, 'Data group 14, the security options').optional(),
  dg15: file(4_096, 'Data group 15, the public key of the chip').optional(),
  active_authentication: file(1_024, 'What the chip answered to the challenge of this session: INTERNAL AUTHENTICATE').optional(),
  chip_authentication: z.enum(['passed', 'failed']).optional().meta({
    description:
      'How chip authentication between your reader and the chip ended. Nobody else can check it: `failed` refuses the document, `passed` is noted as what you said',
  }),
}
