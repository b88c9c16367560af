// Merge fields: known ones are filled in as text, unknown ones refused (docs/interface/billtracking.md#merge-fields).
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  fillMergeFields,
  findMergeFields,
  type MergeField,
  mergeFields,
  validateMergeFields,
} from './merge-fields.ts';

describe('merge fields', () => {
  it('are filled in regardless of case and blanks, or with the text after the bar when there is no value', () => {
    const text = 'Dear {{recipient.firstName}} {{ RECIPIENT.lastname }}{{recipient.title|, friend}}.';
    expect(
      fillMergeFields(text, { 'recipient.firstName': 'Ada', 'recipient.lastName': 'Gale' }, 'text'),
    ).toBe('Dear Ada Gale, friend.');
    expect(fillMergeFields('{{bill.number}}!', {}, 'text')).toBe('!');
  });

  it('are refused when unknown, each once, with the list of known fields', () => {
    const errors = validateMergeFields(
      'body',
      '{{recipient.nick}} {{recipient.nick|x}} {{foo}} {{bill.number}}',
    );
    expect(errors.map(({ code, target }) => [code, target])).toEqual([
      ['UNKNOWN_VALUE', 'body'],
      ['UNKNOWN_VALUE', 'body'],
    ]);
    expect(errors[0]?.message).toMatch(
      /^{{recipient\.nick}} in body is not a merge field\. Valid merge fields: recipient\.fullName, /,
    );
  });

  it('must be closed', () => {
    expect(validateMergeFields('subject', 'Dear {{recipient.firstName, hello')).toEqual([
      {
        code: 'INVALID_FORMAT',
        message: 'The {{ at character 6 of subject is not closed with }}.',
        target: 'subject',
      },
    ]);
    expect(validateMergeFields('body', 'a { b } {single} }}')).toEqual([]);
  });

  it('are listed in the order of the table', () => {
    expect(findMergeFields(['{{bill.number}}', '{{recipient.email|x}} {{BILL.NUMBER}}'])).toEqual([
      'recipient.email',
      'bill.number',
    ]);
  });

  it('escape a value, so that it adds no markup and no other address', () => {
    const values = { 'recipient.fullName': '<b onclick="x">&\'' };
    expect(fillMergeFields('<p>{{recipient.fullName}}</p>', values, 'html')).toBe(
      '<p>&lt;b onclick=&quot;x&quot;&gt;&amp;&#39;</p>',
    );
    expect(
      fillMergeFields('mailto:{{official.email}}', { 'official.email': 'a@b.example?bcc=c' }, 'address'),
    ).toBe('mailto:a@b.example%3Fbcc%3Dc');
  });

  it('leave no field behind, and fill in a value once: a value that looks like a field stays as it is', () => {
    const field = fc.constantFrom(...(Object.keys(mergeFields) as MergeField[]));
    fc.assert(
      fc.property(field, fc.string(), (name, value) => {
        expect(validateMergeFields('body', `{{${name}}}`)).toEqual([]);
        expect(
          fillMergeFields(
            `x{{${name}}}y`,
            { [name]: `${value}{{bill.number}}`, 'bill.number': 'HB 1' },
            'text',
          ),
        ).toBe(name === 'bill.number' ? 'xHB 1y' : `x${value}{{bill.number}}y`);
      }),
    );
  });
});
