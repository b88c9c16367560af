// Elected officials of a state, for existing callers, who send no api-version header
// (docs/interface/billtracking.md#officials).
import * as z from 'zod';
import { endpoint } from '../../../shared/http/endpoint.ts';
import { optionalInteger, optionalText } from '../../../shared/http/lenient.ts';
import { textList } from '../envelopes.ts';

const texts = z.array(z.string());

const Official = z
  .strictObject({
    id: z.uuid().meta({ description: 'The person of the directory.' }),
    profilePic: z.string().nullable(),
    legalName: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    districtCode: z.string().meta({ example: '43' }),
    residence: z.string(),
    legislativeRole: z.string().meta({ example: 'Senator' }),
    party: z.string(),
    chamberType: z.string().meta({ example: 'Senate' }),
    pid: z.string().meta({ description: 'The id in the source of the record.' }),
    officialNameLabel: z.string(),
    committees: texts,
    counties: texts.meta({ description: 'Empty: no source has the counties of a district.' }),
  })
  .meta({ id: 'ElectedOfficial' });

const officials = z.array(Official);
const CommitteeTab = z
  .strictObject({ id: z.int(), name: z.string(), committeeOfficals: officials })
  .meta({ id: 'ElectedCommittee' });

const OfficialTabs = z
  .strictObject({
    stateSenateMemberList: officials,
    stateHouseMemberList: officials,
    congressionalDelegationMemberList: officials,
    stateSenateCommittees: z.array(CommitteeTab),
    stateHouseCommittees: z.array(CommitteeTab),
    countyDeligationList: z.array(
      z.strictObject({ id: z.int(), name: z.string(), countyOfficals: officials }),
    ),
  })
  .meta({ id: 'ElectedOfficialTabs' });

const Option = z.strictObject({ value: z.string(), text: z.string() }).meta({ id: 'ElectedOfficialOption' });

const stateIdFilter = optionalInteger(0, 99).meta({
  description: 'FIPS code; by default the state of the settings, or else the state of most tracked bills.',
  example: 53,
});

const shared = {
  area: 'billtracking',
  tags: ['Elected Officials'],
  access: { permission: 'billtracking.bills.read', token: 'tenant' },
  apiVersion: 'optional',
} as const;

const base = '/api/1.0/legislative/public-bills';

const Filter = z
  .preprocess(
    (input) => input ?? {},
    z.object({
      stateId: stateIdFilter,
      searchText: optionalText(200).meta({
        description: 'Words of the name; each must be the beginning of one.',
      }),
      residence: textList(),
      districtName: textList(),
      politicalParty: textList(),
      legislativeRole: textList(),
      committees: textList().meta({ description: 'Names or ids.' }),
    }),
  )
  .meta({ id: 'ElectedOfficialFilter' });
export type OfficialFilter = z.output<typeof Filter>;

export const listElectedOfficials = endpoint({
  ...shared,
  method: 'POST',
  path: `${base}/elected/officials-all-tabs-list`,
  summary: 'List elected officials by chamber and committee',
  description:
    'Costs one query per committee of the legislature and one per member of Congress. The state of the example has fourteen committees.',
  body: Filter,
  repeatable: true,
  responses: { 200: { description: 'The officials who are in office today.', body: OfficialTabs } },
  budget: { roundTrips: 18, readUnits: 14, writeUnits: 2 },
  example: { body: { stateId: 53 } },
});

const options = {
  ...shared,
  method: 'GET',
  query: z.object({ stateId: stateIdFilter }),
  responses: { 200: { description: 'The values that the filter accepts, by text.', body: z.array(Option) } },
  budget: { roundTrips: 5, readUnits: 6, writeUnits: 2 },
  example: { query: { stateId: 53 } },
} as const;

export const listOfficialResidences = endpoint({
  ...options,
  path: `${base}/residence-list`,
  summary: 'List the residences of officials',
});

export const listOfficialDistricts = endpoint({
  ...options,
  path: `${base}/districtname-list`,
  summary: 'List the districts of officials',
});

export const listOfficialParties = endpoint({
  ...options,
  path: `${base}/political-party`,
  summary: 'List the parties of officials',
});

export const listOfficialRoles = endpoint({
  ...options,
  path: `${base}/legislative-role`,
  summary: 'List the roles of officials',
});

export const listOfficialCommittees = endpoint({
  ...options,
  path: `${base}/committee-list`,
  summary: 'List the committees of officials',
});

export const listOfficialCounties = endpoint({
  ...options,
  path: `${base}/county-list`,
  summary: 'List the counties of officials',
  description: 'Always empty: no source has the counties of a district.',
});
