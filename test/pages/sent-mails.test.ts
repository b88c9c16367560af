// Mails of broadcasts as a browser shows them (docs/interface/communication.md#postal-address-and-look): on a telephone and a large
// screen, light and dark, on whatever background the template has.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useBroadcasts } from '../crm/communication/broadcasts/broadcast-calls.ts';
import { type Browser, browserTimeout, openChromium } from '../harness/chromium.ts';

const { createPerson, createList, broadcast, getServer } = useBroadcasts();

let browser: Browser;
beforeAll(async () => {
  browser = await openChromium();
});
afterAll(() => browser.close());

const buildMjml = (background: string): string =>
  `<mjml><mj-head><mj-preview>In short</mj-preview></mj-head><mj-body background-color="${background}"><mj-section><mj-column><mj-text color="#888888">Dear {{ person.fullName }}</mj-text><mj-table><tr><th>Bill</th><th>Date</th></tr><tr><td>HB 1001</td><td>30 November</td></tr></mj-table></mj-column></mj-section></mj-body></mjml>`;

/** The colors of the text that contains some words, and of the surface behind it, as the browser computes them. */
const findColors = (words: string): string => `(() => {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  let node = texts.nextNode();
  while (node && !node.data.includes(${JSON.stringify(words)})) node = texts.nextNode();
  let surface = node.parentElement;
  while (surface && getComputedStyle(surface).backgroundColor === 'rgba(0, 0, 0, 0)') surface = surface.parentElement;
  return [getComputedStyle(node.parentElement).color, surface && getComputedStyle(surface).backgroundColor];
})()`;

describe.each(['#ffffff', '#101820', '#f4f4f4'])('a mail on %s', (background) => {
  it(
    'shows address and way out on a surface on which they can be read, no wider than the screen',
    async () => {
      const person = await createPerson();
      await broadcast({ listIds: [await createList([person])], mjml: buildMjml(background) });
      const html = String(getServer().mails[0]?.mail.html);
      for (const colorScheme of ['light', 'dark'] as const)
        for (const width of [390, 1200]) {
          const page = await browser.context.newPage();
          await page.emulateMedia({ colorScheme });
          await page.setViewportSize({ width, height: 800 });
          await page.setContent(html);
          const white = 'rgb(255, 255, 255)';
          expect(await page.evaluate(findColors('206 Tenth Avenue'))).toEqual(['rgb(86, 96, 112)', white]);
          expect(await page.evaluate(findColors('Unsubscribe'))).toEqual(['rgb(85, 85, 85)', white]);
          expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
          expect(await page.title()).toMatch(/^News for /);
          await page.close();
        }
    },
    browserTimeout,
  );
});
