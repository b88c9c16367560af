// How a tenant lays out its certificates: paper, colours, texts by language, and who signs
// (docs/interface/training.md#certificates).
import type { ErrorDetail } from '../../../../shared/errors/failure.ts';
import type { Language } from '../../../../shared/languages/languages.ts';

/** Who signs certificates. */
export interface Signatory {
  readonly name: string;
  readonly title?: string | undefined;
}

/** The texts of a tenant, instead of those of the platform. */
export interface LayoutTexts {
  readonly title?: string | undefined;
  /** Above the name of the holder. */
  readonly opening?: string | undefined;
  /** Above the name of the award. */
  readonly awarded?: string | undefined;
  /** Below the name of the award; there is none by default. */
  readonly body?: string | undefined;
}

/** The layout of a tenant. */
export interface CertificateLayout {
  readonly orientation: 'landscape' | 'portrait';
  /** By the tenant's time zone where it is null. */
  readonly paper: 'Letter' | 'A4' | null;
  readonly logoPosition: 'left' | 'center' | 'right';
  readonly hasFrame: boolean;
  /** Of texts and lines, `#rrggbb`. */
  readonly inkColor: string;
  /** Of the title and ornaments, `#rrggbb`. */
  readonly accentColor: string;
  /** `serif`: EB Garamond; `sans`: DejaVu Sans. */
  readonly font: 'serif' | 'sans';
  /** Who signs besides the first signatory. */
  readonly coSignatories: readonly Signatory[];
  readonly texts: Readonly<Partial<Record<Language, LayoutTexts>>>;
}

export const defaultLayout: CertificateLayout = {
  ...{ orientation: 'landscape', paper: null, logoPosition: 'center', hasFrame: true, font: 'serif' },
  ...{ inkColor: '#1b2f4b', accentColor: '#a8873f', coSignatories: [], texts: {} },
};

/** What a text can say of a certificate, in double braces. */
export const placeholders = [
  ...([
    'person',
    'award',
    'number',
    'awardedDate',
    'validFrom',
    'validThrough',
    'credits',
    'issuer',
  ] as const),
];
type Placeholder = (typeof placeholders)[number];
export type PlaceholderValues = Readonly<Record<Placeholder, string>>;

const pattern = /\{\{\s*(\w*)\s*\}\}/g;
const isPlaceholder = (name: string): name is Placeholder => placeholders.some((known) => known === name);

/** The text with the values in the place of their names. */
export const fillPlaceholders = (text: string, values: PlaceholderValues): string =>
  text
    .replace(pattern, (_, name: string) => (isPlaceholder(name) ? values[name] : ''))
    .replace(/\s+/g, ' ')
    .trim();

/** What stands in double braces, or double braces that are not closed or not opened. */
const bracesPattern = /\{\{[^{}]*\}\}|\{\{[^{}]{0,30}|[^{}]{0,30}\}\}/g;

/** A problem for each name in a text that is no placeholder, and for braces that would be printed as they are. */
export const validatePlaceholders = (text: string, target: string): ErrorDetail[] =>
  [...text.matchAll(bracesPattern)].flatMap(([whole]): ErrorDetail[] => {
    const [, name = ''] = /^\{\{\s*(\w*)\s*\}\}$/.exec(whole) ?? [];
    if (isPlaceholder(name)) return [];
    const valid = placeholders.map((known) => `{{${known}}}`).join(', ');
    return [{ code: 'UNKNOWN_VALUE', message: `${whole} is no placeholder; valid are ${valid}.`, target }];
  });
