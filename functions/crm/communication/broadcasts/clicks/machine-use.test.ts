// Programs that use a mail, and mail programs of people (docs/interface/communication.md#opens-and-clicks).
import { expect, it } from 'vitest';
import { isMachine } from './machine-use.ts';

it.each([
  [undefined, true],
  [' ', true],
  ['Mozilla/5.0', true],
  ['Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)', true],
  ['Barracuda Sentinel (EE) link scanner', true],
  ['BingPreview/1.0b', true],
  ['python-requests/2.32', true],
  [
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/120.0 Safari/537.36',
    true,
  ],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:128.0) Gecko/20100101 Thunderbird/128.0', false],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148',
    false,
  ],
  [
    'Mozilla/5.0 (Linux; Android 13; CUBOT NOTE 21 Build/TP1A) AppleWebKit/537.36 (KHTML, like Gecko) Mobile Safari/537.36',
    false,
  ],
  ['Mozilla/5.0 (Linux; Android 13; CUBOT P80) (compatible; Googlebot/2.1)', true],
  ['Mozilla/5.0 (Windows NT 5.1; rv:11.0) Gecko Firefox/11.0 (via ggpht.com GoogleImageProxy)', false],
])('%s is a program: %s', (userAgent, expected) => {
  expect(isMachine(userAgent)).toBe(expected);
});
