// Names and other texts of one line are stored without controls of the writing direction (docs/interface/limits.md#fields).
import type * as z from 'zod';
import { hasDirectionMarks, removeDirectionMarks } from '../../data/direction-marks.ts';
import { maxLengthAt } from './bounds.ts';
import { getPath, walkTexts } from './control-characters.ts';
import { formatPath, isSecret } from './describe-issues.ts';
import { replaceValueAt } from './value-at.ts';

/** The longest names: of people, organizations and streets. */
const LONGEST_NAME = 300;

/** The value as it was sent, without direction marks in its lines; longer texts may need them. */
export function cleanLines(schema: z.core.$ZodType, value: unknown): unknown {
  let cleaned = value;
  for (const { text, place } of walkTexts(value)) {
    if (!hasDirectionMarks(text)) continue;
    const path = getPath(place);
    const longest = maxLengthAt(schema, path) ?? Number.POSITIVE_INFINITY;
    if (longest <= LONGEST_NAME && !isSecret(formatPath(path)))
      cleaned = replaceValueAt(cleaned, path, removeDirectionMarks(text));
  }
  return cleaned;
}
