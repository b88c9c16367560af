// Texts of messages (docs/interface/communication.md#templates).
import { describe, expect, it } from 'vitest';
import { fillIn, listCustomReferences, validateTemplate } from './liquid.ts';

const fields = ['person.firstName', 'person.custom', 'unsubscribeUrl'];
const validate = (text: string) => validateTemplate(text, 'markup', fields).map(({ code }) => code);

describe('a template', () => {
  it('mentions merge fields only, each fault once', () => {
    expect(validate('{{ person.firstName }} {{ unsubscribeUrl }}')).toEqual([]);
    expect(validate('{{ person.shoe }} {{ person.shoe }} {{ tenant.secret }}')).toEqual([
      'UNKNOWN_VALUE',
      'UNKNOWN_VALUE',
    ]);
    expect(validate('{{ person }}')).toEqual(['UNKNOWN_VALUE']);
  });

  it('is valid Liquid, without tags that read other files', () => {
    expect(validate('{% if person.firstName %}x')).toEqual(['INVALID_FORMAT']);
    for (const tag of ["include 'x'", "render 'x'", "layout 'x'"])
      expect(validate(`{% ${tag} %}`), tag).toEqual(['INVALID_FORMAT']);
  });

  it('names its custom fields', () => {
    expect(listCustomReferences('{{ person.custom.shirt }} {{ person.firstName }}', 'text')).toEqual([
      'shirt',
    ]);
  });
});

describe('a value', () => {
  const values = { person: { firstName: '<b>&' } };

  it('never becomes markup, and stays as it is in plain text', () => {
    expect(fillIn('{{ person.firstName }}', 'markup', values)).toBe('&lt;b&gt;&amp;');
    expect(fillIn('{{ person.firstName }}', 'text', values)).toBe('<b>&');
    expect(() => fillIn('{{ person.firstName | raw }}', 'markup', values)).toThrow('raw');
  });

  it('is one of the given values, not of their prototypes', () => {
    expect(fillIn('{{ person.constructor }}{{ person.toString }}', 'text', values)).toBe('');
  });

  it('does not grow without end', () => {
    expect(() => fillIn('{% for i in (1..10000000) %}xxxxxxxxxx{% endfor %}', 'text', {})).toThrow();
  });
});
