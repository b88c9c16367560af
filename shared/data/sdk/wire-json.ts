// The JSON of DynamoDB's requests and replies, in which bytes are base64.

type JsonObject = Record<string, unknown>;

const isObject = (value: unknown): value is JsonObject => typeof value === 'object' && value !== null;

/** What JSON can't express: bytes, and numbers that are none. `this` has a Buffer before its own `toJSON` is called. */
function encodeValue(this: JsonObject, name: string, value: unknown): unknown {
  const original = this[name];
  if (original instanceof Uint8Array)
    return Buffer.from(original.buffer, original.byteOffset, original.byteLength).toString('base64');
  return typeof value === 'number' && !Number.isFinite(value) ? String(value) : (value ?? undefined);
}

/**
 * Decodes the bytes in attribute values. Only those have a text as `B` or an array as `BS`: an attribute with that name
 * has an object.
 */
function decodeBytes(value: unknown): void {
  if (!isObject(value)) return;
  if (typeof value.B === 'string') value.B = toBytes(value.B);
  else if (Array.isArray(value.BS)) value.BS = value.BS.map(toBytes);
  else for (const member of Object.values(value)) decodeBytes(member);
}

/** Bytes of their own, as the SDK returns them; a Buffer may share its memory with others. */
const toBytes = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'base64'));

const hasBytes = (text: string): boolean => /"BS?":[["]/.test(text);

/** Writes a request's body. */
export const writeBody = (values: JsonObject): string => JSON.stringify(values, encodeValue);

/** Reads a reply's body; an empty one has no values. */
export function parseBody(bytes: Uint8Array): JsonObject {
  if (bytes.byteLength === 0) return {};
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString();
  const body: JsonObject = JSON.parse(text);
  if (hasBytes(text)) decodeBytes(body);
  return body;
}
