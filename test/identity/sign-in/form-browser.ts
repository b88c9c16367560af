// A browser without scripts: it keeps cookies, follows redirects within the platform, and sends forms as a person does.
import type { TestPlatform } from '../../harness/platform.ts';

/** Where the browser is after a request: a page, or on the way to another site. */
export interface Place {
  readonly status: number;
  /** The address of the page, or that of the other site. */
  readonly url: string;
  readonly html: string;
  readonly headers: Headers;
}

/** A person at a browser of their own. */
export interface FormBrowser {
  readonly cookies: Map<string, string>;
  open(address: string): Promise<Place>;
  post(address: string, values: Record<string, string>): Promise<Place>;
  /** Sends the form of a page with these values, and with what the page has in it for this browser. */
  submit(place: Place, values: Record<string, string>): Promise<Place>;
}

/** The token in the forms of a page, where it has one. */
export function readFormToken(html: string): { readonly formToken?: string } {
  const [, formToken] = /name="formToken" value="([\w-]+)"/.exec(html) ?? [];
  return formToken === undefined ? {} : { formToken };
}

/** Opens a browser. @param more headers that it sends with every request, such as the languages of the person */
export function openFormBrowser(
  platform: TestPlatform,
  more: Readonly<Record<string, string>> = {},
): FormBrowser {
  const cookies = new Map<string, string>();
  async function request(address: string, init: RequestInit = {}): Promise<Place> {
    const response = await fetch(address, {
      ...init,
      redirect: 'manual',
      headers: {
        ...more,
        ...init.headers,
        ...(cookies.size > 0 && {
          Cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        }),
      },
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [pair = '', ...attributes] = cookie.split('; ');
      const [name = '', value = ''] = pair.split('=');
      if (attributes.includes('Max-Age=0')) cookies.delete(name);
      else cookies.set(name, value);
    }
    const location = response.headers.get('location');
    const html = await response.text();
    if (response.status !== 303 || location === null)
      return { status: response.status, url: address, html, headers: response.headers };
    return location.startsWith(platform.address)
      ? request(location)
      : { status: 303, url: location, html, headers: response.headers };
  }
  const post = (address: string, values: Record<string, string>) =>
    request(address, { method: 'POST', body: new URLSearchParams(values) });
  return {
    cookies,
    open: (address) => request(address),
    post,
    submit: ({ url, html }, values) => post(url, { ...values, ...readFormToken(html) }),
  };
}
