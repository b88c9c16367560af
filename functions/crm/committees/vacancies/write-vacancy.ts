// Reads and changes the vacancies of a committee.

import type { TenantStore } from '../../../../shared/data/store.ts';
import {
  findFilling,
  VacancyContent,
  type VacancyItem,
} from '../../../../shared/directory/committees/committee-vacancy.ts';
import { pickContent } from '../../../../shared/directory/record/stored.ts';
import { conflict, type ErrorDetail, notFound, throwIfInvalid } from '../../../../shared/errors/failure.ts';
import { unknownId } from '../../../../shared/errors/unknown-id.ts';
import type { IfMatch } from '../../../../shared/http/etag.ts';
import { ok, write } from '../../../../shared/http/reply.ts';
import { describeTerm } from '../../../../shared/time/in-force.ts';
import { omitBlank } from '../../fields/fields.ts';
import { loadNames } from '../members/present.ts';
import { requireSeats, type Seats, todayOf } from '../members/seats.ts';
import { assertVacant, buildVacancyAfter, presentVacancy, writeVacancy } from '../members/vacancy.ts';
import { validatePosition, validateReferences } from '../members/validate-member.ts';
import type { VacancyInput } from './schemas.ts';

/** The parts of a request's context that writing a vacancy needs. */
interface WriteContext {
  readonly tenant: TenantStore;
  readonly settings: { readonly timeZone: string };
  readonly now: Date;
  readonly newId: () => string;
  readonly ifMatch: IfMatch | undefined;
}

/**
 * A vacancy by id, with the seats of its committee.
 * @throws Failure 404
 */
export async function requireVacancy(
  tenant: TenantStore,
  { committeeId, vacancyId }: { readonly committeeId: string; readonly vacancyId: string },
) {
  const seats = await requireSeats(tenant, committeeId);
  const vacancy = seats.vacancies.find(({ id }) => id === vacancyId.toLowerCase());
  if (!vacancy) throw notFound('vacancy', vacancyId, 'vacancyId');
  return { seats, vacancy };
}

const outOfRange = (target: string, message: string): ErrorDetail => ({
  code: 'OUT_OF_RANGE',
  message,
  target,
});

function validateDates({ openedOn, fillBy, remainderEnds, closedOn }: VacancyContent): ErrorDetail[] {
  const days = { fillBy, remainderEnds, closedOn };
  return Object.entries(days).flatMap(([target, day]) =>
    day !== undefined && day < openedOn
      ? [outOfRange(target, `${target} is ${day}, before the vacancy opens on ${openedOn}.`)]
      : [],
  );
}

/** What follows from the membership that ended; nothing where none is named. */
function deriveFromFormer(input: VacancyInput, seats: Seats): Partial<VacancyContent> {
  if (!input.formerMembershipId) return {};
  const former = seats.memberships.find(({ id }) => id === input.formerMembershipId);
  if (!former || former.voidedDate !== undefined) return {};
  if (former.endDate === undefined)
    throw conflict(
      `The membership lasts: it is ${describeTerm(former)}. End it, with opensVacancy to open a vacancy at once.`,
      'formerMembershipId',
    );
  return buildVacancyAfter({ ...former, endDate: former.endDate }, seats);
}

/** The position must be there, in use, and one of this type of committee. */
function checkPosition(id: string, { committee, definitions }: Seats): ErrorDetail[] {
  const position = definitions.positions.find((each) => each.id === id);
  return position
    ? validatePosition(position, committee)
    : [unknownId('committee position', id, 'positionId')];
}

/** A new vacancy, and the changes that write it. */
export async function insertVacancy(context: WriteContext, committeeId: string, input: VacancyInput) {
  const { tenant, now, newId } = context;
  const seats = await requireSeats(tenant, committeeId);
  const { definitions } = seats;
  const { formerMembershipId } = input;
  const derived = deriveFromFormer(input, seats);
  const sent = omitBlank(input);
  const positionId = sent.positionId ?? derived.positionId;
  const term = definitions.electionTerms.find(
    ({ id }) => id === (sent.electionTermId ?? derived.electionTermId),
  );
  const isFormerKnown = seats.memberships.some(
    ({ id, voidedDate }) => id === formerMembershipId && voidedDate === undefined,
  );
  const content: VacancyContent = {
    openedOn: todayOf(context),
    ...(term && { remainderEnds: term.endDate }),
    ...derived,
    ...sent,
    committeeId: seats.committee.id,
    positionId: positionId ?? '',
  };
  throwIfInvalid([
    ...(formerMembershipId && !isFormerKnown
      ? [unknownId('membership of the committee', formerMembershipId, 'formerMembershipId')]
      : []),
    ...(sent.positionId ? checkPosition(sent.positionId, seats) : []),
    ...validateReferences(input, definitions),
    ...validateDates(content),
  ]);
  const id = newId();
  await assertVacant(tenant, { id, content }, seats);
  const { after, change } = writeVacancy(tenant, { before: undefined, id, content, now });
  return {
    vacancy: after,
    view: presentVacancy(after, seats, todayOf(context)),
    changes: [change, seats.guard()],
  };
}

/**
 * Changes a vacancy and answers with the result.
 * @throws Failure 409 when the seat is not vacant then
 */
export async function replaceVacancy(
  context: WriteContext,
  before: VacancyItem,
  content: VacancyContent,
  seats: Seats,
) {
  const { tenant, now, ifMatch } = context;
  throwIfInvalid(validateDates(content));
  if (content.openedOn !== before.openedOn) await assertVacant(tenant, { id: before.id, content }, seats);
  const { after, change } = writeVacancy(tenant, { before, id: before.id, content, now }, ifMatch);
  return write([change, seats.guard()], presentReply(context, after, seats));
}

export const contentOf = (vacancy: VacancyItem): VacancyContent => pickContent(VacancyContent, vacancy);

/** @throws Failure 409 when it is filled, with the name of who did, or closed */
export async function assertToBeFilled(
  { tenant }: Pick<WriteContext, 'tenant'>,
  vacancy: VacancyItem,
  { memberships }: Seats,
): Promise<void> {
  const filling = findFilling(vacancy, memberships);
  if (filling) {
    const name = (await loadNames(tenant, [filling])).get(filling.personId) ?? 'Somebody';
    throw conflict(`${name} has filled the vacancy ${describeTerm(filling)}.`, 'vacancyId');
  }
  if (vacancy.closedOn !== undefined)
    throw conflict(
      `The vacancy was closed on ${vacancy.closedOn}: ${vacancy.closeReason ?? 'no reason was given'}. Open a new one.`,
      'vacancyId',
    );
}

/** Answers with a vacancy. Its status follows from the day and from who fills it, so the tag identifies the body. */
export const presentReply = (
  context: Pick<WriteContext, 'settings' | 'now'>,
  vacancy: VacancyItem,
  seats: Seats,
) => ok(presentVacancy(vacancy, seats, todayOf(context)), { version: vacancy.version, isComposed: true });
