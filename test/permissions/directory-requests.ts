// Requests for areas B, C and D that reach checks of permissions.
import type { Permission } from '../../shared/auth/permissions/permissions.ts';
import {
  type PermissionRequest,
  type PermissionRequests,
  repeatRequest,
  unknownId,
} from './permission-request.ts';

const byRoles = { fieldId: 'roles', filterType: 1, selectedValues: ['admin'] };
const filterOfUsers = { filterBody: { filterRules: [byRoles] } };
const peopleTopic = { what: { events: true, topics: ['people'] } };
const filterOfTags = {
  filterBody: { filterRules: [{ fieldId: 'tags', filterType: 1, selectedValues: ['Board'] }] },
};
const view = { list: 'people', name: 'Mine', request: filterOfTags };
const hidden = { groupIds: ['{{hiddenGroupId}}'] };
const ofTenant = { groupIds: ['{{tenantGroupId}}'] };

const hiddenGroup: PermissionRequest = {
  values: { groupId: '{{hiddenGroupId}}', openGroupId: '{{hiddenGroupId}}' },
  instead: 404,
};
const filtered: PermissionRequest = { values: { groupId: '{{filteredGroupId}}' }, shows: '"filterBody":{' };

/** Requests for any endpoint that checks these permissions. */
export const requestsByPermission: Readonly<Partial<Record<Permission, PermissionRequest>>> = {
  // A caller who changes groups sees all of them.
  'crm.groups.read': {
    values: { groupId: '{{tenantGroupId}}', openGroupId: '{{tenantGroupId}}' },
    lacks: ['crm.groups.write'],
    instead: 404,
  },
  'crm.groups.write': hiddenGroup,
};

/** Owners of groups change them with the permission; the group is one that all see. */
const owned = repeatRequest(
  [
    ...['acceptGroupRequest', 'addGroupMembers', 'endGroupExclusion', 'listGroupExclusions', 'patchGroup'],
    ...['listMembershipRequests', 'refuseGroupRequest', 'removeGroupMembers', 'setGroupOwners'],
  ],
  {},
);
const broadcast = { name: 'Spring meeting', templateId: '{{messageTemplateId}}' };
const campaign = { templateId: '{{letterTemplateId}}' };
/** The endpoints that take an audience, each with a request for it. */
const audiences = (audience: object): Readonly<Record<string, object>> => ({
  createMailingList: { name: 'Quiet list', ...audience },
  createBroadcast: { ...broadcast, ...audience },
  updateBroadcast: { ...broadcast, ...audience },
  startCampaign: { ...campaign, audience },
  previewCampaign: { ...campaign, audience },
});
const mapRequests = (
  bodies: Readonly<Record<string, object>>,
  more: Omit<PermissionRequest, 'body'> = {},
): Readonly<Record<string, PermissionRequest>> =>
  Object.fromEntries(Object.entries(bodies).map(([name, body]) => [name, { body, ...more }]));
const dynamicList = { params: { listId: '{{dynamicListId}}' } };
const page = { itemCount: 50, pageNumber: 1, sortBy: 'name' };

const people = {
  values: { importId: '{{peopleImportId}}', uploadingImportId: '{{uploadingPeopleImportId}}' },
};
const exported = (list: string): PermissionRequest => ({ params: { list } });
const exportOf = (list: string, columns: readonly string[], more: object = {}): PermissionRequest => ({
  body: { list, format: 'csv', columns, ...more },
});
const exportRequests = (list: string, columns: readonly string[]) => ({
  createExport: exportOf(list, columns),
  listExportColumns: exported(list),
});
const ownExport = (id: string): Readonly<Record<string, PermissionRequest>> => {
  // A link to the file names it, followed by a moment.
  const seen = { person: '{{personId}}', shows: `${id}.1` } as const;
  return { getExport: { ...seen, params: { id } }, listExports: seen, listExportReports: seen };
};

