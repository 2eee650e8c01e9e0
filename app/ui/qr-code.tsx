/** A code to scan, drawn by the server; on white, which scanners need in the dark too. */
export function QrCode({ svg, alt, size }: { svg: string; alt: string; size: number }) {
  return (
    <img
      src={`data:image/svg+xml;utf8,${encodeURIComponent(svg)}`}
      alt={alt}
      width={size}
      height={size}
      className="mx-auto rounded-md border border-rule bg-white p-1"
    />
  )
}
