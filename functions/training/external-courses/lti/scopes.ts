// What a tool may do (AGS 2.0, 3.1): it reads its line item and results, and publishes scores.

export const scopes = {
  lineItem: 'https://purl.imsglobal.org/spec/lti-ags/scope/lineitem.readonly',
  result: 'https://purl.imsglobal.org/spec/lti-ags/scope/result.readonly',
  score: 'https://purl.imsglobal.org/spec/lti-ags/scope/score',
} as const;
export type ScopeName = keyof typeof scopes;

export const listScopes = (): readonly string[] => Object.values(scopes);
