import { expect, it } from 'vitest';
import { findExcerpt } from './excerpt.ts';

it('an excerpt is the paragraph that has the most words of the search, the first of equals', () => {
  const text = 'Rents are capped.\n\nRents of mobile homes are capped.\n\nMobile homes have rents.';
  expect(findExcerpt(text, 'rent')).toBe('Rents are capped.');
  expect(findExcerpt(text, 'mobile rents')).toBe('Rents of mobile homes are capped.');
  expect(findExcerpt(text, 'zebra')).toBe('');
});

it('a paragraph of more than 300 characters is cut around the first word that was found', () => {
  const long = `${'word '.repeat(100)}zebra ${'word '.repeat(100)}`.trim();
  const excerpt = findExcerpt(long, 'zebra');
  expect(excerpt.startsWith('… word ')).toBe(true);
  expect(excerpt).toContain(' zebra ');
  expect(excerpt.length).toBeLessThanOrEqual(304);
  const exact = `zebra ${'x'.repeat(294)}`;
  expect(findExcerpt(exact, 'zebra')).toBe(exact);
});
