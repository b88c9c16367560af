// Chooses the typeface for a character: the requested one, that of its script, or the one for characters that no other
// typeface has.
import type { OpenDocument } from './document.ts';
import type { FaceName } from './faces/faces.ts';
import { detectCjkLanguage, isEmoji } from './faces/families.ts';
import type { FaceChooser } from './runs.ts';
import { isInvisible } from './texts.ts';

/** Whether a typeface is bundled, and so shaped by PDFKit. */
export const isBundledFace = ({ faces }: Pick<OpenDocument, 'faces'>, name: string): name is FaceName =>
  name in faces;

/** Creates the chooser of the typeface for each character of a part of `line` in `face`. */
export function createFaceChooser(
  document: Pick<OpenDocument, 'faces' | 'scripts'>,
  face: FaceName,
  line: string,
): FaceChooser<string> {
  const { faces, scripts } = document;
  const weight = face === 'semibold' ? 600 : 400;
  const company = detectCjkLanguage(line);
  const has = (name: FaceName, characters: readonly string[]): boolean =>
    characters.every((character) => faces[name].covers(character.codePointAt(0) ?? 0));
  const setsBlank = (name: string, blank: string): boolean =>
    isBundledFace(document, name) ? has(name, [blank]) : scripts?.setsBlank(name, blank) === true;
  return (grapheme, before) => {
    const characters = [...grapheme].filter((character) => !isInvisible(character));
    if (characters.length === 0) return before ?? face;
    if (/^\s$/.test(grapheme)) return before !== undefined && setsBlank(before, grapheme) ? before : face;
    const isText = !isEmoji(grapheme);
    if (isText && has(face, characters)) return face;
    const own = scripts?.nameFor(characters, weight, company);
    if (own !== undefined) return own;
    if (has(face, characters)) return face;
    if (has('wide', characters)) return 'wide';
    // A letter and a mark that no typeface has together are printed separately.
    return characters.length > 1 ? undefined : (scripts?.missing ?? 'wide');
  };
}
