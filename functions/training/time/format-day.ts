// Formats the days on certificates, invoices and pages.
import { defaultLanguage, type Language } from '../../../shared/languages/languages.ts';
import type { Paper } from '../../../shared/pdf/document.ts';

/** A day with the name of its month: in English month first where paper is Letter, else day first. */
export const formatDay = (day: string, paper: Paper, language: Language = defaultLanguage): string => {
  const english = paper === 'LETTER' ? 'en-US' : 'en-GB';
  return new Intl.DateTimeFormat(language === 'en' ? english : language, {
    dateStyle: 'long',
    timeZone: 'UTC',
  }).format(new Date(`${day}T00:00:00Z`));
};
