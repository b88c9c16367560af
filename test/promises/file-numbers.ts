// Files: exports, imports, photos, pictures and evidence.
import { createCipheriv } from 'node:crypto';
import { PNG } from 'pngjs';
import {
  MAX_PART_BYTES as MAX_ARCHIVE_PART,
  openArchive,
} from '../../functions/billtracking/data-feeds/providers/archive-reader.ts';
import {
  hasRoom as hasRoomForImage,
  MAX_IMAGES,
} from '../../functions/crm/communication/message-images/create-message-image.ts';
import { keptSeconds } from '../../functions/crm/communication/message-images/get-message-image.ts';
import { hasRoom as hasRoomForExport, MAX_EXPORTS } from '../../functions/crm/exports/create-export.ts';
import {
  LIFETIME_DAYS as EXPORT_DAYS,
  type ExportItem,
  exportTtl,
  isExpired,
  LINK_LIFETIME,
  linkExpiry,
} from '../../functions/crm/exports/export.ts';
import { MAX_BYTES, MAX_ROWS, readFileRows } from '../../functions/crm/exports/run-export.ts';
import { LIFETIME_DAYS as IMPORT_DAYS, importTtl } from '../../functions/crm/imports/record/import.ts';
import { LIFETIME as ACCESS_EXPORT } from '../../functions/crm/people/access-export/create-access-export.ts';
import {
  hasRoomForEvidence,
  maxEvidenceFiles,
} from '../../functions/training/records/reported-credits/reported-credit.ts';
import { encodePicture } from '../../functions/training/settings/certificates/apply-input.ts';
import {
  LONGEST_SIDE as CERTIFICATE_SIDE,
  MAX_PICTURE_BYTES,
} from '../../functions/training/settings/certificates/contract.ts';
import { fileContent, MAX_FILE_BYTES } from '../../shared/http/file-content.ts';
import { findObstacle, MAX_PIXELS } from '../../shared/images/decode-image.ts';
import {
  LONGEST_SIDE as MAIL_IMAGE_SIDE,
  MAX_MAIL_IMAGE_BYTES,
} from '../../shared/images/mail-image-bounds.ts';
import { encodeMailImage, shrinkPhoto } from '../../shared/images/picture-sandbox.ts';
import { LONGEST_SIDE as PHOTO_SIDE } from '../../shared/images/shrink-photo.ts';
import {
  FEWEST_COLUMNS,
  FEWEST_HEADINGS,
  findHeadingRow,
} from '../../shared/import/headings/find-headings.ts';
import { FIRST_SHORT_YEAR, readDate } from '../../shared/import/rows/dates.ts';
import {
  assertUnpackable,
  MAX_PART_BYTES,
  MAX_TEXT_BYTES,
} from '../../shared/import/tables/assert-unpackable.ts';
import { readAll } from '../../shared/import/tables/workbook.ts';
import { MAX_BYTES as MAX_WORKBOOK_BYTES } from '../../shared/import/tables/workbook-limits.ts';
import { zip } from '../crm/imports/workbook-archives.ts';
import { accepts } from './fits.ts';
import {
  atLeast,
  atMost,
  before,
  computes,
  later,
  many,
  oneMillisecond,
  type PromisedNumber,
  start,
  text,
  triedBy,
} from './promised-number.ts';

const crm = 'docs/interface/crm.md';
const communication = 'docs/interface/communication.md';
const training = 'docs/interface/training.md';
const day = 86_400_000;

const stored = { ttl: exportTtl(start) } as ExportItem;

const isPicture = (width: number, height: number): boolean =>
  findObstacle({ ...{ type: 'PNG', width, height, orientation: 1, passes: 1 }, isInterlaced: false }) ===
  undefined;

/** A picture of noise, which no encoder makes smaller, of so many columns and rows. */
const buildNoise = (width: number, height: number): Buffer =>
  PNG.sync.write(
    Object.assign(new PNG({ width, height }), {
      data: createCipheriv('aes-128-ctr', Buffer.alloc(16), Buffer.alloc(16)).update(
        Buffer.alloc(width * height * 4),
      ),
    }),
  );

type Encode = (source: Buffer) => Promise<{ readonly width?: number; readonly isValid: boolean }>;

/** How wide a picture is stored that is wider than any is shown. */
const findWidth = async (encode: Encode): Promise<number | undefined> =>
  (await encode(buildNoise(3000, 2))).width;

/** The width of a photo, in the header of the JPEG that it becomes (ITU-T T.81 B.2.2). */
async function findPhotoSide(): Promise<unknown> {
  const photo = await shrinkPhoto(buildNoise(3000, 2));
  if (!photo.isValid) return photo.reason;
  const jpeg = Buffer.from(photo.jpeg);
  return jpeg.readUInt16BE(jpeg.indexOf(Buffer.from([0xff, 0xc0])) + 7);
}

/** A row of 400 pixels as a PNG: four bytes each, and one for the filter. */
const ROW_BYTES = 1601;

