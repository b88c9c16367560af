// Reads and writes political relationships: several of any people in one transaction.
import { type Change, check, ifAbsent, ifPresent, remove } from '../../../../shared/data/changes.ts';
import type { TenantStore } from '../../../../shared/data/store.ts';
import {
  loadRelationships,
  MAX_RELATIONSHIPS,
  type PersonRelationships,
  putRelationship,
  RelationshipContent,
  type RelationshipItem,
  relationshipKey,
  STRENGTHS,
} from '../../../../shared/directory/officials/political-relationship.ts';
import { peopleById, personKey } from '../../../../shared/directory/people/person-store.ts';
import { nextVersion, pickContent } from '../../../../shared/directory/record/stored.ts';
import {
  conflict,
  type ErrorDetail,
  Failure,
  notFound,
  throwIfInvalid,
} from '../../../../shared/errors/failure.ts';
import { unknownId } from '../../../../shared/errors/unknown-id.ts';
import { type IfMatch, ifUnchanged } from '../../../../shared/http/etag.ts';
import { noContent, ok, write } from '../../../../shared/http/reply.ts';
import { toLocalDate } from '../../../../shared/time/local-date.ts';
import { applyFields, omitBlank } from '../../fields/fields.ts';
import { describeFormerPerson } from '../../people/unknown-person.ts';
import { noPerson } from '../../people/write-person.ts';
import { loadRelationshipTypes } from '../relationship-types/relationship-type.ts';
import {
  findOverlaps,
  presentRelationship,
  type Referenced,
  type RelationshipWrite,
  validateRelationship,
} from './relationship.ts';
import type { RelationshipInput } from './schemas.ts';

/** @throws Failure 409 where a person would have more relationships than are read at once */
export function assertNotTooMany(count: number): void {
  if (count > MAX_RELATIONSHIPS)
    throw conflict(`A person has at most ${MAX_RELATIONSHIPS} relationships: delete some first.`);
}

/** The parts of a request's context that relationships need. */
export interface RelationshipContext {
  readonly tenant: TenantStore;
  readonly settings: { readonly timeZone: string };
  readonly now: Date;
}

interface WriteContext extends RelationshipContext {
  readonly newId: () => string;
  readonly ifMatch: IfMatch | undefined;
}

type Stored = ReadonlyMap<string, PersonRelationships>;

export const todayOf = ({ settings, now }: RelationshipContext): string =>
  toLocalDate(settings.timeZone, now);

/** The people and types that relationships refer to. A query, and a round trip per hundred people. */
export async function loadReferenced(
  tenant: TenantStore,
  relationships: readonly Pick<RelationshipContent, 'personId' | 'officialId'>[],
): Promise<Referenced> {
  const ids = [...new Set(relationships.flatMap(({ personId, officialId }) => [personId, officialId]))];
  const [people, types] = await Promise.all([
    ids.length === 0 ? [] : peopleById(tenant, ids),
    loadRelationshipTypes(tenant),
  ]);
  return {
    people: new Map(people.flatMap((person) => (person ? [[person.id, person] as const] : []))),
    types,
  };
}

/** What became of the people of these relationships who are no longer there, by id. */
async function findFormerPeople(
  tenant: TenantStore,
  relationships: readonly Pick<RelationshipContent, 'personId' | 'officialId'>[],
  { people }: Referenced,
): Promise<ReadonlyMap<string, string>> {
  const ids = relationships.flatMap(({ personId, officialId }) => [personId, officialId]);
  const unknown = [...new Set(ids)].filter((id) => !people.has(id));
  const messages = await Promise.all(unknown.map((id) => describeFormerPerson(tenant, id)));
  return new Map(
    messages.flatMap((message, index) => (message === undefined ? [] : [[unknown[index] ?? '', message]])),
  );
}

/** The relationship of a path, with the others of the person. @throws Failure 404 */
async function requireRelationship(
  tenant: TenantStore,
  { peopleId, relationshipId }: { readonly peopleId: string; readonly relationshipId: string },
): Promise<{ readonly found: RelationshipItem; readonly own: PersonRelationships }> {
  const own = await loadRelationships(tenant, peopleId.toLowerCase());
  const found = own.relationships.find(({ id }) => id === relationshipId.toLowerCase());
  if (found) return { found, own };
  const person = await tenant.get(personKey(tenant, peopleId.toLowerCase()));
  throw person
    ? notFound('relationship', relationshipId, 'relationshipId')
    : await noPerson(tenant, peopleId, 'peopleId');
}

/** No relationship is written for somebody who is merged or erased at that moment. */
const checkPeople = (tenant: TenantStore, items: readonly RelationshipItem[]): Change[] =>
  [...new Set(items.flatMap(({ personId, officialId }) => [personId, officialId]))].map((id) =>
    check(personKey(tenant, id), ifPresent, 'retry'),
  );

/**
 * The relationships after these writes, and the changes that make them.
 * @param nameTarget the field of the request, from the number of the write and a field of a relationship
 * @throws Failure 400 with everything that is wrong with any of them, 409 with every overlap, or when a person has too many
 */