export const directoryRequests: PermissionRequests = {
  'crm.groups.read': {
    ...mapRequests(audiences(ofTenant), { lacks: ['crm.groups.write'], instead: 400 }),
    copyBroadcast: {
      params: { id: '{{tenantGroupBroadcastId}}' },
      ...{ body: {}, lacks: ['crm.groups.write'], instead: 400 },
    },
    updateMailingList: {
      ...{ ...dynamicList, lacks: ['crm.groups.write'], instead: 400 },
      body: { name: 'Quiet list', ...ofTenant },
    },
  },
  'crm.groups.write': {
    ...owned,
    ...mapRequests(audiences(hidden), { instead: 400 }),
    copyBroadcast: { params: { id: '{{hiddenGroupBroadcastId}}' }, body: {}, instead: 400 },
    updateMailingList: { ...dynamicList, body: { name: 'Quiet list', ...hidden }, instead: 400 },
    // A caller who reads people sees the filter of a group that they may change.
    getGroup: [hiddenGroup, filtered],
    listGroups: { body: page, shows: 'Quiet auditors' },
    countAllGroups: { body: { searchText: 'Quiet auditors' }, shows: '1' },
  },
  'crm.people.read': {
    createGroup: { body: { name: 'Everybody', ...filterOfTags } },
    patchGroup: [{ body: filterOfTags }, filtered],
    getGroup: filtered,
    ...repeatRequest(['deactivateGroup', 'reactivateGroup', 'setGroupOwners'], filtered),
    listGroups: { shows: '{{personId}}' },
    getBroadcastAudienceCount: { shows: '"displayName"' },
    subscribeToEvents: {
      body: {
        ...peopleTopic,
        name: 'People',
        channel: { type: 'webhook', url: 'https://example.org/people' },
      },
    },
    updateSubscription: { values: { subscriptionId: '{{webhookSubscriptionId}}' }, body: peopleTopic },
    rotateSubscriptionSecret: { params: { id: '{{topicSubscriptionId}}' } },
    ...ownExport('{{peopleExportId}}'),
    listChanges: { query: { topics: 'people' } },
    ...repeatRequest(['getWebhookDelivery', 'retryWebhookDelivery', 'getDelivery', 'retryDelivery'], {
      instead: 404,
    }),
    ...repeatRequest(['listWebhookDeliveries', 'listDeliveries'], { shows: 'person.updated' }),
  },
  'crm.organizations.read': {
    ...exportRequests('organizations', ['name']),
    ...ownExport('{{exportId}}'),
  },
  'crm.committees.read': {
    setBroadcastSendWhen: { instead: 400 },
    ...exportRequests('committees', ['name']),
    createExport: [exportOf('committees', ['name']), exportOf('memberships', ['personName'])],
    listExportColumns: [exported('committees'), exported('memberships')],
    ...ownExport('{{committeesExportId}}'),
  },
  'crm.emails.read': {
    createExport: exportOf('people', ['lastName', 'email']),
    writePeopleInBatch: {
      body: {
        ...{ operation: 'update', key: 'email' },
        rows: [{ record: { email: 'milo.vance@example.org', firstName: 'Milo' } }],
      },
    },
    getReport: { values: { reportId: '{{addressReportId}}' } },
    ...repeatRequest(
      ['getImport', 'completeImport', 'mapImport', 'putImportPart', 'getImportRefusals', 'startImport'],
      people,
    ),
  },
  'crm.communication.send': {
    setBroadcastSendWhen: {
      body: { event: 'seat-vacant', committeeId: '{{committeeId}}', withoutRelease: true },
    },
    // A draft that is sent without a release.
    ...repeatRequest(['updateBroadcast', 'addBroadcastAttachment'], {
      params: { id: '{{directBroadcastId}}' },
    }),
    removeBroadcastAttachment: {
      params: { id: '{{directBroadcastId}}', attachmentId: '{{directAttachmentId}}' },
    },
    // A series that was started.
    ...repeatRequest(['updateMailSeries', 'addMailSeriesStep'], { params: { id: '{{mailSeriesId}}' } }),
    ...repeatRequest(['updateMailSeriesStep', 'removeMailSeriesStep'], {
      params: { id: '{{mailSeriesId}}', stepId: '{{activeMailSeriesStepId}}' },
    }),
  },
  'billtracking.bills.read': {
    setBroadcastSendWhen: { body: { event: 'bill-hearing', billId: '{{billId}}' }, instead: 400 },
  },
  'crm.people.write': {
    // A caller who may write neither kind of record learns nothing about ids.
    getBatch: [{}, { params: { id: unknownId }, lacks: ['crm.organizations.write'] }],
  },
  'crm.advocacy.write': { startImport: { params: { id: '{{staffImportId}}' } } },
  'crm.organizations.write': {
    getBatch: { values: { batchId: '{{organizationBatchId}}' } },
    undoBatch: { values: { batchId: '{{organizationBatchId}}' } },
  },
  'crm.views.share': {
    createView: { body: { ...view, isShared: true } },
    // A shared view is changed, and an own one is shared.
    updateView: [
      {},
      { body: { ...view, isShared: false } },
      {
        params: { viewId: '{{ownViewId}}' },
        body: { ...view, isShared: true },
        subject: '{{viewerSubject}}',
      },
    ],
    setDefaultView: { body: { list: 'people', viewId: '{{viewId}}', isForEverybody: true } },
  },
  'identity.permissions.read': {
    getAssignedRolesPermission: { query: { userId: '{{exampleUserId}}' } },
    ...mapRequests(audiences(filterOfUsers)),
    copyBroadcast: { params: { id: '{{usersBroadcastId}}' }, body: {} },
    updateMailingList: { ...dynamicList, body: { name: 'Quiet list', ...filterOfUsers } },
    listPeoplePage: { body: { pageIndex: 0, pageSize: 5, filter: { filterRules: [byRoles] } } },
    countGroupPeople: { body: { filterRules: [byRoles] } },
    ...Object.fromEntries(
      ['listPeopleFiltered', 'listGroupPeople', 'listGroupPeopleLite'].map((name) => [
        name,
        [
          { body: { ...page, ...filterOfUsers } },
          { body: { ...page, sortBy: 'lastlogin' } },
          { body: page, shows: '"userStatus":4' },
        ],
      ]),
    ),
    createExport: exportOf('people', ['lastName'], filterOfUsers),
  },
};
