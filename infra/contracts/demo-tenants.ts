// The demo tenants' fixed values: those that npm start prints, local.json contains, and the examples name.

/** A user as local.json shows it. */
export interface DemoUser {
  readonly userName: string;
  readonly password: string;
  readonly tenantCodes: readonly string[];
  readonly role: string;
}

/** A client as local.json shows it. */
export interface DemoClient {
  readonly client_id: string;
  readonly client_secret: string;
  readonly tenantCode: string;
}

/** The tenant whose examples of the interface run as printed. */
export const demoTenant = 'demo';
/** A second tenant, so that isolation can be seen. */
export const secondTenant = 'harbor';
/** Where the mail catcher is, below the gateway's address. */
export const mailPath = '/mail';
