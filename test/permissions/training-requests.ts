// Requests for area A that reach checks of permissions.
import type { Permission } from '../../shared/auth/permissions/permissions.ts';
import {
  type PermissionRequest,
  type PermissionRequests,
  repeatRequest,
  unknownId,
} from './permission-request.ts';

const overrides = { override: true, reason: 'Decided by the board.' };
/** The rule of the viewers of a class: each of the two permissions shows its online address. */
const joining = (lacks: Permission): PermissionRequest => ({
  lacks: [lacks],
  shows: 'https://cascadia.example/live/budget-basics',
});
const joiningLists = (lacks: Permission) => ({
  ...repeatRequest(['listCatalogueClasses', 'listRelatedClasses', 'listClassesOfEvent'], joining(lacks)),
  listClasses: { ...joining(lacks), query: { page: '1', pageSize: '50' } },
});
const ofColleague = { memberId: '{{managedColleagueId}}', registrationType: 'Manager' };
/** A registration for a class that has begun. */
const begun = { values: { registrationId: '{{pastRegistrationId}}' } };
const overbooking = { registrationType: 'Admin', overbookReason: 'The speaker of the house.' };

export const trainingRequests: PermissionRequests = {
  'training.reports.read': { generateAllCertificationReport: [{}, { params: { personId: unknownId } }] },
  OverrideRegistration: {
    awardCertification: { body: { awardId: '{{earnedAwardId}}', personId: '{{earnerId}}', ...overrides } },
    renewCertification: { body: overrides },
    recordCompletion: { body: { personId: '{{personId}}', courseId: '{{courseId}}', ...overrides } },
    grantCredits: {
      body: { personId: '{{personId}}', creditTypeId: '{{creditTypeId}}', credits: 1.5, ...overrides },
    },
    importCredits: {
      body: {
        rows: [
          {
            ...{ personId: '{{personId}}', creditTypeId: '{{creditTypeId}}', credits: 2, ...overrides },
            ...{ externalId: 'lms-2025-00417', earnedDate: '2025-03-12' },
          },
        ],
      },
      shows: '"granted":1',
    },
    approveReportedCredit: { body: overrides },
    registerInBulk: { shows: '"confirmed":1' },
  },
  RegisterMembersfromOwnOrganization: {
    registerForAward: { body: { awardId: '{{earnedAwardId}}', ...ofColleague }, person: '{{colleagueId}}' },
    registerForClass: { body: { classId: '{{classId}}', ...ofColleague }, person: '{{colleagueId}}' },
    registerInBulk: {
      body: { classId: '{{classId}}', memberIds: ['{{managedColleagueId}}'], registrationType: 'Manager' },
      person: '{{colleagueId}}',
      shows: '"confirmed":1',
    },
  },
  'training.registrations.overbook': {
    registerForClass: { body: { classId: '{{classId}}', memberId: '{{personId}}', ...overbooking } },
    registerInBulk: {
      body: { classId: '{{classId}}', memberIds: ['{{personId}}'], ...overbooking },
      shows: '"confirmed":1',
    },
  },
  'training.registrations.write': {
    recordAttendanceInBulk: { shows: '"noted":1' },
    listTeachingSessions: { shows: '"mayRecord":true' },
    cancelRegistration: [
      {},
      { body: { waiveFee: true }, person: '{{askingPersonId}}' },
      { ...begun, person: '{{pastPersonId}}', instead: 409 },
    ],
    transferRegistration: [{}, { ...begun, person: '{{pastPersonId}}', instead: 409 }],
  },
  'training.approvals.decide': {
    getClassRegistration: {
      values: { registrationId: '{{pendingRegistrationId}}' },
      lacks: ['training.registrations.read'],
      shows: '"confirmationNumber"',
    },
  },
  'training.classes.write': {
    ...joiningLists('training.registrations.read'),
    ...Object.fromEntries(
      ['getClass', 'getCatalogueClass'].map((name) => {
        const address = joining('training.registrations.read');
        return [name, [address, { ...address, shows: 'Ring at the side door' }]];
      }),
    ),
  },
  'training.registrations.read': {
    listClassRegistrations: [{}, { query: { memberId: '{{personId}}' } }],
    ...joiningLists('training.classes.write'),
    ...repeatRequest(['getClass', 'getCatalogueClass'], { shows: '"classAttendees":[{' }),
    listTeachingSessions: { shows: '"scope":"all"' },
  },
};
