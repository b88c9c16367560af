// Templates of messages: merge fields, conditional parts, HTML for mail programs and plain text
// (docs/interface/communication.md#templates).
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { demoId } from '../../../infra/local/demo/steps/references.ts';
import { tenantKey } from '../../../shared/auth/accounts/records.ts';
import { commit, update } from '../../../shared/data/changes.ts';
import { startPlatform, type TestPlatform } from '../../harness/platform.ts';

// biome-ignore lint/suspicious/noExplicitAny: the harness has checked the bodies
type Body = any;

let platform: TestPlatform;
let token: string;
beforeAll(async () => {
  platform = await startPlatform();
  token = await platform.tokenFor({
    tenant: 'demo',
    permissions: ['crm.people.read', 'crm.people.write', 'crm.communication.read', 'crm.communication.write'],
  });
});
afterAll(() => platform.stop());

const send = (method: string, path: string, body?: unknown, as = token) =>
  platform.call(method, 'crm', `/api/v1${path}`, { tenant: 'demo', token: as, body });

const section = (content: string): string =>
  `<mj-section><mj-column><mj-text>${content}</mj-text></mj-column></mj-section>`;
const mjml = (content: string): string => `<mjml><mj-body>${content}</mj-body></mjml>`;

let count = 0;
async function create(texts: object): Promise<Body> {
  count += 1;
  const reply = await send('POST', '/MessageTemplates', { name: `Template ${count}`, ...texts });
  expect(reply.status, reply.text).toBe(201);
  return reply.body;
}
const preview = async (id: string, personId?: string): Promise<Body> => {
  const reply = await send('POST', `/MessageTemplates/${id}/Preview`, { personId });
  expect(reply.status, reply.text).toBe(200);
  return reply.body;
};
const createPerson = async (fields: object): Promise<string> =>
  (await send('POST', '/people', fields)).body.id;

