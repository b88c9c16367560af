// Texts of LegiScan as characters: some have HTML entities (`strike &#039;fewer&#039;` in a roll call of Colorado HB1085 of 2020).
import { isObject, type JsonObject } from '../../../../shared/import/tables/json-object.ts';

const named: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
};

/** A text without entities; one that is unknown stays. */
const decodeText = (text: string): string =>
  text.replace(
    /&(?:#(\d{1,6})|#x([0-9a-f]{1,5})|(amp|lt|gt|quot|apos|nbsp));/gi,
    (entity, decimal?: string, hex?: string, name?: string) => {
      if (name !== undefined) return named[name.toLowerCase()] ?? entity;
      const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
      const isText = code >= 32 && !(code >= 127 && code < 160) && !(code >= 0xd800 && code < 0xe000);
      return isText && code <= 0x10ffff ? String.fromCodePoint(code) : entity;
    },
  );

function decodeValue(value: unknown): unknown {
  if (typeof value === 'string') return value.includes('&') ? decodeText(value) : value;
  if (Array.isArray(value)) return value.map(decodeValue);
  return isObject(value) ? decodeEntities(value) : value;
}

/** An entry with all its texts as characters. */
export const decodeEntities = (entry: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(entry).map(([name, value]) => [name, decodeValue(value)]));
