// Campaigns with an audience: whom they invite, once; the page on which people write to their officials; and what is counted
// (docs/interface/billtracking.md#campaigns).
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { handler as erasePeople } from '../../../functions/crm/jobs/erase-people/handler.ts';
import { handler as moveReferences } from '../../../functions/crm/jobs/merge-records/handler.ts';
import { deliverMail } from '../../../shared/mail/deliver.ts';
import { dueMails } from '../../../shared/mail/outbox.ts';
import {
  reportBroadcastMail,
  reportTaggedMail,
  runBroadcast,
  startTestMailServer,
  sweepAfter,
  type TestMailServer,
} from '../../crm/communication/broadcasts/broadcasts-over-smtp.ts';
import { type CallOptions, type Reply, startPlatform, type TestPlatform } from '../../harness/platform.ts';
import { endAfterWrites, startUnreliableDatabase } from '../../harness/unreliable-database.ts';
import { createAdvocacyCaller, dayFromNow, moveClock, unknownId } from './advocacy-residents.ts';
import {
  divisionOf,
  listLetters,
  runBillTimers,
  saveLegislator,
  saveSupporter,
} from './campaign-letters-platform.ts';

// biome-ignore lint/suspicious/noExplicitAny: the harness has checked the bodies
type Body = any;

let platform: TestPlatform;
let server: TestMailServer;
let call: (method: string, path: string, body?: unknown, options?: CallOptions) => Promise<Reply>;
let token: string;
let officials: { readonly senator: string; readonly member: string; readonly mute: string };

beforeAll(async () => {
  platform = await startPlatform();
  token = await platform.tokenFor({
    tenant: 'demo',
    permissions: [
      ...(['billtracking.advocacy.read', 'billtracking.advocacy.write', 'crm.people.write'] as const),
      ...(['crm.communication.read', 'crm.communication.write', 'crm.communication.send'] as const),
      ...([
        'crm.people.read',
        'crm.emails.read',
        'crm.groups.write',
        'crm.groups.read',
        'crm.people.erase',
      ] as const),
    ],
  });
  const caller = createAdvocacyCaller(platform);
  call = (method, path, body, options) => caller(method, path, body, { token, ...options });
  officials = {
    senator: await saveLegislator(platform, 'Senna', 'upper', '91', { email: 'senna@leg.example' }),
    member: await saveLegislator(platform, 'Mabel', 'lower', '91', { email: 'mabel@leg.example' }),
    mute: await saveLegislator(platform, 'Muriel', 'lower', '92', { phone: '360-555-0199' }),
  };
});
beforeEach(async () => {
  server = await startTestMailServer();
});
afterEach(() => server.stop());
afterAll(() => platform.stop());

const crm = async (method: string, path: string, body?: unknown): Promise<Body> => {
  const reply = await platform.call(method, 'crm', `/api/v1${path}`, { tenant: 'demo', token, body });
  expect(reply.status, reply.text).toBeLessThan(300);
  return reply.body;
};
async function data(method: string, path: string, body?: unknown): Promise<Body> {
  const reply = await call(method, path, body);
  expect(reply.status, reply.text).toBe(200);
  return reply.body.data ?? reply.body;
}

