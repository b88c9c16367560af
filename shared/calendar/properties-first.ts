// Orders an iCalendar file: the own properties of a calendar, and of an event with reminders, precede the components in them
// (RFC 5545 3.6, 3.6.1).

/** Splits into content lines, each with its continuation lines, which begin with a blank (RFC 5545 3.1). */
const splitContentLines = (text: string): string[] =>
  text.split(/\r\n(?![ \t])/).filter((line) => line !== '');

/** The lines of a component in order, and the place after it. @param start the place of its BEGIN */
function orderComponent(
  lines: readonly string[],
  start: number,
): { readonly ordered: readonly string[]; readonly next: number } {
  const properties: string[] = [];
  const components: string[] = [];
  let place = start + 1;
  while (place < lines.length) {
    const line = lines[place] ?? '';
    if (line.startsWith('END:')) break;
    if (line.startsWith('BEGIN:')) {
      const { ordered, next } = orderComponent(lines, place);
      components.push(...ordered);
      place = next;
    } else {
      properties.push(line);
      place += 1;
    }
  }
  return {
    ordered: [lines[start] ?? '', ...properties, ...components, lines[place] ?? ''],
    next: place + 1,
  };
}

/**
 * Moves the own properties of each component before the components in it, keeping the order otherwise: some programs stop
 * reading them at the first component.
 */
export const movePropertiesFirst = (calendar: string): string =>
  [...orderComponent(splitContentLines(calendar), 0).ordered, ''].join('\r\n');
