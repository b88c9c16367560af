// Reads and writes the memberships of a committee.
import { type Change, check, ifPresent } from '../../../../shared/data/changes.ts';
import type { TenantStore } from '../../../../shared/data/store.ts';
import { memberships } from '../../../../shared/directory/collection.ts';
import { MembershipContent } from '../../../../shared/directory/committee.ts';
import {
  type CommitteePartition,
  loadCommitteePartition,
} from '../../../../shared/directory/committee-partition.ts';
import {
  type CommitteePositionItem,
  committeePositions,
} from '../../../../shared/directory/committee-position.ts';
import type { MembershipItem } from '../../../../shared/directory/committee-store.ts';
import { listDefinitions } from '../../../../shared/directory/definition-store.ts';
import type { Term } from '../../../../shared/directory/in-force.ts';
import { toLocalDate } from '../../../../shared/directory/local-date.ts';
import { displayName } from '../../../../shared/directory/person.ts';
import { type PersonItem, personById, personKey } from '../../../../shared/directory/person-store.ts';
import { buildRecordChanges } from '../../../../shared/directory/record-changes.ts';
import { nextVersion, pickContent } from '../../../../shared/directory/stored.ts';
import { conflict, type ErrorDetail, notFound, throwIfInvalid } from '../../../../shared/errors/failure.ts';
import { unknownId } from '../../../../shared/errors/unknown-id.ts';
import type { IfMatch } from '../../../../shared/http/etag.ts';
import { ok, type Reply, write } from '../../../../shared/http/reply.ts';
import { applyFields } from '../../fields.ts';
import { loadNames, presentMember } from './present.ts';
import type { CommitteeMember, CommitteeMemberFields, CommitteeMemberInput } from './schemas.ts';
import { describeTerm, findSeatConflicts } from './seat.ts';

/** The parts of a request's context that writing a membership needs. */
interface WriteContext {
  readonly tenant: TenantStore;
  readonly settings: { readonly timeZone: string };
  readonly now: Date;
  readonly newId: () => string;
  readonly ifMatch: IfMatch | undefined;
}

/** The tenant's day. */
export const todayOf = ({ settings, now }: Pick<WriteContext, 'settings' | 'now'>): string =>
  toLocalDate(settings.timeZone, now);

/** A committee with a membership of it, and what decisions about it need. */
export interface Seats extends CommitteePartition {
  readonly positions: readonly CommitteePositionItem[];
}

/** The memberships of a committee and the tenant's positions. Two queries. */
export async function loadSeats(tenant: TenantStore, committeeId: string): Promise<Seats> {
  const [partition, positions] = await Promise.all([
    loadCommitteePartition(tenant, committeeId.toLowerCase()),
    listDefinitions(tenant, committeePositions),
  ]);
  return { ...partition, positions };
}

/**
 * A membership by id, with the committee's others.
 * @throws Failure 404
 */
export async function requireMember(
  tenant: TenantStore,
  { committeeId, membershipId }: { readonly committeeId: string; readonly membershipId: string },
): Promise<{ readonly seats: Seats; readonly member: MembershipItem }> {
  const seats = await loadSeats(tenant, committeeId);
  if (!seats.committee) throw notFound('committee', committeeId, 'committeeId');
  const member = seats.memberships.find(({ id }) => id === membershipId.toLowerCase());
  if (!member) throw notFound('membership', membershipId, 'membershipId');
  return { seats, member };
}

const validateTerm = ({ startDate, endDate }: Term): ErrorDetail[] =>
  startDate && endDate && endDate < startDate
    ? [
        {
          code: 'OUT_OF_RANGE',
          message: `The membership would end on ${endDate}, before it starts on ${startDate}. Void a membership that was never true.`,
          target: 'endDate',
        },
      ]
    : [];

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
  { before, after: membership }: MembershipWrite,
  seats: Seats,
): Promise<void> {
  const { memberships: others, positions } = seats;
  const known = before ? findSeatConflicts(before, others, positions) : [];
  const taken = findSeatConflicts(membership, others, positions).find((other) => !known.includes(other));
  if (!taken) return;
  const name = (await loadNames(tenant, [taken])).get(taken.personId) ?? 'Somebody';
  const held = `${name} is ${taken.role} of ${seats.committee?.name ?? 'the committee'} ${describeTerm(taken)}`;
  throw conflict(
    taken.personId === membership.personId
      ? `${held} already: choose a term that does not overlap, or change that membership (${taken.id}).`
      : `${held}, and one person at a time holds the position: end that membership first, choose a term that does not overlap, or send isShared with both.`,
    'positionId',
  );
}

