// A text that a person wrote into the form of a page.
import { removeDirectionMarks } from '../data/direction-marks.ts';

/** The text as it is stored: its lines end in one character, and it has no character that requests of the API may not have. */
export const normalizeFormText = (text: string): string =>
  removeDirectionMarks(text)
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\t\n]/gu, '')
    .toWellFormed()
    .trim();
