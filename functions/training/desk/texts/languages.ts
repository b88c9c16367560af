// The languages of the page for instructors, as those of the sign-in pages.
import { chooseLanguage } from '../../../../shared/languages/choose-language.ts';
import type { Language } from '../../../../shared/languages/languages.ts';
import type { DeskTexts } from './en.ts';

const tables = {
  en: async () => (await import('./en.ts')).en,
  es: async () => (await import('./es.ts')).es,
} satisfies Readonly<Record<Language, () => Promise<DeskTexts>>>;

/** The best language for a browser, English by default, with its texts. */
export async function readDeskTexts(headers: Readonly<Record<string, string>>) {
  const language = chooseLanguage(headers);
  return { language, texts: await tables[language]() };
}
