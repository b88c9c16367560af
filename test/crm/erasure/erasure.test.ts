// The erasure of a person who is everywhere (docs/interface/crm.md#erasure).
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { handler as erasePeople } from '../../../functions/crm/jobs/erase-people/handler.ts';
import { handler as sweepErasures } from '../../../functions/crm/jobs/sweep-people-erasures/handler.ts';
import { handler as eraseUser } from '../../../functions/identity/jobs/erase-user/handler.ts';
import { startPlatform, type TestPlatform } from '../../harness/platform.ts';
import { sweepValuesOfDay } from '../communication/sweep-values.ts';
import {
  type EverywherePerson,
  type Item,
  scanTenant,
  unmistakable,
  writeEverywhere,
} from './person-everywhere.ts';

const DAY = 86_400_000;
let platform: TestPlatform;
let person: EverywherePerson;

const send = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
  platform.call(method, 'crm', `/api/v1/people${path}`, {
    tenant: 'demo',
    token: person.adminToken,
    body,
    headers,
  });

/** The change of an erasure, which calls the functions. */
const buildChange = (id: string) => ({
  eventName: 'MODIFY' as const,
  dynamodb: {
    Keys: { pk: { S: `T#demo#PERSON#${id}` }, sk: { S: 'ERASURE' } },
    NewImage: { type: { S: 'person-erasure' } },
  },
});

/** Calls the function as the change of an erasure does, with time for so many steps. */
async function runJob(id: string, steps = Number.POSITIVE_INFINITY): Promise<void> {
  let left = steps;
  await erasePeople(
    { Records: [buildChange(id)] },
    {
      getRemainingTimeInMillis: () => {
        left -= 1;
        return left >= 0 ? 60_000 : 0;
      },
    },
  );
}

const toText = (item: Item): string =>
  JSON.stringify(item, (_, value) => {
    if (!(value instanceof Uint8Array)) return value;
    const isGzip = value[0] === 0x1f && value[1] === 0x8b;
    return isGzip ? gunzipSync(value).toString('utf8') : Buffer.from(value).toString('latin1');
  }).toLowerCase();
const findTexts = (items: readonly Item[], texts: readonly string[]): string[] =>
  items.flatMap((item) => {
    const text = toText(item);
    const found = texts.filter((each) => text.includes(each));
    return found.length > 0 ? [`${item.pk} ${item.sk}: ${found.join(', ')}`] : [];
  });

beforeAll(async () => {
  platform = await startPlatform();
  person = await writeEverywhere(platform);
});
afterAll(() => platform.stop());

