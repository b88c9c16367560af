// How the broadcasts of a tenant look and what every one of them says: postal address, footer, header and colour
// (docs/interface/communication.md#postal-address-and-look).
import { type Change, put } from '../data/changes.ts';
import type { Key, TenantStore } from '../data/store.ts';
import type { VersionedRecord } from '../data/versioned-record.ts';
import { conflict } from '../errors/failure.ts';
import { type IfMatch, ifUnchangedOrAbsent } from '../http/etag.ts';

/** What every broadcast of a tenant says. */
export interface MailSettings {
  /** The country whose law applies to its mails (ISO 3166-1 alpha-2). */
  readonly country: string;
  /** Where the association gets letters, in lines. */
  readonly postalAddress?: string | undefined;
  /** A text at the end, such as who it is. */
  readonly footer?: string | undefined;
  /** A line at the top. */
  readonly header?: string | undefined;
  /** Whether the logo of the tenant is at the top. */
  readonly showsLogo?: boolean | undefined;
  /** Whether a broadcast is sent only after another person than its writers has approved it. */
  readonly asksApproval?: boolean | undefined;
  /** The colour of the line at the top and of the header, `#rrggbb`; that of the tenant's pages where it is absent. */
  readonly color?: string | undefined;
}

interface MailSettingsItem extends VersionedRecord, MailSettings {
  readonly type: 'mail-settings';
  readonly id: 'mail-settings';
}

/** The settings of a tenant that has set none. */
const defaultMailSettings: MailSettingsItem = {
  ...{ type: 'mail-settings', id: 'mail-settings', country: 'US', version: 0, schemaVersion: 1 },
  ...{ createdDate: '1970-01-01T00:00:00.000Z', modifiedDate: '1970-01-01T00:00:00.000Z' },
};

const settingsKey = (tenant: TenantStore): Key<MailSettingsItem> => tenant.key('MAIL-SETTINGS', 'SETTINGS');

/** The tenant's settings, or those that it starts with. One read. */
export const loadMailSettings = async (tenant: TenantStore): Promise<MailSettingsItem> =>
  (await tenant.get(settingsKey(tenant), { consistent: true })) ?? defaultMailSettings;

/** The settings that replace those that were read as `before`, and the change that stores them. */
export function replaceMailSettings(
  tenant: TenantStore,
  before: MailSettingsItem,
  settings: MailSettings,
  now: Date,
  ifMatch: IfMatch | undefined,
): { readonly after: MailSettingsItem; readonly change: Change } {
  const moment = now.toISOString();
  const after: MailSettingsItem = {
    ...{ ...defaultMailSettings, ...settings, version: before.version + 1, modifiedDate: moment },
    createdDate: before.version === 0 ? moment : before.createdDate,
  };
  return { after, change: put(settingsKey(tenant), after, ifUnchangedOrAbsent(before, ifMatch)) };
}

/**
 * The countries whose law asks for a postal address in each such mail: the United States (CAN-SPAM, 15 U.S.C. 7704(a)(5)(A)(iii)
 * and 16 CFR 316.2(p)) and Canada (Electronic Commerce Protection Regulations (CRTC), SOR/2012-36, section 2).
 */
const countriesWithAddress: readonly string[] = ['US', 'CA'];

/** Whether a postal address is missing that the tenant's country asks for. */
export const lacksPostalAddress = ({ country, postalAddress }: MailSettings): boolean =>
  postalAddress === undefined && countriesWithAddress.includes(country);

/** @throws Failure CONFLICT where the country asks for a postal address and the tenant has set none */
export function assertHasPostalAddress(settings: MailSettings): void {
  if (lacksPostalAddress(settings))
    throw conflict(
      `A broadcast from ${settings.country} must show a postal address, and the settings of mail have none. Set postalAddress in Settings/Mail first.`,
      'postalAddress',
    );
}

/** @throws Failure CONFLICT where the tenant asks for an approval and the broadcast has none */
export function assertApproved(
  { asksApproval }: MailSettings,
  { name, approval }: { readonly name: string; readonly approval?: object | undefined },
): void {
  if (asksApproval && approval === undefined)
    throw conflict(
      `${name} must be approved before it is sent, by a person who did not write it: POST its Approve.`,
    );
}
