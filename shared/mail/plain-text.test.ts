// Plain texts of mails whose HTML callers write.
import { expect, it } from 'vitest';
import { toPlainText } from './plain-text.ts';

it('elements that are nested beyond measure are left out, and the rest is read', () => {
  expect(
    toPlainText(`<p>Before</p>${'<div>'.repeat(20_000)}deep${'</div>'.repeat(20_000)}<p>After</p>`),
  ).toBe('Before\n\n...\n\nAfter');
});

it('the cells of a table stay apart, and those of a layout are paragraphs', () => {
  const row = (...cells: readonly string[]): string =>
    `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`;
  const table = `<table width="100%"><tr><th>Bill</th><th>Date</th></tr>${row('HB 1001', '30 Nov')}</table>`;
  expect(toPlainText(`<table role="presentation">${row(table)}</table>`)).toMatch(
    /Bill +Date\nHB 1001 +30 Nov/,
  );
  expect(toPlainText(`<table role="presentation">${row('<p>Left</p>', '<p>Right</p>')}</table>`)).toBe(
    'Left\n\nRight',
  );
});

it('the text that mail programs show in a list of mails is left out', () => {
  expect(toPlainText('<div style="display:none;font-size:1px">In short</div><p>Dear Ada</p>')).toBe(
    'Dear Ada',
  );
});
