// The names of everybody whose id a registration mentions: who registered, who changed it, and who approves.
import { type SubjectItem, subjectKey } from '../../../../shared/auth/accounts/records.ts';
import type { TenantStore } from '../../../../shared/data/store.ts';
import { displayName } from '../../../../shared/directory/people/person.ts';
import { peopleById } from '../../../../shared/directory/people/person-store.ts';
import type { RegistrationItem } from '../record/registration.ts';

/** A key per hundred is one round trip, and a reply with more ids names the first of them. */
const MAX_SUBJECTS = 100;

/** The ids of users and clients that a registration mentions. */
const listSubjects = ({ registeredBy, history, approval }: RegistrationItem): string[] => [
  registeredBy,
  ...history.map(({ by }) => by),
  ...(approval?.events ?? []).map(({ by }) => by),
];

/** The ids of people that its approval mentions. */
const listApprovers = ({ approval }: RegistrationItem): string[] =>
  [approval?.assignee, ...(approval?.events ?? []).map(({ to }) => to)].flatMap((assignee) =>
    assignee?.kind === 'person' ? [assignee.personId] : [],
  );

/** The ids that a registration mentions. */
export const listMentionedIds = (registration: RegistrationItem): string[] => [
  ...listSubjects(registration),
  ...listApprovers(registration),
];

/** A user who is no person of the directory is named by the user name, unless that is an email address. */
const nameSubject = ({ kind, name }: SubjectItem): string | undefined =>
  kind === 'client' || !name.includes('@') ? name : undefined;

/** The names of these users, clients and people by id; unknown ones are absent. Two round trips. */
export async function loadNames(
  tenant: TenantStore,
  registrations: readonly RegistrationItem[],
): Promise<ReadonlyMap<string, string>> {
  const subjects = [...new Set(registrations.flatMap(listSubjects))].slice(0, MAX_SUBJECTS);
  const approvers = registrations.flatMap(listApprovers);
  const items = await tenant.getMany(subjects.map((subject) => subjectKey(tenant, subject)));
  const ids = [...new Set([...approvers, ...items.flatMap((item) => item?.personId ?? [])])];
  const people = await peopleById(tenant, ids.slice(0, MAX_SUBJECTS));
  const named = people.flatMap((person): [string, string][] =>
    person ? [[person.id, displayName(person)]] : [],
  );
  const byPerson = new Map(named);
  const bySubject = items.flatMap((item, index): [string, string][] => {
    const name = item && (byPerson.get(item.personId ?? '') ?? nameSubject(item));
    return name === undefined ? [] : [[subjects[index] ?? '', name]];
  });
  return new Map([...named, ...bySubject]);
}
