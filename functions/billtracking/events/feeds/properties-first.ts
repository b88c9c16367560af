// The order of an iCalendar file: a calendar's own properties stand before its components (RFC 5545 3.6).

/** A content line with those that continue it, which begin with a blank (RFC 5545 3.1). */
const splitContentLines = (text: string): string[] =>
  text.split(/\r\n(?![ \t])/).filter((line) => line !== '');

/**
 * The same calendar with its own properties first, each part in the order it had: some programs read no further than the
 * first component for them.
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