let number = 0;
const letter = {
  subject: 'Vote for our roads',
  body: 'I live in {{recipient.city|your district}} and ask for your vote.',
};
async function createTemplate(more: object = {}): Promise<string> {
  number += 1;
  const body = {
    ...{
      name: `Roads ${number}`,
      subject: 'Roads for {{recipient.firstName}}',
      status: 'ACTIVE',
      stateId: 53,
    },
    body: 'Dear {{recipient.firstName}},\n\n{{official.title}} {{official.lastName|Nobody}} votes & waits.',
    letter: { ...letter, subject: `${letter.subject} ${number}` },
    ...more,
  };
  return (await data('POST', 'saveChampaignTemplate', body)).id;
}
const subject = () => `${letter.subject} ${number}`;
/** A supporter of the district 91 by default, with a new name. */
const createSupporter = (divisions = [divisionOf('sldl', '91'), divisionOf('sldu', '91')], more = {}) => {
  number += 1;
  return saveSupporter(platform, `s${number}`, divisions, more);
};
async function start(audience: object, more: object = {}, template: object = {}): Promise<Body> {
  return data('POST', 'Champaign', { templateId: await createTemplate(template), audience, ...more });
}
/** Starts a campaign and sends its invitations. */
async function invite(audience: object, more: object = {}, template: object = {}): Promise<Body> {
  const campaign = await start(audience, more, template);
  await runBroadcast(campaign.outreach.broadcastId);
  return campaign;
}
/** The link in the mail to an address. */
const linkTo = (email: string): string => {
  const html = String(server.mails.find(({ to }) => to === email)?.mail.html);
  return /href="([^"]+\/letter\/[^"]+)"/.exec(html)?.[1] ?? '';
};
const emailOf = async (id: string): Promise<string> => (await crm('GET', `/people/${id}`)).email;
const open = async (url: string): Promise<string> => (await fetch(url)).text();
const post = async (url: string, form: Record<string, string> = {}): Promise<string> =>
  (await fetch(url, { method: 'POST', body: new URLSearchParams(form) })).text();
const participation = async (id: string): Promise<Body> => data('GET', `Champaign/${id}/participation`);
const districts = async (id: string, kind: string): Promise<Body> =>
  (await data('POST', `Champaign/${id}/participation/districts`, { kind })).collection;

const reportDelivery = (broadcastId: string, id: string, email: string) =>
  reportBroadcastMail('delivery', broadcastId, { id, email });

/** What calls a job for a person. */
const callFor = (id: string, sk: string, type: string) => ({
  Records: [
    {
      eventName: 'MODIFY' as const,
      dynamodb: {
        Keys: { pk: { S: `T#demo#PERSON#${id}` }, sk: { S: sk } },
        NewImage: { type: { S: type } },
      },
    },
  ],
});
const callMerge = (id: string) => callFor(id, 'MERGE', 'person-merge');

