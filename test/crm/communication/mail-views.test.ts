// A mail of a broadcast as a page (docs/interface/communication.md#view-in-a-browser).
import { describe, expect, it } from 'vitest';
import { mjml, useBroadcasts } from './broadcasts/broadcast-calls.ts';

const { createPerson, createList, broadcast, getServer } = useBroadcasts();

describe('the link to view a mail in a browser', () => {
  const body = mjml.replace(
    'Dear {{ person.fullName }}',
    'Dear {{ person.lastName }} <a href="{{ links.view }}">View</a> <a href="https://a.example/x">Read</a>',
  );
  const findLink = (): string =>
    /href="([^"]+\/MailViews\/[^"]+)"/.exec(String(getServer().mails[0]?.mail.html))?.[1] ?? '';

  it('shows the mail with its own way out, in a page that runs nothing and counts nothing', async () => {
    const person = await createPerson({ lastName: "O'Brien" });
    await broadcast({
      listIds: [await createList([person])],
      mjml: body,
      tracksClicks: true,
      tracksOpens: true,
    });
    const page = await fetch(findLink());
    expect(page.status).toBe(200);
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(page.headers.get('x-robots-tag')).toBe('noindex');
    const html = await page.text();
    expect(html).toContain("Dear O'Brien");
    expect(html).toMatch(/<title>News for M\d+<\/title>/);
    expect(html).toMatch(/href="[^"]+\/Unsubscribe\/demo\/[^"]+"/);
    expect(html).toContain('href="https://a.example/x"');
    expect(html).not.toMatch(/MailOpens|MailLinks/);
  });

  it('shows nothing with another token, or with that of another link', async () => {
    const person = await createPerson();
    await broadcast({ listIds: [await createList([person])], mjml: body });
    const link = findLink();
    for (const wrong of [link.replace('MailViews/demo', 'MailViews/harbor'), `${link.slice(0, -4)}AAAA`])
      expect(await (await fetch(wrong)).text()).toContain('This link does not work');
    const unsubscribe = /href="([^"]+)\/Unsubscribe\/demo\/([^"]+)"/.exec(
      String(getServer().mails[0]?.mail.html),
    );
    expect(await (await fetch(`${unsubscribe?.[1]}/MailViews/demo/${unsubscribe?.[2]}`)).text()).toContain(
      'This link does not work',
    );
  });
});
