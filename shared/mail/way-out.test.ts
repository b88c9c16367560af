// A link to unsubscribe that the reader of a mail sees (docs/interface/communication.md#templates; CAN-SPAM, 15 U.S.C. 7704(a)(5):
// "clear and conspicuous").
import { describe, expect, it } from 'vitest';
import { addLook, showWayOut, showWayOutInText } from './way-out.ts';

const links = { unsubscribe: 'https://a.example/u?a=1&b=2', preferences: 'https://a.example/p' };
const link = '<a href="https://a.example/u?a=1&amp;b=2">Leave</a>';
const page = (body: string, head = ''): string =>
  `<!doctype html><html><head>${head}</head><body>${body}</body></html>`;
const show = (html: string) => showWayOut(html, 'The <Roads> Association', links);
const footer = />Unsubscribe<\/a> (&#183;|·) <a href="https:\/\/a\.example\/p"/;

describe('HTML in which the reader sees a link', () => {
  it.each([
    ['as text', link],
    ['to choose', '<a href="https://a.example/p">Choose</a>'],
    ['with a fragment', '<a href="https://a.example/p#lists">Choose</a>'],
    ['as a picture with a description', '<a href="https://a.example/p"><img src="x.png" alt="Choose"></a>'],
    [
      'in a size of its own in a wrapper without one',
      `<div style="font-size:0px"><div style="font-size:13px">${link}</div></div>`,
    ],
    ['on a dark surface', `<div style="background:#000"><p style="color:#fff">${link}</p></div>`],
    ['that only print leaves out', `<style>@media print{a{display:none}}</style>${link}`],
  ])('%s stays as it is', (_, body) => {
    expect(show(page(body))).toBe(page(body));
  });
});

describe('HTML gets a footer before the end of its body when the link', () => {
  it.each([
    ['is not there', 'Hello'],
    ['leads elsewhere', '<a href="https://a.example/unsubscribe">Leave</a>'],
    ['is longer than the address', '<a href="https://a.example/people">Leave</a>'],
    ['is only written', 'https://a.example/p'],
    ['is in a comment', `<!-- ${link} -->`],
    ['is for Outlook only', `<!--[if mso]>${link}<![endif]-->`],
    ['is for all programs but Outlook', `<!--[if !mso]><!-->${link}<!--<![endif]-->`],
    ['is in a part that is not shown', `<div style="display : NONE !important"><p>${link}</p></div>`],
    ['is invisible', `<p style="visibility:hidden">${link}</p>`],
    ['is transparent', `<p style="opacity:0">${link}</p>`],
    ['is cut off', `<div style="max-height:0px;overflow:hidden">${link}</div>`],
    ['has no size', `<div style="font-size:0px">${link}</div>`],
    ['has the color of the paper', '<a href="https://a.example/p" style="color:#FFF">Choose</a>'],
    [
      'has the color of its surface',
      '<table bgcolor="#123456"><tr><td><a href="https://a.example/p" style="color:rgb(18, 52, 86)">Choose</a></td></tr></table>',
    ],
    ['is far outside', `<div style="position:absolute;left:-9999px">${link}</div>`],
    ['has no text', '<a href="https://a.example/p"> \u200b&nbsp;</a>'],
    [
      'is a picture that cannot be seen',
      '<a href="https://a.example/p"><img src="x" width="1" height="1" alt="x"></a>',
    ],
    ['is marked as hidden', `<div hidden>${link}</div>`],
    ['is in a template', `<template>${link}</template>`],
    ['is in a script', `<script>"${link}"</script>`],
    ['is in a text field', `<textarea>${link}</textarea>`],
    ['is hidden by a style sheet', `<style>.a .gone{display:none}</style><p class="b gone">${link}</p>`],
    [
      'is hidden on telephones',
      `<style>@media (max-width:480px){.wide{display:none!important}}</style><p class="wide">${link}</p>`,
    ],
  ])('%s', (_, body) => {
    const shown = show(page(body)) ?? '';
    expect(shown).toMatch(footer);
    expect(shown).toContain('The &lt;Roads&gt; Association');
    expect(shown.endsWith('</table></body></html>')).toBe(true);
    expect(shown.startsWith(page(body).slice(0, -'</body></html>'.length))).toBe(true);
  });

  it.each([
    ['is in the head', page('Hello', `<title>${link}</title>`)],
    ['the body ends in capitals', '<html><body>Hello</BODY ></html>'],
    ['the body has no end', '<html><body>Hello'],
    ['there is no body', 'Hello'],
    [
      'the end of the body is also in a comment',
      '<html><body>Hello<!-- </body> --></body ></html><!-- </body> -->',
    ],
    ['a hidden element is not closed', '<html><body>Hello<div style="display:none"></body></html>'],
    ['a text field is not closed', '<html><body>Hello<textarea></body></html>'],
  ])('and %s', (_, html) => {
    const shown = show(html) ?? '';
    expect(shown).toMatch(footer);
    expect(showWayOut(shown, '', links)).toBe(shown);
  });

  it('is never seen in HTML that hides everything', () => {
    expect(show(page('<style>a{display:none}</style>Hello'))).toBe(undefined);
    expect(show('<html><body>Hello<plaintext></body></html>')).toBe(undefined);
  });
});

describe('a plain text', () => {
  it('with one of the addresses stays as it is', () => {
    for (const text of [`Leave: ${links.unsubscribe}`, `<${links.preferences}>.`])
      expect(showWayOutInText(text, 'Roads', links)).toBe(text);
  });

  it('without them gets both', () => {
    for (const text of ['Hello\n', 'See https://a.example/people and https://a.example/u?a=1&b=23'])
      expect(showWayOutInText(text, 'Roads', links)).toBe(
        `${text.trim()}\n\n--\nRoads\nUnsubscribe: ${links.unsubscribe}\nChoose what you receive: ${links.preferences}`,
      );
  });
});

it.each([
  [
    '<html><body title="a>b"><p>Hi</p></body ></html>',
    '<html><body title="a>b">[H]<p>Hi</p>[F]</body ></html>',
  ],
  ['<BODY><!-- </body> --><p>Hi</p></BODY>', '<BODY>[H]<!-- </body> --><p>Hi</p>[F]</BODY>'],
  ['<body><a title="</body>">Hi</a></body>', '<body>[H]<a title="</body>">Hi</a>[F]</body>'],
  ['<p>Hi</p>', '[H]<p>Hi</p>[F]'],
  [
    '<body><!-- a --><div style="display:none">In short</div><p>Hi</p></body>',
    '<body><!-- a --><div style="display:none">In short</div>[H]<p>Hi</p>[F]</body>',
  ],
])('what a tenant adds is in the body of %s', (html, whole) => {
  expect(addLook(html, { header: '[H]', footer: '[F]' })).toBe(whole);
});
