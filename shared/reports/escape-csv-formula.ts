// Text in files that spreadsheets open.

/**
 * Text that a spreadsheet would take for a formula, made harmless by an apostrophe before it (OWASP, "CSV Injection").
 * The full-width signs are folded by spreadsheets to the plain ones.
 */
export const escapeCsvFormula = (text: string): string =>
  /^[\s]*[=+\-@＝＋－＠]|^[\t\r\n]/.test(text) ? `'${text}` : text;