describe('a campaign with an audience', () => {
  it('mails everybody of its lists, groups, filter and names once, with a link of their own and the headers of RFC 8058', async () => {
    const [a, b, c, d] = [
      await createSupporter(),
      await createSupporter(),
      await createSupporter(),
      await createSupporter(undefined, { tags: [`Roads ${number}`] }),
    ];
    const list = (await crm('POST', '/MailingLists', { name: `Letters ${number}` })).id;
    await crm('POST', `/MailingLists/${list}/Members`, { personIds: [a, b] });
    const tag = (await crm('GET', `/people/${d}`)).tags[0];
    const campaign = await invite({
      ...{ listIds: [list], personIds: [b, c] },
      filterBody: { filterRules: [{ fieldId: 'tags', filterType: 1, selectedValues: [tag] }] },
    });
    const emails = await Promise.all([a, b, c, d].map(emailOf));
    expect(server.mails.map(({ to }) => to).sort()).toEqual(emails.sort());
    const { mail } = server.mails[0] ?? {};
    expect(mail?.subject).toMatch(/^Roads for s\d+$/);
    expect(mail?.html).toContain('Representative Legislator votes &amp; waits.');
    expect(mail?.text).toContain('/letter/');
    expect(mail?.headers).toContainEqual(
      expect.objectContaining({ key: 'list-unsubscribe-post', value: 'List-Unsubscribe=One-Click' }),
    );
    expect(new Set(emails.map(linkTo)).size).toBe(4);
    expect((await participation(campaign.id)).total).toMatchObject({ invited: 4, participants: 0 });
    expect(await districts(campaign.id, 'stateLower')).toMatchObject([{ district: '91', invited: 4 }]);
    const broadcast = await crm('GET', `/Broadcasts/${campaign.outreach.broadcastId}`);
    expect(broadcast).toMatchObject({ status: 'sent', campaignId: campaign.id, figures: { sent: 4 } });
  });

  it('invites the members of a group, and nobody who has opted out', async () => {
    const [stays, left] = [await createSupporter(), await createSupporter()];
    const earlier = await invite({ personIds: [left] });
    const unsubscribe = /<([^>]+)>/.exec(
      server.mails[0]?.mail.headers.find(({ key }) => key === 'list-unsubscribe')?.value ?? '',
    )?.[1];
    await fetch(unsubscribe ?? '', { method: 'POST' });
    server.mails.length = 0;
    const group = await crm('POST', '/Groups', { name: `Letters ${number}`, visibility: 'tenant' });
    await crm('POST', `/Groups/${group.id}/Members`, { personIds: [stays, left] });
    const campaign = await invite({ groupIds: [group.id] });
    expect(server.mails.map(({ to }) => to)).toEqual([await emailOf(stays)]);
    expect((await participation(campaign.id)).total.invited).toBe(1);
    expect((await participation(earlier.id)).total.invited).toBe(1);
  });

  it('sends nothing and has no participants without an audience, as before', async () => {
    const campaign = await data('POST', 'Champaign', { templateId: await createTemplate() });
    expect(campaign).not.toHaveProperty('outreach');
    expect((await participation(campaign.id)).total).toMatchObject({ invited: 0, participants: 0 });
  });

  it('requires a letter, a token, and lists, groups and people that there are', async () => {
    const audience = { listIds: [unknownId], groupIds: [unknownId], personIds: [unknownId] };
    const bare = await call('POST', 'Champaign', {
      templateId: await createTemplate({ letter: null }),
      audience: { personIds: [await createSupporter()] },
    });
    expect([bare.status, bare.body.message]).toEqual([409, expect.stringContaining('has no letter')]);
    const templateId = await createTemplate();
    const wrong = await call('POST', 'Champaign', { templateId, audience });
    expect(wrong.status).toBe(400);
    expect(wrong.body.details.errors.map(({ target }: Body) => target).sort()).toEqual([
      'audience.groupIds[0]',
      'audience.listIds[0]',
      'audience.personIds[0]',
    ]);
    const anonymous = await createAdvocacyCaller(platform)('POST', 'Champaign', { templateId, audience });
    expect(anonymous.status).toBe(401);
    const fields = { subject: 'Dear {{recipient.firstName}}', body: 'Dear {{official.lastName}}' };
    const refused = await call('POST', 'saveChampaignTemplate', { name: 'x', letter: fields });
    expect(refused.body.details.errors.map(({ target }: Body) => target)).toEqual([
      'letter.subject',
      'letter.body',
    ]);
  });

  it('waits for its first day, and sends nothing when it was ended before', async () => {
    const [a, b] = [await createSupporter(), await createSupporter()];
    const startDate = dayFromNow(5);
    const later = await start({ personIds: [a] }, { startDate });
    const never = await start({ personIds: [b] }, { startDate });
    await runBroadcast(later.outreach.broadcastId);
    await data('POST', `Champaign/${never.id}/end`);
    expect(server.mails).toEqual([]);
    await moveClock(platform, 7);
    await runBillTimers();
    await runBroadcast(later.outreach.broadcastId);
    await runBroadcast(never.outreach.broadcastId);
    await moveClock(platform, 0);
    expect(server.mails.map(({ to }) => to)).toEqual([await emailOf(a)]);
    expect(await crm('GET', `/Broadcasts/${never.outreach.broadcastId}`)).toMatchObject({
      status: 'cancelled',
    });
  });

  it('ends in the middle of its invitations, by hand or by its last day, and sends no more', async () => {
    const people = [await createSupporter(), await createSupporter()];
    server.decide = () => 'later';
    const byHand = await invite({ personIds: people });
    const byDate = await invite({ personIds: people }, { endDate: dayFromNow(1) });
    expect(server.mails).toEqual([]);
    server.decide = () => undefined;
    await data('POST', `Champaign/${byHand.id}/end`);
    await moveClock(platform, 3);
    await sweepAfter(30 * 60_000);
    await moveClock(platform, 0);
    expect(server.mails).toEqual([]);
    for (const { outreach } of [byHand, byDate])
      expect(await crm('GET', `/Broadcasts/${outreach.broadcastId}`)).toMatchObject({ status: 'cancelled' });
  });

  it('is previewed with its numbers and an example, and nothing is sent', async () => {
    const people = [
      await createSupporter(undefined, {
        addresses: [{ id: unknownId, type: 'Primary', city: 'Yakima', street: '1 Elm' }],
      }),
      await createSupporter([divisionOf('sldl', '92')]),
      await createSupporter([]),
    ];
    const templateId = await createTemplate();
    const { figures, example } = await data('POST', 'Champaign/preview', {
      ...{ templateId, audience: { personIds: people } },
    });
    expect(figures).toEqual({
      ...{ people: 3, isComplete: true, withEmail: 3, withDistrict: 2, letters: 3 },
      ...{ officials: 3, officialsWithEmail: 2 },
    });
    expect(example).toMatchObject({
      personId: people[0],
      letter: { subject: subject(), body: 'I live in Yakima and ask for your vote.' },
    });
    expect(example.letter.signature).not.toContain('1 Elm');
    expect(example.officials.map(({ salutation }: Body) => salutation).sort()).toEqual([
      'Dear Representative Legislator,',
      'Dear Senator Legislator,',
    ]);
    const upper = await data('POST', 'Champaign/preview', {
      ...{ templateId, audience: { personIds: people } },
      officials: { kind: 'representatives', chamber: 'upper' },
    });
    expect(upper.figures).toMatchObject({ withDistrict: 1, letters: 1 });
    const named = await data('POST', 'Champaign/preview', {
      ...{ templateId, audience: { personIds: people } },
      officials: { kind: 'named', personIds: [officials.mute] },
    });
    expect(named.figures).toMatchObject({ withDistrict: 3, letters: 3, officials: 1 });
    expect(server.mails).toEqual([]);
  });
});

