// Proves how templates are filled (merge fields, dates in words, no incomplete lines).
import { describe, expect, it } from 'vitest';
import { extractFields } from '../../../shared/mail/template-fields.ts';
import { defaultTemplates } from './default-templates.ts';
import { fieldsByKind, mergeFields, type NotificationValues } from './merge-fields.ts';
import { mergeLine, mergeText } from './merge-template.ts';
import { notificationKindNames } from './notification-kinds.ts';

const formatSettings = { timeZone: 'America/Los_Angeles', currency: 'USD' };

describe('a template', () => {
  it("formats instants in the class's time zone, or else the tenant's, with the name of the zone", () => {
    const values = { classStartsAt: '2027-03-01T17:00:00.000Z' };
    expect(mergeLine('{{classStartsAt}}', values, formatSettings)).toBe(
      'Monday, March 1, 2027 at 9:00 AM PST',
    );
    expect(mergeLine('{{classStartsAt}}', { ...values, timeZone: 'America/New_York' }, formatSettings)).toBe(
      'Monday, March 1, 2027 at 12:00 PM EST',
    );
    const inSummer = { classStartsAt: '2027-07-01T16:00:00.000Z' };
    expect(mergeLine('{{classStartsAt}}', inSummer, formatSettings)).toBe(
      'Thursday, July 1, 2027 at 9:00 AM PDT',
    );
  });

  it('formats a calendar day without regard to time zones', () => {
    expect(mergeLine('{{validThrough}}', { validThrough: '2028-02-29' }, formatSettings)).toBe(
      'February 29, 2028',
    );
  });

  it("formats amounts in the tenant's currency, and leaves out the line when the amount is zero", () => {
    expect(mergeLine('{{amountDue}}', { amountDue: 1120.5 }, formatSettings)).toBe('$1,120.50');
    expect(mergeText('Hello\nDue: {{amountDue}}', { amountDue: 0 }, formatSettings)).toBe('Hello\n');
  });

  it('leaves out only the lines with a field that has no value', () => {
    const text = 'Class: {{className}}\nPlace: {{classPlace}}\n\n{{reason}}\n\nBye';
    expect(mergeText(text, { className: 'Ethics', classPlace: '' }, formatSettings)).toBe(
      'Class: Ethics\n\nBye\n',
    );
  });

  it('does not fill in fields within values, and keeps a subject on one line', () => {
    const values: NotificationValues = { className: '{{reason}}\nBcc: everybody@example.org', reason: 'x' };
    expect(mergeLine('{{ className }}', values, formatSettings)).toBe(
      '{{reason}} Bcc: everybody@example.org',
    );
    expect(mergeText('{{className}}', { className: '$& {{reason}}', reason: 'x' }, formatSettings)).toBe(
      '$& {{reason}}\n',
    );
  });

  it('lists the different fields of a text', () => {
    expect(extractFields('{{a}} {{ b }} {{a}} {c} {{}}')).toEqual(['a', 'b', '']);
  });
});

describe.each(notificationKindNames)('the default template for %s', (kind) => {
  const { subject, text, line } = defaultTemplates[kind];

  it('contains only fields of its kind', () => {
    const known: readonly string[] = fieldsByKind[kind];
    expect(extractFields(`${subject}${text}${line}`).filter((name) => !known.includes(name))).toEqual([]);
  });

  it('fills in every field when all values are known', () => {
    const values: NotificationValues = Object.fromEntries(
      Object.entries(mergeFields).map(([name, { example }]) => [name, example]),
    );
    for (const filled of [
      mergeLine(subject, values, formatSettings),
      mergeText(text, values, formatSettings),
    ])
      expect(filled).not.toMatch(/[{}]|undefined|Invalid|NaN/);
    expect(mergeLine(subject, values, formatSettings).length).toBeLessThan(100);
  });

  it('makes sense when only names are known', () => {
    const values = {
      recipientFirstName: 'Ada',
      associationName: 'The Association',
      memberName: 'Ben',
      className: 'Ethics',
      awardName: 'Fellow',
      credits: '2 General',
    };
    expect(mergeText(text, values, formatSettings)).toMatch(/^Hello Ada,\n\n\S.*\n\nThe Association\n$/s);
  });
});
