// Writes a person with unmistakable names and addresses into every area through public endpoints, for the tests of an export of
// everything about the person and of the erasure.

import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, paginateScan } from '@aws-sdk/lib-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import { handler as moveReferences } from '../../../functions/crm/jobs/merge-records/handler.ts';
import { responseKey } from '../../../functions/training/evaluations/record/evaluation.ts';
import { handler as deliverNotifications } from '../../../functions/training/jobs/deliver-notifications/handler.ts';
import { permissionNames } from '../../../shared/auth/permissions/permissions.ts';
import type { StreamRecord } from '../../../shared/change-feed/change-event.ts';
import { appendChanges } from '../../../shared/change-feed/feed.ts';
import { commit, put } from '../../../shared/data/changes.ts';
import { listTables } from '../../../shared/data/tables.ts';
import type { Area } from '../../../shared/http/areas.ts';
import { deliverMail } from '../../../shared/mail/deliver.ts';
import { dueMails } from '../../../shared/mail/outbox.ts';
import type { Reply, TestPlatform } from '../../harness/platform.ts';

export type Item = Readonly<Record<string, unknown>> & { readonly pk: string; readonly sk: string };

/** Texts by which the person would be recognised anywhere, in lower case. */
export const unmistakable = ['zuckmantel', 'quirina', 'nirgendwo', '018-7731', 'zz-roll-77'];

const quirina = {
  firstName: 'Quirina',
  middleName: 'Nirgendwo',
  lastName: 'Zuckmantel',
  email: 'quirina.zuckmantel@unmistakable.example',
  emails: [
    { value: 'quirina.zuckmantel@unmistakable.example', type: 'Work' },
    { value: 'zuckmantel.q@unmistakable.example', type: 'Home' },
  ],
  phones: [{ value: '503-018-7731', type: 'Work' }],
  addresses: [{ street: '7 Nirgendwo Lane', city: 'Nirgendwo', state: 'WA', zipCode: '98001' }],
  tags: ['Zuckmantel family'],
};

/** All items. */
export async function scanTable(): Promise<Item[]> {
  const client = DynamoDBDocumentClient.from(new DynamoDBClient());
  const found: Item[] = [];
  for (const TableName of listTables())
    for await (const { Items = [] } of paginateScan({ client }, { TableName }))
      found.push(...(Items as Item[]));
  return found;
}

/** All items of the tenant. */
export const scanTenant = async (tenant = 'demo'): Promise<Item[]> =>
  (await scanTable()).filter(({ pk }) => pk.startsWith(`T#${tenant}#`));

const callFunction = (pk: string, sk: string, type: string) => ({
  Records: [
    {
      eventName: 'MODIFY' as const,
      dynamodb: { Keys: { pk: { S: pk }, sk: { S: sk } }, NewImage: { type: { S: type } } },
    },
  ],
});

/** Appends an event for each record to the change feed, as the stream does. */
async function feedChanges(items: readonly Item[]): Promise<void> {
  const records = items
    .filter(({ schemaVersion }) => schemaVersion !== undefined)
    .map(({ pk, sk, ...item }, index): StreamRecord => {
      const image = marshall({ pk, sk, ...item }, { removeUndefinedValues: true }) as never;
      return {
        eventName: 'INSERT',
        dynamodb: {
          Keys: { pk: { S: pk }, sk: { S: sk } },
          NewImage: image,
          ApproximateCreationDateTime: 1_796_000_000,
          SequenceNumber: String(index),
        },
      };
    });
  for (let start = 0; start < records.length; start += 100)
    await appendChanges(records.slice(start, start + 100));
}

/** What was written. */
export interface EverywherePerson {
  readonly id: string;
  readonly mergedId: string;
  readonly userId: string;
  readonly userToken: string;
  readonly adminToken: string;
  readonly certificateNumber: string;
  readonly certificationId: string;
  readonly creation: { readonly body: object; readonly headers: Readonly<Record<string, string>> };
}

