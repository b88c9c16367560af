// The size of an item, as DynamoDB computes it (its Developer Guide, "Item sizes and formats"), and DynamoDB's limits on items
// and transactions (its "Quotas").

/** The most bytes of an item. */
export const maxItemBytes = 400 * 1024;
/**
 * The most bytes of an item that a commit writes. The rest is for what the platform itself adds to a stored record later, such as
 * the name of a renamed organization, and for a copy of the record with a few attributes more. DynamoDB's rule for numbers is
 * approximate; here they have their largest size.
 */
export const maxRecordBytes = maxItemBytes - 8 * 1024;
/** The most changes of a transaction, and the most bytes of their items. */
export const maxTransactionChanges = 100;
export const maxTransactionBytes = 4 * 1024 * 1024;

/**
 * A number: a byte for two significant digits, and one more; another one for its sign, and one because where the pairs of digits
 * begin depends on the decimal point.
 */
function measureNumber(value: number): number {
  if (Number.isInteger(value) && value >= 0 && value < 100) return 2;
  const digits = String(Math.abs(value)).replace(/e.*$/, '').replace('.', '');
  const significant = digits.replace(/^0+|0+$/g, '').length;
  return Math.ceil(significant / 2) + (value < 0 ? 3 : 2);
}

/** The bytes of UTF-8; short texts without the call of a native function. */
function measureText(text: string): number {
  const { length } = text;
  if (length > 40) return Buffer.byteLength(text);
  for (let index = 0; index < length; index += 1)
    if (text.charCodeAt(index) > 0x7f) return Buffer.byteLength(text);
  return length;
}

function measureMembers(value: object): number {
  let bytes = 0;
  for (const name in value) {
    const member = (value as Record<string, unknown>)[name];
    if (member !== undefined) bytes += measureText(name) + measureValue(member) + 1;
  }
  return bytes;
}

/** The bytes of the value of an attribute. */
export function measureValue(value: unknown): number {
  if (typeof value === 'string') return measureText(value);
  if (typeof value === 'number') return measureNumber(value);
  if (typeof value !== 'object' || value === null) return 1;
  if (value instanceof Uint8Array) return value.byteLength;
  let bytes = 3;
  if (!Array.isArray(value) && !(value instanceof Set)) return bytes + measureMembers(value);
  for (const element of value) bytes += measureValue(element) + 1;
  return bytes;
}

/** The bytes of an item, with its key and what places it in indexes. */
export function measureItem(item: Readonly<Record<string, unknown>>): number {
  let bytes = 0;
  for (const name in item) {
    const value = item[name];
    if (value !== undefined) bytes += measureText(name) + measureValue(value);
  }
  return bytes;
}

/** A member of a record, with its bytes. */
export interface MemberSize {
  readonly name: string;
  readonly bytes: number;
}

/** What says where an item is, and of what type. */
const ownAttributes = new Set(['pk', 'sk', 'gsi1pk', 'gsi1sk', 'gsi2pk', 'type']);

/** Smaller members are not named: without them a record would still be too large. */
const smallestNamed = 1024;

/** The largest members of a record, the largest one first. */
export const listLargestMembers = (item: Readonly<Record<string, unknown>>, count: number): MemberSize[] =>
  Object.entries(item)
    .filter(([name, value]) => value !== undefined && !ownAttributes.has(name))
    .map(([name, value]) => ({ name, bytes: measureText(name) + measureValue(value) }))
    .filter(({ bytes }) => bytes >= smallestNamed)
    .sort((a, b) => b.bytes - a.bytes)
    .slice(0, count);
