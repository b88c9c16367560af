// A mail whose text has long words fits a telephone.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { renderHeading, renderMailHtml, renderParagraphs } from '../../shared/mail/mail-html.ts';
import { type Browser, browserTimeout, openChromium } from '../harness/chromium.ts';
import { lookAtPage } from '../harness/look-at-page.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openChromium();
}, browserTimeout);
afterAll(() => browser.close());

it(
  'a mail with the address of an online meeting, and a name without a space, is no wider than a telephone',
  async () => {
    const address = `https://meet.example/l/meetup-join/19%3ameeting_${'MzQ1N2Y2'.repeat(30)}/0`;
    const page = await browser.context.newPage();
    await page.setContent(
      renderMailHtml({
        subject: 'See you in class',
        body: renderHeading('ش'.repeat(80)) + renderParagraphs(`Join online: ${address}`),
        footer: 'A'.repeat(200),
      }),
    );
    expect(await lookAtPage(page, 'long-words')).toEqual([]);
  },
  browserTimeout,
);