/** Writes the person everywhere; nothing is left under way that prevents an erasure but the user. */
export async function writeEverywhere(platform: TestPlatform): Promise<EverywherePerson> {
  const { values } = platform.demo;
  const adminToken = await platform.tokenFor({
    tenant: 'demo',
    name: 'admin@demo.example',
    permissions: permissionNames.filter((name) => name !== 'platform.admin'),
  });
  const platformToken = await platform.tokenFor({ tenant: 'demo', roles: ['platform-admin'] });
  const send = async (
    method: string,
    area: Area,
    path: string,
    body?: unknown,
    options: { readonly token?: string; readonly headers?: Readonly<Record<string, string>> } = {},
  ): Promise<Reply> => {
    const token = options.token ?? adminToken;
    const { headers } = options;
    const reply = await platform.call(method, area, path, {
      tenant: 'demo',
      token,
      ...(body !== undefined && { body }),
      ...(headers && { headers }),
    });
    if (reply.status >= 300) throw new Error(`${method} ${path}: ${reply.status} ${reply.text}`);
    return reply;
  };
  const creation = { body: quirina, headers: { 'Idempotency-Key': 'quirina-1' } };
  const { id } = (await send('POST', 'crm', '/api/v1/people', creation.body, { headers: creation.headers }))
    .body;
  const other = { ...quirina, firstName: 'Q', title: 'Duplicate of Zuckmantel' };
  const mergedId: string = (await send('POST', 'crm', '/api/v1/people', other)).body.id;
  await send('PUT', 'training', `/api/v1/People/${mergedId}/Manager`, { managerId: values.managerId });
  await send('POST', 'crm', `/api/v1/people/${id}/Merge`, { personId: mergedId, fields: {} });
  await moveReferences(callFunction(`T#demo#PERSON#${mergedId}`, 'MERGE', 'person-merge'));
  await send('PUT', 'crm', `/api/v1/people/${id}/NotDuplicates/${values.personId}`);
  await send('POST', 'crm', '/api/v1/Batches/People', {
    operation: 'upsert',
    key: 'email',
    rows: [{ email: 'zuckmantel.q@unmistakable.example', title: 'Clerk of Nirgendwo' }],
  });
  // One that is withdrawn, and one that waits for a decision.
  const proposal = { personId: id, reason: 'Zuckmantel moved', changes: { suffix: 'of Nirgendwo' } };
  const withdrawn = (await send('POST', 'crm', '/api/v1/PeopleApproval/Requests', proposal)).body.id;
  await send('DELETE', 'crm', `/api/v1/PeopleApproval/Requests/${withdrawn}`);
  await send('POST', 'crm', '/api/v1/PeopleApproval/Requests', proposal);
  await send('POST', 'crm', '/api/v1/committee/savecommitteemember', {
    committeeId: values.committeeId,
    personId: id,
    positionId: values.committeePositionId,
    startDate: '2020-01-01',
    endDate: '2020-12-31',
  });

  await send('POST', 'billtracking', `/api/1.0/Advocacy/Champaign/${values.letterCampaignId}/participants`, {
    personId: id,
    note: 'Zuckmantel signed at the fair',
  });
  await send('POST', 'billtracking', '/api/1.0/Advocacy/Champaign', {
    templateId: values.letterTemplateId,
    audience: { personIds: [id] },
  });

  const user = {
    userName: 'zuckmantel@unmistakable.example',
    password: 'a lantern on the north quay',
    assignments: [{ tenantCode: 'demo', roles: ['staff'], personId: id }],
  };
  const userId: string = (await send('POST', 'identity', '/api/v1/Users', user, { token: platformToken }))
    .body.id;
  const signedIn = await platform.call('POST', 'identity', '/api/v1/Services/AuthorizeUserForWorkSpace', {
    body: { tenantCode: 'demo', userName: user.userName, password: user.password },
  });
  const userToken: string = signedIn.body.accessToken;

  const registration = {
    classId: values.classId,
    memberId: id,
    registrationType: 'Admin',
    paymentMethod: 'Invoice',
    notes: 'Zuckmantel eats no meat',
    justification: 'Quirina asked for it',
  };
  const registered = await send('POST', 'training', '/api/v1/registration/ClassRegistration', registration);
  await send(
    'POST',
    'training',
    `/api/v1/registration/ClassRegistration/${registered.body.registrationId}/Cancel`,
    {
      reason: 'Zuckmantel is on duty',
    },
  );
  const answered = { personId: id, classId: values.pastClassId ?? '' };
  await commit([
    put(responseKey(platform.store('demo'), id, answered.classId), {
      ...{ type: 'evaluation-response', ...answered, answers: { question: 'Call Quirina, please.' } },
    }),
  ]);
  await send('POST', 'training', '/api/v1/Credits', {
    personId: id,
    creditTypeId: values.creditTypeId,
    credits: 1.5,
    note: 'Quirina spoke at the conference.',
  });
  await send('POST', 'training', '/api/v1/Completions', {
    personId: id,
    courseId: values.courseId,
    note: 'Zuckmantel took it elsewhere.',
  });
  const certified = await send('POST', 'training', '/api/v1/Certifications', {
    awardId: values.earnedAwardId,
    personId: id,
    override: true,
    reason: 'Zuckmantel has taught it for years',
  });
  await send('PUT', 'training', `/api/v1/People/${values.managedPersonId}/Manager`, { managerId: id });
  await send('PUT', 'training', `/api/v1/People/${id}/Manager`, { managerId: values.managerId });
  await send(
    'PUT',
    'training',
    '/api/v1/Notifications/Preferences',
    { preferences: [{ kind: 'creditsGranted', mail: true }] },
    { token: userToken },
  );
  for (const format of ['csv', 'pdf'])
    await send('POST', 'training', '/api/v1/Reports', {
      report: 'CreditsByPerson',
      format,
      parameters: { personIds: [id] },
    });

  const billing = (path: string, body: object) =>
    send('POST', 'billtracking', path, body, { token: userToken });
  await billing('/api/1.0/activity/log/save', {
    userId: userId,
    action: 'VIEW_BILL',
    entityType: 'BILL',
    entityId: '1',
    metadata: { by: 'Quirina Nirgendwo Zuckmantel' },
  });
  await send('POST', 'billtracking', '/api/1.0/activity/log/save', {
    userId: id,
    action: 'VIEW_PERSON',
    entityType: 'PERSON',
    entityId: id,
    metadata: { mail: 'quirina.zuckmantel@unmistakable.example' },
  });
  await billing('/api/1.0/bill/tracking/save', {
    billId: values.billId,
    trackingStatus: 'PRIORITY',
    position: 'OPPOSE',
    assignedPersonIds: [id],
  });
  await billing(`/api/1.0/bill/${values.billId}/notes`, {
    text: 'Ask quirina.zuckmantel@unmistakable.example',
  });
  await billing(`/api/1.0/bill/${values.billId}/analysis`, { text: 'A cap on rents.', isPublic: true });
  await billing('/api/1.0/bill/event/subscribe', {
    name: 'Hearings for Quirina Zuckmantel',
    filter: { stateIds: [53], trackedOnly: true },
    what: { events: true },
    channel: {
      type: 'mail',
      email: 'zuckmantel@unmistakable.example',
      digest: { frequency: 'hourly', timeZone: 'America/New_York' },
    },
  });
  await billing('/api/1.0/bill/event/save', {
    ...{ title: 'Hearing on rents', eventType: 'HEARING', stateId: 53, startDate: '2027-02-03' },
  });
  await billing('/api/1.0/Advocacy/Champaign', { templateId: values.campaignTemplateId });
  await billing('/api/1.0/CapitolReport/save-report/53', { reportType: 4 });
  await send(
    'POST',
    'crm',
    '/api/v1/Views',
    { list: 'people', name: 'Zuckmantel and others', request: { filterBody: { filterRules: [] } } },
    { token: userToken },
  );
  await send('POST', 'crm', '/api/v1/groups', { name: 'Old families', ownerIds: [id] });
  const message = { message: 'Quirina Zuckmantel asks' };
  await send('POST', 'crm', `/api/v1/groups/${values.groupId}/Requests`, message, { token: userToken });
  await send('POST', 'crm', '/api/v1/advocacy/SavePeopleRelationship', {
    personId: id,
    officialId: values.officialId,
    typeId: values.relationshipTypeId,
    notes: 'Quirina went to school with the senator.',
  });
  const contact = { date: '2026-03-02', kind: 'call', subject: 'Quirina Zuckmantel called', personIds: [id] };
  await send('POST', 'crm', `/api/v1/advocacy/officials/${values.officialId}/contacts`, contact);
  for (const token of [userToken, adminToken])
    await send('PUT', 'crm', `/api/v1/people/${id}/Favorite`, undefined, { token });

  const tenant = platform.store('demo');
  for (const { pk, sk, type } of await scanTenant())
    if (type === 'notice') await deliverNotifications(callFunction(pk, sk, 'notice'));
  const now = new Date(Date.now() + 1000);
  for (const mail of (await dueMails(tenant, now, 100)).slice(0, 3)) {
    await deliverMail(
      tenant,
      mail,
      async () => undefined,
      () => now,
    );
  }
  await feedChanges(await scanTenant());
  return {
    ...{ id, mergedId, userId, userToken, adminToken, creation },
    certificateNumber: certified.body.certificateNumber,
    certificationId: certified.body.id,
  };
}
