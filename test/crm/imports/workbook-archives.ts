// Builds workbooks part by part, also such as no spreadsheet writes: with parts that unpack to far more than their bytes.
import { crc32, deflateRawSync } from 'node:zlib';

const relationships = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packaged = 'http://schemas.openxmlformats.org/package/2006';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';

const relate = (types: readonly (readonly [type: string, target: string])[]): string =>
  `<Relationships xmlns="${packaged}/relationships">${types
    .map(
      ([type, target], index) =>
        `<Relationship Id="r${index}" Type="${relationships}/${type}" Target="${target}"/>`,
    )
    .join('')}</Relationships>`;

interface WorkbookParts {
  /** Rows after the headings, as XML. */
  readonly rows?: string;
  /** Texts, as XML. */
  readonly texts?: string;
  /** The size of the sheet that the archive states. */
  readonly statedBytes?: number;
}

/** A workbook of one sheet with the heading "Name". */
export function buildWorkbook({ rows = '', texts = '', statedBytes }: WorkbookParts): Buffer {
  const heading = '<row r="1"><c r="A1" t="inlineStr"><is><t>Name</t></is></c></row>';
  return zip([
    ['[Content_Types].xml', `<Types xmlns="${packaged}/content-types"/>`],
    ['_rels/.rels', relate([['officeDocument', 'xl/workbook.xml']])],
    [
      'xl/workbook.xml',
      `<workbook xmlns="${main}" xmlns:r="${relationships}"><sheets><sheet name="A" sheetId="1" r:id="r0"/></sheets></workbook>`,
    ],
    [
      'xl/_rels/workbook.xml.rels',
      relate([
        ['worksheet', 'worksheets/sheet1.xml'],
        ['sharedStrings', 'sharedStrings.xml'],
      ]),
    ],
    ['xl/sharedStrings.xml', `<sst xmlns="${main}">${texts}</sst>`],
    [
      'xl/worksheets/sheet1.xml',
      `<worksheet xmlns="${main}"><sheetData>${heading}${rows}</sheetData></worksheet>`,
      statedBytes,
    ],
  ]);
}

/** An archive of these parts (PKWARE APPNOTE 4.3). */
export function zip(
  parts: readonly (readonly [name: string, content: string, statedBytes?: number])[],
): Buffer {
  const bodies: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const [name, content, statedBytes = Buffer.byteLength(content)] of parts) {
    const packed = deflateRawSync(content);
    const about = Buffer.alloc(26);
    about.writeUInt16LE(20, 0);
    about.writeUInt16LE(8, 4);
    about.writeUInt32LE(crc32(content), 10);
    about.writeUInt32LE(packed.length, 14);
    about.writeUInt32LE(statedBytes, 18);
    about.writeUInt16LE(name.length, 22);
    const entry = Buffer.alloc(14);
    entry.writeUInt32LE(at, 10);
    bodies.push(Buffer.from('504b0304', 'hex'), about, Buffer.from(name), packed);
    directory.push(Buffer.from('504b01021400', 'hex'), about, entry, Buffer.from(name));
    at += 30 + name.length + packed.length;
  }
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(parts.length, 8);
  end.writeUInt16LE(parts.length, 10);
  end.writeUInt32LE(Buffer.concat(directory).length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...bodies, ...directory, end]);
}
