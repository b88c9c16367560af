// Texts of a list that differ by more than their case.

/** The texts, each once: of two that differ only in case, the first. */
export function keepDistinctTexts<T extends string>(texts: readonly T[]): T[] {
  const known = new Set<string>();
  return texts.filter((text) => {
    const folded = text.toLowerCase();
    const isNew = !known.has(folded);
    known.add(folded);
    return isNew;
  });
}
