// Proves how templates are filled (merge fields, dates in words, nothing half said).
import { describe, expect, it } from 'vitest';
import { defaultTemplates } from './default-templates.ts';
import { fieldsByKind, mergeFields, type NotificationValues } from './merge-fields.ts';
import { extractFields, mergeLine, mergeText } from './merge-template.ts';
import { notificationKindNames } from './notification-kinds.ts';

const formatSettings = { timeZone: 'America/Los_Angeles', currency: 'USD' };

describe('a template', () => {
  it("writes moments in the class's time zone, else the tenant's, with the zone's name", () => {
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

  it('writes a calendar day as that day, wherever one is', () => {
    expect(mergeLine('{{validThrough}}', { validThrough: '2028-02-29' }, formatSettings)).toBe(
      'February 29, 2028',
    );
  });

  it("writes amounts in the tenant's currency, and leaves out the line when nothing is due", () => {
    expect(mergeLine('{{amountDue}}', { amountDue: 1120.5 }, formatSettings)).toBe('$1,120.50');
    expect(mergeText('Hello\nDue: {{amountDue}}', { amountDue: 0 }, formatSettings)).toBe('Hello\n');
  });

  it('leaves out a line that names what is not known, and no more', () => {
    const text = 'Class: {{className}}\nPlace: {{classPlace}}\n\n{{reason}}\n\nBye';
    expect(mergeText(text, { className: 'Ethics', classPlace: '' }, formatSettings)).toBe(
      'Class: Ethics\n\nBye\n',
    );
  });

  it('takes no field from a value, and no second line into a subject', () => {
    const values: NotificationValues = { className: '{{reason}}\nBcc: everybody@example.org', reason: 'x' };
    expect(mergeLine('{{ className }}', values, formatSettings)).toBe(
      '{{reason}} Bcc: everybody@example.org',
    );
    expect(mergeText('{{className}}', { className: '$& {{reason}}', reason: 'x' }, formatSettings)).toBe(
      '$& {{reason}}\n',
    );
  });

  it('finds the fields that a text names, each once', () => {
    expect(extractFields('{{a}} {{ b }} {{a}} {c} {{}}')).toEqual(['a', 'b', '']);
  });
});

describe.each(notificationKindNames)('the words for %s', (kind) => {
  const { subject, text, line } = defaultTemplates[kind];

  it('name fields that there are', () => {
    const known: readonly string[] = fieldsByKind[kind];
    expect(extractFields(`${subject}${text}${line}`).filter((name) => !known.includes(name))).toEqual([]);
  });

  it('say everything when everything is known, and leave no brace', () => {
    const values: NotificationValues = Object.fromEntries(
      Object.entries(mergeFields).map(([name, { example }]) => [name, example]),
    );
    for (const said of [mergeLine(subject, values, formatSettings), mergeText(text, values, formatSettings)])
      expect(said).not.toMatch(/[{}]|undefined|Invalid|NaN/);
    expect(mergeLine(subject, values, formatSettings).length).toBeLessThan(100);
  });

  it('still make sense when only names are known', () => {
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
