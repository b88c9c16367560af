// Tables of figures as Markdown that is also readable as text: columns are padded, numbers aligned to the right.

/** Whether a cell contains only digits, signs and units. */
const isFigure = (text: string): boolean =>
  /^[-–+~$×.,\d\s%()]*\d[-–+~$×.,\d\s%()]*(ms|KB|MB|B|s)?$/.test(text);

/** Formats the rows below their heads. A column whose cells are all figures is aligned to the right. */
export function formatTable(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const columns = heads.map((head, index) => {
    const cells = rows.map((row) => row[index] ?? '');
    const isRight = index > 0 && cells.every((cell) => cell === '' || isFigure(cell));
    const width = Math.max(3, head.length, ...cells.map(({ length }) => length));
    const pad = (text: string) => (isRight ? text.padStart(width) : text.padEnd(width));
    return { pad, rule: isRight ? `${'-'.repeat(width - 1)}:` : '-'.repeat(width) };
  });
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [
    line(columns.map(({ pad }, index) => pad(heads[index] ?? ''))),
    line(columns.map(({ rule }) => rule)),
    ...rows.map((row) => line(columns.map(({ pad }, index) => pad(row[index] ?? '')))),
  ].join('\n');
}
