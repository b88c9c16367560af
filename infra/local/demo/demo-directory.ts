// The invented people, organizations and committees of the demo tenants.
import type { CommitteeContent } from '../../../shared/directory/committee.ts';
import type { OfficeContent } from '../../../shared/directory/office.ts';
import type { OrganizationContent } from '../../../shared/directory/organization.ts';
import type { PersonContent } from '../../../shared/directory/person.ts';

/** An organization; `parent` is the key of another one. */
interface DemoOrganization extends Omit<OrganizationContent, 'parentId'> {
  readonly parent?: string;
}

/** A person with the one position they hold, and for officials the office. */
export interface DemoPerson extends PersonContent {
  readonly organization: string;
  readonly since: string;
  readonly office?: Omit<OfficeContent, 'id'>;
}

/** A committee with its members' keys and roles. */
interface DemoCommittee extends Omit<CommitteeContent, 'organizationId'> {
  readonly organization?: string;
  readonly members: Readonly<Record<string, string>>;
}

/** Everything one tenant is given, by keys that its ids are made from. */
export interface DemoDirectory {
  readonly organizations: Readonly<Record<string, DemoOrganization>>;
  readonly people: Readonly<Record<string, DemoPerson>>;
  readonly committees: Readonly<Record<string, DemoCommittee>>;
}

const person = (
  name: `${string} ${string}`,
  title: string,
  organization: string,
  since: string,
  more: Partial<DemoPerson> = {},
): DemoPerson => {
  const [firstName = '', ...last] = name.split(' ');
  const mailbox = name
    .normalize('NFKD')
    .replace(/[^A-Za-z ]/g, '')
    .toLowerCase()
    .replaceAll(' ', '.');
  return {
    firstName,
    lastName: last.join(' '),
    email: `${mailbox}@example.org`,
    title,
    organization,
    since,
    ...more,
  };
};

const cascadia: DemoDirectory = {
  organizations: {
    association: {
      name: 'Cascadia Association of Counties',
      organizationType: 'Association',
      email: 'office@cascadia.example',
      phone: '503-555-0100',
      website: 'https://cascadia.example/',
    },
    alder: { name: 'Alder County', organizationType: 'County', parent: 'association', phone: '503-555-0110' },
    birch: { name: 'Birch County', organizationType: 'County', parent: 'association', phone: '503-555-0120' },
    'alder-roads': { name: 'Alder County Road Department', organizationType: 'Department', parent: 'alder' },
    'birch-clerk': { name: 'Birch County Clerk’s Office', organizationType: 'Department', parent: 'birch' },
  },
  people: {
    ada: person('Ada Fairweather', 'Executive Director', 'association', '2019-04-01', {
      phone: '503-555-0101',
      mobilePhone: '503-555-0141',
    }),
    ben: person('Ben Okafor', 'Policy Analyst', 'association', '2022-09-12', { department: 'Policy' }),
    dora: person('Dora Lindqvist', 'Events Coordinator', 'association', '2023-02-01'),
    esteban: person('Esteban Núñez', 'County Commissioner', 'alder', '2021-01-04'),
    farah: person('Farah Haddad', 'County Administrator', 'alder', '2018-06-18'),
    grace: person('Grace Whitehorse', 'Road Superintendent', 'alder-roads', '2016-03-07', {
      department: 'Roads',
    }),
    hiro: person('Hiro Tanaka', 'Engineer', 'alder-roads', '2024-05-20', { department: 'Roads' }),
    ines: person('Inês da Costa', 'County Commissioner', 'birch', '2023-01-03'),
    jonas: person("Jonas O'Rourke", 'County Commissioner', 'birch', '2019-01-07'),
    kira: person('Kira Nováková', 'County Clerk', 'birch-clerk', '2020-11-16'),
    leo: person('Leo Marchetti', 'Deputy Clerk', 'birch-clerk', '2022-08-29'),
    maya: person('Maya Delacroix', 'State Senator', 'association', '2023-01-09', {
      party: 'Independent',
      office: { kind: 'legislature', role: 'upper', state: 'OR', district: '31', startDate: '2023-01-09' },
    }),
  },
  committees: {
    legislative: {
      name: 'Legislative Committee',
      description: 'Follows bills that concern counties and decides on positions.',
      kind: 'association',
      organization: 'association',
      members: { esteban: 'chair', ines: 'vice chair', jonas: 'member', farah: 'member', ben: 'staff' },
    },
    transport: {
      name: 'Roads and Transportation Committee',
      description: 'Roads, bridges and the funds for them.',
      kind: 'association',
      organization: 'association',
      members: { grace: 'chair', hiro: 'member', jonas: 'member' },
    },
  },
};

const harbor: DemoDirectory = {
  organizations: {
    guild: {
      name: 'Harbor Realtors Guild',
      organizationType: 'Association',
      email: 'hello@harborguild.example',
      phone: '207-555-0100',
      website: 'https://harborguild.example/',
    },
    lighthouse: { name: 'Lighthouse Realty', organizationType: 'Company', parent: 'guild' },
    anchor: { name: 'Anchor Homes', organizationType: 'Company', parent: 'guild' },
    'lighthouse-north': { name: 'Lighthouse Realty North', organizationType: 'Branch', parent: 'lighthouse' },
    'anchor-coast': { name: 'Anchor Homes Coast', organizationType: 'Branch', parent: 'anchor' },
  },
  people: {
    cleo: person('Cleo Winterbourne', 'Managing Director', 'guild', '2017-10-02'),
    nadia: person('Nadia Petrova', 'Membership Manager', 'guild', '2021-05-17'),
    omar: person('Omar Siddiqui', 'Broker', 'lighthouse', '2015-09-01'),
    paula: person('Paula Grünwald', 'Broker', 'lighthouse', '2020-02-10'),
    quinn: person('Quinn Abernathy', 'Agent', 'lighthouse-north', '2023-07-03'),
    rosa: person('Rosa Bellini', 'Agent', 'lighthouse-north', '2024-01-15'),
    samir: person('Samir Chaudhry', 'Owner', 'anchor', '2012-04-23'),
    tessa: person('Tessa van Houten', 'Broker', 'anchor', '2019-11-11'),
    uma: person('Uma Krishnan', 'Agent', 'anchor-coast', '2022-03-28'),
    viktor: person('Viktor Sørensen', 'Agent', 'anchor-coast', '2018-08-06'),
    wanda: person('Wanda Eastgate', 'Appraiser', 'anchor', '2016-12-05'),
    xavier: person('Xavier Montcalm', 'Bookkeeper', 'guild', '2020-06-22'),
  },
  committees: {
    ethics: {
      name: 'Ethics Committee',
      description: 'Hears complaints and keeps the code of conduct.',
      kind: 'association',
      organization: 'guild',
      members: { samir: 'chair', paula: 'vice chair', omar: 'member', wanda: 'member' },
    },
    education: {
      name: 'Education Committee',
      description: 'Plans the courses members need to keep their licence.',
      kind: 'association',
      organization: 'guild',
      members: { tessa: 'chair', quinn: 'member', uma: 'member', nadia: 'staff' },
    },
  },
};

/** The directories of the demo tenants by tenant code. */
export const demoDirectories: Readonly<Record<string, DemoDirectory>> = { demo: cascadia, harbor };
