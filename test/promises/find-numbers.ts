// Finds the numbers of a document that could be promises: a number with a unit, or one after words such as "at most".
import { readdirSync, readFileSync } from 'node:fs';

/** A number of a document. */
export interface FoundNumber {
  readonly value: number;
  /** As written, with its unit. */
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

const words: Readonly<Record<string, number>> = {
  ...{ one: 1, two: 2, three: 3, four: 4, five: 5, six: 6, seven: 7, eight: 8, nine: 9, ten: 10, eleven: 11 },
  ...{ twelve: 12, fifteen: 15, twenty: 20, thirty: 30, forty: 40, fifty: 50, sixty: 60, ninety: 90 },
  ...{ 'a hundred': 100, 'a thousand': 1000, 'a million': 1_000_000 },
};

const digits = String.raw`\d+(?:,\d{3})*(?:\.\d+)?`;
const spelled = Object.keys(words).join('|');
const number = `(?:${digits}|${spelled})`;
/** Numbers of one unit: "90, 60, 30 and 7 days", "4096 x 3072 pixels". */
const numbers = `${number}(?:(?:,| to| or| and|,? x) ${number})*`;
/** Units in which time, size and shares are measured. */
const measures =
  'milliseconds?|ms|seconds?|s|minutes?|hours?|days?|weeks?|months?|years?|[KMG]B|bytes|kilobytes?|megabytes?|pixels|%|percent';
/** Things that documents count. */
const things =
  'rows?|records|characters|digits|decimals|attempts|times|tries|requests|calls|people|users|items|entries|recipients|messages|mails|addresses|pages|keys|codes|names|connections|files|columns|lines|topics|fields|values|changes|events|bills|organizations|members|contacts|bounces|failures|votes|classes|campaigns|processes|groups|lists|views|sessions|places|subscribers|roles';
/** Words that make the number after them a limit. */
const limits =
  'at most|at least|up to|not more than|no more than|more than|fewer than|less than|the first|the last|the latest|below|above|under|within|after|every|default|maximum|minimum|is';

const notWithin = String.raw`(?<![\w.$#/§-])`;
const pattern = new RegExp(
  [
    // 500 rows, seven days, 60-second, 2.8 MB, five soft bounces
    String.raw`${notWithin}(?<measured>${numbers})(?:[ -](?:${measures})|(?<=\d)(?:s|ms|%))(?!\w)`,
    String.raw`${notWithin}(?<counted>${numbers}) (?:[a-z]+ ){0,2}(?:${things})(?!\w)`,
    // 1000 per hour, 25 at most, 48 by default
    String.raw`${notWithin}(?<limited>${number}) (?:at most|at least|by default|per [a-z]+|an? (?:second|minute|hour|day|month))(?!\w)`,
    // at most 200, the last 60
    String.raw`\b(?:${limits}) (?<following>${number})(?![\w-]|\.\d)`,
    // for an hour, half an hour
    String.raw`\b(?:for|within|in|after|over) (?<half>half )?an? (?<single>second|minute|hour|day|week|month|year)(?!\w)`,
  ].join('|'),
  'gi',
);

const articles: Readonly<Record<string, number>> = { a: 1, an: 1, 'half a': 0.5, 'half an': 0.5 };
const parse = (written: string): number =>
  words[written.toLowerCase()] ?? articles[written.toLowerCase()] ?? Number(written.replaceAll(',', ''));

/** All numbers of a phrase; "an hour" is one of it. */
export const listNumbers = (written: string): number[] =>
  [...written.matchAll(new RegExp(`(?<!\\w)(?:${number}|half an?|an?)(?!\\w)`, 'gi'))].map(([each]) =>
    parse(each),
  );

/** "about 40" is an estimate; a code of HTTP and "two people" are no limits. */
function isPromiseLike(
  before: string,
  match: string,
  { counted, following, limited }: Readonly<Record<string, string | undefined>>,
): boolean {
  if (/\b(?:about|some|nearly|around|almost) (?:an? )?$/i.test(before)) return false;
  if (/^one$/i.test(following ?? limited ?? '')) return false;
  if (/^(?:is|every) [45]\d\d$/i.test(match)) return false;
  return counted === undefined || !/^(?:one|two)$/i.test(counted);
}

/** The numbers of a text that could be promises; those in inline code are examples. */
export function findNumbers(written: string): FoundNumber[] {
  const text = written.replaceAll(/`[^`]*`/g, (code) => '`'.repeat(code.length));
  return [...text.matchAll(pattern)].flatMap((match) => {
    const groups = match.groups ?? {};
    const start = match.index;
    if (!isPromiseLike(text.slice(Math.max(0, start - 12), start), match[0], groups)) return [];
    const { measured, counted, limited, following, half } = groups;
    const values = listNumbers(measured ?? counted ?? limited ?? following ?? (half ? '0.5' : '1'));
    return values.map((value) => ({ value, text: match[0], start, end: start + match[0].length }));
  });
}

/** The text of a document on one line, without its blocks of code, which are examples. */
export const readDocument = (file: string): string =>
  readFileSync(file, 'utf8')
    .replaceAll(/^ *```[\s\S]*?^ *```$/gm, '')
    .replaceAll(/\s+/g, ' ');

const listMarkdown = (folder: string): string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.md'))
    .map((name) => `${folder}/${name}`);

/** These have figures that were measured: test/measure compares those of performance. */
const measured = ['docs/performance.md', 'docs/mutation.md', 'docs/commands.md'];

/** The documents that make promises. */
export const listDocuments = (): string[] => [
  ...['README.md', 'ARCHITECTURE.md', 'SECURITY.md'],
  ...listMarkdown('docs').filter((file) => !measured.includes(file)),
  ...listMarkdown('docs/interface'),
];