function buildWrites(
  { tenant, now, ifMatch }: Pick<WriteContext, 'tenant' | 'now' | 'ifMatch'>,
  writes: readonly RelationshipWrite[],
  { stored, referenced }: { readonly stored: Stored; readonly referenced: Referenced },
  nameTarget: (index: number, field: string) => string,
  faults: readonly ErrorDetail[] = [],
) {
  const current = new Map([...stored].map(([id, { relationships }]) => [id, [...relationships]]));
  const found: ErrorDetail[] = [...faults];
  const overlaps: ErrorDetail[] = [];
  const items = writes.map((each, index) => {
    const own = current.get(each.content.personId) ?? [];
    const rename = (detail: ErrorDetail) => ({ ...detail, target: nameTarget(index, detail.target) });
    found.push(...validateRelationship(each, referenced).map(rename));
    overlaps.push(...findOverlaps(each, own, referenced).map(rename));
    const after = nextVersion('political-relationship', each.id, each.content, each.before, now);
    current.set(each.content.personId, [...own.filter(({ id }) => id !== after.id), after]);
    return after;
  });
  throwIfInvalid(found);
  const [first] = overlaps;
  if (first) throw new Failure('CONFLICT', first.message, { target: first.target, details: overlaps });
  for (const own of current.values()) assertNotTooMany(own.length);
  const changes = [
    ...items.map((after, index) => {
      const before = writes[index]?.before;
      return putRelationship(
        tenant,
        after,
        before ? ifUnchanged(before.version, ifMatch) : { condition: ifAbsent, onConflict: 'retry' },
      );
    }),
    ...[...stored.values()].map(({ guard }) => guard()),
    ...checkPeople(tenant, items),
  ];
  return { items, changes };
}

const toContent = ({ personId, officialId, typeId, strength, ...rest }: RelationshipInput) => ({
  ...{ personId, officialId, typeId, strength: strength ?? STRENGTHS.byDefault },
  ...omitBlank({ startDate: rest.startDate, endDate: rest.endDate, notes: rest.notes, title: rest.title }),
});

/** Each relationship may be written once, and one that is replaced must be one of the person. */
function validateIds(
  inputs: readonly RelationshipInput[],
  stored: Stored,
  nameTarget: (index: number, field: string) => string,
): ErrorDetail[] {
  return inputs.flatMap(({ id, personId }, index): ErrorDetail[] => {
    if (!id) return [];
    const target = nameTarget(index, 'id');
    if (inputs.findIndex((other) => other.id === id) < index)
      return [{ code: 'DUPLICATE_VALUE', message: `The relationship ${id} is sent twice.`, target }];
    const isOwn = stored.get(personId)?.relationships.some((own) => own.id === id);
    return isOwn ? [] : [unknownId('relationship of the person', id, target)];
  });
}

/** Adds relationships and replaces those with an id: all of them, or none. */
export async function saveRelationships(
  context: WriteContext,
  inputs: readonly RelationshipInput[],
  nameTarget: (index: number, field: string) => string,
) {
  const { tenant, newId } = context;
  const personIds = [...new Set(inputs.map(({ personId }) => personId))];
  const [found, ...loaded] = await Promise.all([
    loadReferenced(tenant, inputs),
    ...personIds.map(async (id) => [id, await loadRelationships(tenant, id)] as const),
  ]);
  const referenced = { ...found, formerPeople: await findFormerPeople(tenant, inputs, found) };
  const stored = new Map(loaded);
  const writes = inputs.map((input) => {
    const before = stored.get(input.personId)?.relationships.find(({ id }) => id === input.id);
    return { before, id: before?.id ?? newId(), content: toContent(input) };
  });
  const faults = validateIds(inputs, stored, nameTarget);
  const { items, changes } = buildWrites(context, writes, { stored, referenced }, nameTarget, faults);
  return { views: items.map((item) => presentRelationship(item, referenced, todayOf(context))), changes };
}

const FIELDS = ['typeId', 'strength', 'startDate', 'endDate', 'notes', 'title'] as const;

/** Changes fields of a relationship and answers with the result. */
export async function changeRelationship(
  context: WriteContext,
  ids: { readonly peopleId: string; readonly relationshipId: string },
  sent: Readonly<Record<string, unknown>>,
) {
  const { tenant } = context;
  const { found, own } = await requireRelationship(tenant, ids);
  const referenced = await loadReferenced(tenant, [found]);
  const content = applyFields(pickContent(RelationshipContent, found), sent, FIELDS, { isWhole: false });
  const { items, changes } = buildWrites(
    context,
    [{ before: found, id: found.id, content }],
    { stored: new Map([[found.personId, own]]), referenced },
    (_, field) => field,
  );
  const [after = found] = items;
  return write(changes, presentReply(context, after, referenced));
}

// Names and the status change alone: the tag identifies the body, too.
const presentReply = (context: RelationshipContext, item: RelationshipItem, referenced: Referenced) =>
  ok(presentRelationship(item, referenced, todayOf(context)), { version: item.version, isComposed: true });

/** Answers with a relationship. */
export async function replyWithRelationship(
  context: RelationshipContext,
  ids: { readonly peopleId: string; readonly relationshipId: string },
) {
  const { found } = await requireRelationship(context.tenant, ids);
  return presentReply(context, found, await loadReferenced(context.tenant, [found]));
}

/** Deletes a relationship. */
export async function removeRelationship(
  { tenant, ifMatch }: Pick<WriteContext, 'tenant' | 'ifMatch'>,
  ids: { readonly peopleId: string; readonly relationshipId: string },
) {
  const { found } = await requireRelationship(tenant, ids);
  return write([remove(relationshipKey(tenant, found), ifUnchanged(found.version, ifMatch))], noContent());
}
