// Every field of a CSV file is quoted (RFC 4180, 2.5 and 2.7; OWASP, "CSV Injection").
import { expect, it } from 'vitest';
import { writeCsv } from './csv.ts';

it('quotes every field, so that no separator within a text begins a cell', () => {
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(
    writeCsv([
      ['Title', 'Amount'],
      ['Fee;=HYPERLINK("x")', ''],
      ['Tab\t=1+1', '2'],
    ]),
  );
  expect(text).toBe('\uFEFF"Title","Amount"\r\n"Fee;=HYPERLINK(""x"")",""\r\n"Tab\t=1+1","2"\r\n');
});
