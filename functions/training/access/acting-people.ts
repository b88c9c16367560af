// Who may act in training, and for whom: people of the directory who are active today
// (docs/interface/training.md#people-who-left).
import type { Caller } from '../../../shared/auth/access/access.ts';
import { findCallerPerson } from '../../../shared/auth/access/person-access.ts';
import type { TenantItem } from '../../../shared/auth/accounts/records.ts';
import type { TenantStore } from '../../../shared/data/store.ts';
import { displayName, isActivePerson } from '../../../shared/directory/people/person.ts';
import { type PersonItem, personById } from '../../../shared/directory/people/person-store.ts';
import { Failure } from '../../../shared/errors/failure.ts';
import { toLocalDate } from '../../../shared/time/local-date.ts';

/**
 * Whether a person may act, and others may act for them. A person who was erased, or merged into another one, may not.
 * @param today YYYY-MM-DD in the tenant's time zone
 */
export const mayAct = <P extends Parameters<typeof isActivePerson>[0]>(
  person: P | undefined,
  today: string,
): person is P => person !== undefined && isActivePerson(person, today);

type NamedPerson = Parameters<typeof displayName>[0] & Pick<PersonItem, 'isActive' | 'activeFrom'>;

/** The first day on which a person is active, where it is still to come. */
const findFirstDay = ({ isActive, activeFrom }: NamedPerson, today: string): string | undefined =>
  isActive !== false && activeFrom !== undefined && activeFrom > today ? activeFrom : undefined;

/** What to do about a person who is not active today. */
export const describeRemedy = (person: NamedPerson, today: string): string =>
  findFirstDay(person, today) === undefined
    ? 'Reactivate the person in the directory first.'
    : 'Wait until then, or change their first day in the directory.';

/** Why nothing can be done for a person who is not active today. */
export function describeLeaver(person: NamedPerson, today: string): string {
  const firstDay = findFirstDay(person, today);
  return firstDay === undefined
    ? `${displayName(person)} is no longer active.`
    : `${displayName(person)} is not active until ${firstDay}.`;
}

/**
 * Asserts that something may be done for a person: they have not left.
 * @throws Failure 422
 */
export function assertPersonMayTakePart(
  person: NamedPerson & Parameters<typeof mayAct>[0],
  today: string,
  target: string,
): void {
  if (mayAct(person, today)) return;
  const message = `${describeLeaver(person, today)} ${describeRemedy(person, today)}`;
  throw new Failure('NOT_ELIGIBLE', message, {
    target,
    details: [{ code: 'PERSON_INACTIVE', target, message }],
  });
}

/**
 * Asserts that a registration may be approved, or its seat accepted: its person has not left. One read. A person who was
 * just merged into another one is not looked at.
 * @throws Failure 422
 */
export async function assertRegistrantMayTakePart(
  tenant: TenantStore,
  personId: string,
  { timeZone }: Pick<TenantItem, 'timeZone'>,
  now: Date,
): Promise<void> {
  const person = await personById(tenant, personId);
  if (person) assertPersonMayTakePart(person, toLocalDate(timeZone, now), 'id');
}

interface CallerContext {
  readonly tenant: TenantStore;
  readonly caller: Caller;
  readonly settings: Pick<TenantItem, 'timeZone'>;
  readonly now: Date;
}

/** The record of the person who calls; undefined for a client and a user who is no person. At most one read. */
export const loadCallerPerson = async ({
  tenant,
  caller,
}: Pick<CallerContext, 'tenant' | 'caller'>): Promise<PersonItem | undefined> => {
  const id = findCallerPerson(caller);
  return id === undefined ? undefined : personById(tenant, id);
};

/**
 * Asserts that the caller, if they are a person, has not left.
 * @param person the record of the caller, as `loadCallerPerson` finds it
 * @throws Failure 403
 */
export function assertCallerMayAct(
  { caller, settings, now }: Omit<CallerContext, 'tenant'>,
  person: PersonItem | undefined,
): void {
  const today = toLocalDate(settings.timeZone, now);
  if (findCallerPerson(caller) === undefined || mayAct(person, today)) return;
  throw new Failure(
    'PERMISSION_DENIED',
    `${person ? describeLeaver(person, today) : 'Your person is no longer in the directory.'} Only active people may do this; ask an administrator of the directory.`,
  );
}

/**
 * Asserts that the caller, if they are a person, has not left. At most one read.
 * @throws Failure 403
 */
export const requireActiveCaller = async (context: CallerContext): Promise<void> =>
  assertCallerMayAct(context, await loadCallerPerson(context));
