// The form in which the names of settings are compared.

/** Names that differ only in case, width or spaces are equal (Unicode NFKC). */
export const foldName = (name: string): string =>
  name.normalize('NFKC').toLowerCase().trim().replace(/\s+/g, ' ');