/** The bytes up to which pictures are stored, by rows. */
async function findMostBytes(encode: Encode, promised: number): Promise<number> {
  const rows = Math.floor(promised / ROW_BYTES);
  const isTaken = async (height: number) => (await encode(buildNoise(400, height))).isValid;
  return (await isTaken(rows - 2)) && !(await isTaken(rows + 2)) ? promised : 0;
}

async function encodeLogo(source: Buffer) {
  const encoded = await encodePicture('logo', source);
  return 'content' in encoded ? { isValid: true, width: encoded.width } : { isValid: false };
}

/** Whether a part of an archive is read that unpacks to so many bytes. */
function isPartRead(bytes: number): Promise<boolean> {
  const archive = openArchive(zip([['bill.txt', text(bytes)]]), 'Vermont');
  return accepts(() => archive.parts.map((part) => archive.readPart(part, String, 'text'))[0]);
}

/** The rows of the first file of two pages, of which the first has so many rows of so many characters. */
async function countFileRows(first: number, second: number, length: number): Promise<number> {
  const rows = [first, second].map((count) => many(count, () => [text(length)]));
  const list = {
    columns: [],
    readRows: async (after: string | undefined) =>
      after === undefined
        ? { rows: rows[0] ?? [], next: 'second' }
        : { rows: rows[1] ?? [], next: undefined },
  };
  return (await readFileRows(list, undefined, () => true)).rows.length;
}

/** A file of two pages has so many bytes as JSON when it is full: two rows, each in brackets and quotes. */
const isOneFile = async (bytes: number): Promise<boolean> => {
  const half = Math.floor(bytes / 2);
  const rows = [half, bytes - half].map((size) => [text(size - 4 - 2)]);
  const list = {
    columns: [],
    readRows: async (after: string | undefined) =>
      after === undefined
        ? { rows: rows.slice(0, 1), next: 'second' }
        : { rows: rows.slice(1), next: undefined },
  };
  return (await readFileRows(list, undefined, () => true)).next === undefined;
};

const isUnpackable = (name: string, megabytes: number): Promise<boolean> =>
  accepts(() => assertUnpackable('a.xlsx', zip([[name, 'x', Math.round(megabytes * 1_000_000)]])));

const step = 0.000001;

