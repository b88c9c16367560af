// How reference data is shown to forms: each entry with its id, the pair that drop-downs read, and its own fields.
import type { BillType } from '../../../shared/legislature/bill-types.ts';
import type { LegislativeCommittee } from '../../../shared/legislature/committee-numbers.ts';
import { latestFirst, type Session } from '../../../shared/legislature/session.ts';
import { type State, stateById } from '../../../shared/legislature/states.ts';

const stateAbbreviation = (stateId: number): string => stateById(stateId)?.abbreviation ?? '';
const stateName = (stateId: number): string => stateById(stateId)?.name ?? '';

/** By the text that a form shows, whatever the case; equal texts by id. */
export const sortByText = <E extends { readonly text: string; readonly id: number | string }>(
  entries: readonly E[],
): E[] =>
  [...entries].sort(
    (a, b) => a.text.localeCompare(b.text, 'en') || String(a.id).localeCompare(String(b.id), 'en'),
  );

export const presentStateChoice = (state: State) => ({
  id: state.id,
  value: state.id,
  text: state.name,
  name: state.name,
  abbreviation: state.abbreviation,
  fips: state.kind === 'federal' ? undefined : String(state.id).padStart(2, '0'),
  kind: state.kind,
  timeZone: state.timeZone,
  chambers: state.chambers,
});

const presentSessionChoice = (session: Session) => ({
  id: session.id,
  value: session.id,
  text: session.name,
  stateId: session.stateId,
  state: stateAbbreviation(session.stateId),
  identifier: session.identifier,
  name: session.name,
  classification: session.classification,
  startDate: session.startDate,
  endDate: session.endDate,
});

/** Sessions as choices: by the name of the state, the latest of it first. */
export const presentSessionChoices = (sessions: readonly Session[]) =>
  [...sessions]
    .sort((a, b) => stateName(a.stateId).localeCompare(stateName(b.stateId), 'en') || latestFirst(a, b))
    .map(presentSessionChoice);

/** Committees as choices: those that are active, by name. A part names the number of its whole. */
export function presentCommitteeChoices(committees: readonly LegislativeCommittee[]) {
  const numbers = new Map(committees.map(({ committeeId, number }) => [committeeId, number]));
  return sortByText(
    committees
      .filter(({ isActive }) => isActive)
      .map(({ number, parentId, isActive: _, ...committee }) => ({
        ...committee,
        id: number,
        value: number,
        text: committee.name,
        state: stateAbbreviation(committee.stateId),
        parentId: parentId === undefined ? undefined : numbers.get(parentId),
      })),
  );
}

export const presentBillTypeChoice = ({ stateIds, ...type }: BillType) => ({
  ...type,
  value: type.id,
  text: type.name,
  stateIds: stateIds && [...stateIds],
});
