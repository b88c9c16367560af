// What the page of the own access calls a program, by headers as browsers send them.
import { expect, it } from 'vitest';
import { en } from '../../languages/en.ts';
import { describeUserAgent } from './user-agent.ts';

const like = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko)';
const phone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15';

it.each([
  [`${like} Chrome/131.0.0.0 Safari/537.36`, 'Chrome on Windows'],
  [`${like} Chrome/131.0.0.0 Safari/537.36 Edg/131.0.0.0`, 'Edge on Windows'],
  [`${like} Chrome/131.0.0.0 Safari/537.36 OPR/115.0.0.0`, 'Opera on Windows'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0', 'Firefox on Linux'],
  [`${phone} (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1`, 'Safari on iPhone'],
  [`${phone} (KHTML, like Gecko) CriOS/131.0.6778.73 Mobile/15E148 Safari/604.1`, 'Chrome on iPhone'],
  ['Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/131.0.0.0 Mobile', 'Chrome on Android'],
  ['curl/8.5.0', 'curl'],
  ['node', 'node'],
  ['', 'Unknown program'],
  [undefined, 'Unknown program'],
])('%s is %s', (header, name) => expect(describeUserAgent(en, header)).toBe(name));
