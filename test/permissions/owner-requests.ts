// Requests of callers about what is their own: served without a permission, personal, or refused because it is their own.
import { type PermissionRequest, repeatRequest } from './permission-request.ts';

/** A request of an owner: of the person, or of the subject who wrote the record. */
export type OwnerRequest = Omit<PermissionRequest, 'lacks' | 'instead'>;

const byPerson = (person: string, names: readonly string[]): Readonly<Record<string, OwnerRequest>> =>
  repeatRequest(names, { person: `{{${person}}}` });
const bySubject = { subject: '{{viewerSubject}}' } as const;
const self = { memberId: '{{colleagueId}}', registrationType: 'Self' };
const ofColleague = { person: '{{colleagueId}}' } as const;
const certificates = { filterBody: { peopleIds: ['{{holderId}}'] } };

/** Endpoints without an owner: a permission decides alone. */
export const withoutOwner: ReadonlySet<string> = new Set([
  ...['getBatch', 'undoBatch', 'createExport', 'listExportColumns'],
  'generateCreditsEarnedGroupByParticipants',
  // Requests of many are refused one by one, which permission-requests.ts covers.
  ...['recordAttendanceInBulk', 'registerInBulk'],
]);

/** Every caller has views, and sessions that they teach, of their own. */
export const openToAll: ReadonlySet<string> = new Set(['createView', 'listTeachingSessions']);

/** The requests of owners where they are not the person of the example. */
export const ownerRequests: Readonly<Record<string, OwnerRequest>> = {
  ...byPerson('askingPersonId', [
    ...['createPeopleApprovalRequest', 'requestProfileChange', 'getClassRegistration', 'cancelRegistration'],
    ...['getCancellation', 'issueCheckInCode', 'listRegistrationPayments', 'transferRegistration'],
  ]),
  ...byPerson('holderId', [
    ...['withdrawChangeRequest', 'getChangeRequest', 'generateAllCertificationReport'],
    ...['generateCertificationReport', 'getCertificatePdf', 'getCertificationCredential'],
    ...['getLicense', 'updateLicense', 'deleteLicense'],
  ]),
  // Instructors of the class.
  ...byPerson('reportRecipientId', [
    ...['withdrawAwardRegistration', 'completeAttendance', 'checkIn', 'listSessionAttendance'],
    ...['recordSessionAttendance', 'listClassRegistrations', 'recordAttendance'],
    ...['getEvaluationResults', 'exportEvaluationResults'],
  ]),
  ...byPerson('managedPersonId', [
    ...['getReportedCredit', 'updateReportedCredit', 'addReportedCreditEvidence'],
    ...['removeReportedCreditEvidence', 'withdrawReportedCredit'],
  ]),
  // To whom the step is assigned.
  ...byPerson('mailingListMemberId', ['approveRegistration', 'delegateApproval', 'denyRegistration']),
  ...byPerson('offeredPersonId', ['acceptOffer', 'declineOffer']),
  listChangeRequests: { ...ofColleague, query: { personId: '{{colleagueId}}' } },
  generateAllCertificationForPeopleReport: { person: '{{holderId}}', body: certificates },
  requestReport: {
    ...ofColleague,
    body: { report: 'CreditsByPerson', format: 'csv', parameters: { personIds: ['{{colleagueId}}'] } },
  },
  getReport: { ...bySubject, values: { reportId: '{{ownReportId}}' } },
  deleteReport: { ...bySubject, values: { reportId: '{{ownReportId}}' } },
  createView: bySubject,
  updateView: { ...bySubject, values: { viewId: '{{ownViewId}}' } },
  deleteView: { ...bySubject, values: { viewId: '{{ownViewId}}' } },
  setDefaultView: { ...bySubject, values: { viewId: '{{ownViewId}}' } },
  registerForClass: { ...ofColleague, body: { classId: '{{classId}}', ...self } },
  registerForAward: { ...ofColleague, body: { awardId: '{{earnedAwardId}}', ...self } },
  listApprovals: { person: '{{mailingListMemberId}}', query: {}, shows: '{{pendingRegistrationId}}' },
  checkCreditsAvailable: { ...ofColleague, body: { participantsIds: ['{{colleagueId}}'] } },
};

/** Decisions that callers may not make about themselves, whatever their permissions, with the person whom the example is about. */
export const decisionRequests: Readonly<Record<string, OwnerRequest>> = {
  ...byPerson('pendingPersonId', ['approveRegistration', 'denyRegistration', 'delegateApproval']),
  ...byPerson('pastPersonId', ['recordAttendance', 'checkIn']),
  recordAttendanceInBulk: { person: '{{pastPersonId}}', shows: '"noted":1' },
  recordSessionAttendance: { person: '{{pastPersonId}}', shows: '"recorded":1' },
  ...byPerson('managedPersonId', ['approveReportedCredit', 'rejectReportedCredit', 'returnReportedCredit']),
};

/** Requests about what only its owner reads and changes, whatever others may do. */
export const personalRequests: Readonly<Record<string, OwnerRequest>> = {
  ...byPerson('personId', ['getExport', 'deleteExport', 'deleteExportReport', 'markNotificationRead']),
  listExports: { person: '{{personId}}', shows: '{{exportId}}' },
  listExportReports: { person: '{{personId}}', shows: '{{exportId}}' },
  getView: { ...bySubject, values: { viewId: '{{ownViewId}}' } },
  updateView: { ...bySubject, values: { viewId: '{{ownViewId}}' } },
  deleteView: { ...bySubject, values: { viewId: '{{ownViewId}}' } },
  listViews: { ...bySubject, shows: '{{ownViewId}}' },
  listReports: { ...bySubject, shows: '{{ownReportId}}' },
};
