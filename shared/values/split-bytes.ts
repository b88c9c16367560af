// Bytes that are larger than an item are stored in several.

/** The bytes of a part: an item has 400 KB with its keys (item-size.ts), and some room is left for them. */
export const bytesPerPart = 350 * 1024;

/** The bytes in parts, each of which an item can hold. */
export const splitBytes = (bytes: Uint8Array): Uint8Array<ArrayBuffer>[] =>
  Array.from(
    { length: Math.ceil(bytes.length / bytesPerPart) },
    (_, part) => new Uint8Array(bytes.subarray(part * bytesPerPart, (part + 1) * bytesPerPart)),
  );
