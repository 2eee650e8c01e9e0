import { deflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { costOf } from '#tests/cost.ts'
import { inspectDocument, isActive } from './sniff.ts'

const pdf = (...parts: (string | Uint8Array)[]) =>
  Buffer.concat([Buffer.from('%PDF-1.7\n'), ...parts.map((part) => Buffer.from(part as string)), Buffer.from('\n%%EOF')])
const packed = (objects: string) => [
  '4 0 obj << /Filter /FlateDecode /Type /ObjStm /N 1 /First 4 /Length 99 >>\nstream\r\n',
  deflateSync(objects),
  '\nendstream endobj',
]
const active = (bytes: Buffer) => isActive(bytes, 'application/pdf')

test('a PDF that acts is found, however its names are written and wherever its objects are packed', () => {
  for (const object of [
    '<< /S /JavaScript /JS (app.alert(1)) >>',
    '<< /S /J#61vaScript /J#53 12 0 R >>',
    '<< /S /Rendition /JS<feff0061> >>',
    '<< /S /Launch /F (calc.exe) >>',
    '<< /Names << /EmbeddedFiles 5 0 R >> >>',
    '<< /AcroForm << /XFA [ (template) 5 0 R ] >> >>',
  ]) {
    expect(active(pdf(`1 0 obj ${object} endobj`)), object).toBe(true)
    expect(active(pdf(...packed(`1 0 ${object}`))), object).toBe(true)
  }
  expect(active(pdf('1 0 obj << /Type /Catalog >> endobj', ...packed('1 0 << /Type /Page >>')))).toBe(false)
  expect(active(pdf('4 0 obj << /Type /ObjStm /Filter /LZWDecode >> stream\nunreadable endstream'))).toBe(true)
})

test('a large scan is no program: what its picture holds by chance does not count', () => {
  // Every three bytes there are, "/JS" among them, in 50 MB: as many as in some dozens of scans.
  const picture = Buffer.alloc(3 * 256 * 256 * 64)
  let at = 0
  for (let a = 0; a < 64; a++)
    for (let b = 0; b < 256; b++) for (let c = 0; c < 256; c++) at = picture.writeUIntBE((a << 16) | (b << 8) | c, at, 3)
  expect(active(pdf('2 0 obj << /Subtype /Image /Length 1 >>\nstream\n', picture, '\nendstream endobj'))).toBe(false)
})

test('what unpacks to more than it may is refused in little time and memory', () => {
  const bomb = deflateSync(Buffer.alloc(64 * 1024 * 1024))
  expect(active(pdf('4 0 obj << /Type /ObjStm /Filter /FlateDecode >>\nstream\n', bomb, '\nendstream endobj'))).toBe(true)
})

test('a picture that unpacks to more than a browser holds is known by its header', () => {
  const png = (width: number, height: number) => {
    const head = Buffer.from('89504e470d0a1a0a0000000d494844520000000000000000', 'hex')
    head.writeUInt32BE(width, 16)
    head.writeUInt32BE(height, 20)
    return head
  }
  const frame = (width: number, height: number) => {
    const segment = Buffer.from('ffc0000b0800000000010111', 'hex')
    segment.writeUInt16BE(height, 5)
    segment.writeUInt16BE(width, 7)
    return segment
  }
  const jpeg = (...frames: Buffer[]) => Buffer.concat([Buffer.from('ffd8ffe000040000', 'hex'), ...frames, Buffer.alloc(20)])
  for (const [file, vast] of [
    [png(4_000, 3_000), false],
    [png(60_000, 60_000), true],
    [Buffer.concat([png(0, 0).subarray(0, 8), Buffer.from('a file that only begins as a picture does')]), false],
    [jpeg(frame(4_000, 3_000)), false],
    [jpeg(frame(65_500, 65_500)), true],
    [jpeg(frame(4_000, 3_000), Buffer.from([0xff]), frame(65_500, 65_500)), true],
    // Whoever shows it goes over what stands between two segments.
    [jpeg(Buffer.from([1, 0xff, 0, 2]), frame(65_500, 65_500)), true],
    [Buffer.concat([Buffer.from('ffd8', 'hex'), Buffer.alloc(1_000_000, 0xff)]), false],
  ] as const)
    expect(inspectDocument(file).vast).toBe(vast)
})

test('a document that is an archive as well is refused, and a picture that only looks so at its end is not', async () => {
  const entry = Buffer.concat([Buffer.from('PK\u0001\u0002'), Buffer.alloc(42), Buffer.from('evil.exe')])
  const end = (comment = 0) => {
    const bytes = Buffer.alloc(22)
    bytes.write('PK\u0005\u0006')
    bytes.writeUInt32LE(entry.length, 12)
    bytes.writeUInt16LE(comment, 20)
    return bytes
  }
  const png = Buffer.from('89504e470d0a1a0a0000000d494844520000000100000001', 'hex')
  const jpeg = Buffer.from('ffd8ffe000040000', 'hex')
  for (const [head, type] of [
    [png, 'image/png'],
    [jpeg, 'image/jpeg'],
    [Buffer.from('%PDF-1.7\n%%EOF\n'), 'application/pdf'],
  ] as const) {
    expect(isActive(Buffer.concat([head, entry, end()]), type), type).toBe(true)
    expect(isActive(Buffer.concat([head, entry, end(300), Buffer.alloc(300)]), type), type).toBe(true)
    expect(isActive(Buffer.concat([head, Buffer.alloc(200), end()]), type), type).toBe(false)
  }
  const repeated = Buffer.concat([png, Buffer.from('PK\u0005\u0006'.repeat(2_000_000))])
  expect((await costOf(() => isActive(repeated, 'image/png'), 2_000)).ms).toBeLessThan(2_000)
})

test('S3 a file made to be looked through again and again is read once', async () => {
  const repeated = (unit: string) => pdf(unit.repeat(Math.floor(9_900_000 / unit.length)))
  // The first took half a minute when each of its streams was looked for in the 2 kB before.
  for (const unit of ['#41#41#41#41 stream\n', '/JS ', '/JS 1 1 ', '/XFA   1  ', '#', '/#4', 'obj stream\n']) {
    const file = repeated(unit)
    expect((await costOf(() => active(file), 5_000)).ms, unit).toBeLessThan(5_000)
  }
})

test('S3 an object stream is found whatever stands between its dictionary and its data', () => {
  const body = [deflateSync('1 0 << /S /JavaScript >>'), '\nendstream endobj']
  for (const dictionary of [
    `<< /Type /ObjStm /Pad (${'x'.repeat(5_000)}) /Filter /FlateDecode >>`,
    '<< /Type /ObjStm /Title (endobj obj) /Filter /FlateDecode >>',
    '<< /Title (stream\n) /Type /#4fbjStm /Filter /FlateDecode >>',
  ])
    expect(active(pdf(`4 0 obj ${dictionary}\nstream\n`, ...body)), dictionary).toBe(true)
})
