// What a neighbour notices while someone sends content that is made to hold everybody up: the time of a plain GET during each
// attack, as a ratio to its usual one.
import { performance } from 'node:perf_hooks';
import { formatTable } from '../bench/markdown-table.ts';
import {
  buildLargestPng,
  buildPdfPackedTwice,
  buildPngWithSurplus,
  buildPngWithTwoHeaders,
  endlessTexts,
} from './hostile-content.ts';
import type { PlatformUnderLoad } from './under-load.ts';

/** The most that a neighbour's p99 may grow by. */
const MAX_RATIO = 3;
/** How many requests of an attack are under way at a time. */
const ATTACKERS = 4;

interface Attack {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly body: object;
}

/** What one attack did. */
export interface AttackResult {
  readonly name: string;
  /** The attack's own replies, by status. */
  readonly statuses: ReadonlyMap<number, number>;
  /** Of the neighbour's requests, in milliseconds. */
  readonly p99: number;
  /** Of those before the attacks. */
  readonly usual: number;
}

const mjml = (content: string): string =>
  `<mjml><mj-body><mj-section><mj-column><mj-text>${content}</mj-text></mj-column></mj-section></mj-body></mjml>`;

function listAttacks({ urls, values }: PlatformUnderLoad): Attack[] {
  const message = (name: string, texts: object): Attack => ({
    ...{ name, method: 'POST', path: `${urls.crm}/api/v1/MessageTemplates` },
    body: { name: 'Attack', subject: 'News', mjml: mjml('News'), ...texts },
  });
  const photo = (name: string, bytes: Buffer): Attack => ({
    ...{ name, method: 'PUT', path: `${urls.crm}/api/v1/people/${values.personId}/Photo` },
    body: { content: bytes.toString('base64') },
  });
  return [
    message('a text with loops in loops', { text: endlessTexts.loops }),
    message('a text that sorts long lists', { text: endlessTexts.lists }),
    message('a text that doubles', { text: endlessTexts.doubling }),
    message('markup nested 8,000 times', { mjml: mjml(endlessTexts.nestedMarkup) }),
    photo('a PNG with two headers', buildPngWithTwoHeaders()),
    photo('a PNG with 300 MB more than it says', buildPngWithSurplus()),
    photo('a PNG of the most pixels', buildLargestPng()),
    {
      ...{ name: 'a PDF packed twice', method: 'POST' },
      path: `${urls.billtracking}/api/1.0/bill/${values.billId}/documents`,
      body: {
        ...{ kind: 'VERSION', title: 'Attack', fileName: 'a.pdf' },
        content: buildPdfPackedTwice(20).toString('base64'),
      },
    },
  ];
}

const percentile = (times: readonly number[], share: number): number =>
  times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;

/** Measures each attack for some seconds. */
export async function measureAttacks(
  platform: PlatformUnderLoad,
  seconds: number,
  say: (what: string) => void,
): Promise<AttackResult[]> {
  const headers = {
    ...{ 'tenant-code': 'demo', authorization: `Bearer ${platform.token}` },
    ...{ 'api-version': '1.0', 'content-type': 'application/json' },
  };
  const get = `${platform.urls.crm}/api/v1/people/${platform.values.personId}`;
  async function watch(): Promise<number> {
    const times: number[] = [];
    for (const end = performance.now() + seconds * 1000; performance.now() < end; ) {
      const start = performance.now();
      await (await fetch(get, { headers })).text();
      times.push(performance.now() - start);
    }
    return percentile(times, 0.99);
  }
  say('the usual time of a GET');
  await watch();
  const usual = await watch();
  const results: AttackResult[] = [];
  for (const { name, method, path, body } of listAttacks(platform)) {
    say(name);
    let isOver = false;
    const statuses = new Map<number, number>();
    const text = JSON.stringify(body);
    const attackers = Array.from({ length: ATTACKERS }, async () => {
      while (!isOver) {
        const reply = await fetch(path, { method, headers, body: text });
        await reply.text();
        statuses.set(reply.status, (statuses.get(reply.status) ?? 0) + 1);
      }
    });
    const p99 = await watch();
    isOver = true;
    await Promise.all(attackers);
    results.push({ name, statuses, p99, usual });
  }
  return results;
}

/** What an attack is answered when its content was worked on: done, refused for its content, or "busy". */
const isWorkedOn = (status: number): boolean => status < 300 || status === 400 || status === 503;

/** Whether every attack reached what it attacks, none was answered with another error, and none held up the neighbour. */
export const withstandsAttacks = (results: readonly AttackResult[]): boolean =>
  results.every(
    ({ statuses, p99, usual }) => p99 <= MAX_RATIO * usual && [...statuses.keys()].every(isWorkedOn),
  );

/** A table for people. */
export const formatAttacks = (results: readonly AttackResult[]): string =>
  formatTable(
    ['Attack', 'Replies', "p99 of a neighbour's GET", 'Ratio to the usual'],
    results.map(({ name, statuses, p99, usual }) => [
      name,
      [...statuses].map(([status, count]) => `${count} x ${status}`).join(', '),
      `${p99.toFixed(1)} ms`,
      (p99 / usual).toFixed(1),
    ]),
  );
