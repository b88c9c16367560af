// What prevents an erasure, and the erasure of everybody of the demo data (docs/interface/crm.md#erasure).
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { handler as sweepErasures } from '../../../functions/crm/jobs/sweep-people-erasures/handler.ts';
import { putErasure } from '../../../functions/crm/people/erasure/store.ts';
import { commit } from '../../../shared/data/changes.ts';
import { personKey } from '../../../shared/directory/people/person-store.ts';
import { loadIdentity } from '../../../shared/directory/person-data/identity.ts';
import { people as directory } from '../../../shared/directory/writing/collection.ts';
import { buildRecordChanges } from '../../../shared/directory/writing/record-changes.ts';
import { startPlatform, type TestPlatform } from '../../harness/platform.ts';
import { scanTenant } from './person-everywhere.ts';

let platform: TestPlatform;
let token: string;
let people: { readonly id: string; readonly displayName: string; readonly email: string | null }[];
beforeAll(async () => {
  platform = await startPlatform();
  token = await platform.tokenFor({
    tenant: 'demo',
    permissions: ['crm.people.read', 'crm.people.erase', 'crm.emails.read'],
  });
  people = (await send('GET', '?pageSize=200')).body.data;
});
afterAll(() => platform.stop());

const send = (method: string, path: string) =>
  platform.call(method, 'crm', `/api/v1/people${path}`, { tenant: 'demo', token });

/** By their ids: who can be erased, and for others all reasons. */
async function plan(): Promise<Map<string, readonly string[]>> {
  const reasons = new Map<string, readonly string[]>();
  for (const { id } of people) {
    const { status, body } = await send('POST', `/${id}/Erase?validateOnly=true`);
    const { message, details = [] } = body.error ?? {};
    reasons.set(
      id,
      status === 200
        ? []
        : details.length > 0
          ? details.map((each: { message: string }) => each.message)
          : [message],
    );
  }
  return reasons;
}

describe('an erasure', () => {
  it('is refused for everything that is under way, each with what to do, all at once', async () => {
    const reasons = [...(await plan()).values()];
    for (const pattern of [
      /signs in as .*: disable the user/,
      /The class begins on \d{4}-\d\d-\d\d: cancel or transfer the registration/,
      /is owed for the registration .*: record the payment/,
      /Withdraw the registration .* for the award/,
      /teaches .* give the class .* another instructor/,
      /waits for the person's approval: delegate it/,
      /approves in the chain .*: name somebody else/,
      /of the committee .*: end the membership/,
      /holds a public office/,
    ])
      expect(
        reasons.flat().some((reason) => pattern.test(reason)),
        String(pattern),
      ).toBe(true);
    expect(reasons.some((each) => each.length > 2)).toBe(true);
  });

  it('of everybody of the demo data, whatever is under way, leaves neither ids nor names nor addresses', async () => {
    const tenant = platform.store('demo');
    const now = new Date();
    for (const { id } of people) {
      const person = await tenant.get(personKey(tenant, id));
      if (!person) throw new Error(`There is no person ${id}`);
      const open = { identity: await loadIdentity(tenant, person), pseudonym: randomUUID() };
      await commit([
        ...(await buildRecordChanges(tenant, directory, [], undefined, [person])),
        putErasure(tenant, undefined, {
          ...{ id, status: 'running', mark: '1', requestedBy: 'test', counts: {}, open },
          ...{ requestedDate: now.toISOString(), startedAt: now.toISOString(), progress: { phase: 'data' } },
        }),
      ]);
    }
    await sweepErasures(undefined, undefined, new Date(Date.now() + 61_000));
    // Runs that award many people keep the ids of those whom they have not decided about, for 90 days; the count of an
    // audience keeps those of its sample until it expires, and shows none of a person who was erased.
    const left = (await scanTenant()).filter(
      ({ sk, type }) => sk !== 'ERASURE' && !/^(awarding(-progress)?|broadcast-audience)$/.test(String(type)),
    );
    const untracked = new Set(
      left.filter(({ gsi1pk }) => String(gsi1pk).includes('#BILLS-UNTRACKED#')).map(({ pk }) => pk),
    );
    // Sponsors and votes of bills that nobody tracks are left to their next import.
    const texts = left
      .filter(({ pk }) => !untracked.has(pk))
      .map((item) => `${item.pk} ${item.sk} ${JSON.stringify(item)}`);
    const find = (sought: string): string[] =>
      texts
        .filter((text) => text.toLowerCase().includes(sought.toLowerCase()))
        .map((text) => text.slice(0, 300));
    const found = people.flatMap(({ id, email }) => [...find(id), ...(email ? find(email) : [])]);
    expect(found).toEqual([]);
    expect(people.length).toBeGreaterThan(25);
  });
});
