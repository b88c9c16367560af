// Escapes text in files that are opened in spreadsheets.

/**
 * Puts an apostrophe before text that a spreadsheet would take for a formula (OWASP, "CSV Injection"). Spreadsheets
 * treat full-width signs like the plain ones.
 */
export const escapeCsvFormula = (text: string): string =>
  /^[\s]*[=+\-@＝＋－＠]|^[\t\r\n]/.test(text) ? `'${text}` : text;
