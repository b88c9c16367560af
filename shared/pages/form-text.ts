// A text that a person wrote into the form of a page.

/** The text as it is stored: its lines end in one character, and it has no character that requests of the API may not have. */
export const normalizeFormText = (text: string): string =>
  text
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\t\n]/gu, '')
    .toWellFormed()
    .trim();
