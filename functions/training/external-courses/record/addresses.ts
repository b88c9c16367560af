// The addresses by which a course elsewhere knows the platform. They name the tenant, as courses send no header for it.

/** Builds the addresses of a tenant. @param url the absolute address of a path in the area */
export const buildAddresses = (url: (path: string) => string, tenantCode: string) => ({
  /** Of the person's account (cmi5 9.2). */
  homePage: url(`/api/v1/Xapi/${tenantCode}`),
  /** The base of the xAPI requests (cmi5 8.1.1). */
  endpoint: `${url(`/api/v1/Xapi/${tenantCode}`)}/`,
  fetch: (token: string) => url(`/api/v1/Cmi5/${tenantCode}/Fetch/${token}`),
  /** The id of the course as an activity, which is another one than that of its assignable unit (cmi5 9.4). */
  course: (courseId: string) => url(`/api/v1/Xapi/${tenantCode}/courses/${courseId}`),
  /** The id of the assignable unit, which the platform makes (cmi5 8.1.5). */
  unit: (courseId: string) => url(`/api/v1/Xapi/${tenantCode}/courses/${courseId}/unit`),
  /** Where tools of LTI send people and requests. */
  authorization: url(`/api/v1/Lti/${tenantCode}/Authorization`),
  token: url(`/oauth/lti/${tenantCode}/token`),
  lineItems: (courseId: string) => url(`/api/v1/Lti/${tenantCode}/Courses/${courseId}/LineItems`),
  /** The one line item of a course; its scores and results are below it (AGS 2.0, 3.3). */
  lineItem: (courseId: string) => url(`/api/v1/Lti/${tenantCode}/Courses/${courseId}/LineItem`),
});

export type Addresses = ReturnType<typeof buildAddresses>;