/** Writes a membership, so that of two requests for a seat the later one sees the earlier. */
async function buildSeatChanges(
  tenant: TenantStore,
  { before, after }: MembershipWrite,
  seats: Seats,
  ifMatch?: IfMatch,
): Promise<Change[]> {
  await assertSeatFree(tenant, { before, after }, seats);
  return [...(await buildRecordChanges(tenant, memberships, [{ before, after }], ifMatch)), seats.guard()];
}

/** A new membership, with the changes that write it. */
export async function insertMember(context: WriteContext, input: CommitteeMemberInput) {
  const { tenant, now, newId } = context;
  const [seats, person] = await Promise.all([
    loadSeats(tenant, input.committeeId),
    personById(tenant, input.personId),
  ]);
  const position = seats.positions.find(({ id }) => id === input.positionId);
  const startDate = input.startDate === undefined ? todayOf(context) : (input.startDate ?? undefined);
  const term = { startDate, endDate: input.endDate ?? undefined };
  throwIfInvalid([
    ...(seats.committee ? [] : [unknownId('committee', input.committeeId, 'committeeId')]),
    ...(person ? [] : [unknownId('person', input.personId, 'personId')]),
    ...(position ? [] : [unknownId('committee position', input.positionId, 'positionId')]),
    ...validateTerm(term),
  ]);
  if (!person || !position) throw notFound('person', input.personId);
  if (position.isActive === false)
    throw conflict(`The position ${position.name} is inactive: choose another one.`, 'positionId');
  const id = newId();
  const content: MembershipContent = {
    committeeId: input.committeeId,
    personId: person.id,
    role: input.isShared ? `Co-${position.name}` : position.name,
    positionId: position.id,
    termKey: id,
    ...(input.isShared && { isShared: true }),
    ...(term.startDate !== undefined && { startDate: term.startDate }),
    ...(term.endDate !== undefined && { endDate: term.endDate }),
  };
  const after = nextVersion('membership', id, content, undefined, now);
  return {
    member: after,
    view: presentMember(after, toNames(seats, person), todayOf(context)),
    changes: [
      ...(await buildSeatChanges(tenant, { before: undefined, after }, seats)),
      // The person may be merged or erased at this moment.
      check(personKey(tenant, person.id), ifPresent, 'retry'),
    ],
  };
}

const toNames = ({ positions }: Seats, person: PersonItem) => ({
  positions,
  people: new Map([[person.id, displayName(person)]]),
});

/**
 * Changes fields of a membership and answers with the result.
 * @throws Failure 409 when it is void, or the seat is taken at that time
 */
export async function changeMember(
  context: WriteContext,
  ids: { readonly committeeId: string; readonly membershipId: string },
  input: CommitteeMemberFields,
) {
  const { member, seats } = await requireMember(context.tenant, ids);
  assertNotVoid(member);
  const isShared = input.isShared ?? member.isShared ?? false;
  const position = seats.positions.find(({ id }) => id === member.positionId);
  const stored = pickContent(MembershipContent, member);
  const content = applyFields(
    stored,
    {
      ...input,
      isShared: isShared || null,
      ...(position &&
        isShared !== (member.isShared ?? false) && {
          role: isShared ? `Co-${position.name}` : position.name,
        }),
    },
    ['startDate', 'endDate', 'endReason', 'isShared', ...(member.termKey === undefined ? [] : ['role'])],
    { isWhole: false },
  );
  throwIfInvalid(validateTerm(content));
  return replaceMember(context, member, content, seats);
}

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
) {
  const { tenant, now, ifMatch } = context;
  const after = nextVersion('membership', before.id, content, before, now);
  const changes = await buildSeatChanges(tenant, { before, after }, seats, ifMatch);
  return write(changes, await replyWithMember(context, after, seats));
}

/** The membership in the interface's form, with its version. The tag identifies the body: names and status change alone. */
export async function replyWithMember(
  { tenant, settings, now }: Pick<WriteContext, 'tenant' | 'settings' | 'now'>,
  member: MembershipItem,
  { positions }: Seats,
): Promise<Reply<200, CommitteeMember>> {
  const people = await loadNames(tenant, [member]);
  return ok(presentMember(member, { positions, people }, todayOf({ settings, now })), {
    version: member.version,
    isComposed: true,
  });
}