describe('an erasure', () => {
  it('is refused with every reason while something is under way', async () => {
    const refused = await send('POST', `/${person.id}/Erase`);
    expect(refused.status, refused.text).toBe(409);
    expect(refused.text).toContain('disable the user');
  });

  it('says in a dry run what it would do, and changes nothing', async () => {
    const platformToken = await platform.tokenFor({ tenant: 'demo', roles: ['platform-admin'] });
    const disabled = await platform.call('POST', 'identity', `/api/v1/Users/${person.userId}/Disable`, {
      tenant: 'demo',
      token: platformToken,
    });
    expect(disabled.status, disabled.text).toBe(200);
    const before = await scanTenant();
    const planned = await send('POST', `/${person.id}/Erase?validateOnly=true`);
    expect(planned.status, planned.text).toBe(200);
    expect(planned.body).toMatchObject({ status: 'Planned', personId: person.id });
    expect(planned.body.erased).toContainEqual(
      expect.objectContaining({ area: 'Training', type: 'certification', removed: 0, pseudonymised: 1 }),
    );
    expect(await scanTenant()).toHaveLength(before.length);
  });

  it('leaves nothing that names the person, whatever steps it is done in', async () => {
    const { id, mergedId } = person;
    const begun = await send('POST', `/${id}/Erase`);
    expect(begun.status, begun.text).toBe(200);
    expect(begun.body.status).toBe('Running');
    expect((await send('GET', `/${id}`)).status).toBe(404);
    for (let call = 0; call < 5; call += 1) await runJob(id, 4);
    expect((await send('GET', `/${id}/Erasure`)).body.status).toBe('Running');
    // Repeating it changes nothing.
    for (const call of ['first', 'second']) {
      await eraseUser({ Records: [buildChange(id)] });
      const platformToken = await platform.tokenFor({ tenant: 'demo', roles: ['platform-admin'] });
      const user = await platform.call('GET', 'identity', `/api/v1/Users/${person.userId}`, {
        tenant: 'demo',
        token: platformToken,
      });
      expect(user.status, call).toBe(404);
    }
    await runJob(id);
    await sweepErasures(undefined, undefined, new Date(Date.now() + 61_000));
    for (const days of [0, 2]) await sweepValuesOfDay(platform.store('demo'), Date.now() + days * DAY);
    const report = (await send('GET', `/${id}/Erasure`)).body;
    expect(report.status).toBe('Done');
    const left = (await scanTenant()).filter(
      ({ pk, type }) => type !== 'idempotent-reply' && !pk.includes('#ERASED-PERSON#'),
    );
    expect(findTexts(left, unmistakable)).toEqual([]);
    expect(findTexts(left, [id, mergedId])).toEqual([`T#demo#PERSON#${id} ERASURE: ${id}`]);
    for (const type of [
      'person-merge',
      'notification',
      'mail',
      'sign-in',
      'subject',
      'view',
      'file',
      'batch-row',
    ])
      expect(
        report.erased.find((each: { type: string }) => each.type === type)?.removed,
        type,
      ).toBeGreaterThan(0);
    for (const type of [
      'certification',
      'registration',
      'audit',
      'followed-change',
      'activity-line',
      'bill-note',
      'calendar-event-notice',
    ])
      expect(
        report.erased.find((each: { type: string }) => each.type === type)?.pseudonymised,
        type,
      ).toBeGreaterThan(0);
  });
});

describe('after an erasure', () => {
  it('the id says that the person was erased, for whoever asks for it', async () => {
    const gone = await send('PATCH', `/${person.id}`, { title: 'Clerk' });
    expect(gone.status).toBe(404);
    expect(gone.text).toContain('the person was erased');
    expect((await send('GET', `/${person.mergedId}`)).text).toContain('the person was erased');
    expect((await send('POST', `/${person.id}/UndoMerge`)).status).toBe(404);
  });

  it('a certificate is verified without a name, and issued no more', async () => {
    const { certificateNumber, certificationId, adminToken: token } = person;
    const verified = await platform.call(
      'GET',
      'training',
      `/api/v1/Public/Verify/demo/${certificateNumber}`,
      {
        headers: { Accept: 'application/json' },
      },
    );
    expect(verified.body).toMatchObject({ status: 'Valid', holder: 'Erased person' });
    for (const form of ['Credential', 'Certificate.pdf']) {
      const issued = await platform.call(
        'GET',
        'training',
        `/api/v1/Certifications/${certificationId}/${form}`,
        {
          tenant: 'demo',
          token,
        },
      );
      expect(issued.status, form).toBe(409);
      expect(issued.text).toContain('was erased');
    }
  });

  it('a reply that is kept for a repeated request is not repeated, and the request not either', async () => {
    const { body, headers } = person.creation;
    const repeated = await send('POST', '', body, headers);
    expect(repeated.status).toBe(422);
    expect(repeated.text).not.toContain('Zuckmantel');
    expect((await send('POST', '/SearchPeopleList/Zuckmantel')).body.data).toEqual([]);
  });

  it('the user can no longer do anything in the tenant', async () => {
    const reply = await platform.call('GET', 'crm', '/api/v1/people', {
      tenant: 'demo',
      token: person.userToken,
    });
    expect(reply.status).toBe(401);
  });
});
