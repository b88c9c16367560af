// Removes from a bundle what the catalogue of errors says for documents alone: what a caller does next. Each function loads the
// catalogue at its start.

/** Whether a module is the catalogue. */
export const isCatalogue = (path: string): boolean => /[\\/]shared[\\/]errors[\\/]catalogue\.ts$/.test(path);

/** The catalogue without its advice. @param source its TypeScript */
export const leanCatalogue = (source: string): string =>
  source.replace(/^ {4}next:\s*(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"),$/gm, '');