describe('a worker that is cut off', () => {
  it('at any step invites nobody twice, loses nobody, and counts everybody once', async () => {
    const people = await Promise.all(Array.from({ length: 30 }, () => createSupporter()));
    const campaign = await start({ personIds: people });
    const { broadcastId } = campaign.outreach;
    const emails = await Promise.all(people.map(emailOf));
    const database = await startUnreliableDatabase();
    // What the mail system has, it reports.
    const reportMails = async (mails: readonly { readonly to: string }[]) => {
      for (const { to } of mails) await reportDelivery(broadcastId, people[emails.indexOf(to)] ?? '', to);
    };
    let reported = 0;
    // Every so often the process ends: from then on nothing that it writes arrives.
    for (let life = 1; life <= 8; life += 1) {
      endAfterWrites(database, life * 6);
      await sweepAfter(life * 10 * 60_000).catch(() => undefined);
      database.reset();
      await reportMails(server.mails.slice(reported));
      reported = server.mails.length;
    }
    await database.stop();
    // Reports may come twice.
    await reportMails(server.mails);
    await sweepAfter(10 * 3600_000);
    expect(server.mails.map(({ to }) => to).sort()).toEqual(emails.sort());
    expect((await participation(campaign.id)).total.invited).toBe(30);
    expect(await districts(campaign.id, 'stateUpper')).toMatchObject([{ district: '91', invited: 30 }]);
    expect(await crm('GET', `/Broadcasts/${broadcastId}`)).toMatchObject({ status: 'sent' });
  });
});

