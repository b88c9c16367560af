// Writes the memberships of a committee, and the copy of each that its person has.

import type { Change } from '../../../../shared/data/changes.ts';
import type { TenantStore } from '../../../../shared/data/store.ts';
import { MembershipContent } from '../../../../shared/directory/committees/committee.ts';
import type { MembershipItem } from '../../../../shared/directory/committees/committee-store.ts';
import { replaceTerm } from '../../../../shared/directory/committees/committee-term.ts';
import {
  VacancyContent,
  type VacancyItem,
} from '../../../../shared/directory/committees/committee-vacancy.ts';
import { displayName, PersonContent } from '../../../../shared/directory/people/person.ts';
import { type PersonItem, personKey } from '../../../../shared/directory/people/person-store.ts';
import { nextVersion, pickContent } from '../../../../shared/directory/record/stored.ts';
import { memberships, people } from '../../../../shared/directory/writing/collection.ts';
import { buildRecordChanges } from '../../../../shared/directory/writing/record-changes.ts';
import { conflict, notFound, throwIfInvalid } from '../../../../shared/errors/failure.ts';
import { unknownId } from '../../../../shared/errors/unknown-id.ts';
import type { IfMatch } from '../../../../shared/http/etag.ts';
import { ok, type Reply, write } from '../../../../shared/http/reply.ts';
import { describeTerm } from '../../../../shared/time/in-force.ts';
import { applyFields, omitBlank } from '../../fields/fields.ts';
import { describeUnknownPeople } from '../../people/unknown-person.ts';
import { followMembership, type OpenedVacancy } from './former-vacancy.ts';
import { loadNames, presentMember } from './present.ts';
import type { CommitteeMember, CommitteeMemberFields, CommitteeMemberInput } from './schemas.ts';
import { findSeatConflicts } from './seat.ts';
import { loadSeats, requireMember, type Seats, todayOf } from './seats.ts';
import { findFilledVacancy, writeVacancy } from './vacancy.ts';
import { validatePosition, validateReferences, validateTerm } from './validate-member.ts';

/** The parts of a request's context that writing a membership needs. */
interface WriteContext {
  readonly tenant: TenantStore;
  readonly settings: { readonly timeZone: string };
  readonly now: Date;
  readonly newId: () => string;
  readonly ifMatch: IfMatch | undefined;
}

/** A membership before and after a change. */
interface MembershipWrite {
  readonly before: MembershipItem | undefined;
  readonly after: MembershipItem;
}

/**
 * Sources may have overlaps, and a position may become exclusive later: one that was there before is not refused.
 * @throws Failure 409 with the holder's name and dates when the seat is taken at that time
 */
async function assertSeatFree(
  tenant: TenantStore,
  { before, after }: MembershipWrite,
  { memberships: others, committee, definitions: { positions } }: Seats,
): Promise<void> {
  const known = before ? findSeatConflicts(before, others, positions) : [];
  const taken = findSeatConflicts(after, others, positions).find((other) => !known.includes(other));
  if (!taken) return;
  const name = (await loadNames(tenant, [taken])).get(taken.personId) ?? 'Somebody';
  const held = `${name} is ${taken.role} of ${committee?.name ?? 'the committee'} ${describeTerm(taken)}`;
  throw conflict(
    taken.personId === after.personId
      ? `${held} already: choose a term that does not overlap, or change that membership (${taken.id}).`
      : `${held}, and one person at a time holds the position: end that membership first, choose a term that does not overlap, or send isShared with both.`,
    'positionId',
  );
}

const personNow = (tenant: TenantStore, id: string): Promise<PersonItem | undefined> =>
  tenant.get(personKey(tenant, id), { consistent: true });

