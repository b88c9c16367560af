// The texts of a page, and of a mail that a person requests.
import { chooseLanguage } from '../../../shared/languages/choose-language.ts';
import { loadTexts, type Texts } from './languages.ts';

/** The texts for a person. */
export const readTexts = (headers: Readonly<Record<string, string>>, uiLocales?: string): Promise<Texts> =>
  loadTexts(chooseLanguage(headers, uiLocales));
