// Small texts and files that libraries turn into large work, for tests and for `npm run load -- --attacks`.
import { crc32, deflateSync } from 'node:zlib';

/** A PNG of these chunks (PNG, 5.3). */
const buildPng = (chunks: readonly (readonly [type: string, content: Buffer])[]): Buffer =>
  Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    ...chunks.flatMap(([type, content]) => {
      const body = Buffer.concat([Buffer.from(type, 'latin1'), content]);
      const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
      length.writeUInt32BE(content.length);
      checksum.writeUInt32BE(crc32(body));
      return [length, body, checksum];
    }),
  ]);

/** The header of a PNG with 8 bits for each of red, green, blue and opacity (PNG, 11.2.1). */
function buildPngHeader(width: number, height: number): Buffer {
  const content = Buffer.alloc(13);
  content.writeUInt32BE(width);
  content.writeUInt32BE(height, 4);
  content.set([8, 6], 8);
  return content;
}

/** A PDF of one page, whose content is this stream (ISO 32000-1, 7.5). */
export function buildPdf(stream: Buffer, filter: string): Buffer {
  const objects = [
    '<</Type /Catalog /Pages 2 0 R>>',
    '<</Type /Pages /Kids [3 0 R] /Count 1>>',
    '<</Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] /Contents 4 0 R /Resources <<>>>>',
    `<</Length ${stream.length} /Filter ${filter}>>\nstream\n${stream.toString('latin1')}\nendstream`,
  ];
  let text = '%PDF-1.7\n';
  const offsets = objects.map((object, index) => {
    const at = text.length;
    text += `${index + 1} 0 obj ${object}\nendobj\n`;
    return at;
  });
  const entries = offsets.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('');
  const trailer = `trailer <</Size 5 /Root 1 0 R>>\nstartxref\n${text.length}\n%%EOF`;
  return Buffer.from(`${text}xref\n0 5\n0000000000 65535 f \n${entries}${trailer}`, 'latin1');
}

/** A PDF whose only page is packed twice, and unpacks to so many times 13 MB of operators. */
export function buildPdfPackedTwice(times: number): Buffer {
  const once = deflateSync(Buffer.from('BT (x) Tj ET\n'.repeat(1_000_000)));
  const twice = deflateSync(Buffer.concat(Array.from({ length: times }, () => once)));
  return buildPdf(twice, '[/FlateDecode /FlateDecode]');
}

/** A PNG of a few kilobytes that says it has 100 pixels, and has 300 MB of them. */
export const buildPngWithSurplus = (): Buffer =>
  buildPng([
    ['IHDR', buildPngHeader(10, 10)],
    ['IDAT', deflateSync(Buffer.alloc(300_000_000))],
    ['IEND', Buffer.alloc(0)],
  ]);

/** A PNG with two headers: the first is small, and the second one large. */
export const buildPngWithTwoHeaders = (): Buffer =>
  buildPng([
    ['IHDR', buildPngHeader(10, 10)],
    ['IHDR', buildPngHeader(40_000, 40_000)],
    ['IDAT', deflateSync(Buffer.alloc(40_000 * 4 * 400))],
    ['IEND', Buffer.alloc(0)],
  ]);

/** A photo as large as one may be: work of some seconds that is not refused. */
export const buildLargestPng = (): Buffer =>
  buildPng([
    ['IHDR', buildPngHeader(4096, 3072)],
    ['IDAT', deflateSync(Buffer.alloc((4096 * 4 + 1) * 3072))],
    ['IEND', Buffer.alloc(0)],
  ]);

/** Texts of messages that render without end, in Liquid. */
export const endlessTexts = {
  loops:
    '{% for i in (1..9999) %}{% for j in (1..9999) %}{% assign x = i | times: j %}{% endfor %}{% endfor %}',
  lists:
    '{% assign a = (1..99999) %}{% for i in (1..999) %}{% assign b = a | sort | reverse | uniq %}{% endfor %}x',
  doubling:
    '{% assign a = "x" %}{% for i in (1..60) %}{% capture a %}{{ a }}{{ a }}{% endcapture %}{% endfor %}{{ a }}',
  nestedMarkup: '{% for i in (1..8000) %}<div>{% endfor %}',
} as const;
