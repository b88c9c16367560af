// What axe finds on a page at the width of a phone and of a desk and in the dark, and whether the page fits them; with
// pictures for people to look at where a folder for them is named.
import { readFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** The short form takes a page half the time to read. */
const axe = readFileSync(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/**
 * The page's policy runs no script of others: axe is evaluated by the browser's own tools.
 * @param rules the rules to run; all by default
 */
async function runAxe(page: Page, rules?: readonly string[]): Promise<string[]> {
  if (!(await page.evaluate('typeof axe === "object"'))) await page.evaluate(axe);
  const result = (await page.evaluate(
    `axe.run(${JSON.stringify({ resultTypes: ['violations'], ...(rules && { runOnly: rules }) })}).then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html).join(' | ')))`,
  )) as string[];
  return result;
}

interface Look {
  readonly width: number;
  readonly colorScheme: 'light' | 'dark';
  /** The rules of axe; all by default. */
  readonly rules?: readonly string[];
}

/** A phone and a desk, and the dark, which changes nothing but colours, and those not by the width. */
const looks: readonly Look[] = [
  { width: 390, colorScheme: 'light' },
  { width: 1200, colorScheme: 'light' },
  { width: 1200, colorScheme: 'dark', rules: ['color-contrast'] },
];

/** What axe finds on a page, in every look. @param pictures the folder for pictures; none by default */
export async function lookAtPage(page: Page, name: string, pictures?: string): Promise<string[]> {
  const found: string[] = [];
  // After a click, the page that it leads to may just have begun.
  await page.waitForFunction('document.documentElement !== null && document.readyState === "complete"');
  for (const { width, colorScheme, rules } of looks) {
    const look = `${width}-${colorScheme}`;
    await page.setViewportSize({ width, height: 844 });
    await page.emulateMedia({ colorScheme });
    if (pictures !== undefined) {
      await mkdir(pictures, { recursive: true });
      await page.screenshot({ path: `${pictures}/${name}-${look}.png`, fullPage: true });
    }
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), name).toBe(true);
    found.push(...(await runAxe(page, rules)).map((violation) => `${name} ${look}: ${violation}`));
  }
  await page.emulateMedia({ colorScheme: null });
  return found;
}
