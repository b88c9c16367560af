// Links are named by the source of a message (docs/interface/communication.md#opens-and-clicks).
import { expect, it } from 'vitest';
import { findLink, nameLinks, OTHER_LINK } from './named-links.ts';

it('the links of a source are its addresses on the web, with a sign for each value', () => {
  const source = `<a href="https://a.example/?x=1&amp;y=2">A</a>
    <mj-button href = 'https://a.example/{{ person.custom["Region"] }}/b?n={{ person.firstName }}'>B</mj-button>
    <a href="{{ person.website }}">C</a> <a href="mailto:a@a.example">D</a> <a href="#top">E</a>
    <a href="{{ links.preferences }}">F</a> <a href="https://a.example/?x=1&amp;y=2">A again</a>`;
  expect(nameLinks(source)).toEqual(['https://a.example/?x=1&y=2', 'https://a.example/…/b?n=…', '…']);
});

it('an address is that of the link that says most of it', () => {
  const names = [
    '…',
    'https://a.example/…',
    'https://a.example/…/b?n=…',
    'https://a.example/c',
    'https://a.example/ä b',
  ];
  const find = (address: string): string | undefined => names[Number(findLink(names, address))];
  expect(find('https://a.example/north/b?n=Jo')).toBe('https://a.example/…/b?n=…');
  expect(find('https://a.example/c')).toBe('https://a.example/c');
  expect(find('https://a.example/d')).toBe('https://a.example/…');
  expect(find('https://a.example/%C3%A4%20b')).toBe('https://a.example/ä b');
  expect(find('https://b.example/')).toBe('…');
  expect(findLink(['https://a.example/…x', 'https://a.example/aa…a'], 'https://a.example/aa')).toBe(
    OTHER_LINK,
  );
  expect(findLink([], 'https://b.example/%')).toBe(OTHER_LINK);
});

it('an address is compared in a time that grows with its length only', () => {
  const name = `https://a.example/${'…a'.repeat(500)}…b`;
  const start = performance.now();
  expect(findLink([name], `https://a.example/${'a'.repeat(4000)}`)).toBe(OTHER_LINK);
  expect(performance.now() - start).toBeLessThan(1000);
});
