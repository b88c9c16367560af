// A QR code as an SVG document, with the quiet zone of four modules that scanners need (ISO/IEC 18004, 6.3.8).
const quietZone = 4;

/** The document. One path draws every dark module, so that it has no gaps between them. */
export async function drawQrSvg(text: string): Promise<string> {
  // Loaded when a code is drawn: it is large, and a start does not need it.
  const { qrCode } = await import('../../../../shared/pdf/qr-code.ts');
  const modules = qrCode(text);
  const size = modules.size + 2 * quietZone;
  const squares = Array.from({ length: modules.size * modules.size }, (_, index) => ({
    row: Math.floor(index / modules.size),
    column: index % modules.size,
  })).filter(({ row, column }) => modules.get(row, column));
  const path = squares.map(({ row, column }) => `M${column + quietZone} ${row + quietZone}h1v1h-1z`).join('');
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path d="${path}"/></svg>`;
}
