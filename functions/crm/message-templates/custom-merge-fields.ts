// The custom fields of people as merge fields: {{ person.custom["Shirt size"] }}.
import type { MessageContent } from '../../../shared/broadcasts/message-content.ts';
import type { TenantStore } from '../../../shared/data/store.ts';
import {
  type CustomFieldItem,
  controlTypes,
  listCustomFields,
} from '../../../shared/directory/custom-field.ts';

/** What a record stores of an address or an organization is for programs. */
const isText = ({ controlTypeId, isActive = true }: CustomFieldItem): boolean =>
  isActive && controlTypeId !== controlTypes.address && controlTypeId !== controlTypes.organization;

/** The fields that messages may have. One query. */
export const listCustomMergeFields = async (tenant: TenantStore): Promise<CustomFieldItem[]> =>
  (await listCustomFields(tenant, 'people')).filter(isText);

/** The fields that this message may have; none, and no query, where it mentions none. */
export const loadCustomMergeFields = async (
  tenant: TenantStore,
  { subject, mjml, text = '' }: MessageContent,
): Promise<CustomFieldItem[]> =>
  [subject, mjml, text].some((each) => each.includes('custom')) ? listCustomMergeFields(tenant) : [];