export const fileNumbers: readonly PromisedNumber[] = [
  {
    says: { [crm]: '25 at most, for seven days' },
    promised: 25,
    declared: MAX_EXPORTS,
    exercised: atMost((count) => hasRoomForExport(count - 1)),
  },
  {
    says: {
      [crm]: ['25 at most, for seven days', 'stays until it expires after seven days'],
      'docs/data.md': 'the call of its job; expires after 7 days',
    },
    promised: 7,
    declared: EXPORT_DAYS,
    exercised: before((days) => !isExpired(stored, later(days * day)), oneMillisecond.days),
  },
  {
    says: { [crm]: 'a link to each file, which is valid for an hour' },
    promised: 1,
    declared: LINK_LIFETIME / 3_600_000,
    exercised: computes(() => (linkExpiry(stored, start).getTime() - start.getTime()) / 3_600_000),
  },
  {
    says: { [crm]: 'the first row with at least two usual ones' },
    promised: 2,
    declared: FEWEST_HEADINGS,
    exercised: atLeast((count) => {
      const headings = ['First name', 'Last name', 'Email'].slice(0, count);
      return findHeadingRow([['Members'], [...headings, ...many(4 - count, () => 'x')]]) === 1;
    }),
  },
  {
    says: { [crm]: 'the first row of three cells below rows of one cell' },
    promised: 3,
    declared: FEWEST_COLUMNS,
    exercised: atLeast(
      (count) => findHeadingRow([['A title'], many(count, () => 'column'), many(count, () => 'value')]) === 1,
    ),
  },
  {
    says: { [crm]: 'Of two digits a year is 1930 to 2029' },
    promised: 1930,
    declared: FIRST_SHORT_YEAR,
    exercised: atLeast((year) => {
      const read = readDate(`1/2/${String(year).slice(-2)}`, 'month-first');
      return read !== undefined && 'value' in read && read.value === `${year}-01-02`;
    }),
  },
  {
    says: { [crm]: ['A file has at most 10,000 rows', 'an export of more than 10,000 rows'] },
    promised: 10_000,
    declared: MAX_ROWS,
    exercised: atMost(async (rows) => (await countFileRows(9_900, rows - 9_900, 1)) === rows),
  },
  {
    says: { [crm]: 'at most 10,000 rows and 4 MB' },
    promised: 4,
    declared: MAX_BYTES / 1_000_000,
    exercised: atMost((megabytes) => isOneFile(Math.round(megabytes * 1_000_000)), step),
  },
  {
    says: {
      [crm]: 'and everything else after 30 days',
      'docs/data.md': 'the call of its job; expires after 30 days',
    },
    promised: 30,
    declared: IMPORT_DAYS,
    exercised: computes(() => (importTtl(start) - start.getTime() / 1000) / 86_400),
  },
  {
    says: { [crm]: '(.xlsx, at most 10 MB)' },
    promised: 10,
    declared: MAX_WORKBOOK_BYTES / 1_000_000,
    exercised: atMost(
      (megabytes) =>
        accepts(() =>
          readAll('a.xlsx', async function* () {
            yield new Uint8Array(Math.round(megabytes * 1_000_000));
          }),
        ),
      step,
    ),
  },
  {
    says: {
      [crm]: ['a JPEG or PNG of at most 2.8 MB', 'A file of more than 2.8 MB is uploaded in parts'],
      [communication]: ['at most 2.8 MB and 4096 x 3072 pixels', 'A request has at most 2.8 MB'],
      'docs/interface/billtracking.md': 'checked by its content, 2.8 MB at most',
    },
    promised: 2.8,
    declared: MAX_FILE_BYTES / 1_000_000,
    exercised: atMost((megabytes) => {
      const content = Buffer.alloc(Math.round(megabytes * 1_000_000)).toString('base64');
      return fileContent('').safeParse(content).success;
    }, step),
  },
  {
    says: { [crm]: '12,582,912 pixels' },
    promised: 12_582_912,
    declared: MAX_PIXELS,
    exercised: atMost((pixels) => isPicture(pixels, 1)),
  },
  {
    says: { [communication]: '4096 x 3072 pixels' },
    promised: 4096,
    declared: MAX_PIXELS / 3072,
    exercised: atMost((width) => isPicture(width, 3072)),
  },
  {
    says: { [communication]: '4096 x 3072 pixels' },
    promised: 3072,
    declared: MAX_PIXELS / 4096,
    exercised: atMost((height) => isPicture(4096, height)),
  },
  {
    says: { [crm]: 'upright, at most 512 pixels high and wide' },
    promised: 512,
    declared: PHOTO_SIDE,
    exercised: computes(findPhotoSide),
  },
  {
    says: { 'docs/sandbox.md': 'each part to 25 MB at most' },
    promised: 25,
    declared: MAX_ARCHIVE_PART / 1_000_000,
    exercised: [
      atMost((megabytes) => isPartRead(Math.round(megabytes * 1_000_000)), step),
      triedBy(
        'shared/import/tables/archive-parts.test.ts',
        'a part unpacks to as many bytes as are allowed, and no more',
      ),
    ],
  },
  {
    says: { [communication]: 'scaled to at most 1200 pixels' },
    promised: 1200,
    declared: MAIL_IMAGE_SIDE,
    exercised: computes(() => findWidth(encodeMailImage)),
  },
  {
    says: { [training]: 'scaled to at most 900 pixels' },
    promised: 900,
    declared: CERTIFICATE_SIDE,
    exercised: computes(() => findWidth(encodeLogo)),
  },
  {
    says: { [communication]: 'What then has more than 1,000,000 bytes is refused' },
    promised: 1_000_000,
    declared: MAX_MAIL_IMAGE_BYTES,
    exercised: [
      computes(() => findMostBytes(encodeMailImage, 1_000_000)),
      triedBy(
        'shared/images/encode-mail-image.test.ts',
        'a picture may have as many bytes as are allowed, and no more',
      ),
    ],
  },
  {
    says: { [training]: 'with at most 280,000 bytes then' },
    promised: 280_000,
    declared: MAX_PICTURE_BYTES,
    exercised: [
      computes(() => findMostBytes(encodeLogo, 280_000)),
      triedBy(
        'shared/images/encode-mail-image.test.ts',
        'a picture may have as many bytes as are allowed, and no more',
      ),
    ],
  },
  {
    says: { [communication]: 'it does not expire, and programs may keep the picture for a year' },
    promised: 1,
    declared: keptSeconds / 86_400 / 365,
    exercised: triedBy(
      'test/crm/communication/message-images.test.ts',
      'is shown at its address to everybody, for a long time, as what it is',
    ),
  },
  {
    says: { [communication]: '`GET` lists them, at most 500' },
    promised: 500,
    declared: MAX_IMAGES,
    exercised: atMost((count) => hasRoomForImage(count - 1)),
  },
  {
    says: { [crm]: 'the address of the file, which is deleted after a day' },
    promised: 1,
    declared: ACCESS_EXPORT / day,
    exercised: triedBy(
      'test/crm/erasure/access-export.test.ts',
      'is stored for a day, and so long its link works',
    ),
  },
  {
    says: { [crm]: 'its sheets may have 60 MB each' },
    promised: 60,
    declared: MAX_PART_BYTES / 1_000_000,
    exercised: atMost((megabytes) => isUnpackable('xl/worksheets/sheet1.xml', megabytes), step),
  },
  {
    says: { [crm]: 'above all its different texts, 6 MB together' },
    promised: 6,
    declared: MAX_TEXT_BYTES / 1_000_000,
    exercised: atMost((megabytes) => isUnpackable('xl/sharedStrings.xml', megabytes), step),
  },
  {
    says: { [training]: 'and up to 10 files of evidence' },
    promised: 10,
    declared: maxEvidenceFiles,
    exercised: atMost((count) => hasRoomForEvidence(count - 1)),
  },
];
