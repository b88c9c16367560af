// What a tool is told of a launch (LTI Core 1.3, 5.3 and 5.4; AGS 2.0, 3.1).
import { displayName } from '../../../../shared/directory/people/person.ts';
import type { PersonItem } from '../../../../shared/directory/people/person-store.ts';
import type { Addresses } from '../record/addresses.ts';
import type { LtiTool } from '../record/external-course.ts';
import { getIssuer } from './connection.ts';
import { listScopes } from './scopes.ts';
import type { FoundTool } from './tool.ts';

/** How long the ID token of a launch is valid, in seconds. */
export const launchTokenLifetime = 300;

const claim = (name: string): string => `https://purl.imsglobal.org/spec/lti/claim/${name}`;

/** Name and address of the person, as far as the course shares them. */
const describePerson = (person: PersonItem, { shares }: LtiTool) => ({
  ...(shares.includes('name') && {
    name: displayName(person),
    ...(person.firstName && { given_name: person.firstName }),
    ...(person.lastName && { family_name: person.lastName }),
  }),
  ...(shares.includes('email') && person.email && { email: person.email }),
});

/** The claims of the ID token of a launch. @param now the real time */
export function buildLaunchClaims(
  { tenant, settings, course, external, tool }: FoundTool,
  person: PersonItem,
  { nonce, addresses, now }: { readonly nonce: string; readonly addresses: Addresses; readonly now: Date },
) {
  const iat = Math.floor(now.getTime() / 1000);
  return {
    iss: getIssuer(),
    aud: tool.clientId,
    sub: person.id,
    ...{ iat, exp: iat + launchTokenLifetime, nonce },
    ...describePerson(person, tool),
    [claim('message_type')]: 'LtiResourceLinkRequest',
    [claim('version')]: '1.3.0',
    [claim('deployment_id')]: tool.deploymentId,
    [claim('target_link_uri')]: external.launchUrl,
    [claim('resource_link')]: { id: course.id, title: course.name },
    [claim('roles')]: ['http://purl.imsglobal.org/vocab/lis/v2/membership#Learner'],
    [claim('context')]: {
      id: course.id,
      title: course.name,
      type: ['http://purl.imsglobal.org/vocab/lis/v2/course#CourseOffering'],
    },
    [claim('tool_platform')]: { guid: tenant.code, name: settings.name, product_family_code: 'rostrum' },
    [claim('launch_presentation')]: {
      document_target: 'window',
      ...(tool.returnUrl !== undefined && { return_url: tool.returnUrl }),
    },
    ...(tool.custom && { [claim('custom')]: tool.custom }),
    'https://purl.imsglobal.org/spec/lti-ags/claim/endpoint': {
      scope: listScopes(),
      lineitems: addresses.lineItems(course.id),
      lineitem: addresses.lineItem(course.id),
    },
  };
}
