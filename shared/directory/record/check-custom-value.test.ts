// An address in a custom field is read as its schema reads it, without the schema.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import * as z from 'zod';
import { isCalendarDay } from '../../time/calendar-day.ts';
import { CustomAddress, readAddress } from './check-custom-value.ts';

const text = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    '\t',
    null,
    undefined,
    7,
    'x'.repeat(100),
    'x'.repeat(101),
    '🎓'.repeat(100),
    ` ${'x'.repeat(20)} `,
  ),
  fc.string(),
);
const address = fc.record(
  { address: text, addressLine2: text, city: text, state: text, zipCode: text, county: fc.constant('x') },
  { requiredKeys: [] },
);

it('an address is read as its schema reads it, and what is none is refused', () => {
  fc.assert(
    fc.property(fc.oneof({ weight: 9, arbitrary: address }, fc.anything()), (sent) => {
      const { success, data } = CustomAddress.safeParse(sent);
      const entries = Object.entries(data ?? {}).filter(
        ([, part]) => typeof part === 'string' && part !== '',
      );
      expect(readAddress(sent)).toEqual(success ? Object.fromEntries(entries) : undefined);
    }),
    { numRuns: 3000 },
  );
});

it('a day of the calendar is what the schema of dates accepts', () => {
  const day = fc
    .tuple(fc.nat(9999), fc.nat(14), fc.nat(33))
    .map((parts) => parts.map((part, index) => String(part).padStart(index === 0 ? 4 : 2, '0')).join('-'));
  const edges = [
    '2024-02-29',
    '2023-02-29',
    '1900-02-29',
    '2000-02-29',
    '0000-02-29',
    '2024-2-1',
    '',
    '2024-01-01 ',
  ];
  fc.assert(
    fc.property(fc.oneof(day, fc.constantFrom(...edges), fc.string()), (sent) => {
      expect(isCalendarDay(sent)).toBe(z.iso.date().safeParse(sent).success);
    }),
    { numRuns: 3000 },
  );
});
