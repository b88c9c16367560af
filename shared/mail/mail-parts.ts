// Files that go with a mail: packed into one value of its item in the outbox, so that every attempt sends the same.
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';

/** A part of a mail beside its texts. */
export interface MailPart {
  /** With its parameters: `text/calendar; charset=utf-8; method=REQUEST`. */
  readonly contentType: string;
  readonly content: string;
  /** The name of an attachment. Without one, the part says the same as the texts in another way (RFC 2046 5.1.4). */
  readonly name?: string | undefined;
}

/** Stands for the address of the sender in a calendar, which only the function that sends a mail knows. */
export const SENDER_PLACE = 'sender@rostrum.invalid';

/** The place of the sender in iCalendar, whose lines are folded anywhere (RFC 5545 3.1). */
const foldedPlace = new RegExp(
  ['', ...SENDER_PLACE].map((character) => character.replace('.', '\\.')).join('(?:\\r\\n )?'),
  'g',
);

/** Puts the address on a line of its own, because nobody knows where the line with its place was folded. */
const insertSender = (calendar: string, sender: string): string =>
  calendar.replace(foldedPlace, () => `\r\n ${sender}`);

/** The most packed bytes: with its texts a mail must fit into an item of 400 KB. */
const MAX_PACKED_BYTES = 200 * 1024;
/** The most bytes that are unpacked again. */
const MAX_BYTES = 8 * 1024 * 1024;

/** Packs the parts of a mail. @throws Error when they are too large for a mail */
export async function packParts(parts: readonly MailPart[]): Promise<Uint8Array> {
  const packed = await promisify(gzip)(JSON.stringify(parts));
  if (packed.length > MAX_PACKED_BYTES)
    throw new Error(
      `The parts of a mail may have at most ${MAX_PACKED_BYTES} bytes when packed, but have ${packed.length}.`,
    );
  return new Uint8Array(packed);
}

/** The parts of a mail, with the address of its sender. */
export async function unpackParts(packed: Uint8Array, sender: string): Promise<readonly MailPart[]> {
  const text = (await promisify(gunzip)(packed, { maxOutputLength: MAX_BYTES })).toString();
  const parts: readonly MailPart[] = JSON.parse(text);
  return parts.map((part) => ({
    ...part,
    content: /calendar|ics/.test(part.contentType) ? insertSender(part.content, sender) : part.content,
  }));
}
