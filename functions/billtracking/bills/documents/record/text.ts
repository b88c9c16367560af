// The plain text of a document: what is searched and compared.
/** The longest text that is stored, in characters: some 350 pages. */
export const MAX_TEXT_LENGTH = 1_000_000;

/** The text of a page in HTML, without its images and addresses of links. */
export async function convertHtml(html: string): Promise<string> {
  // Loaded for a page alone: its parser is large.
  const { convert } = await import('html-to-text');
  return convert(html, {
    wordwrap: false,
    // What is nested more deeply would exceed the stack.
    limits: { maxDepth: 500 },
    selectors: [
      { selector: 'img', format: 'skip' },
      { selector: 'a', options: { ignoreHref: true } },
      { selector: 'table', format: 'block' },
      ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({
        selector,
        options: { uppercase: false },
      })),
    ],
  });
}

/**
 * The paragraphs of a text. Blank lines separate them; of a text without blank lines each line is one. The numbers of lines
 * and pages that printed bills have are not part of it.
 */
export function splitParagraphs(text: string): string[] {
  const lines = text
    .replace(/\r\n?|\f/g, '\n')
    .split('\n')
    .map((line) =>
      line
        .replace(/^\s{0,8}\d{1,3}(?=\s{2,}\S)/, '')
        .replace(/\s+/g, ' ')
        .trim(),
    );
  const hasBlanks = lines.some((line, index) => line === '' && index > 0 && index < lines.length - 1);
  const paragraphs: string[] = [];
  let current: string[] = [];
  const close = (): void => {
    if (current.length > 0) paragraphs.push(current.join(' '));
    current = [];
  };
  for (const line of lines) {
    if (/^\d{0,3}$/.test(line)) close();
    else {
      current.push(line);
      if (!hasBlanks) close();
    }
  }
  close();
  return paragraphs;
}
