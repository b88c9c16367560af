// Reads a tenant's people over HTTP, page by page, as a caller of the interface does.
import { expect } from 'vitest';
import type { Reply, TestPlatform } from '../harness/platform.ts';

/** The fields of a listed person that tests read. */
export interface ListedPerson {
  readonly id: string;
  readonly lastName: string | null;
  readonly firstName: string | null;
}

/** Reads a page of the demo tenant's people with this query. */
export const createPageReader =
  (platform: TestPlatform, token: string) =>
  async (query: string): Promise<Reply> => {
    const reply = await platform.call('GET', 'crm', `/api/v1/people?${query}`, { tenant: 'demo', token });
    expect(reply.status).toBe(200);
    return reply;
  };

/** Every person by page number; each page must return the expected total. */
export async function listAllPeople(
  page: (query: string) => Promise<Reply>,
  totalCount: number,
): Promise<readonly ListedPerson[]> {
  const people: ListedPerson[] = [];
  for (let pageIndex = 0; ; pageIndex += 1) {
    const { body } = await page(`pageIndex=${pageIndex}&pageSize=200`);
    expect(body).toMatchObject({ totalCount, pageIndex, pageSize: 200 });
    people.push(...body.data);
    if (!body.hasNextPage) return people;
  }
}

/** Checks that everyone is listed once, by last name; only plain letters sort the same in every language. */
export function expectSortedOnce(people: readonly ListedPerson[], count: number): void {
  expect(people).toHaveLength(count);
  expect(new Set(people.map(({ id }) => id)).size).toBe(count);
  const plain = people
    .filter(({ lastName }) => /^[A-Za-z]+$/.test(lastName ?? ''))
    .map(({ lastName }) => lastName?.toLowerCase() ?? '');
  expect(plain).toEqual([...plain].sort());
}
