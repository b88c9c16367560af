import { expect, it } from 'vitest';
import { boundViews } from './bound-views.ts';

const text = (bytes: number) => 'x'.repeat(bytes);

it('views that fit into a record of the audit are stored whole', () => {
  const views = { before: { name: 'a', text: text(150_000) }, after: { name: 'b', text: text(150_000) } };
  expect(boundViews(views)).toEqual(views);
  expect(boundViews({ before: undefined, after: { a: 1 } })).toEqual({ before: undefined, after: { a: 1 } });
});

it('of two views that do not, the largest members are left out, with their sizes', () => {
  const { before, after } = boundViews({
    before: { name: 'a', subject: text(90_000), text: text(220_000) },
    after: { name: 'b', subject: text(100_000), text: text(200_000) },
  });
  expect(before).toEqual({ name: 'a', subject: text(90_000), text: 'Left out: 220,000 bytes.' });
  expect(after).toEqual({ name: 'b', subject: text(100_000), text: 'Left out: 200,000 bytes.' });
  expect(boundViews({ before: { text: text(400_000) }, after: undefined })).toEqual({
    before: { text: 'Left out: 400,000 bytes.' },
    after: undefined,
  });
});
