// Every administrative write records who did it in the audit, in the transaction of its change
// (docs/identity.md#audit). A write is administrative unless its permission, or the endpoint, is in one of these lists.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { listEndpoints, type RegisteredEndpoint } from '../../infra/contracts/registry.ts';
import { isTenantScoped, isWrite } from '../../shared/auth/permissions/access-requirement.ts';
import type { Permission } from '../../shared/auth/permissions/permissions.ts';
import { type DatabaseRequest, observeRequests } from '../../shared/data/client.ts';
import { type EndpointConfig, endpointName } from '../../shared/http/endpoint.ts';
import { startPlatform, type TestPlatform } from '../harness/platform.ts';
import { type RestorableTable, trackTable } from '../harness/restore.ts';
import { buildExampleRequest } from './example-request.ts';
import { createExampleTokens, type FindExampleToken } from './example-tokens.ts';

/** Permissions for daily work on records, which themselves and the change feed say who wrote what. */
const dailyWork: Partial<Readonly<Record<Permission | 'own', string>>> = {
  own: 'what people do for themselves, and others on their behalf: registrations, reports, notifications',
  'crm.people.write': 'the directory, whose every change is in the change feed',
  'crm.organizations.write': 'the directory, whose every change is in the change feed',
  'crm.committees.write': 'the directory, whose every change is in the change feed',
  'crm.groups.write': 'the directory, whose every change is in the change feed',
  'crm.advocacy.write': 'the directory, whose every change is in the change feed',
  'crm.imports.write': 'imports, whose every change of a record is in the change feed',
  'crm.communication.write': 'lists, templates and drafts, whose every change is in the change feed',
  'crm.communication.approve': 'broadcasts, which name who approved them',
  'crm.communication.send':
    'broadcasts, which name who sent them, and decisions about mail, which have their date and a note',
  'training.awards.write': 'the catalogue',
  'training.courses.write': 'the catalogue; every version of a curriculum stays stored',
  'training.classes.write': 'the catalogue',
  'training.registrations.write': 'registrations, whose history names who decided',
  'training.credits.write':
    'the training record, in which nothing is changed: entries are voided with a reason',
  'training.certifications.write': 'the training record',
  'billtracking.activity.write': 'lines of a log, which is itself a record of who did what',
  'billtracking.bills.write': 'tracking of bills, with notes and a history that name who set them',
  'billtracking.events.write': 'the calendar',
  'billtracking.reports.write': 'capitol reports, which name who made them',
};

/** Other writes that change no setting, no access and no credential. */
const exceptions: Readonly<Record<string, string>> = {
  'PUT crm/api/v1/people/{id}/Favorite': "a mark in the caller's own list",
  'DELETE crm/api/v1/people/{id}/Favorite': "a mark in the caller's own list",
  'POST billtracking/api/1.0/bill/documents/search': 'a search, which changes nothing',
  'POST billtracking/api/1.0/datafeed/{id}/run': 'reads a data feed, which the log of the feed has',
  'GET identity/connect/authorize': 'a person signs in, which is in the sign-in log',
  'GET identity/connect/interactions/{interactionId}': 'a person signs in, which is in the sign-in log',
  'GET identity/Account/Access': 'leads to the sign-in, which is in the sign-in log',
  'GET identity/Account/SecondFactor': 'leads to the sign-in, which is in the sign-in log',
  'GET identity/Account/Email': 'leads to the sign-in, which is in the sign-in log',
  'GET identity/Account/Password': 'leads to the sign-in, which is in the sign-in log',
  'GET identity/connect/endsession': 'a person ends their own session',
  'GET identity/Account/SignOut': 'a person ends their own session',
  'POST crm/api/v1/Unsubscribe/{tenantCode}/{token}': 'the receiver of a mail decides on it',
  'POST crm/api/v1/MailPreferences/{tenantCode}/{token}': 'the receiver of a mail decides on it',
  'POST crm/api/v1/SignUps/{tenantCode}': 'anybody asks for mail; the consent is stored',
  'POST crm/api/v1/SignUps/{tenantCode}/Requests': 'anybody asks for mail; the consent is stored',
  'POST crm/api/v1/SignUps/{tenantCode}/Confirmations/{token}':
    'the receiver of a mail decides on it; the consent is stored',
  'GET crm/api/v1/MailOpens/{tenantCode}/{token}': 'counts what the receiver of a mail does',
  'GET crm/api/v1/MailLinks/{tenantCode}/{token}': 'counts what the receiver of a mail does',
  'POST training/api/v1/Links/Offer/{tenantCode}/{token}': 'the receiver of a mail decides on it',
  'POST training/api/v1/Links/Evaluation/{tenantCode}/{token}':
    'the receiver of a mail answers, without a name where it is anonymous',
  'POST training/api/v1/Links/Approval/{tenantCode}/{token}': 'an approval keeps who decided it',
  'POST training/api/v1/Cmi5/{tenantCode}/Fetch/{token}': 'a course fetches the credential of its launch',
  'POST training/api/v1/Xapi/{tenantCode}/statements': 'a course reports; its statements are stored',
  'PUT training/api/v1/Xapi/{tenantCode}/statements': 'a course reports; its statements are stored',
  'PUT training/api/v1/Xapi/{tenantCode}/activities/state': 'a course keeps a document of its own',
  'DELETE training/api/v1/Xapi/{tenantCode}/activities/state': 'a course keeps a document of its own',
  'GET training/api/v1/Lti/{tenantCode}/Authorization':
    'a person opens a launch, which their enrollment keeps',
  'POST training/api/v1/Lti/{tenantCode}/Courses/{id}/LineItem/scores':
    'a course reports; its last score is stored',
  'POST crm/api/v1/Settings/MailSender/Check': 'looks records up in DNS; what is sent from was set before',
  'POST crm/api/v1/Webhooks/{webhookId}/Test': 'sends a message',
  'POST crm/api/v1/Webhooks/{webhookId}/Replay': 'sends messages again',
  'POST crm/api/v1/Webhooks/{webhookId}/Deliveries/{deliveryId}/Retry': 'sends one again',
  'POST billtracking/api/1.0/Advocacy/Champaign': 'a campaign names who started it',
  'POST billtracking/api/1.0/Advocacy/Champaign/{id}/end': 'a campaign names who ended it',
  'POST billtracking/api/1.0/Advocacy/Champaign/{id}/participants': 'a participation names who recorded it',
  'POST billtracking/api/1.0/Advocacy/Champaign/{id}/letter/{tenantCode}/{token}':
    'the receiver of a mail decides on it',
  'POST billtracking/api/1.0/bill/event/subscription/{id}/test': 'sends a message',
  'POST billtracking/api/1.0/bill/event/subscription/{id}/replay': 'sends messages again',
  'POST billtracking/api/1.0/bill/event/subscription/{id}/deliveries/{deliveryId}/retry': 'sends one again',
  'POST billtracking/api/1.0/Confirmations/{tenantCode}/{token}': 'the receiver of a mail decides on it',
  'POST billtracking/api/1.0/Unsubscribe/{tenantCode}/{token}': 'the receiver of a mail decides on it',
  'GET identity/connect/endsession/callback': 'the end of a sign-out',
  'GET identity/connect/account-providers/callback': 'a sign-in, which is in the sign-in log',
  'GET identity/connect/federation/callback': 'a sign-in; the account that it makes or changes is audited',
};