/** Updates the copy that the person has. Without a change of it nothing is written: imported memberships have none. */
async function buildPersonChanges(
  tenant: TenantStore,
  before: PersonItem | undefined,
  membership: MembershipItem,
  now: Date,
): Promise<Change[]> {
  if (!before) return [];
  const { terms: former = [], ...content } = pickContent(PersonContent, before);
  const terms = replaceTerm(former, membership);
  if (JSON.stringify(terms) === JSON.stringify(former)) return [];
  const changed = { ...content, ...(terms.length > 0 && { terms }) };
  const after = nextVersion('person', before.id, changed, before, now);
  return buildRecordChanges(tenant, people, [{ before, after }]);
}

/**
 * The changes that write a membership, so that of two requests for a seat the later one sees the earlier, and none is
 * written for a person who is merged or erased at that moment.
 */
async function buildMemberChanges(
  { tenant, now, ifMatch }: Pick<WriteContext, 'tenant' | 'now' | 'ifMatch'>,
  { before, after }: MembershipWrite,
  seats: Seats,
  person: PersonItem | undefined,
): Promise<Change[]> {
  await assertSeatFree(tenant, { before, after }, seats);
  return [
    ...(await buildRecordChanges(tenant, memberships, [{ before, after }], before && ifMatch)),
    ...(await buildPersonChanges(tenant, person, after, now)),
    seats.guard(),
  ];
}

/** The dates of a new membership: by default those of its election term, else from today. */
function resolveDates(context: WriteContext, input: CommitteeMemberInput, { definitions }: Seats) {
  const term = definitions.electionTerms.find(({ id }) => id === input.electionTermId);
  return omitBlank({
    startDate: input.startDate === undefined ? (term?.startDate ?? todayOf(context)) : input.startDate,
    endDate: input.endDate === undefined ? term?.endDate : input.endDate,
  });
}

const roleOf = (name: string, isShared: boolean | undefined): string => (isShared ? `Co-${name}` : name);

/** The vacancy that a new membership is to fill, with what was read of its committee. */
interface Filling {
  readonly seats: Seats;
  readonly vacancy: VacancyItem;
}

/** A new membership, with the changes that write it and fill the vacancy of its seat. */
export async function insertMember(context: WriteContext, input: CommitteeMemberInput, filling?: Filling) {
  const { tenant, now, newId } = context;
  const { committeeId, personId, positionId, electionTermId, regionId, isShared } = input;
  const [seats, person] = await Promise.all([
    filling?.seats ?? loadSeats(tenant, committeeId),
    personNow(tenant, personId),
  ]);
  const { committee, definitions } = seats;
  const position = definitions.positions.find(({ id }) => id === positionId);
  const dates = resolveDates(context, input, seats);
  throwIfInvalid([
    ...(committee ? [] : [unknownId('committee', committeeId, 'committeeId')]),
    ...(person ? [] : await describeUnknownPeople(tenant, [{ id: personId, target: 'personId' }])),
    ...(position
      ? validatePosition(position, committee)
      : [unknownId('committee position', positionId, 'positionId')]),
    ...validateReferences(input, definitions),
    ...validateTerm({ ...dates, ...omitBlank({ electionTermId }) }, definitions),
  ]);
  if (!person || !position) throw notFound('person', personId);
  const id = newId();
  const vacancy =
    filling?.vacancy ?? findFilledVacancy({ positionId, ...omitBlank({ regionId }), ...dates }, seats);
  const filled = vacancy && fillVacancy(context, vacancy, id, filling && context.ifMatch);
  const content: MembershipContent = {
    ...{ committeeId, personId, positionId, termKey: id, role: roleOf(position.name, isShared) },
    ...(vacancy && { vacancyId: vacancy.id }),
    ...(isShared && { isShared }),
    ...omitBlank({ electionTermId, regionId }),
    ...dates,
  };
  const after = nextVersion('membership', id, content, undefined, now);
  const names = { definitions, people: new Map([[person.id, displayName(person)]]) };
  return {
    member: after,
    view: presentMember(after, names, todayOf(context)),
    vacancy: filled?.after,
    seats: { ...seats, memberships: [...seats.memberships, after] },
    changes: [
      ...(await buildMemberChanges(context, { before: undefined, after }, seats, person)),
      ...(filled ? [filled.change] : []),
    ],
  };
}

