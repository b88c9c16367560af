// What is kept holds no control characters: they are seen by nobody, and break lines of lists, mails and files.
import type * as z from 'zod';
import type { Fault } from '../errors/failure.ts';
import { longestAt } from './bounds.ts';

/** Texts of up to so many characters are names, titles and labels: one line each. */
const LONGEST_LINE = 200;

/** Tabs and ends of lines are part of a longer text. */
const never = /[^\P{Cc}\t\n\r]/u;
const notInLine = /\p{Cc}/u;

/** A value and where it stands: each place knows the one around it, so that none is written out before it is needed. */
interface Place {
  readonly value: unknown;
  readonly part: PropertyKey;
  readonly around: Place | undefined;
}

/** Every text in a value. By a list of what is left to look at, for values may be of any depth. */
function* textsIn(whole: unknown): Generator<{ readonly text: string; readonly place: Place }> {
  const left: Place[] = [{ value: whole, part: '', around: undefined }];
  for (let place = left.pop(); place; place = left.pop()) {
    const { value } = place;
    if (typeof value === 'string') yield { text: value, place };
    else if (typeof value === 'object' && value !== null) {
      const isList = Array.isArray(value);
      for (const [name, inner] of Object.entries(value).reverse())
        left.push({ value: inner, part: isList ? Number(name) : name, around: place });
    }
  }
}

function pathOf(place: Place): PropertyKey[] {
  const path: PropertyKey[] = [];
  for (let one = place; one.around; one = one.around) path.push(one.part);
  return path.reverse();
}

/** A character that is not seen, as people look it up. */
const codeOf = (character: string): string =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;

/**
 * The faults of texts that hold control characters: none may have any but tabs and ends of lines, and a text of one line
 * not even these.
 *
 * @param value the body as it was read by the schema
 * @param nameOf a path as it is told to callers
 * @param isSecret whether a value may hold anything, and is never spoken of
 */
export function controlCharacterFaults(
  schema: z.core.$ZodType,
  value: unknown,
  nameOf: (path: readonly PropertyKey[]) => string,
  isSecret: (name: string) => boolean,
): Fault[] {
  const faults: Fault[] = [];
  for (const { text, place: where } of textsIn(value)) {
    const hidden = notInLine.exec(text);
    if (!hidden) continue;
    const path = pathOf(where);
    const target = nameOf(path);
    if (isSecret(target)) continue;
    const isLine = (longestAt(schema, path) ?? Number.POSITIVE_INFINITY) <= LONGEST_LINE;
    const refused = isLine ? hidden : never.exec(text);
    if (!refused) continue;
    const place = `${codeOf(refused[0])} at character ${[...text.slice(0, refused.index)].length + 1}`;
    const message = never.test(refused[0])
      ? `${target} must have no control characters, but has ${place}.`
      : `${target} must be one line without tabs, but has ${place}.`;
    faults.push({ code: 'INVALID_FORMAT', message, target });
  }
  return faults;
}
