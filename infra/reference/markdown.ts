// Markdown as HTML. Elements within it stay text, and headings have anchors.
import { Marked } from 'marked';
import { escapeHtml } from './html.ts';

/** The anchor of a heading. */
export const toAnchor = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');

const marked = new Marked({
  renderer: {
    html: ({ text }) => escapeHtml(text),
    heading({ tokens, depth, text }) {
      return `<h${depth} id="${toAnchor(text)}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
    },
    // Long ones scroll, also with the keyboard.
    code: ({ text }) => `<pre tabindex="0"><code>${escapeHtml(text)}</code></pre>\n`,
    table(token) {
      const row = (cells: typeof token.header, element: string): string =>
        `<tr>${cells.map(({ tokens }) => `<${element}>${this.parser.parseInline(tokens)}</${element}>`).join('')}</tr>`;
      const rows = token.rows.map((cells) => row(cells, 'td')).join('\n');
      return `<div class="table" tabindex="0"><table><thead>${row(token.header, 'th')}</thead><tbody>${rows}</tbody></table></div>\n`;
    },
  },
});

/** The text as HTML. */
export const renderMarkdown = (text: string): string => marked.parse(text, { async: false });
