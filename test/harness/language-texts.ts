// The texts of a language as a list, and which of them a page shows.
import { escapeHtml } from '../../shared/pages/escape-html.ts';

/** A text of a table. */
export interface FoundText {
  /** The names that lead to it, such as `signIn.continueTo`. */
  readonly path: string;
  /** The names of the values that it has. */
  readonly values: readonly string[];
  /** What stands between the values. */
  readonly pieces: readonly string[];
}

const mark = '\u0001';

/** Calls a text with a mark in the place of each value; those that count are the number where a language has one for it. */
function readText(path: string, build: (values: Record<string, unknown>) => string): FoundText[] {
  const names = new Set<string>();
  const fill = (count: unknown) =>
    build(
      new Proxy(
        {},
        {
          get: (_, name) => {
            names.add(String(name));
            return count;
          },
        },
      ),
    );
  const texts = new Set([fill(mark), fill(1).replaceAll('1', mark)]);
  const values = [...names].sort();
  return [...texts].map((text, index) => {
    const pieces = text.split(mark);
    return { path: index === 0 ? path : `${path} of one`, values, pieces };
  });
}

/** Every text of a table, in the order in which it is declared. */
export const listTexts = (table: object, prefix = ''): FoundText[] =>
  Object.entries(table).flatMap(([name, value]): FoundText[] => {
    const path = `${prefix}${name}`;
    if (path === 'language') return [];
    if (typeof value === 'string') return [{ path, values: [], pieces: [value] }];
    return typeof value === 'function' ? readText(path, value) : listTexts(value, `${path}.`);
  });

/** What a person reads or hears of a page: its text, and the attributes that are read out. */
const readVisible = (html: string): string =>
  html.replace(/<(style|script)\b.*?<\/\1>/gs, '').replace(/<[^>]*>/g, (tag) =>
    [...tag.matchAll(/(?:aria-label|placeholder|data-\w+)="([^"]*)"/g)]
      .map(([, text]) => `\n${text}\n`)
      .join('')
      .padStart(1, '\n'),
  );

const escapeRegExp = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

/** The texts of which a page shows every piece; very short ones stand in others. */
export function findShown(table: readonly FoundText[], html: string): FoundText[] {
  const visible = readVisible(html);
  // As words of their own: some begin like words of another language.
  const isShown = (piece: string) => {
    const before = /^[\p{L}\p{N}]/u.test(piece) ? '(?<![\\p{L}\\p{N}])' : '';
    const after = /[\p{L}\p{N}]$/u.test(piece) ? '(?![\\p{L}\\p{N}])' : '';
    return new RegExp(`${before}${escapeRegExp(piece)}${after}`, 'u').test(visible);
  };
  return table.filter(({ pieces }) => {
    const long = pieces.map((piece) => escapeHtml(piece.trim())).filter((piece) => piece.length > 5);
    return long.length > 0 && long.every((piece) => visible.includes(piece) && isShown(piece));
  });
}
