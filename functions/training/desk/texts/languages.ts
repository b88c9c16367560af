// The languages of the page for instructors, as those of the sign-in pages.
import { findLanguage } from '../../../../shared/pages/find-language.ts';
import type { DeskTexts } from './en.ts';

const tables = {
  en: async () => (await import('./en.ts')).en,
  es: async () => (await import('./es.ts')).es,
} satisfies Readonly<Record<string, () => Promise<DeskTexts>>>;

const languages = ['en', 'es'] as const;

/** The best language for a browser, English by default, with its texts. */
export async function readDeskTexts({ 'accept-language': accepted }: Readonly<Record<string, string>>) {
  const language = findLanguage(languages, accepted) ?? 'en';
  return { language, texts: await tables[language]() };
}
