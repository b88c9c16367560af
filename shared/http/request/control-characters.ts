// Stored texts contain no control characters: they are invisible, and break the lines of lists, mails and files. They
// contain no lone surrogates either: these are no characters, and no UTF-8 can represent them.
import type * as z from 'zod';
import { hasDirectionMarks } from '../../data/direction-marks.ts';
import type { ErrorDetail } from '../../errors/failure.ts';
import { maxLengthAt } from './bounds.ts';

/** Texts with at most this many characters are names, titles and labels: one line each. */
export const MAX_LINE_LENGTH = 200;

/** A longer text may contain tabs and line ends. */
const forbiddenInText = /[^\P{Cc}\t\n\r]/u;
const forbiddenInLine = /\p{Cc}/u;
const loneSurrogate = /\p{Cs}/u;

/** A value with its key and parent, so that its path is only written out when it is needed. */
interface ValueNode {
  readonly value: unknown;
  readonly key: PropertyKey;
  readonly parent: ValueNode | undefined;
}

/** Every text in a value; the bytes of a file are none. Iterative, because values may have any depth. */
export function* walkTexts(whole: unknown): Generator<{ readonly text: string; readonly place: ValueNode }> {
  const left: ValueNode[] = [{ value: whole, key: '', parent: undefined }];
  for (let node = left.pop(); node; node = left.pop()) {
    const { value } = node;
    if (typeof value === 'string') yield { text: value, place: node };
    else if (typeof value === 'object' && value !== null && !ArrayBuffer.isView(value)) {
      const isList = Array.isArray(value);
      for (const [name, inner] of Object.entries(value).reverse())
        left.push({ value: inner, key: isList ? Number(name) : name, parent: node });
    }
  }
}

/** Whether any text of the value has a character that some texts may not have, or that some are stored without. */
export function hasForbiddenCharacters(value: unknown): boolean {
  for (const { text } of walkTexts(value))
    if (forbiddenInLine.test(text) || !text.isWellFormed() || hasDirectionMarks(text)) return true;
  return false;
}

/** The path of a value, from the outside in. */
export function getPath(node: ValueNode): PropertyKey[] {
  const path: PropertyKey[] = [];
  for (let current = node; current.parent; current = current.parent) path.push(current.key);
  return path.reverse();
}

/** The code point of a character as people look it up, such as U+0007. */
const formatCodePoint = (character: string): string =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;

/** A character with its place in the text, such as "U+0007 at character 3". */
const describePosition = (text: string, { 0: character, index }: RegExpExecArray): string =>
  `${formatCodePoint(character)} at character ${[...text.slice(0, index)].length + 1}`;

/**
 * The details for texts with control characters or lone surrogates: no text may have any but tabs and line ends, and a
 * text of one line not even these.
 *
 * @param value the body as it was read by the schema
 * @param nameOf formats a path for callers
 * @param isSecret whether a value with this name may contain any character, and is never reported
 */
export function validateCharacters(
  schema: z.core.$ZodType,
  value: unknown,
  nameOf: (path: readonly PropertyKey[]) => string,
  isSecret: (name: string) => boolean,
): ErrorDetail[] {
  const details: ErrorDetail[] = [];
  for (const { text, place: where } of walkTexts(value)) {
    const hidden = forbiddenInLine.exec(text);
    if (!hidden && text.isWellFormed()) continue;
    const path = getPath(where);
    const target = nameOf(path);
    if (isSecret(target)) continue;
    const surrogate = loneSurrogate.exec(text);
    if (surrogate) {
      const message = `${target} must be well-formed Unicode, but has ${describePosition(text, surrogate)}, a half of a character.`;
      details.push({ code: 'INVALID_FORMAT', message, target });
      continue;
    }
    const isLine = (maxLengthAt(schema, path) ?? Number.POSITIVE_INFINITY) <= MAX_LINE_LENGTH;
    const refused = isLine ? hidden : forbiddenInText.exec(text);
    if (!refused) continue;
    const position = describePosition(text, refused);
    const message = forbiddenInText.test(refused[0])
      ? `${target} must have no control characters, but has ${position}.`
      : `${target} must be one line without tabs, but has ${position}.`;
    details.push({ code: 'INVALID_FORMAT', message, target });
  }
  return details;
}
