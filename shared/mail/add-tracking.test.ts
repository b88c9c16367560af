// Links that count clicks, and the picture that counts opens (docs/interface/communication.md#opens-and-clicks).
import { describe, expect, it } from 'vitest';
import { addTracking } from './add-tracking.ts';

const clickUrl = (target: string) => `https://t.example/?a=1&to=${encodeURIComponent(target)}`;
const track = (html: string, more: Partial<Parameters<typeof addTracking>[1]> = {}) =>
  addTracking(html, { openUrl: undefined, clickUrl, ...more });

describe('a link', () => {
  it('to another page counts clicks, in whatever case its scheme is', () => {
    expect(track('<a class=x href="HTTPS://x.org/?a=1&amp;b=2">x</a>')).toBe(
      '<a class=x href="https://t.example/?a=1&amp;to=HTTPS%3A%2F%2Fx.org%2F%3Fa%3D1%26b%3D2">x</a>',
    );
    expect(track('<map><area href="http://x.org"></map>')).toContain('t.example');
  });

  it('that is no page, or has no address to count by, stays as it is', () => {
    for (const html of [
      '<a href="mailto:a@x.org">x</a>',
      '<a href="#top">x</a>',
      '<a name="y">x</a>',
      '<link href="https://x.org">',
    ])
      expect(track(html)).toBe(html);
    const html = '<a href="https://x.org">x</a>';
    expect(track(html, { clickUrl: () => undefined })).toBe(html);
  });

  it('in a comment for single mail programs stays as it is', () => {
    const html = '<!--[if mso]><a href="https://x.org">x</a><![endif]--><p>y</p>';
    expect(track(html)).toBe(html);
  });
});

it('the picture is at the end of the body, or of a text without one', () => {
  const openUrl = 'https://t.example/o?a=1&b=2';
  const picture =
    '<img src="https://t.example/o?a=1&amp;b=2" width="1" height="1" alt="" style="display:block;border:0" />';
  expect(track('<body><p>x</p></body></html>', { openUrl })).toBe(`<body><p>x</p>${picture}</body></html>`);
  expect(track('<p>x</p>', { openUrl })).toBe(`<p>x</p>${picture}`);
});
