// Courses and awards do not require themselves, also not through each other (docs/interface/training.md#prerequisites).
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startPlatform, type TestPlatform } from '../../harness/platform.ts';

let platform: TestPlatform;
let token: string;

beforeAll(async () => {
  platform = await startPlatform();
  const permissions = ['training.awards.write', 'training.courses.write'] as const;
  token = await platform.tokenFor({ tenant: 'demo', permissions });
});
afterAll(() => platform.stop());

const call = (method: string, path: string, body: object) =>
  platform.call(method, 'training', `/api/v1${path}`, { tenant: 'demo', token, body });

interface Named {
  readonly type: 'Course' | 'Award';
  readonly id: string;
  readonly name: string;
}
async function create(type: Named['type'], label: string, prerequisites: Named[] = []): Promise<Named> {
  const name = `${label} ${randomUUID().slice(0, 8)}`;
  const refer = prerequisites.map(({ type: kind, id }) => ({ type: kind, id }));
  const { status, body, text } = await call('POST', `/${type}s`, { name, prerequisites: refer });
  expect(status, text).toBe(201);
  return { type, id: body.id, name };
}
const course = (label: string, prerequisites?: Named[]) => create('Course', label, prerequisites);
const award = (label: string, prerequisites?: Named[]) => create('Award', label, prerequisites);
const require = (of: Named, needed: Named[], query = '') =>
  call('PUT', `/${of.type}s/${of.id}${query}`, {
    prerequisites: needed.map(({ type, id }) => ({ type, id })),
  });
const setCurriculum = (of: Named, courses: Named[]) =>
  call('PUT', `/Awards/${of.id}/Curriculum`, { requiredCourseIds: courses.map(({ id }) => id) });
const refusal = (target: string, ...path: Named[]) => [
  {
    code: 'NOT_ALLOWED',
    message: `A course or an award must not require itself: ${path.map(({ name }) => name).join(' requires ')}.`,
    target,
  },
];

describe('a circle of prerequisites is refused with its path', () => {
  it('of two courses', async () => {
    const a = await course('A');
    const b = await course('B', [a]);
    const { status, body } = await require(a, [b]);
    expect(status).toBe(400);
    expect(body.error.details).toEqual(refusal('prerequisites[0].id', a, b, a));
  });

  it('of three awards, at the prerequisite that leads back', async () => {
    const a = await award('A');
    const b = await award('B', [a]);
    const c = await award('C', [b]);
    const other = await award('Other');
    const { status, body } = await require(a, [other, c]);
    expect(status).toBe(400);
    expect(body.error.details).toEqual(refusal('prerequisites[1].id', a, c, b, a));
    expect((await require(a, [other, c], '?validateOnly=true')).status).toBe(400);
  });

  it('of a course and an award', async () => {
    const a = await award('A');
    const b = await course('B', [a]);
    const c = await award('C', [b]);
    expect((await require(a, [c])).body.error.details).toEqual(refusal('prerequisites[0].id', a, c, b, a));
    expect((await require(b, [a, c])).body.error.details).toEqual(refusal('prerequisites[1].id', b, c, b));
  });

  it('through the required courses of a curriculum', async () => {
    const a = await award('A');
    const b = await course('B', [a]);
    const c = await course('C', [b]);
    const { status, body } = await setCurriculum(a, [c]);
    expect(status).toBe(400);
    expect(body.error.details).toEqual(refusal('requiredCourseIds[0]', a, c, b, a));
    const taught = await course('Taught');
    expect((await setCurriculum(a, [taught])).status).toBe(200);
    expect((await require(taught, [c])).body.error.details).toEqual(
      refusal('prerequisites[0].id', taught, c, b, a, taught),
    );
  });

  it('that two requests would close only together', async () => {
    for (const kind of ['Course', 'Award'] as const) {
      const [a, b] = [await create(kind, 'A'), await award('B')];
      const replies = await Promise.all([require(a, [b]), require(b, [a])]);
      expect(replies.map(({ status }) => status).sort()).toEqual([200, 400]);
    }
  });
});

it('the same prerequisite may be reached on two ways, and kept when something else is changed', async () => {
  const base = await course('Base');
  const left = await course('Left', [base]);
  const right = await course('Right', [base]);
  const top = await award('Top');
  expect((await require(top, [left, right, base])).status).toBe(200);
  expect((await require(top, [right])).status).toBe(200);
  expect((await call('PUT', `/Awards/${top.id}`, { price: 5 })).status).toBe(200);
});
