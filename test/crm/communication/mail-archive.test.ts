// Broadcasts that are public by choice (docs/interface/communication.md#public-archive).
import { describe, expect, it } from 'vitest';
import { mjml, useBroadcasts } from './broadcasts/broadcast-calls.ts';

const { send, done, createPerson, createList, createDraft, broadcast, get } = useBroadcasts();

const text = mjml.replace(
  'Dear {{ person.fullName }}',
  'Dear {{ person.firstName | default: "colleague" }}, {{ person.email }} <a href="{{ links.unsubscribe }}">Leave</a> <a href="https://a.example/x">Read</a>',
);

/** The archive of the demo tenant, found by the address of one of its mails. */
const readArchive = async (archiveUrl: string): Promise<string> =>
  (await fetch(archiveUrl.slice(0, archiveUrl.lastIndexOf('/')))).text();

describe('the public archive', () => {
  it('has the mails that staff have put there, as for a recipient about whom nothing is known', async () => {
    const person = await createPerson({ firstName: 'Secretive' });
    const listIds = [await createList([person])];
    const tracking = { tracksOpens: true, tracksClicks: true };
    const id = await broadcast({
      ...{ listIds, mjml: text, ...tracking, subject: 'News <for> {{ person.firstName | default: "all" }}' },
    });
    const other = await broadcast({ listIds, subject: 'Not for everybody' });
    expect((await get(id)).archiveUrl).toBe(null);
    const { archiveUrl } = await done('POST', `/Broadcasts/${id}/Archive`, {});
    expect((await get(id)).archiveUrl).toBe(archiveUrl);
    const page = await fetch(archiveUrl);
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(page.headers.get('x-robots-tag')).toBe(null);
    const html = await page.text();
    expect(html).toContain('Dear colleague');
    expect(html).toContain('href="https://a.example/x"');
    expect(html).toContain('206 Tenth Avenue SE');
    expect(html).not.toMatch(/Secretive|@broadcast\.example|MailOpens|MailLinks|Unsubscribe\/demo|MailViews/);
    const archive = await readArchive(archiveUrl);
    expect(archive).toContain('News &lt;for&gt; all');
    expect(archive).toContain(archiveUrl);
    expect(archive).not.toContain('Not for everybody');
    expect(await (await fetch(archiveUrl.replace(id, other))).text()).toContain('This link does not work');
    expect(await (await fetch(archiveUrl.replace('/demo/', '/harbor/'))).text()).toContain(
      'This link does not work',
    );
  });

  it('no longer has what was taken out', async () => {
    const id = await broadcast({ listIds: [await createList([await createPerson()])], subject: 'Taken out' });
    const { archiveUrl } = await done('POST', `/Broadcasts/${id}/Archive`, {});
    expect(await readArchive(archiveUrl)).toContain('Taken out');
    const after = await done('POST', `/Broadcasts/${id}/Archive`, { isPublic: false });
    expect(after.archiveUrl).toBe(null);
    expect(await readArchive(archiveUrl)).not.toContain('Taken out');
    expect(await (await fetch(archiveUrl)).text()).toContain('This link does not work');
  });

  it('takes nothing that was not sent', async () => {
    const id = await createDraft({ listIds: [await createList([])] });
    expect((await send('POST', `/Broadcasts/${id}/Archive`, {})).status).toBe(409);
  });
});
