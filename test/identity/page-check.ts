// What axe finds on a page, at the width of a phone and of a desk.
import { mkdir } from 'node:fs/promises';
import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** Where pictures of the pages are written for people to look at; nowhere by default. */
const pictures = process.env.SIGN_IN_PICTURES;

/** What axe finds; the page must also be no wider than the window. */
export async function checkPage(page: Page, name: string): Promise<string[]> {
  const found: string[] = [];
  for (const width of [390, 1200]) {
    await page.setViewportSize({ width, height: 844 });
    if (pictures !== undefined) {
      await mkdir(pictures, { recursive: true });
      await page.screenshot({ path: `${pictures}/${name}-${width}.png`, fullPage: true });
    }
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), name).toBe(true);
    found.push(...(await runAxe(page)).map((violation) => `${name} ${width}: ${violation}`));
  }
  return found;
}

/** The page's policy runs no script of others: axe is evaluated by the browser's own tools. */
async function runAxe(page: Page): Promise<string[]> {
  const result = (await page.evaluate(
    `${axe.source}; axe.run().then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html).join(' | ')))`,
  )) as string[];
  return result;
}
