// Values in texts of messages are escaped once, by where they stand (docs/interface/communication.md#templates). Addresses follow
// Go's html/template, "Contexts" and "URLs".
import { describe, expect, it } from 'vitest';
import { fillIn } from './liquid.ts';

const values = {
  person: {
    name: "O'Brien & <b>Sons</b>",
    quoted: 'a"b\'c',
    city: 'São João/Rio?#',
    site: 'https://x.example/a b?q="1"',
    lines: 'one\ntwo <b>',
    entity: 'O&#39;Brien &amp; Co',
    bad: 'java\nscript:alert(1)',
    dash: '--><b>',
    tags: ['a & b', 'c'],
  },
};
const markup = (text: string): string => fillIn(text, 'markup', values);
const plain = (text: string): string => fillIn(text, 'text', values);
const once = "O'Brien &amp; &lt;b&gt;Sons&lt;/b&gt;";

describe('in HTML text a value is escaped once', () => {
  it.each([
    ['{{ person.name }}'],
    ['{{ person.name | escape }}'],
    ['{{ person.name | escape | escape }}'],
    ['{{ person.name | xml_escape | append: "" }}'],
    ['{% capture x %}{{ person.name }}{% endcapture %}{{ x }}'],
    ['{% capture x %}{{ person.name | escape }}{% endcapture %}{% assign y = x | escape %}{{ y }}'],
    ['{% capture x %}{% capture y %}{{ person.name }}{% endcapture %}{{ y }}{% endcapture %}{{ x }}'],
    ['{% echo person.name %}'],
    ['{% cycle person.name, "x" %}'],
    ['{% liquid echo person.name %}'],
    ['{% for each in (1..1) %}{{ person.name }}{% endfor %}'],
  ])('%s', (text) => {
    expect(markup(text)).toBe(once);
  });

  it('also when filters change it before', () => {
    expect(markup('{{ person.name | upcase }}')).toBe("O'BRIEN &amp; &lt;B&gt;SONS&lt;/B&gt;");
    expect(markup('{% capture x %}{{ person.name }}{% endcapture %}{{ x | size }}')).toBe('21');
    expect(
      markup('{% capture x %}{{ person.quoted }}{% endcapture %}{% if x contains "\'c" %}yes{% endif %}'),
    ).toBe('yes');
    expect(markup('{{ person.name | truncate: 9, "" | append: "&" }}')).toBe(
      "O'Brien &amp;&amp;".replace('&amp;&amp;', '&amp;&amp;'),
    );
    expect(markup('{{ person.tags }} {{ person.tags | join: " & " }}')).toBe('a &amp; bc a &amp; b &amp; c');
    expect(markup('{{ person.entity | escape_once }}')).toBe("O'Brien &amp; Co");
    expect(markup('{{ person.entity }}')).toBe('O&amp;#39;Brien &amp;amp; Co');
  });

  it('and its lines can be kept', () => {
    expect(markup('{{ person.lines | newline_to_br }}')).toBe('one<br />two &lt;b&gt;');
    expect(plain('{{ person.lines | newline_to_br }}')).toBe('one\ntwo <b>');
  });

  it('and ends neither a comment nor a style', () => {
    expect(markup('<!-- {{ person.dash }} -->{{ person.dash }}')).toBe(
      '<!-- - -&gt;&lt;b&gt; -->--&gt;&lt;b&gt;',
    );
    expect(markup('<mj-style>.a{color:{{ person.dash }};}</mj-style>{{ person.name }}')).toBe(
      `<mj-style>.a{color:--b;}</mj-style>${once}`,
    );
    expect(markup('<{{ person.name }}>')).toBe('<OBrienbSonsb>');
  });
});

describe('in an attribute', () => {
  it('a value ends no quotes', () => {
    expect(markup('<p title="{{ person.quoted }}">')).toBe('<p title="a&quot;b&#39;c">');
    expect(markup("<p title='{{ person.quoted | escape }}'>{{ person.quoted }}")).toBe(
      "<p title='a&quot;b&#39;c'>a&quot;b'c",
    );
    expect(markup('<p title={{ person.lines }}>')).toBe('<p title=one&#10;two&#32;&lt;b&gt;>');
    expect(markup('<p {{ person.name }}="x">')).toBe('<p OBrienbSonsb="x">');
    expect(markup('<p style="color:{{ person.bad }}">')).toBe('<p style="color:javascriptalert1">');
  });

  it('a value in an address is encoded as its part of the address needs, once', () => {
    expect(markup('<a href="{{ person.site }}">')).toBe('<a href="https://x.example/a%20b?q=%221%22">');
    expect(
      markup('<a href="https://x.example/{{ person.city }}?c={{ person.city }}&amp;n={{ person.name }}">'),
    ).toBe(
      '<a href="https://x.example/S%C3%A3o%20Jo%C3%A3o/Rio%3F%23?c=S%C3%A3o%20Jo%C3%A3o%2FRio%3F%23&amp;n=O%27Brien%20%26%20%3Cb%3ESons%3C%2Fb%3E">',
    );
    for (const filter of ['url_encode', 'cgi_escape', 'uri_escape'])
      expect(markup(`<mj-button href="https://x.example/?c={{ person.city | ${filter} }}">`), filter).toBe(
        '<mj-button href="https://x.example/?c=S%C3%A3o%20Jo%C3%A3o%2FRio%3F%23">',
      );
  });

  it('a value that begins an address leads to a page, a mailbox or a telephone', () => {
    expect(markup('<a href="{{ person.bad }}">')).toBe('<a href="#">');
    expect(markup('<a href="{{ "mailto:a@b.example" }}">')).toBe('<a href="mailto:a@b.example">');
    expect(markup('<a href="{{ "www.x.example" | prepend: "https://" }}">')).toBe(
      '<a href="https://www.x.example">',
    );
  });
});

describe('in plain text', () => {
  it('a value stays as it is, also after filters that escape', () => {
    for (const text of [
      '{{ person.name }}',
      '{{ person.name | escape }}',
      '{{ person.name | raw }}',
      '{{ person.name | escape_once }}',
    ])
      expect(plain(text), text).toBe(values.person.name);
  });

  it('a value in an address is encoded', () => {
    expect(plain('See https://x.example/?c={{ person.city }} {{ person.city }}')).toBe(
      'See https://x.example/?c=S%C3%A3o%20Jo%C3%A3o%2FRio%3F%23 São João/Rio?#',
    );
    expect(plain('{{ person.site }}')).toBe(values.person.site);
  });
});
