// Reference data as forms read it: each entry with its id, its value and text for a drop-down list, and its own fields.
import type { BillType } from '../../../shared/legislature/bill-types.ts';
import type { LegislativeCommittee } from '../../../shared/legislature/committee-numbers.ts';
import { latestFirst, type Session } from '../../../shared/legislature/sessions/session.ts';
import { type State, stateById } from '../../../shared/legislature/states.ts';

const stateAbbreviation = (stateId: number): string => stateById(stateId)?.abbreviation ?? '';
const stateName = (stateId: number): string => stateById(stateId)?.name ?? '';

/** Sorts by the text that a form displays, ignoring case; equal texts by id. */
export const sortByText = <E extends { readonly text: string; readonly id: number | string }>(
  entries: readonly E[],
): E[] =>
  [...entries].sort(
    (a, b) => a.text.localeCompare(b.text, 'en') || String(a.id).localeCompare(String(b.id), 'en'),
  );

export const presentStateChoice = (state: State) => ({
  ...state,
  value: state.id,
  text: state.name,
  fips: state.kind === 'federal' ? undefined : String(state.id).padStart(2, '0'),
});

const presentSessionChoice = (session: Session) => ({
  ...session,
  value: session.id,
  text: session.name,
  state: stateAbbreviation(session.stateId),
});

/** Sessions by the name of the state, the latest first. */
export const presentSessionChoices = (sessions: readonly Session[]) =>
  [...sessions]
    .sort((a, b) => stateName(a.stateId).localeCompare(stateName(b.stateId), 'en') || latestFirst(a, b))
    .map(presentSessionChoice);

/** The active committees by name. A subcommittee has the number of its parent. */
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
