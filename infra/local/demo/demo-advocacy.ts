// The campaign templates of the demo tenants, written for bills that they really follow.
import type { TemplateContent } from '../../../functions/billtracking/advocacy/template.ts';

/** A template; organizations, committees and bills by key, days relative to the day of seeding. */
interface DemoTemplate
  extends Pick<TemplateContent, 'name' | 'subject' | 'body' | 'status' | 'callToAction'> {
  readonly audience:
    | 'allPeople'
    | { readonly organization: string }
    | { readonly members: string }
    | { readonly constituents: string };
  /** Numbers of the session that the tenant follows. */
  readonly bills?: readonly string[];
  readonly days?: readonly [from: number, to: number];
  /** Whether a campaign runs with it. */
  readonly isRunning?: boolean;
}

/** By tenant, then by key; examples name the first. */
export const demoTemplates: Readonly<Record<string, Readonly<Record<string, DemoTemplate>>>> = {
  demo: {
    'county-roads': {
      name: 'County roads: speak up before the budget',
      subject: '{{recipient.firstName|Colleague}}, tell Olympia what your roads need',
      body: 'Dear {{recipient.firstName|colleague}},\n\nThe transportation budget is written in the weeks to come. {{recipient.organization|Your county}} keeps roads and bridges that the state’s own traffic wears out.\n\nPlease write to your legislators until {{campaign.endDate}} and tell them of one road you had to close.\n\n{{sender.fullName}}\n{{sender.organization}}',
      status: 'ACTIVE',
      callToAction: {
        kind: 'email',
        label: 'Write to your legislators',
        url: 'https://app.leg.wa.gov/memberemail/',
      },
      audience: { organization: 'association' },
      bills: ['HB 9101'],
      days: [0, 60],
    },
    'housing-near-transit': {
      name: 'Housing near transit: let counties plan',
      subject: '{{bill.number|The transit housing bill}} needs a voice for counties',
      body: 'Dear {{recipient.firstName|friend}},\n\n{{bill.number}} ({{bill.title}}) is with {{official.title|your representative}} {{official.lastName}}. Our position: {{bill.position}}.\n\nPlease call {{official.phone|the office}} before the hearing.\n\n{{sender.fullName}}',
      status: 'ACTIVE',
      callToAction: { kind: 'call', label: 'Call the office', url: 'tel:{{official.phone|8005626000}}' },
      audience: { constituents: 'lower-housing' },
      bills: ['HB 9102'],
      days: [-7, 30],
      isRunning: true,
    },
    'legislative-day': {
      name: 'County day at the capitol',
      subject: 'Join us in Olympia',
      body: 'Dear {{recipient.title|Commissioner}} {{recipient.lastName}},\n\nThe committee meets legislators for a day. Please say which of yours you will visit.\n\n{{sender.organization}}',
      status: 'DRAFT',
      callToAction: { kind: 'visit', label: 'Plan your visits', url: 'https://leg.wa.gov/' },
      audience: { members: 'legislative' },
    },
  },
  harbor: {
    'transfer-tax': {
      name: 'Hold the transfer tax',
      subject: 'Brokers: a word on closing costs',
      body: 'Hello {{recipient.fullName}},\n\na higher transfer tax would be paid at every settlement. Sign the letter of the guild before {{campaign.endDate}}.\n\n{{sender.fullName}}',
      status: 'ACTIVE',
      callToAction: { kind: 'sign', label: 'Sign the letter', url: 'https://harborguild.example/letter' },
      audience: { organization: 'guild' },
      days: [0, 45],
    },
    'tenant-notice': {
      name: 'Notice periods that work',
      subject: '{{recipient.firstName}}, the economic matters panel hears us next',
      body: 'Hello {{recipient.firstName}},\n\nplease tell the panel how long a fair notice period is.\n\n{{sender.fullName}}',
      status: 'ACTIVE',
      callToAction: {
        kind: 'email',
        label: 'Write to the panel',
        url: 'mailto:{{official.email|panel@harborguild.example}}',
      },
      audience: { constituents: 'lower-economic-matters' },
      days: [-3, 20],
      isRunning: true,
    },
  },
};
