// Data that only some callers see, in addition to those of the demo: the requests that reach checks of permissions name them.
import { randomUUID } from 'node:crypto';
import { exportById, insertExport } from '../../functions/crm/exports/store.ts';
import { insertImport, requireStoredImport } from '../../functions/crm/imports/record/store.ts';
import { registrationById } from '../../functions/training/registrations/record/registration.ts';
import type { ExampleValues } from '../../infra/openapi/examples.ts';
import { tenantKey } from '../../shared/auth/accounts/records.ts';
import { tenantPermissionNames } from '../../shared/auth/permissions/permissions.ts';
import { commit, update } from '../../shared/data/changes.ts';
import type { Area } from '../../shared/http/areas.ts';
import { deliveryById, putDelivery } from '../../shared/subscriptions/delivery-store.ts';
import type { TestPlatform } from '../harness/platform.ts';

/** The values of the demo and those of the data that this writes. */
export async function writePermissionData(platform: TestPlatform): Promise<ExampleValues> {
  const { values } = platform.demo;
  const { tenantCode = '', exportId = '', importId = '', uploadingImportId = '', personId = '' } = values;
  const tenant = platform.store(tenantCode);
  const viewerSubject = randomUUID();
  const create = async (
    area: Area,
    path: string,
    body: object,
    { subject, method = 'POST' }: { readonly subject?: string; readonly method?: string } = {},
  ) => {
    const caller = { tenant: tenantCode, permissions: tenantPermissionNames };
    const token = await platform.tokenFor({ ...caller, ...(subject !== undefined && { subject }) });
    const reply = await platform.call(method, area, path, { tenant: tenantCode, token, body });
    if (reply.status >= 300) throw new Error(`${path} answered ${reply.status}: ${reply.text}`);
    return reply.body;
  };
  // People write their own licenses where the settings allow it.
  await create(
    'training',
    '/api/v1/Settings/SelfReportedCredits',
    { mayWriteLicenses: true },
    { method: 'PUT' },
  );
  // Its event is that of the example of its list.
  await create(
    'training',
    `/api/v1/Classes/${values.classId}`,
    { eventId: '1842', locationAccessDetail: 'Ring at the side door' },
    { method: 'PUT' },
  );
  const createGroup = async (name: string, content: object): Promise<string> =>
    (await create('crm', '/api/v1/groups', { name, ...content })).id;
  const createPerson = async (lastName: string): Promise<string> =>
    (
      await create('crm', '/api/v1/people', {
        ...{ firstName: 'Robin', lastName, organizationId: values.organizationId },
      })
    ).id;
  const filterBody = { filterRules: [{ fieldId: 'tags', filterType: 1, selectedValues: ['Board'] }] };

  // Which addresses a caller sees is up to the permission, as in a new tenant.
  await commit([update(tenantKey(tenant), { set: { emailsVisibleTo: 'permission' } })]);

  for (const [subscriptionId = '', id = ''] of [
    [values.webhookId, values.deadWebhookDeliveryId],
    [values.webhookSubscriptionId, values.deadDeliveryId],
  ]) {
    const delivery = await deliveryById(tenant, { subscriptionId, id });
    if (!delivery) throw new Error('The demo has deliveries');
    const message = { byTopic: true, messageType: 'person.updated' } as const;
    await commit([putDelivery(tenant, { ...delivery, ...message })]);
  }

  const { item } = await exportById(tenant, exportId);
  if (!item) throw new Error('The demo has an export');
  const copyExport = async (list: 'people' | 'committees', columns = ['id']): Promise<string> => {
    const id = randomUUID();
    const what = { format: 'csv' as const, columns };
    const request =
      list === 'people'
        ? { ...what, list, filterBody: { filterRules: [], search: [] } }
        : { ...what, list, filterBody: { searchText: undefined } };
    const files = item.files.map((file) => ({ ...file, id }));
    await commit([insertExport(tenant, { ...item, id, request, files })]);
    return id;
  };

  const ready = (await requireStoredImport(tenant, importId)).item;
  const uploading = (await requireStoredImport(tenant, uploadingImportId)).item;
  const copyImport = async (content: Partial<typeof ready>, from = ready): Promise<string> => {
    const id = randomUUID();
    await commit([insertImport(tenant, { ...from, ...content, id, refused: undefined })]);
    return id;
  };
  const [column] = ready.columns;
  if (!column) throw new Error('The import of the demo has columns');
  const lastName = { ...column, field: 'lastName' };

  const roster = { report: 'ClassRoster', format: 'json', parameters: { classId: values.classId } };
  const findMember = async (registrationId = ''): Promise<string> =>
    (await registrationById(tenant, registrationId))?.memberId ?? '';

  const greeting = 'Sent to {{ person.email }}';
  const template = await create('crm', '/api/v1/MessageTemplates', {
    ...{ name: 'Quiet letter', subject: greeting },
    mjml: '<mjml><mj-body><mj-section><mj-column><mj-text>Hello</mj-text></mj-column></mj-section></mj-body></mjml>',
  });
  const broadcast = await create('crm', '/api/v1/Broadcasts', {
    ...{ name: 'Quiet letter', templateId: template.id, listIds: [values.mailingListId] },
  });

  const createBroadcastTo = async (audience: object): Promise<string> =>
    (
      await create('crm', '/api/v1/Broadcasts', {
        name: 'Quiet letter',
        templateId: template.id,
        ...audience,
      })
    ).id;
  const directBroadcastId = await createBroadcastTo({ listIds: [values.mailingListId] });
  const { attachments } = await create('crm', `/api/v1/Broadcasts/${directBroadcastId}/Attachments`, {
    ...{ name: 'Program', content: 'JVBERi0xLjQKJSVFT0YK' },
  });
  await create(
    'crm',
    `/api/v1/Broadcasts/${directBroadcastId}/SendWhen`,
    { event: 'seat-vacant', committeeId: values.committeeId, withoutRelease: true },
    { method: 'PUT' },
  );
  const hiddenGroupId = await createGroup('Quiet auditors', { visibility: 'members' });
  const tenantGroupId = await createGroup('Quiet helpers', { visibility: 'tenant' });

  return {
    ...values,
    addressTemplateId: template.id,
    addressBroadcastId: broadcast.id,
    offeredPersonId: await findMember(values.offeredRegistrationId),
    pendingPersonId: await findMember(values.pendingRegistrationId),
    pastPersonId: await findMember(values.pastRegistrationId),
    viewerSubject,
    hiddenGroupId,
    directBroadcastId,
    directAttachmentId: attachments[0].id,
    tenantGroupId,
    hiddenGroupBroadcastId: await createBroadcastTo({ groupIds: [hiddenGroupId] }),
    tenantGroupBroadcastId: await createBroadcastTo({ groupIds: [tenantGroupId] }),
    usersBroadcastId: await createBroadcastTo({
      filterBody: { filterRules: [{ fieldId: 'roles', filterType: 1, selectedValues: ['admin'] }] },
    }),
    filteredGroupId: await createGroup('Quiet filters', { ownerIds: [personId], filterBody }),
    ownViewId: (
      await create(
        'crm',
        '/api/v1/Views',
        { list: 'people', name: 'Mine', request: filterBody },
        { subject: viewerSubject },
      )
    ).id,
    organizationBatchId: (
      await create('crm', '/api/v1/Batches/Organizations', {
        ...{ operation: 'create', key: 'id', rows: [{ record: { name: 'Quiet Harbor Authority' } }] },
      })
    ).batchId,
    peopleExportId: await copyExport('people'),
    addressExportId: await copyExport('people', ['email']),
    committeesExportId: await copyExport('committees'),
    peopleImportId: await copyImport({ kind: 'people' }),
    membershipsImportId: await copyImport({ kind: 'memberships' }),
    uploadingPeopleImportId: await copyImport({ kind: 'people' }, uploading),
    staffImportId: await copyImport({
      kind: 'people',
      columns: [lastName, { ...column, field: 'staffOf' }],
    }),
    dynamicListId: (await create('crm', '/api/v1/MailingLists', { name: 'Quiet readers', filterBody })).id,
    addressReportId: (await create('training', '/api/v1/Reports', roster)).id,
    ownReportId: (await create('training', '/api/v1/Reports', roster, { subject: viewerSubject })).id,
    topicSubscriptionId: (
      await create('billtracking', '/api/1.0/bill/event/subscribe', {
        name: 'People',
        what: { topics: ['people'] },
        channel: { type: 'webhook', url: 'https://example.org/people', email: 'pat@example.org' },
      })
    ).data.id,
    colleagueId: await createPerson('Colleague'),
    neighborId: await createPerson('Neighbor'),
    managedColleagueId: await createPerson('Managed'),
  };
}