describe('the page behind the link', () => {
  it('shows the letter addressed to the officials of the person, and a GET sends nothing', async () => {
    const person = await createSupporter(undefined, {
      addresses: [{ id: unknownId, type: 'Primary', city: 'Yakima', state: 'WA', street: '1 <Elm> St' }],
    });
    await invite({ personIds: [person] });
    const reply = await fetch(linkTo(await emailOf(person)));
    const page = await reply.text();
    expect(reply.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(page).toContain(subject());
    for (const text of [
      'Senator Senna Legislator',
      'Representative Mabel Legislator',
      'Dear Senator Legislator,',
    ])
      expect(page).toContain(text);
    expect(page).not.toContain('Muriel');
    expect(page).toContain('I live in Yakima and ask for your vote.</textarea>');
    expect(page).toContain('1 &lt;Elm&gt; St');
    expect(await listLetters(platform, subject())).toEqual([]);
  });

  it('sends the letter to each official once, in the words of the person, who gets the answers', async () => {
    const person = await createSupporter();
    const campaign = await invite({ personIds: [person] });
    const email = await emailOf(person);
    const link = linkTo(email);
    const body = 'My own words {{official.email}} <b>\r\n\r\nSecond.';
    const done = await Promise.all(Array.from({ length: 4 }, () => post(link, { body })));
    for (const page of done) expect(page).toMatch(/Thank you|taken part already/);
    expect(done.filter((page) => page.includes('Thank you'))).toHaveLength(1);
    const letters = await listLetters(platform, subject());
    expect(letters.map(({ to }) => to)).toEqual(['mabel@leg.example', 'senna@leg.example']);
    expect(letters[0]).toMatchObject({ replyTo: email, fromName: expect.stringContaining('Supporter') });
    expect(letters[0]?.text).toMatch(
      /^Dear Representative Legislator,\n\nMy own words \{\{official\.email\}\} <b>\n\nSecond\.\n\ns\d+ Supporter\n/,
    );
    expect(await open(link)).toContain('You have taken part already');
    expect((await participation(campaign.id)).total).toEqual({
      ...{ invited: 1, participants: 1, sent: 2, handedOver: 0, undeliverable: 0, recorded: 0 },
    });
  });

  it('ignores another text where people may not change it, and refuses an empty or endless one elsewhere', async () => {
    const fixed = await createSupporter();
    await invite({ personIds: [fixed] }, {}, { letter: { ...letter, isEditable: false } });
    expect(await open(linkTo(await emailOf(fixed)))).not.toContain('<textarea');
    await post(linkTo(await emailOf(fixed)), { body: 'Something else' });
    const [sent] = await listLetters(platform, letter.subject);
    expect(sent?.text).toContain('I live in your district and ask for your vote.');
    const free = await createSupporter();
    const campaign = await invite({ personIds: [free] });
    const link = linkTo(await emailOf(free));
    expect(await post(link, { body: ' \r\n\u0000 ' })).toContain('The letter is empty');
    const long = await post(link, { body: `<i>${'x'.repeat(5000)}` });
    expect(long).toContain('The letter has 5003 characters; it may have 5000 at most.');
    expect(long).toContain('&lt;i&gt;xxx');
    expect((await participation(campaign.id)).total.participants).toBe(0);
  });

  it('says how to reach an official without an address, and counts that no letter went there', async () => {
    const person = await createSupporter([divisionOf('sldl', '92'), divisionOf('sldu', '91')]);
    const campaign = await invite({ personIds: [person] });
    const link = linkTo(await emailOf(person));
    const shown = await open(link);
    expect(shown).toContain('360-555-0199');
    expect(shown).toContain('We mail your letter to 1 of these 2 officials.');
    expect(await post(link)).toContain('360-555-0199');
    expect((await listLetters(platform, subject())).map(({ to }) => to)).toEqual(['senna@leg.example']);
    expect((await participation(campaign.id)).total).toMatchObject({ sent: 1, undeliverable: 1 });
    const { collection } = await data('POST', `Champaign/${campaign.id}/participation/officials`, {});
    expect(collection).toMatchObject([
      { name: 'Muriel Legislator', invited: 1, participants: 1, sent: 0, undeliverable: 1 },
      { name: 'Senna Legislator', invited: 1, participants: 1, sent: 1, undeliverable: 0 },
    ]);
  });

  it('hands the letter over for the form of an office that takes no mail, and never counts it as sent', async () => {
    const form = 'https://legislature.example/contact?member=9';
    await saveLegislator(platform, 'Wanda', 'lower', '93', {
      phone: '360-555-0155',
      links: [
        { url: 'https://wanda.example/' },
        { url: 'https://wanda.example/about', note: 'Biographical information' },
        { url: form, note: 'Contact form' },
      ],
    });
    const person = await createSupporter([divisionOf('sldl', '93')]);
    const campaign = await invite({ personIds: [person] });
    const link = linkTo(await emailOf(person));
    const shown = await open(link);
    expect(shown).toContain(`href="${form}"`);
    expect(shown).toContain('Get the letter for the form');
    const own = 'Please vote for <b>us</b>.';
    const done = await post(link, { body: own });
    expect(done).toContain('One step is left: paste your letter');
    expect(done).toContain(`href="${form}"`);
    const [, text] = /<textarea[^>]*readonly[^>]*>\s*(.*?)<\/textarea>/s.exec(done) ?? [];
    expect(text).toMatch(/^Dear [^\n]*Legislator,\n\nPlease vote for &lt;b&gt;us&lt;\/b&gt;\.\n\n/);
    expect(await listLetters(platform, subject())).toEqual([]);
    expect((await participation(campaign.id)).total).toMatchObject({
      ...{ participants: 1, sent: 0, handedOver: 1, undeliverable: 0 },
    });
    const again = await open(link);
    expect(again).toContain('You have taken part already');
    // What somebody wrote is not stored; the letter of the campaign is there to be pasted.
    expect(again).not.toContain('Please vote for');
    expect(again).toContain(`href="${form}"`);
    const { collection } = await data('POST', `Champaign/${campaign.id}/participation/officials`, {});
    expect(collection).toMatchObject([{ name: 'Wanda Legislator', participants: 1, handedOver: 1, sent: 0 }]);
  });

  it('tells whose district is unknown what to do, and works once it is known', async () => {
    number += 1;
    const key = `s${number}`;
    await saveSupporter(platform, key, []);
    const campaign = await invite({ personIds: [await saveSupporter(platform, key, [])] });
    const link = linkTo(`${key}@letters.example`);
    expect(await post(link)).toContain('We do not know your district yet');
    expect((await participation(campaign.id)).total).toMatchObject({ invited: 1, participants: 0 });
    await saveSupporter(platform, key, [divisionOf('sldl', '91')]);
    expect(await post(link)).toContain('Thank you');
  });

  it('says that a campaign is over, and sends nothing', async () => {
    const person = await createSupporter();
    const campaign = await invite({ personIds: [person] });
    const link = linkTo(await emailOf(person));
    await data('POST', `Champaign/${campaign.id}/end`);
    expect(await open(link)).toContain('This campaign is over');
    expect(await post(link)).toContain('This campaign is over');
    expect(await listLetters(platform, subject())).toEqual([]);
  });

  it('belongs to one person of one tenant and one campaign', async () => {
    const [a, b] = [await createSupporter(), await createSupporter()];
    const [one, two] = [await invite({ personIds: [a] }), await invite({ personIds: [b] })];
    const link = linkTo(await emailOf(a));
    for (const wrong of [
      link.replace('/demo/', '/harbor/'),
      link.replace(one.id, two.id),
      link.replace(a, b),
      link.slice(0, -2) + (link.endsWith('AA') ? 'BB' : 'AA'),
    ]) {
      expect(wrong).not.toBe(link);
      expect(await post(wrong)).toContain('This link does not work');
    }
    expect((await participation(two.id)).total.participants).toBe(0);
  });

  it('lets a person take part in ten campaigns within a day', async () => {
    const person = await createSupporter();
    const links: string[] = [];
    for (let turn = 0; turn < 11; turn += 1) {
      await invite({ personIds: [person] });
      links.push(linkTo(await emailOf(person)));
      server.mails.length = 0;
    }
    const pages: string[] = [];
    for (const link of links) pages.push(await post(link));
    expect(pages.filter((page) => page.includes('Thank you'))).toHaveLength(10);
    expect(pages.at(-1)).toContain('That is enough for today');
  });
});

describe('the participation', () => {
  it('is recorded by hand, once for each person', async () => {
    const [person, other] = [await createSupporter(), await createSupporter([])];
    const campaign = await invite({ personIds: [person] });
    const record = (body: object) => call('POST', `Champaign/${campaign.id}/participants`, body);
    const reply = await record({ personId: person, note: 'At the fair' });
    expect(reply.body.data).toMatchObject({ source: 'staff', letters: { recorded: 2 }, note: 'At the fair' });
    expect((await record({ personId: person })).status).toBe(409);
    expect(await post(linkTo(await emailOf(person)))).toContain('taken part already');
    await record({ personId: other, officialIds: [officials.mute] });
    const wrong = await record({ personId: unknownId });
    expect([wrong.status, wrong.body.details.errors[0].target]).toEqual([400, 'personId']);
    expect((await participation(campaign.id)).total).toEqual({
      ...{ invited: 1, participants: 2, sent: 0, handedOver: 0, undeliverable: 0, recorded: 3 },
    });
    expect(await districts(campaign.id, 'stateLower')).toMatchObject([
      { district: '91', state: 'WA', participants: 1, recorded: 2 },
      { division: 'unknown', participants: 1, recorded: 1 },
    ]);
  });

  it('that staff recorded is deleted with all that it counted; one by the page is not', async () => {
    const [person, other] = [await createSupporter(), await createSupporter()];
    const campaign = await invite({ personIds: [person, other] });
    const path = (id: string) => `Champaign/${campaign.id}/participants/${id}`;
    await data('POST', `Champaign/${campaign.id}/participants`, { personId: person });
    await data('DELETE', path(person));
    expect((await call('DELETE', path(person))).status).toBe(404);
    expect((await participation(campaign.id)).total).toMatchObject({ participants: 0, recorded: 0 });
    expect(await districts(campaign.id, 'stateLower')).toMatchObject([{ participants: 0, recorded: 0 }]);
    const list = await data('POST', `Champaign/${campaign.id}/participants/list`, {});
    expect(list).toMatchObject({ collection: [], pagingModel: { totalRecords: 0 } });
    expect(await data('GET', `Participant/${person}/Champaigns`)).toEqual([]);
    await post(linkTo(await emailOf(person)));
    const refused = await call('DELETE', path(person));
    expect([refused.status, refused.text]).toEqual([
      409,
      expect.stringContaining('only what staff recorded'),
    ]);
    expect((await participation(campaign.id)).total).toMatchObject({ participants: 1, sent: 2 });
  });

  it('counts a letter as undeliverable when the mail system gives it up or returns it, once', async () => {
    const person = await createSupporter();
    const gone = await saveLegislator(platform, 'Gus', 'lower', '94', { email: 'gus@leg.example' });
    const moved = await saveLegislator(platform, 'Moa', 'upper', '94', { email: 'moa@leg.example' });
    const campaign = await invite(
      { personIds: [person] },
      { officials: { kind: 'named', personIds: [gone, moved] } },
    );
    await post(linkTo(await emailOf(person)));
    const figures = async () => (await participation(campaign.id)).total;
    expect(await figures()).toMatchObject({ sent: 2, undeliverable: 0 });
    // Fifteen attempts fail, and the mail is given up.
    const tenant = platform.store('demo');
    const refuse = () => Promise.reject(new Error('550 No such user'));
    let now = Date.now();
    for (let attempt = 1; attempt <= 15; attempt += 1) {
      now += 24 * 3600_000;
      const mails = await dueMails(tenant, new Date(now), 500);
      const mail = mails.find(({ to, subject: line }) => to === 'gus@leg.example' && line === subject());
      if (mail) await deliverMail(tenant, mail, refuse, () => new Date(now));
    }
    expect(await figures()).toMatchObject({ participants: 1, sent: 1, undeliverable: 1 });
    // The other one is sent, with tags by which it is reported as returned; a report may come twice.
    const [mail] = (await dueMails(tenant, new Date(now), 500)).filter(
      ({ subject: line }) => line === subject(),
    );
    if (!mail) throw new Error('The letter is not in the outbox');
    let tags: Readonly<Record<string, string>> = {};
    await deliverMail(tenant, mail, async (sent) => {
      tags = sent.tags ?? {};
    });
    for (let report = 1; report <= 2; report += 1) await reportTaggedMail('bounce', mail.to, tags);
    expect(await figures()).toMatchObject({ participants: 1, sent: 0, undeliverable: 2 });
    const own = await data('GET', `Participant/${person}/Champaigns`);
    expect(own[0].letters.map(({ status }: Body) => status)).toEqual(['undeliverable', 'undeliverable']);
  });

  it('is listed by page, by day and by person', async () => {
    const people = [await createSupporter(), await createSupporter(), await createSupporter()];
    const campaign = await invite({ personIds: people });
    for (const person of people) await post(linkTo(await emailOf(person)));
    const list = (body: object) => data('POST', `Champaign/${campaign.id}/participants/list`, body);
    const ids = ({ collection }: Body) => collection.map(({ personId }: Body) => personId);
    expect(ids(await list({}))).toEqual(people.toReversed());
    expect(ids(await list({ pageSize: 2, pageNumber: 2 }))).toEqual(people.slice(0, 1));
    expect(ids(await list({ isAscending: true }))).toEqual(people);
    expect((await list({})).pagingModel.totalRecords).toBe(3);
    const { days } = await participation(campaign.id);
    expect(days).toEqual([{ day: expect.any(String), participants: 3 }]);
    const own = await data('GET', `Participant/${people[0]}/Champaigns`);
    expect(own).toMatchObject([{ campaignId: campaign.id, source: 'page' }]);
    expect(own[0].letters.map(({ name }: Body) => name).sort()).toEqual([
      'Mabel Legislator',
      'Senna Legislator',
    ]);
  });

  it('follows a merge: the remaining person took part once, also by the link of the other one, and an undo restores it', async () => {
    const [stays, goes] = [await createSupporter(), await createSupporter()];
    const campaign = await invite({ personIds: [stays, goes] });
    const links = [linkTo(await emailOf(stays)), linkTo(await emailOf(goes))];
    for (const link of links) await post(link);
    await crm('POST', `/people/${stays}/Merge`, { personId: goes, fields: {} });
    await moveReferences(callMerge(goes));
    const total = async () => (await participation(campaign.id)).total;
    expect(await total()).toMatchObject({ participants: 1, sent: 4 });
    const list = await data('POST', `Champaign/${campaign.id}/participants/list`, {});
    expect(list.pagingModel.totalRecords).toBe(1);
    expect(await open(links[1] ?? '')).toContain('You have taken part already');
    await crm('POST', `/people/${goes}/UndoMerge`);
    await moveReferences(callMerge(goes));
    expect(await total()).toMatchObject({ participants: 2, sent: 4 });
    const restored = await data('POST', `Champaign/${campaign.id}/participants/list`, {});
    expect(restored.pagingModel.totalRecords).toBe(2);
    expect(await data('GET', `Participant/${goes}/Champaigns`)).toHaveLength(1);
  });

  it('of an erased person leaves the lists and stays in the numbers, and the link no longer works', async () => {
    const person = await createSupporter();
    const campaign = await invite({ personIds: [person] });
    const link = linkTo(await emailOf(person));
    await post(link);
    await crm('POST', `/people/${person}/Erase`);
    await erasePeople(callFor(person, 'ERASURE', 'person-erasure'));
    expect((await participation(campaign.id)).total).toMatchObject({ invited: 1, participants: 1, sent: 2 });
    const list = await data('POST', `Champaign/${campaign.id}/participants/list`, {});
    expect(list).toMatchObject({ collection: [], pagingModel: { totalRecords: 0 } });
    expect(await post(link)).toContain('This link does not work');
    // A letter that still waits names its writer.
    expect(await listLetters(platform, subject())).toEqual([]);
  });

  it('moves to the remaining person when only the other one took part, and to the remaining official', async () => {
    const [stays, goes] = [await createSupporter(), await createSupporter()];
    const old = await saveLegislator(platform, `Olga${number}`, 'lower', '93', { email: 'olga@leg.example' });
    const campaign = await invite({ personIds: [goes] }, { officials: { kind: 'named', personIds: [old] } });
    await post(linkTo(await emailOf(goes)));
    await crm('POST', `/people/${stays}/Merge`, { personId: goes, fields: {} });
    await moveReferences(callMerge(goes));
    await crm('POST', `/people/${officials.member}/Merge`, { personId: old, fields: {} });
    await moveReferences(callMerge(old));
    const own = await data('GET', `Participant/${stays}/Champaigns`);
    expect(own).toMatchObject([{ campaignId: campaign.id, letters: [{ officialId: officials.member }] }]);
    const { collection } = await data('POST', `Champaign/${campaign.id}/participation/officials`, {});
    expect(collection).toMatchObject([{ personId: officials.member, participants: 1, sent: 1 }]);
  });
});
