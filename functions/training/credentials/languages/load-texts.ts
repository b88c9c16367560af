// The texts of certificates by language. Another one is a file like en.ts, a line here and one in shared/languages.
import type { Language } from '../../../../shared/languages/languages.ts';
import { type CertificateTexts, en } from './en.ts';
import { es } from './es.ts';

const tables: Readonly<Record<Language, CertificateTexts>> = { en, es };

/** The texts of a language. */
export const getCertificateTexts = (language: Language): CertificateTexts => tables[language];