describe('a message', () => {
  it('has the values of its recipient, in which nothing is markup, and a fallback where there is none', async () => {
    const { id } = await create({
      subject: 'For {{ person.firstName | default: "you" }}',
      mjml: mjml(section('Dear {{ person.fullName }} of {{ person.city | default: "somewhere" }}')),
    });
    const person = await createPerson({ firstName: '<b>Bo</b>', lastName: 'O’Neill & Sons' });
    const message = await preview(id, person);
    expect(message.subject).toBe('For <b>Bo</b>');
    expect(message.html).toContain('Dear &lt;b&gt;Bo&lt;/b&gt; O’Neill &amp; Sons of somewhere');
    expect(message.text).toContain('Dear <b>Bo</b> O’Neill & Sons of somewhere');
    const nameless = await createPerson({ lastName: 'Nameless' });
    expect((await preview(id, nameless)).subject).toBe('For you');
  });

  it('has the custom fields of its recipient by name, and an unknown one is refused with the valid ones', async () => {
    const speaks = '{{ person.custom["Preferred language"] | default: "any language" }}';
    const { id } = await create({ subject: `In ${speaks}`, mjml: mjml(section('Dear member')) });
    const fieldId = demoId('demo', 'custom-field:people:language');
    const person = await createPerson({
      lastName: 'Polyglot',
      customFields: [{ fieldId, value: 'Spanish' }],
    });
    expect((await preview(id, person)).subject).toBe('In Spanish');
    expect((await preview(id, await createPerson({ lastName: 'Silent' }))).subject).toBe('In any language');
    const refused = await send('POST', '/MessageTemplates', {
      ...{ name: 'Shoes', subject: '{{ person.custom["Shoe size"] }}', mjml: mjml(section('Hi')) },
    });
    expect(refused.status).toBe(400);
    expect(refused.body.error.details).toMatchObject([{ field: 'subject', code: 'UNKNOWN_VALUE' }]);
    expect(refused.text).toContain('person.custom[\\"Preferred language\\"]');
  });

  it('leaves out the parts whose condition does not hold, whole sections as well', async () => {
    const { id } = await create({
      subject: 'News',
      mjml: mjml(
        `${section('For everybody')}{% if person.tags contains "Board" %}${section('For the board')}{% endif %}`,
      ),
      text: 'For everybody{% if person.tags contains "Board" %} and the board{% endif %}',
    });
    const member = await preview(id, await createPerson({ lastName: 'Member' }));
    expect(member.html).not.toContain('For the board');
    expect(member.text).not.toContain('the board');
    const board = await preview(id, await createPerson({ lastName: 'Chair', tags: ['Board'] }));
    expect(board.html).toContain('For the board');
    expect(board.text).toContain('For everybody and the board');
  });

  it('ends with the links to unsubscribe and to choose, unless it has one of them itself', async () => {
    const { id } = await create({ subject: 'News', mjml: mjml(section('Hello')), text: 'Hello' });
    const message = await preview(id);
    expect(message.html).toContain('href="https://association.example/unsubscribe"');
    expect(message.text).toContain('Unsubscribe: https://association.example/unsubscribe');
    const { id: own } = await create({
      subject: 'News',
      mjml: mjml(section('<a href="{{ links.preferences }}">Your choice</a>')),
    });
    const { html, text } = await preview(own);
    expect(html).not.toContain('/unsubscribe');
    expect(text).toContain('https://association.example/preferences');
  });

  it.each([
    [
      'in a condition that holds for others',
      mjml('§'),
      section('{% if person.title == "Chair" %}<a href="{{ links.unsubscribe }}">Leave</a>{% endif %}Hello'),
    ],
    ['in a comment', mjml('§'), section('<!-- <a href="{{ links.unsubscribe }}">Leave</a> -->Hello')],
    [
      'in a hidden part',
      mjml('§'),
      section('<span style="display:none"><a href="{{ links.unsubscribe }}">Leave</a></span>Hello'),
    ],
    [
      'in the preview line',
      '<mjml><mj-head><mj-preview>{{ links.unsubscribe }}</mj-preview></mj-head><mj-body>§</mj-body></mjml>',
      section('Hello'),
    ],
    ['nowhere, and its body ends in another form', '<mjml><mj-body>§</mj-body ></mjml>', section('Hello')],
  ])('ends with the links also when its own one is %s', async (_, frame, content) => {
    const text = 'Hello{% if person.title == "Chair" %} {{ links.unsubscribe }}{% endif %}';
    const { id } = await create({ subject: 'News', mjml: frame.replace('§', content), text });
    const message = await preview(id, await createPerson({ lastName: 'Member' }));
    expect(message.html).toMatch(
      /<a href="https:\/\/association\.example\/unsubscribe"[^>]*>Unsubscribe<\/a>/,
    );
    expect(message.text).toContain('Unsubscribe: https://association.example/unsubscribe');
    const chair = await preview(id, await createPerson({ lastName: 'First', title: 'Chair' }));
    expect(chair.html).toContain('https://association.example/unsubscribe');
    expect(chair.text).toBe('Hello https://association.example/unsubscribe\n');
  });

  it('has a name with an apostrophe once escaped, however it came to its place', async () => {
    const { id } = await create({
      subject: 'For {{ person.lastName | escape }}',
      mjml: mjml(
        section(
          '{% capture name %}{{ person.lastName }}{% endcapture %}[{{ name }}] [{{ person.lastName | escape | append: "!" }}] <a href="https://a.example/?n={{ name }}" title="{{ name }}">x</a>',
        ),
      ),
    });
    const message = await preview(id, await createPerson({ lastName: "O'Brien & Co" }));
    expect(message.subject).toBe("For O'Brien & Co");
    expect(message.html).toContain("[O'Brien &amp; Co] [O'Brien &amp; Co!]");
    expect(message.html).toContain(
      'href="https://a.example/?n=O%27Brien%20%26%20Co" title="O&#39;Brien &amp; Co"',
    );
    expect(message.text).toContain("[O'Brien & Co] [O'Brien & Co!]");
  });

  it('loads nothing from elsewhere but its own pictures, and has a plain text made of the HTML', async () => {
    const { id } = await create({
      subject: 'News',
      mjml: mjml(`${section('First paragraph')}${section('<a href="https://a.example/x">Read on</a>')}`),
    });
    const { html, text } = await preview(id);
    expect(html).not.toMatch(/fonts\.googleapis|<link|@import|<script/);
    expect(text).toContain('First paragraph');
    expect(text).toContain('Read on <https://a.example/x>');
  });

  it('hides the address of others from callers who do not see it', async () => {
    const { id } = await create({ subject: 'News', mjml: mjml(section('{{ person.email }}')) });
    const person = await createPerson({ lastName: 'Hidden', email: 'hidden.one@hidden.example' });
    const settings = tenantKey(platform.store('demo'));
    await commit([update(settings, { set: { emailsVisibleTo: 'permission' } })]);
    const user = await platform.tokenFor({
      ...{ tenant: 'demo', personId: demoId('demo', 'person:ben') },
      permissions: ['crm.people.read', 'crm.communication.write'],
    });
    const seen = await send('POST', `/MessageTemplates/${id}/Preview`, { personId: person }, user);
    expect(seen.status, seen.text).toBe(200);
    expect(seen.text).not.toContain('hidden.one@');
  });
});

