// Opens and clicks of broadcasts, where they are tracked (docs/interface/communication.md#broadcasts).
import { describe, expect, it } from 'vitest';
import { mjml, useBroadcasts } from './broadcasts/broadcast-calls.ts';
import { runBroadcast, sweepAfter } from './broadcasts/broadcasts-over-smtp.ts';

const { done, createPerson, createList, createDraft, broadcast, get, why, getServer } = useBroadcasts();

describe('opens and clicks', () => {
  const linked = (to: string): string[] =>
    [
      ...String(getServer().mails.find((each) => each.to === to)?.mail.html).matchAll(
        /(?:href|src)="([^"]+)"/g,
      ),
    ].map(([, url]) => String(url).replaceAll('&amp;', '&'));
  const browser = 'Mozilla/5.0 (Windows NT 10.0; rv:128.0) Gecko/20100101 Thunderbird/128.0';
  const follow = async (url: string, program = browser) => {
    const reply = await fetch(url, { redirect: 'manual', headers: { 'User-Agent': program } });
    return [reply.status, reply.headers.get('location')];
  };
  const body = mjml.replace(
    'Dear {{ person.fullName }}',
    `<a href='https://events.example/?a=1&amp;b={{ person.firstName }}'>Register</a> <a href="mailto:office@events.example">Write</a>`,
  );

  it('are not tracked unless the broadcast says so', async () => {
    const person = await createPerson();
    await broadcast({ listIds: [await createList([person])], mjml: body });
    const links = linked(person.email);
    expect(links.filter((url) => /MailOpens|MailLinks/.test(url))).toEqual([]);
    expect(links.length).toBeGreaterThan(1);
  });

  it('are counted once for each recipient, and a link leads where the mail says', async () => {
    const people = [await createPerson(), await createPerson()];
    const [a] = people;
    if (!a) throw new Error('no person');
    const id = await broadcast({
      ...{ listIds: [await createList(people)], mjml: body, tracksOpens: true, tracksClicks: true },
    });
    const links = linked(a.email);
    const pixel = links.find((url) => url.includes('/MailOpens/')) ?? '';
    const click = links.find((url) => url.includes('/MailLinks/')) ?? '';
    expect(links).toContain('mailto:office@events.example');
    expect(links.some((url) => url.includes('/Unsubscribe/'))).toBe(true);
    for (let times = 0; times < 2; times += 1) {
      const picture = await fetch(pixel, { headers: { 'User-Agent': browser } });
      expect(picture.headers.get('content-type')).toBe('image/gif');
      expect(picture.headers.get('cache-control')).toContain('no-store');
      expect(Buffer.from(await picture.arrayBuffer()).toString('latin1')).toMatch(/^GIF89a/);
    }
    expect((await get(id)).figures).toMatchObject({ opened: 1, clicked: 0 });
    const firstName = `M${a.email.slice(6).split('@')[0]}`;
    for (let times = 0; times < 2; times += 1)
      expect(await follow(click)).toEqual([302, `https://events.example/?a=1&b=${firstName}`]);
    expect((await get(id)).figures).toMatchObject({ sent: 2, opened: 1, clicked: 1 });
    expect(await why(id, a.id)).toMatchObject({
      openedDate: expect.any(String),
      clickedDate: expect.any(String),
    });
  });

  it('of programs are counted apart, until the recipient opens the mail', async () => {
    const [shielded, scanned] = [await createPerson(), await createPerson()];
    const id = await broadcast({
      ...{ listIds: [await createList([shielded, scanned])], mjml: body },
      ...{ tracksOpens: true, tracksClicks: true },
    });
    const find = (to: string, kind: string) => linked(to).find((url) => url.includes(kind)) ?? '';
    const click = find(scanned.email, '/MailLinks/');
    await follow(find(shielded.email, '/MailOpens/'), 'Mozilla/5.0');
    expect((await follow(click, 'Example-Link-Scanner/2.0'))[0]).toBe(302);
    expect((await get(id)).figures).toMatchObject({ opened: 0, openedByMachine: 2, clicked: 0 });
    expect(await why(id, shielded.id)).toMatchObject({
      ...{ openedDate: null, machineOpenedDate: expect.any(String), clickedDate: null },
    });
    await follow(click);
    expect((await get(id)).figures).toMatchObject({ opened: 1, openedByMachine: 1, clicked: 1 });
    expect(await why(id, scanned.id)).toMatchObject({
      ...{ openedDate: expect.any(String), machineOpenedDate: expect.any(String), clickedLinks: ['0'] },
    });
    // Who did not open it, as far as is known, gets the next one.
    const next = await broadcast({ followUp: { broadcastId: id, recipients: 'not-opened' } });
    expect(await why(next, shielded.id)).toMatchObject({ status: 'sent' });
    expect((await get(next)).figures).toMatchObject({ recipients: 1 });
  });

  it('are counted by link, the same for all recipients, with who clicked', async () => {
    const people = [await createPerson(), await createPerson()];
    const [a, b] = people.map(({ email }) => email);
    const id = await createDraft({
      ...{ listIds: [await createList(people)], tracksClicks: true },
      mjml: mjml.replace(
        'Dear {{ person.fullName }}',
        '<a href="https://events.example/join?who={{ person.firstName }}">Join</a> <a href="https://events.example/program">Read</a>',
      ),
    });
    const links = async () => (await done('GET', `/Broadcasts/${id}/Links`)).data;
    expect(await links()).toEqual([]);
    await done('POST', `/Broadcasts/${id}/Send`, {});
    await runBroadcast(id);
    const clicks = (to = '') => linked(to).filter((url) => url.includes('/MailLinks/'));
    const [joinOfA = '', readOfA = ''] = clicks(a);
    const [joinOfB = ''] = clicks(b);
    for (const url of [joinOfA, joinOfA, readOfA, joinOfB]) await follow(url);
    expect(await links()).toEqual([
      { id: '0', address: 'https://events.example/join?who=…', clicked: 2 },
      { id: '1', address: 'https://events.example/program', clicked: 1 },
    ]);
    expect((await get(id)).figures).toMatchObject({ clicked: 2 });
    const who = async (link: string): Promise<string[]> =>
      (await done('GET', `/Broadcasts/${id}/Recipients?link=${link}`)).data.map(
        ({ personId }: { readonly personId: string }) => personId,
      );
    expect(await who('0')).toEqual(people.map((person) => person.id).sort());
    expect(await who('1')).toEqual([people[0]?.id]);
  });

  it('lead to addresses in any script, with spaces and fragments', async () => {
    const person = await createPerson();
    const addresses = {
      'https://events.example/O’Neil': 'https://events.example/O%E2%80%99Neil',
      'https://events.example/県?q=県': 'https://events.example/%E7%9C%8C?q=%E7%9C%8C',
      'https://events.example/a b': 'https://events.example/a%20b',
      'https://events.example/#grün': 'https://events.example/#gr%C3%BCn',
    };
    const links = Object.keys(addresses).map((address) => `<a href="${address}">Read</a>`);
    await broadcast({
      ...{ listIds: [await createList([person])], tracksClicks: true },
      mjml: mjml.replace('Dear {{ person.fullName }}', links.join(' ')),
    });
    const clicks = linked(person.email).filter((url) => url.includes('/MailLinks/'));
    const led = await Promise.all(clicks.map((url) => follow(url)));
    expect(led).toEqual(expect.arrayContaining(Object.values(addresses).map((address) => [302, address])));
  });

  it('follow no address that the mail does not name, and count nothing for it', async () => {
    const person = await createPerson();
    const id = await broadcast({
      ...{ listIds: [await createList([person])], mjml: body, tracksClicks: true },
    });
    const click = linked(person.email).find((url) => url.includes('/MailLinks/')) ?? '';
    for (const wrong of [
      click.replace('events.example', 'evil.example'),
      click.replace('/demo/', '/other/'),
      click.replace(/=[^=]*$/, '='),
    ])
      expect(await follow(wrong)).toEqual([404, null]);
    expect(await follow(click.replace('MailLinks', 'MailOpens').replace(/\?.*/, ''))).toEqual([200, null]);
    expect((await get(id)).figures).toMatchObject({ opened: 0, clicked: 0 });
  });

  it('make a mail larger, which the broadcast says before it is sent, and keep its way out where Gmail shows it', async () => {
    const person = await createPerson();
    const links = Array.from(
      { length: 900 },
      (_, index) => `<a href="https://events.example/${index}">Event ${index}</a>`,
    );
    const large = {
      ...{ listIds: [await createList([person])], tracksClicks: true, tracksOpens: true },
      mjml: mjml.replace('Dear {{ person.fullName }}', links.join(' ')),
    };
    const id = await createDraft(large);
    const draft = await get(id);
    expect(draft.warnings).toMatchObject([
      { code: 'MAIL_CUT_OFF', message: expect.stringContaining(`${draft.htmlBytes} bytes`) },
    ]);
    const preview = await done('POST', `/Broadcasts/${id}/Preview`, {});
    expect([preview.htmlBytes, preview.warnings]).toEqual([draft.htmlBytes, draft.warnings]);
    expect((await get(await createDraft({ ...large, tracksClicks: false }))).warnings).toEqual([]);
    await done('POST', `/Broadcasts/${id}/Send`, {});
    await runBroadcast(id);
    const html = String(getServer().mails[0]?.mail.html);
    const shown = Buffer.from(html)
      .subarray(0, 102 * 1024)
      .toString();
    expect(shown).toMatch(/<a href="[^"]+\/Unsubscribe\/[^"]+"[^>]*>Unsubscribe<\/a>/);
    // What was known before: values of recipients are longer or shorter.
    expect(Math.abs(Buffer.byteLength(html) - draft.htmlBytes)).toBeLessThan(1200);
    // 900 links of 48 bytes each.
    expect(Buffer.byteLength(html)).toBeLessThan(900 * 48 + 900 * 150 + 8000);
  });

  it('tell that a mail went out whose sender was cut off, so that it is not sent again', async () => {
    const person = await createPerson();
    getServer().decide = () => 'cut';
    const listIds = [await createList([person])];
    const id = await broadcast({ listIds, mjml: body, tracksClicks: true });
    expect((await get(id)).figures).toMatchObject({ sent: 0 });
    const click = linked(person.email).find((url) => url.includes('/MailLinks/')) ?? '';
    expect((await follow(click))[0]).toBe(302);
    await sweepAfter(30 * 60_000);
    expect(getServer().mails).toHaveLength(1);
    expect((await get(id)).figures).toMatchObject({ sent: 1, clicked: 1 });
  });
});
