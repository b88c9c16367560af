// Orders an iCalendar file: a calendar's own properties must precede its components (RFC 5545 3.6).

/** Splits into content lines, each with its continuation lines, which begin with a blank (RFC 5545 3.1). */
const splitContentLines = (text: string): string[] =>
  text.split(/\r\n(?![ \t])/).filter((line) => line !== '');

/**
 * Moves the calendar's own properties before its components, keeping the order otherwise: some programs stop reading
 * them at the first component.
 */
export function movePropertiesFirst(calendar: string): string {
  const [begin = '', ...rest] = splitContentLines(calendar);
  const end = rest.pop() ?? '';
  const properties: string[] = [];
  const components: string[] = [];
  let depth = 0;
  for (const line of rest) {
    if (line.startsWith('BEGIN:')) depth += 1;
    (depth === 0 ? properties : components).push(line);
    if (line.startsWith('END:')) depth -= 1;
  }
  return [begin, ...properties, ...components, end, ''].join('\r\n');
}
