// What people call the program that sent a request, by the header User-Agent.
import type { Texts } from '../../languages/languages.ts';

/** Browsers name those they resemble too, so the one that others name stands last. */
const browsers: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/\bEdgA?\/|\bEdgiOS\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/Chrome\/|\bCriOS\/|\bChromium\//, 'Chrome'],
  [/\bVersion\/.* Safari\//, 'Safari'],
];

const systems: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'Mac'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
];

const findName = (list: typeof browsers, text: string): string | undefined =>
  list.find(([pattern]) => pattern.test(text))?.[1];

/** A name such as "Chrome on Windows"; of other programs the first word that they send. */
export function describeUserAgent({ access }: Texts, userAgent: string | undefined): string {
  if (userAgent === undefined || userAgent.trim() === '') return access.unknownProgram;
  const browser = findName(browsers, userAgent);
  const system = findName(systems, userAgent);
  if (browser === undefined) return userAgent.trim().split(/[\s/]/)[0]?.slice(0, 40) || access.unknownProgram;
  return system === undefined ? browser : access.browserOn({ browser, system });
}
