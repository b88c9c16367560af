// The languages of the pages and mails of accounts. Another one is a file like en.ts, and a line here.
import type { Texts } from './en.ts';

export type { Texts } from './en.ts';

/** The texts of each language, which are loaded where they are needed. */
const tables = {
  en: async () => (await import('./en.ts')).en,
  es: async () => (await import('./es.ts')).es,
} satisfies Readonly<Record<string, () => Promise<Texts>>>;

/** The tag of a language that there are texts in (RFC 5646). */
export type Language = keyof typeof tables;

const isLanguage = (tag: string): tag is Language => Object.hasOwn(tables, tag);

/** The languages, the default one first. */
export const languages: readonly Language[] = Object.keys(tables).filter(isLanguage);

/** The language where no other is known to be better. */
export const defaultLanguage: Language = 'en';

/** The texts of a language. */
export const loadTexts = (language: Language): Promise<Texts> => tables[language]();

/** The texts for what another person causes: in the language of the tenant, as it is stored. */
export const loadTenantTexts = ({ language = defaultLanguage }: { readonly language?: string | undefined }) =>
  loadTexts(isLanguage(language) ? language : defaultLanguage);
