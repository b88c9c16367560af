// The plain text of a mail that is written in HTML.
import { convert } from 'html-to-text';

export const toPlainText = (html: string): string =>
  convert(html, {
    wordwrap: 76,
    // What is nested more deeply would exceed the stack.
    limits: { maxDepth: 500 },
    selectors: [
      { selector: 'img', format: 'skip' },
      // What mail programs show of a mail in a list, and not in the mail.
      { selector: '[style*="display:none"]', format: 'skip' },
      // Mail programs end an address at an angle bracket (RFC 3986, appendix C), and not all at a square one.
      { selector: 'a', options: { hideLinkHrefIfSameAsText: true, linkBrackets: ['<', '>'] } },
      { selector: 'table', format: 'dataTable', options: { uppercaseHeaderCells: false } },
      { selector: 'table[role="presentation"]', format: 'block' },
    ],
  }).trim();