const fillVacancy = (
  { tenant, now }: WriteContext,
  before: VacancyItem,
  membershipId: string,
  ifMatch: IfMatch | undefined,
) => {
  const content = { ...pickContent(VacancyContent, before), membershipId };
  return writeVacancy(tenant, { before, id: before.id, content, now }, ifMatch);
};

const CHANGEABLE = ['startDate', 'endDate', 'endReason', 'electionTermId', 'regionId', 'isShared', 'role'];
const DATED = ['startDate', 'endDate', 'electionTermId'] as const;

/**
 * Changes fields of a membership and answers with the result. The vacancies that it left follow its last day.
 * @param opened opens a vacancy after it
 * @throws Failure 409 when it is void, or the seat is taken at that time
 */
export async function changeMember(
  context: WriteContext,
  ids: { readonly committeeId: string; readonly membershipId: string },
  input: CommitteeMemberFields,
  opened?: OpenedVacancy,
) {
  const { member, seats } = await requireMember(context.tenant, ids);
  assertNotVoid(member);
  const stored = pickContent(MembershipContent, member);
  const position = seats.definitions.positions.find(({ id }) => id === member.positionId);
  const isShared = input.isShared ?? member.isShared;
  const isRenamed = position !== undefined && (isShared ?? false) !== (member.isShared ?? false);
  const content = applyFields(
    stored,
    {
      ...input,
      isShared: isShared || null,
      role: isRenamed ? roleOf(position.name, isShared) : undefined,
    },
    CHANGEABLE,
    { isWhole: false },
  );
  const isDated = DATED.some((name) => content[name] !== stored[name]);
  throwIfInvalid([
    ...validateReferences(input, seats.definitions),
    ...(isDated ? validateTerm(content, seats.definitions) : []),
  ]);
  return replaceMember(context, member, content, seats, (after, later) =>
    followMembership(context, member, after, later, opened),
  );
}

/** What is to be written with a membership. */
type MoreChanges = (after: MembershipItem, seats: Seats) => Promise<readonly Change[]>;

/** @throws Failure 409 */
export function assertNotVoid({ voidedDate, voidReason }: MembershipContent): void {
  if (voidedDate !== undefined)
    throw conflict(
      `The membership was voided on ${voidedDate}: ${voidReason ?? 'no reason was given'}. Add a new one instead.`,
      'membershipId',
    );
}

/** Replaces the content of a membership and answers with the result. */
export async function replaceMember(
  context: WriteContext,
  before: MembershipItem,
  content: MembershipContent,
  seats: Seats,
  buildMore: MoreChanges = async () => [],
) {
  const after = nextVersion('membership', before.id, content, before, context.now);
  const person = await personNow(context.tenant, before.personId);
  const changes = await buildMemberChanges(context, { before, after }, seats, person);
  const memberships = seats.memberships.map((each) => (each.id === after.id ? after : each));
  const more = await buildMore(after, { ...seats, memberships });
  return write([...changes, ...more], presentReply(context, after, seats, person));
}

/** The membership in the interface's form, with its version. The tag identifies the body: names and status change alone. */
const presentReply = (
  context: Pick<WriteContext, 'settings' | 'now'>,
  member: MembershipItem,
  { definitions }: Seats,
  person: PersonItem | undefined,
): Reply<200, CommitteeMember> => {
  const people = new Map(person ? [[person.id, displayName(person)]] : []);
  const body = presentMember(member, { definitions, people }, todayOf(context));
  return ok(body, { version: member.version, isComposed: true });
};

/** Answers with a membership. */
export const replyWithMember = async (
  context: Pick<WriteContext, 'tenant' | 'settings' | 'now'>,
  member: MembershipItem,
  seats: Seats,
): Promise<Reply<200, CommitteeMember>> =>
  presentReply(context, member, seats, await personNow(context.tenant, member.personId));
