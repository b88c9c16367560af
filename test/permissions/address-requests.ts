// Requests whose replies have e-mail addresses of other people, or are found by them, where the examples that
// test/contract/email-addresses.test.ts sends have none (docs/interface/access.md#e-mail-addresses).
import { type PermissionRequest, repeatRequest } from './permission-request.ts';

const address = 'milo.vance@example.org';
const ofMember = 'ada.fairweather@example.org';
const page = { itemCount: 10, pageNumber: 1, sortBy: 'name' };
const file = { person: '{{personId}}', shows: '{{addressExportId}}.1' };
const found = { body: { ...page, filterBody: { searchText: ofMember } }, shows: 'Fairweather' };

/** By endpoint; each shows its text with crm.emails.read only. */
export const addressRequests: Readonly<Record<string, PermissionRequest>> = {
  listImports: { shows: '{{membershipsImportId}}' },
  getExport: { ...file, params: { id: '{{addressExportId}}' } },
  ...repeatRequest(['listExports', 'listExportReports'], file),
  searchPeople: { params: { searchText: address }, query: {}, shows: 'Milo' },
  listPeoplePage: { body: { pageIndex: 0, pageSize: 5, filter: { searchText: address } }, shows: 'Milo' },
  listPeopleFiltered: { body: { ...page, filterBody: { searchEmailText: address } }, shows: 'Milo' },
  ...repeatRequest(['listGroupPeople', 'listGroupPeopleLite'], found),
  countGroupPeople: { body: { searchText: ofMember }, shows: '1' },
  previewMessageTemplate: { values: { messageTemplateId: '{{addressTemplateId}}' }, shows: ofMember },
  getBroadcastAudienceCount: { shows: '@example.org"' },
  previewBroadcast: { values: { draftBroadcastId: '{{addressBroadcastId}}' }, shows: ofMember },
  getSubscription: { params: { id: '{{topicSubscriptionId}}' }, shows: 'pat@example.org' },
  ...repeatRequest(['listSubscriptions'], { shows: 'pat@example.org' }),
  updateSubscription: {
    ...{ params: { id: '{{topicSubscriptionId}}' }, body: { name: 'Renamed' }, shows: 'pat@example.org' },
  },
  ...repeatRequest(['pauseSubscription', 'resumeSubscription', 'rotateSubscriptionSecret'], {
    params: { id: '{{topicSubscriptionId}}' },
    shows: 'pat@example.org',
  }),
};
