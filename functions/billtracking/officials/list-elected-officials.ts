// POST /api/1.0/legislative/public-bills/elected/officials-all-tabs-list
import { createPicturePresenter } from '../../../shared/directory/people/person-photo.ts';
import { lambda } from '../../../shared/http/lambda.ts';
import { ok } from '../../../shared/http/reply.ts';
import { listElectedOfficials } from './contract.ts';
import { matchesOfficialFilter } from './filter.ts';
import type { Tab } from './official.ts';
import { loadRoster, resolveState } from './roster.ts';

export const handler = lambda(listElectedOfficials, async ({ body, tenant, now, receivedAt }) => {
  const state = await resolveState(tenant, body.stateId);
  const roster = await loadRoster(tenant, state, now, createPicturePresenter(tenant, receivedAt));
  const numbers = new Map(roster.committees.map(({ committee }) => [committee.name, committee.number]));
  const matches = roster.officials.filter(({ official }) => matchesOfficialFilter(official, body, numbers));
  const matchingIds = new Set(matches.map(({ official }) => official.id));
  const listMembers = (tab: Tab) =>
    matches.filter((match) => match.tab === tab).map(({ official }) => official);
  const listCommittees = (chambers: readonly string[]) =>
    roster.committees
      .filter(({ committee }) => chambers.includes(committee.chamber ?? 'legislature'))
      .map(({ committee, officials }) => ({
        id: committee.number,
        name: committee.name,
        committeeOfficals: officials.filter(({ id }) => matchingIds.has(id)),
      }));
  return ok({
    stateSenateMemberList: listMembers('senate'),
    stateHouseMemberList: listMembers('house'),
    congressionalDelegationMemberList: listMembers('congress'),
    stateSenateCommittees: listCommittees(['upper', 'legislature']),
    stateHouseCommittees: listCommittees(['lower', 'legislature']),
    countyDeligationList: [],
  });
});
