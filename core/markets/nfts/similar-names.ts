import anyAscii from 'any-ascii'

/** A name as the eye takes it: look-alike letters and digits folded, spacing and case gone. */
function skeleton(name: string): string {
  return anyAscii(name.normalize('NFKC'))
    .toLowerCase()
    .replace(/0/g, 'o')
    .replace(/[1|!]/g, 'l')
    .replace(/i/g, 'l')
    .replace(/5/g, 's')
    .replace(/3/g, 'e')
    .replace(/rn/g, 'm')
    .replace(/vv/g, 'w')
    .replace(/[^a-z0-9]/g, '')
}

/** How alike two names look, in ten-thousandths; 10000 is the same to the eye. */
export function nameSimilarity(a: string, b: string): number {
  const [x, y] = [skeleton(a), skeleton(b)]
  if (!x || !y) return 0
  const longest = Math.max(x.length, y.length)
  let previous = Array.from({ length: y.length + 1 }, (_, j) => j)
  for (let i = 1; i <= x.length; i++) {
    const row = [i]
    for (let j = 1; j <= y.length; j++)
      row[j] = Math.min(previous[j]! + 1, row[j - 1]! + 1, previous[j - 1]! + (x[i - 1] === y[j - 1] ? 0 : 1))
    previous = row
  }
  return Math.round((1 - previous[y.length]! / longest) * 10_000)
}
