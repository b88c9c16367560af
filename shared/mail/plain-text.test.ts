// Plain texts of mails whose HTML callers write.
import { expect, it } from 'vitest';
import { toPlainText } from './plain-text.ts';

it('elements that are nested beyond measure are left out, and the rest is read', () => {
  expect(
    toPlainText(`<p>Before</p>${'<div>'.repeat(20_000)}deep${'</div>'.repeat(20_000)}<p>After</p>`),
  ).toBe('Before\n\n...\n\nAfter');
});
