import { expect, it } from 'vitest';
import { fillPlaceholders, placeholders, validatePlaceholders } from './layout.ts';

const values = {
  ...{ person: 'Åsa $& {{award}}', award: 'Clerk', number: '1', awardedDate: 'today', validFrom: 'today' },
  ...{ validThrough: '', credits: '24', issuer: 'Alder' },
};

it('a placeholder becomes its value, which is not read again, and nothing where there is none', () => {
  expect(fillPlaceholders('{{person}}, {{ credits }} credits {{validThrough}} of {{issuer}}', values)).toBe(
    'Åsa $& {{award}}, 24 credits of Alder',
  );
});

it('a name in braces that is no placeholder is refused with those that are', () => {
  expect(validatePlaceholders(placeholders.map((name) => `{{${name}}}`).join(' '), 'body')).toEqual([]);
  const [problem, ...others] = validatePlaceholders('{{person}} {{constructor}}', 'body');
  expect(others).toEqual([]);
  expect(problem).toMatchObject({ target: 'body', message: expect.stringContaining('{{credits}}') });
});

it.each([
  '{{person.name}}',
  '{{ person name }}',
  '{{award-name}}',
  '{{person}',
  'for {person}}',
  '{{}}',
  '{{{person}}}',
])('braces that would be printed as they are are refused: %s', (text) =>
  expect(validatePlaceholders(`A {{person}}, ${text}`, 'body')).not.toEqual([]),
);

it('a text may have single braces', () =>
  expect(validatePlaceholders('A {set} of {{credits}} {credits}', 'body')).toEqual([]));
