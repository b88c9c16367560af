// A QR code as a drawing: dark squares on white, with the quiet zone of four modules that scanners need (ISO/IEC 18004, 6.3.8).
const quietZone = 4;

/**
 * The SVG of a text. One path draws every dark module, so that it has no gaps between them.
 *
 * @param attributes what the element has besides, such as a class and a label
 */
export async function drawQrSvg(text: string, attributes = ''): Promise<string> {
  // Loaded when a code is drawn: it is large, and a start does not need it.
  const { qrCode } = await import('../pdf/qr-code.ts');
  const modules = qrCode(text);
  const size = modules.size + 2 * quietZone;
  const places = Array.from({ length: modules.size }, (_, place) => place);
  const draw = (row: number, column: number): string =>
    modules.get(row, column) ? `M${column + quietZone} ${row + quietZone}h1v1h-1z` : '';
  const path = places.flatMap((row) => places.map((column) => draw(row, column))).join('');
  return `<svg ${attributes}xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path d="${path}"/></svg>`;
}
