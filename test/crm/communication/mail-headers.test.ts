// What a mail of a broadcast says of itself, and addresses in any script (docs/interface/communication.md#broadcasts).
import { describe, expect, it } from 'vitest';
import { useBroadcasts } from './broadcasts/broadcast-calls.ts';
import { startTestMailServer } from './broadcasts/broadcasts-over-smtp.ts';

const { done, send, createPerson, createList, broadcast, get, why, receivers, linksOf, getServer } =
  useBroadcasts();

describe('a mail of a broadcast', () => {
  it('has an id in the domain of its sender (RFC 5322 3.6.4) and names its list (RFC 2919 3)', async () => {
    const person = await createPerson();
    const list = await createList([person]);
    const id = await broadcast({ listIds: [list] });
    const [{ mail } = expect.fail('no mail')] = getServer().mails;
    expect(mail.messageId).toBe(`<${id}.${person.id}@rostrum.invalid>`);
    const [header = ''] = linksOf(person.email).headers.flatMap(({ key, value }) =>
      key === 'list-id' ? [value] : [],
    );
    expect(header).toMatch(new RegExp(`^".+" <${list}\\.demo\\.rostrum\\.invalid>$`));
  });

  it('that goes to a filter is of a list for all broadcasts', async () => {
    await createPerson({ tags: ['Filtered'] });
    const filterBody = { filterRules: [{ fieldId: 'tags', filterType: 1, selectedValues: ['Filtered'] }] };
    await broadcast({ filterBody });
    const [{ mail } = expect.fail('no mail')] = getServer().mails;
    expect(mail.headers.find(({ key }) => key === 'list-id')?.value).toContain(
      '<broadcasts.demo.rostrum.invalid>',
    );
  });
});

describe('a server that refuses the address at once', () => {
  it('suppresses it as a report of a bounce does', async () => {
    const person = await createPerson();
    const list = await createList([person]);
    getServer().decide = () => 'never';
    const id = await broadcast({ listIds: [list] });
    expect(await why(id, person.id)).toMatchObject({ status: 'failed', reason: 'refused-by-server' });
    const { data } = await done('GET', '/Suppressions?pageSize=1');
    expect(data).toMatchObject([{ email: person.email, reason: 'hard-bounce', broadcastId: id }]);
    getServer().decide = () => 'accept';
    const next = await broadcast({ listIds: [list] });
    expect(receivers()).toEqual([]);
    expect(await why(next, person.id)).toMatchObject({ status: 'skipped', reason: 'hard-bounce' });
  });

  it('and refuses the mail only, leaves the address as it is', async () => {
    const person = await createPerson();
    const list = await createList([person]);
    getServer().decide = () => 'policy';
    const id = await broadcast({ listIds: [list] });
    expect(await why(id, person.id)).toMatchObject({ status: 'failed', reason: 'refused-by-server' });
    getServer().decide = () => 'accept';
    await broadcast({ listIds: [list] });
    expect(receivers()).toEqual([person.email]);
  });
});

describe('an address with letters of any script', () => {
  it('is the address of a person; its domain is stored in ASCII where the rest is', async () => {
    const create = async (email: string) =>
      (await done('POST', '/people', { lastName: 'Script', email })).email;
    expect(await create('jo@müller.example')).toBe('jo@xn--mller-kva.example');
    expect(await create('jo@пример.рф')).toBe('jo@xn--e1afmkfd.xn--p1ai');
    expect(await create('用户@例え.jp')).toBe('用户@例え.jp');
    for (const email of ['jo@', 'jo müller@example.org', 'jo@müller', '<jo>@example.org'])
      expect((await send('POST', '/people', { lastName: 'Script', email })).status, email).toBe(400);
  });

  it('gets mail from a server with SMTPUTF8 (RFC 6531)', async () => {
    const people = [
      await createPerson({ email: 'josé@müller.example' }),
      await createPerson({ email: 'jo@bücher.example' }),
    ];
    const id = await broadcast({ listIds: [await createList(people)] });
    expect((await get(id)).figures).toMatchObject({ sent: 2, failed: 0 });
    // The server of the test decodes domains.
    expect(receivers()).toEqual(['jo@bücher.example', 'josé@müller.example']);
  });

  it('is not sent to without it, which says so and suppresses nothing; a domain in any script is', async () => {
    const server = await startTestMailServer({ hideSMTPUTF8: true });
    try {
      const person = await createPerson({ email: 'zoë@müller.example' });
      const list = await createList([person, await createPerson({ email: 'jo@zürich.example' })]);
      const id = await broadcast({ listIds: [list] });
      expect(server.mails.map(({ to }) => to)).toEqual(['jo@zürich.example']);
      expect(await why(id, person.id)).toMatchObject({
        ...{
          status: 'failed',
          reason: 'refused-by-server',
          detail: expect.stringContaining('outside ASCII before the @'),
        },
      });
      const { data } = await done('GET', '/Suppressions?pageSize=90');
      expect(data.map(({ email }: { email: string }) => email)).not.toContain('zoë@müller.example');
    } finally {
      await server.stop();
    }
  });

  it('is the same address for a decision, whichever way its domain is written', async () => {
    await done('POST', '/Suppressions', { email: 'ann@grün.example', note: 'Asked' });
    const person = await createPerson({ email: 'Ann@XN--GRN-IOA.example' });
    const id = await broadcast({ listIds: [await createList([person])] });
    expect(await why(id, person.id)).toMatchObject({ status: 'skipped', reason: 'suppressed-by-staff' });
  });
});