describe('a template is refused, with everything that is wrong and where', () => {
  it.each([
    [
      'an unknown field',
      { mjml: mjml(section('{{ person.shoeSize }}')) },
      'mjml',
      'person.shoeSize is not a merge field',
    ],
    ['an open tag', { subject: 'Hi {% if person.city %}' }, 'subject', 'not closed'],
    ['an unknown filter', { text: '{{ person.city | shout }}' }, 'text', 'undefined filter: shout'],
    ['a tag that reads files', { mjml: mjml('{% include "x" %}') }, 'mjml', 'tag "include" not found'],
    [
      'a filter that lets markup pass',
      { mjml: mjml(section('{{ person.city | raw }}')) },
      'mjml',
      'undefined filter: raw',
    ],
    ['MJML that is not closed', { mjml: '<mjml><mj-body>' }, 'mjml', 'The MJML is not valid'],
    ['a file that MJML includes', { mjml: mjml('<mj-include path="/etc/passwd" />') }, 'mjml', 'not valid'],
    [
      'an element that MJML does not have',
      { mjml: mjml(`\n${section('x')}\n<mj-banner>x</mj-banner>`) },
      'mjml',
      'Line 3: <mj-banner> is not an element of MJML.',
    ],
    [
      'the same in a part that no sample shows',
      { mjml: mjml(`${section('x')}\n{% if person.city == "Nowhere" %}<mj-banner />{% endif %}`) },
      'mjml',
      'Line 2: <mj-banner> is not',
    ],
    [
      'MJML without a body',
      { mjml: '\n<mjml><mj-head /></mjml>' },
      'mjml',
      'Line 2: the MJML is not valid without <mj-body>',
    ],
    ['an empty body', { mjml: '<mjml>\n<mj-body /></mjml>' }, 'mjml', 'Line 2: <mj-body> is empty'],
    [
      'a program',
      { mjml: mjml(`${section('x')}\n<mj-raw><script>alert(1)</script></mj-raw>`) },
      'mjml',
      'Line 2: <script> is not allowed',
    ],
    [
      'a program of an attribute',
      { mjml: mjml(`${section('x')}\n<mj-raw><b onclick="x()">y</b></mj-raw>`) },
      'mjml',
      'Line 2: onclick is not allowed',
    ],
    [
      'a program that is put together',
      { mjml: mjml(`${section('x')}<mj-raw><scr{{ "ipt" }}>x</scr{{ "ipt" }}></mj-raw>`) },
      'mjml',
      '<script> is not allowed',
    ],
    [
      'a tag that is not closed',
      { mjml: mjml(`\n<mj-section><mj-column>\n<mj-text>x</mj-column></mj-section>`) },
      'mjml',
      '<mj-text> in line 3 is not closed',
    ],
    ['a tag in a wrong place', { mjml: '<mj-body></mj-body>' }, 'mjml', 'in line 1'],
    [
      'a style that hides the link to unsubscribe',
      {
        mjml: `<mjml><mj-head><mj-style>a { display: none }</mj-style></mj-head><mj-body>${section('x')}</mj-body></mjml>`,
      },
      'mjml',
      'would not be seen',
    ],
    [
      'a text without end',
      { mjml: mjml(section('{% for i in (1..9999999) %}x{% endfor %}')) },
      'mjml',
      'limit',
    ],
    [
      'a mail that is cut off',
      { mjml: mjml(section('{% for i in (1..60000) %}xx{% endfor %}')) },
      'mjml',
      'cut off',
    ],
    ['a subject without text', { subject: '{{ person.city }}' }, 'subject', 'empty for some recipients'],
  ])('%s', async (_, texts, field, message) => {
    const whole = { name: 'Wrong', subject: 'News', mjml: mjml(section('Hello')), ...texts };
    const reply = await send('POST', '/MessageTemplates', whole);
    expect(reply.status, reply.text).toBe(400);
    expect(reply.body.error.details).toEqual([
      expect.objectContaining({ field, message: expect.stringContaining(message) }),
    ]);
  });
});

it('a template is replaced with its ETag, keeps its name for itself, and is listed without its texts', async () => {
  const template = await create({ name: 'Once', subject: 'News', mjml: mjml(section('Hello')) });
  const taken = await send('POST', '/MessageTemplates', {
    ...{ name: 'ONCE', subject: 'x', mjml: mjml(section('x')) },
  });
  expect([taken.status, taken.body.error.code]).toEqual([409, 'ALREADY_EXISTS']);
  const replaced = await send('PUT', `/MessageTemplates/${template.id}`, {
    ...{ name: 'Twice', subject: 'Other', mjml: mjml(section('Other')), text: 'Other' },
  });
  expect(replaced.status, replaced.text).toBe(200);
  expect((await send('GET', `/MessageTemplates/${template.id}`)).body).toMatchObject({
    ...{ name: 'Twice', subject: 'Other', text: 'Other' },
  });
  const { data } = (await send('GET', '/MessageTemplates')).body;
  const entry = data.find(({ id }: Body) => id === template.id);
  expect(entry).toMatchObject({ name: 'Twice', subject: 'Other' });
  expect(entry).not.toHaveProperty('mjml');
});

it('names the merge fields', async () => {
  const { data } = (await send('GET', '/MessageTemplates/MergeFields')).body;
  const names = data.map(({ name }: Body) => name);
  expect(names).toContain('person.firstName');
  expect(names).toContain('person.custom["Preferred language"]');
});

it('the demo template is written for somebody on the board and for somebody else', async () => {
  const id = demoId('demo', 'message-template:news');
  const { subject, html } = await preview(id, demoId('demo', 'person:ada'));
  expect(subject).toBe('Ada, the spring conference is open');
  expect(html).not.toContain('you have a seat already');
});