/** Writes whose examples ask for what is already so: the write before them by whose example it is not. */
const preparations: Readonly<Record<string, string>> = {
  resumeSubscription: 'pauseSubscription',
  removeAccountMailText: 'setAccountMailText',
  resumeWebhook: 'pauseWebhook',
  reactivateTenant: 'suspendTenant',
  cancelTenantErasure: 'requestTenantErasure',
  enableUser: 'disableUser',
  enableTenantUser: 'disableTenantUser',
  assignToTenant: 'removeFromTenant',
};

const isSetting = ({ path }: EndpointConfig): boolean => /\/settings(\/|$)/i.test(path);

const isAdministrative = (contract: EndpointConfig): boolean => {
  if (Object.hasOwn(exceptions, endpointName(contract))) return false;
  if (isSetting(contract) || !isTenantScoped(contract.access)) return true;
  return dailyWork[contract.access.permission] === undefined;
};

const writes = (await listEndpoints()).filter(({ contract }) => isWrite(contract));
const administrative = writes.filter(({ contract }) => isAdministrative(contract));

it('every exception is a write', () => {
  const names = writes.map(({ contract }) => endpointName(contract));
  expect(Object.keys(exceptions).filter((name) => !names.includes(name))).toEqual([]);
  expect(administrative.length).toBeGreaterThan(45);
});

describe('an administrative write', () => {
  let platform: TestPlatform;
  let data: RestorableTable;
  let findToken: FindExampleToken;
  let stop: () => void;
  /** The partition keys of each transaction since the last test. */
  let transactions: string[][] = [];
  beforeAll(async () => {
    platform = await startPlatform();
    const scoped = writes.filter(({ contract }) => isTenantScoped(contract.access));
    findToken = await createExampleTokens(platform, scoped);
    data = await trackTable();
    stop = observeRequests(({ operation, input }: DatabaseRequest) => {
      if (operation !== 'TransactWriteItems') return;
      const { TransactItems } = input as {
        TransactItems: readonly Record<string, { Item?: { pk?: string } }>[];
      };
      transactions.push(TransactItems.map((item) => String(item.Put?.Item?.pk ?? '')));
    });
  });
  afterEach(async () => {
    await data.restore();
    transactions = [];
  });
  afterAll(async () => {
    stop();
    data.stop();
    await platform.stop();
  });

  async function send({ contract }: RegisteredEndpoint) {
    const { values } = platform.demo;
    const { method, area, address, headers, body } = buildExampleRequest(contract, values);
    const tenant = values.tenantCode ?? '';
    const token = isTenantScoped(contract.access) ? await findToken(contract) : undefined;
    const reply = await platform.call(method, area, address, {
      headers,
      ...(token && { tenant, token }),
      ...(body !== undefined && { body }),
    });
    expect(reply.status, reply.text).toBeLessThan(400);
  }

  it.each(administrative)('of $contract.area $name is in the audit', async (registered) => {
    const preparation = writes.find(({ name }) => name === preparations[registered.name]);
    if (preparation) await send(preparation);
    transactions = [];
    await send(registered);
    const audited = transactions.filter((keys) => keys.some((pk) => /#(SETTINGS-)?AUDIT$/.test(pk)));
    expect(audited).toHaveLength(1);
    // With what it changes: the record of the audit is never alone.
    expect(audited[0]?.length).toBeGreaterThan(1);
  });
});
