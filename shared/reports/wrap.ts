// Breaks text into lines that fit a width, by words where there are some.

/** How wide a text is, in the unit of the width it must fit. */
export type Measure = (text: string) => number;

/** The longest beginning of a word that fits; one character at least. */
function fitting(word: string, width: number, measure: Measure): string {
  const characters = [...word];
  let [low, high] = [1, characters.length];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (measure(characters.slice(0, middle).join('')) <= width) low = middle;
    else high = middle - 1;
  }
  return characters.slice(0, low).join('');
}

/** The lines of a text, each no wider than the width. A word that is too long by itself is broken where it must be. */
export function wrapped(text: string, width: number, measure: Measure): string[] {
  if (measure(text) <= width && !text.includes('\n')) return [text];
  const lines: string[] = [];
  for (const paragraph of text.split(/\r?\n/)) {
    let line = '';
    for (const word of paragraph.split(/\s+/).filter(Boolean)) {
      const longer = line === '' ? word : `${line} ${word}`;
      if (measure(longer) <= width) {
        line = longer;
        continue;
      }
      if (line !== '') lines.push(line);
      line = word;
      while (measure(line) > width && line.length > 1) {
        const part = fitting(line, width, measure);
        if (part === line) break;
        lines.push(part);
        line = line.slice(part.length);
      }
    }
    lines.push(line);
  }
  return lines;
}
