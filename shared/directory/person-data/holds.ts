// What prevents an erasure: what is still under way with a person, which somebody has to end first, and what the law
// says to keep (GDPR Article 17(3): b legal obligations, d archives of public interest, e legal claims).
import type { Key, TenantStore } from '../../data/store.ts';
import type { StoredItem } from '../../merges/stored-item.ts';
import { isInForce } from '../../time/in-force.ts';
import { toLocalDate } from '../../time/local-date.ts';
import type { MembershipItem } from '../committees/committee-store.ts';
import { displayName } from '../people/person.ts';
import type { PersonItem } from '../people/person-store.ts';
import { findUserOfPerson } from './identity.ts';

/** A class registration, as far as it matters here. */
interface OpenRegistration {
  readonly id: string;
  readonly sectionName: string;
  readonly classStartsAt: string;
  readonly status: string;
  readonly payment: {
    readonly state: string;
    readonly amountDue: number;
    readonly amountPaid?: number;
    readonly refundDue?: number;
  };
}

/** Registrations that hold or wait for a seat, and those that took one. */
const underWay = ['PendingApproval', 'Waitlisted', 'Offered', 'Confirmed'];
const taken = ['Confirmed', 'Attended', 'NoShow'];
const openAwardStatuses = ['PendingApproval', 'Active'];

/** What a hold is judged by: the moment, and the clocks by which its days are named. */
interface Clock {
  readonly now: Date;
  readonly timeZone: string;
}

const formatDay = (moment: unknown, { timeZone }: Clock): string =>
  toLocalDate(timeZone, new Date(String(moment)));

function listOfRegistration(registration: OpenRegistration, clock: Clock): string[] {
  const { id, sectionName, classStartsAt, status, payment } = registration;
  const name = `the registration ${id} for ${sectionName}`;
  return [
    ...(underWay.includes(status) && classStartsAt > clock.now.toISOString()
      ? [
          `The class begins on ${formatDay(classStartsAt, clock)}: cancel or transfer ${name}, which is ${status}.`,
        ]
      : []),
    ...(taken.includes(status) && payment.state === 'unpaid' && payment.amountDue > (payment.amountPaid ?? 0)
      ? [`${payment.amountDue} is owed for ${name}: record the payment, or waive it.`]
      : []),
    ...((payment.refundDue ?? 0) > 0
      ? [`${payment.refundDue} is to be refunded for ${name}: record the refund.`]
      : []),
  ];
}

async function listOfTraining(tenant: TenantStore, id: string, clock: Clock): Promise<string[]> {
  const read = (name: string, consistent = true) =>
    tenant.queryAll(tenant.partition<StoredItem>(name), { consistent });
  const [record, taught, approvals, chains] = await Promise.all([
    read(`TRAINING-RECORD#${id}`),
    read(`INSTRUCTOR#${id}`),
    tenant.queryAll(tenant.listing<StoredItem>(`APPROVALS-OF#person:${id}`)),
    read('APPROVAL-CHAINS'),
  ]);
  const registrations = await tenant.getMany(
    record
      .filter(({ type }) => type === 'registration-pointer')
      .map(
        ({ registrationId }): Key<OpenRegistration> =>
          tenant.key(`REGISTRATION#${registrationId}`, 'REGISTRATION'),
      ),
    { consistent: true },
  );
  return [
    ...registrations.flatMap((item) => (item ? listOfRegistration(item, clock) : [])),
    ...record
      .filter(
        ({ type, status }) => type === 'award-registration' && openAwardStatuses.includes(String(status)),
      )
      .map(({ id: own, awardName }) => `Withdraw the registration ${own} for the award ${awardName}.`),
    ...taught
      .filter(
        ({ startsAt, isCancelled }) => isCancelled !== true && String(startsAt) > clock.now.toISOString(),
      )
      .map(
        ({ classId, sectionName, startsAt }) =>
          `The person teaches ${sectionName} on ${formatDay(startsAt, clock)}: give the class ${classId} another instructor.`,
      ),
    ...approvals.map((item) => `The registration ${item.id} waits for the person's approval: delegate it.`),
    ...chains
      .filter((item) => item.type === 'approval-chain' && JSON.stringify(item.steps).includes(id))
      .map(({ id: own, name }) => `The person approves in the chain ${name} (${own}): name somebody else.`),
  ];
}

async function listOfCommittees(tenant: TenantStore, id: string, today: string): Promise<string[]> {
  const memberships = await tenant.queryAll(tenant.listing<MembershipItem>(`PERSON#${id}#COMMITTEES`));
  return memberships
    .filter(
      ({ voidedDate, endDate }) => voidedDate === undefined && (endDate === undefined || endDate > today),
    )
    .map(
      ({ committeeId, role, id: own }) =>
        `The person is ${role} of the committee ${committeeId}: end the membership ${own}.`,
    );
}

/** Every reason why a person can't be erased yet, each with what to do about it. About ten reads. */
export async function listHolds(
  tenant: TenantStore,
  person: PersonItem,
  { today, ...clock }: Clock & { readonly today: string },
): Promise<readonly string[]> {
  const [user, training, committees] = await Promise.all([
    findUserOfPerson(tenant, person.id),
    listOfTraining(tenant, person.id, clock),
    listOfCommittees(tenant, person.id, today),
  ]);
  return [
    ...(user && !user.disabled
      ? [`The person signs in as ${user.name}: disable the user ${user.id}, or remove it from the tenant.`]
      : []),
    ...(person.offices ?? [])
      .filter((office) => isInForce(office, today))
      .map(
        ({ role, state }) =>
          `${displayName(person)} holds a public office (${[role, state].filter(Boolean).join(', ')}), whose record is public.`,
      ),
    ...training,
    ...committees,
  ];
}
