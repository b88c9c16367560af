// The texts of the pages and mails of accounts, by language. Another one is a file like en.ts, a line here and one in
// shared/languages.
import { getTenantLanguage, type Language } from '../../../shared/languages/languages.ts';
import type { Texts } from './en.ts';

export type { Texts } from './en.ts';

/** The texts of each language, which are loaded where they are needed. */
const tables: Readonly<Record<Language, () => Promise<Texts>>> = {
  en: async () => (await import('./en.ts')).en,
  es: async () => (await import('./es.ts')).es,
};

/** The texts of a language. */
export const loadTexts = (language: Language): Promise<Texts> => tables[language]();

/** The texts for what another person causes: in the language of the tenant, as it is stored. */
export const loadTenantTexts = (tenant: { readonly language?: string | undefined }): Promise<Texts> =>
  loadTexts(getTenantLanguage(tenant));
