// What prevents a merge: something that both people have, and of which one person can have only one.

import type { TenantStore } from '../../../../shared/data/store.ts';
import { loadCommitteeDefinitions } from '../../../../shared/directory/committees/committee-definitions.ts';
import type { PersonItem } from '../../../../shared/directory/people/person-store.ts';
import {
  listExclusive,
  readPartition,
  text,
} from '../../../../shared/directory/record-merge/person-references.ts';
import { isCovered, isRepeated, readTerm } from '../../../../shared/directory/record-merge/repeated-items.ts';
import { type ErrorDetail, Failure } from '../../../../shared/errors/failure.ts';
import { renameReferences } from '../../../../shared/merges/rename-references.ts';
import type { StoredItem } from '../../../../shared/merges/stored-item.ts';
import { describeTerm } from '../../../../shared/time/in-force.ts';

const refuse = (message: string): ErrorDetail => ({ code: 'NOT_ALLOWED', message, target: 'personId' });

const describeContradiction = (item: StoredItem, other: StoredItem): string => {
  const terms = [item, other].map((each) => describeTerm(readTerm(each))).join(' and ');
  return item.type === 'membership'
    ? `Both people are ${text(item.role)} of the committee ${text(item.committeeId)}, ${terms}. Correct or void the membership ${text(item.id)} or ${text(other.id)} first.`
    : `Both people have a relationship of one type with the same official, ${terms}. Change or delete the relationship ${text(item.id)} or ${text(other.id)} first.`;
};

/** The seats of a person, and the relationships; for officials also those from the other side. */
async function listTerms(
  tenant: TenantStore,
  id: string,
  isOfficial: boolean,
): Promise<readonly StoredItem[]> {
  const lists = [
    `PERSON#${id}#COMMITTEES`,
    ...(isOfficial ? [`RELATIONSHIPS-WITH#${id}`, `STAFF-OF#${id}`] : []),
  ];
  const found = await Promise.all([
    readPartition(tenant, `PERSON#${id}`, 'RELATIONSHIP#'),
    ...lists.map((list) => tenant.queryAll(tenant.listing<StoredItem>(list))),
  ]);
  return found.flat();
}

/** Positions and relationships of both at one time whose days differ, and a relationship of one with the other. */
async function listContradictions(
  tenant: TenantStore,
  { id: into }: PersonItem,
  { id: from, offices = [] }: PersonItem,
): Promise<ErrorDetail[]> {
  const others = await listTerms(tenant, from, offices.length > 0);
  if (others.length === 0) return [];
  const [own, { positions }] = await Promise.all([
    listTerms(tenant, into, offices.length > 0),
    loadCommitteeDefinitions(tenant),
  ]);
  const byPerson = Map.groupBy(own, (item) => `${item.type} ${text(item.personId)}`);
  return others.flatMap((item) => {
    const moved = renameReferences(item, { from, into });
    if (moved.officialId !== undefined && moved.officialId === moved.personId)
      return [
        refuse(
          `One of the two has a relationship with the other: delete the relationship ${text(item.id)} first.`,
        ),
      ];
    const known = byPerson.get(`${moved.type} ${text(moved.personId)}`) ?? [];
    const repeated = known.filter((other) => isRepeated(moved, other, positions));
    const [other] = repeated.some((each) => isCovered(moved, each)) ? [] : repeated;
    return other ? [refuse(describeContradiction(moved, other))] : [];
  });
}

/** @throws Failure 409 with everything that both have and one person can't have twice */
export async function assertMergeable(
  tenant: TenantStore,
  remaining: PersonItem,
  removed: PersonItem,
): Promise<void> {
  const [own, others] = await Promise.all([
    listExclusive(tenant, remaining.id),
    listExclusive(tenant, removed.id),
  ]);
  const details: ErrorDetail[] = [
    ...others.flatMap(({ key, what, how }) =>
      own.some((each) => each.key === key) ? [refuse(`Both people have ${what}. ${how}`)] : [],
    ),
    ...(await listContradictions(tenant, remaining, removed)),
  ];
  if (details.length === 0) return;
  const message =
    details.length === 1
      ? (details[0]?.message ?? '')
      : `The two people have ${details.length} things that one person can have only once (see details).`;
  throw new Failure('CONFLICT', message, { target: 'personId', details });
}
