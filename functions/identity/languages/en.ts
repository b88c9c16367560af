// The texts of the pages and mails of accounts in English. Those of every other language have the same names and values.
import { permissions } from '../../../shared/auth/permissions/permissions.ts';

interface Name {
  readonly name: string;
}
interface UserName {
  readonly userName: string;
}
interface Count {
  readonly count: number;
}
interface Minutes {
  readonly minutes: number;
}
interface Days {
  readonly days: number;
}
interface Least {
  readonly least: number;
}
interface Length {
  readonly length: number;
}
interface Moment {
  readonly moment: string;
}
interface Account {
  readonly account: string;
}
interface Email {
  readonly email: string;
}

/** Texts with values are functions of an object, each of whose members is part of the text. */
export const en = {
  /** The tag of the language (RFC 5646). */
  language: 'en',

  common: {
    accept: 'Accept',
    code: 'Code',
    continue: 'Continue',
    currentPassword: 'Current password',
    forgotten: 'Forgotten your password?',
    newPassword: 'New password',
    password: 'Password',
    signIn: 'Sign in',
    signOut: 'Sign out',
    useAnotherAccount: 'Use another account',
    userName: 'User name',
    passwordChanged: 'Your password is changed',
    passwordRule: ({ userName, least }: UserName & Least) =>
      `For ${userName}: at least ${least} characters, such as a few words that only you put together.`,
    lookIntoMail: 'Look into your mail',
  },

  accountPages: {
    '/Account/Access': 'Your access',
    '/Account/Password': 'Your password',
    '/Account/Email': 'Your mail address',
    '/Account/SecondFactor': 'Your second factor',
  },

  foreignForm: {
    title: 'Nothing was done',
    text: 'What you sent did not come from this page in this browser, or the page was open for too long. Open it again, and allow cookies for this site.',
  },

  failure: {
    temporary: {
      title: 'This page is not available now',
      text: 'Wait a moment, then open it again.',
    },
    permanent: {
      title: 'This page cannot be shown',
      text: 'Its address is incomplete, or what was sent is not valid. Go back to where you came from, and try again from there.',
    },
  },

  refusals: {
    tooManyAttempts: ({ minutes }: Minutes) =>
      `There were too many failed attempts. Wait ${minutes === 1 ? 'a minute' : `${minutes} minutes`}, then try again.`,
    tooOften: ({ minutes }: Minutes) =>
      `This was tried too often. Wait ${minutes === 1 ? 'a minute' : `${minutes} minutes`}, then try again.`,
    notCurrentPassword: 'This is not your current password.',
    notPassword: 'This is not the password of the account.',
    wrongCode: 'This code is wrong, or was used already. Wait for the next one.',
    password: {
      'too-short': ({ limit, length }: Length & { readonly limit: number }) =>
        `Password must have at least ${limit} characters, but has ${length}.`,
      'too-long': ({ limit, length }: Length & { readonly limit: number }) =>
        `Password must have at most ${limit} characters, but has ${length}.`,
      'user-name': () => 'Password must not contain the user name.',
      'user-name-part': () => 'Password must not contain the part of the user name before the @.',
      common: () =>
        'Password must not be a common password, nor one of the names of the platform, the association or the person, or a season with a year; choose another.',
    },
  },

  access: {
    signedInWith: ({ userName }: UserName) => `${userName} is signed in with:`,
    applications: 'Applications',
    noApplications: 'No application may act in your name.',
    unknownProgram: 'Unknown program',
    browserOn: ({ browser, system }: { readonly browser: string; readonly system: string }) =>
      `${browser} on ${system}`,
    thisBrowser: ({ program }: { readonly program: string }) => `${program}, which is this browser`,
    since: ({ moment, address }: Moment & { readonly address: string }) => `Since ${moment}, from ${address}`,
    inApplications: ({ since, count }: Count & { readonly since: string }) =>
      `${since}, in ${count === 1 ? 'one application' : `${count} applications`}`,
    programSince: ({ program, moment }: Moment & { readonly program: string }) =>
      `${program}, since ${moment}`,
    namedWithTenant: ({ name, tenantName }: Name & { readonly tenantName: string }) =>
      `${name}, for ${tenantName}`,
    token: ({
      since,
      address,
      until,
    }: {
      readonly since: string;
      readonly address: string;
      readonly until: string;
    }) =>
      `Signed in by another screen or program, since ${since}, from ${address}; ends by itself at ${until}`,
    lasting: 'May act in your name while you are away',
    lastUsed: ({ moment }: Moment) => `May act in your name while you are away; last did on ${moment}`,
    whileSignedIn: 'May act in your name while you are signed in',
    takeAccess: 'Take its access',
    otherAccounts: 'Other accounts that sign you in',
    linkedSince: ({ moment }: Moment) => `Since ${moment}`,
  },

  expiredLink: {
    title: 'This link does not work',
    text: 'It was used already, has expired, or is incomplete. Use the link in the latest mail that you received.',
    newLink: 'Ask for a new link',
  },

  forgotPassword: {
    title: 'Forgot your password?',
    text: 'Enter your user name. We send you a mail with a link to choose a new password.',
    button: 'Send the link',
    missing: 'Enter your user name.',
    sent: 'If there is an account with this user name, a mail with a link is on its way to its address. The link is valid for an hour.',
  },

  resetPassword: {
    title: 'Choose a new password',
    everywhere: 'Sign me out everywhere else',
    button: 'Save the password',
    done: ({ userName }: UserName) => `${userName} can sign in with it now.`,
  },

  confirmEmail: {
    changeTitle: 'Change your mail address?',
    change: ({ userName, email }: UserName & Email) =>
      `The mail address of ${userName} is to become ${email}. If you do not want that, close this page: nothing changes.`,
    ownTitle: 'Is this your mail address?',
    own: ({ userName, email }: UserName & Email) =>
      `${email} is to become the mail address of ${userName}. If that is not you, close this page: nothing changes.`,
    button: 'Confirm',
    doneTitle: 'The mail address is changed',
    done: ({ userName, email }: UserName & Email) => `Mail to ${userName} now goes to ${email}.`,
    confirmedTitle: 'Confirmed',
    newMissing:
      'The mail address changes as soon as the new address has confirmed too: by the link in the mail that went there.',
    oldMissing:
      'The mail address changes as soon as the old address has confirmed too: by the link in the mail that went there.',
  },

  invitation: {
    welcome: ({ name }: Name) => `Welcome to ${name}`,
    choose: ({ userName, least }: UserName & Least) =>
      `Choose a password for ${userName}: at least ${least} characters, such as a few words that only you put together.`,
    enterTitle: ({ name }: Name) => `Enter ${name}?`,
    enter: ({ userName, name }: UserName & Name) =>
      `${userName} is invited. You sign in as before, and choose ${name} as a workspace.`,
    enterPassword: ({ userName, name }: UserName & Name) =>
      `There is an account with the user name ${userName}, and mail about it goes to another address. If it is yours, enter its password. Otherwise ask ${name} to invite you at another address.`,
    acceptedTitle: ({ name }: Name) => `You can now enter ${name}`,
    accepted: ({ userName }: UserName) => `Sign in as ${userName}.`,
    expiredTitle: 'Your invitation has expired',
    unknownTitle: 'This invitation does not work',
  },

  /** Why an invitation of a user works no longer. */
  closedUserInvitation: {
    expired:
      'An invitation works for seven days, and this one is older. Ask whoever invited you to send it again: you then get a mail with a new link.',
    disabledTitle: 'Your account is disabled',
    disabled: ({ name }: Name) =>
      `Your account was disabled after you were invited, so this invitation works no longer. If you think that this is a mistake, ask whoever invited you, or an administrator of ${name}, to enable your account and to invite you again.`,
    suspendedTitle: 'Your access is disabled',
    suspended: ({ name }: Name) =>
      `Your access to ${name} was disabled after you were invited, so there is nothing to enter now. If you think that this is a mistake, ask whoever invited you, or an administrator of ${name}, to enable it. This link then works until it is seven days old.`,
    endedTitle: 'Your invitation was ended',
    ended: ({ name }: Name) =>
      `Your account was disabled for some time, and that ended this invitation. Your account is enabled again: ask whoever invited you, or an administrator of ${name}, for a new invitation.`,
    unknown:
      'It was accepted already, there is a newer one, or the link is incomplete. If you have accepted it, sign in as usual. Otherwise use the link in the latest mail that you received, or ask whoever invited you for another one.',
  },

  /** Why an invitation to a tenant works no longer. */
  closedTenantInvitation: {
    unknown:
      'It was accepted already, or the link is incomplete. If you have accepted it, sign in as usual. Otherwise use the link in the latest mail that you received, or ask whoever invited you for another one.',
    expired: ({ name }: Name) =>
      `An invitation to ${name} works for seven days, and this one is older. Ask whoever invited you, or an administrator of ${name}, to send it again: you then get a mail with a new link.`,
    replacedTitle: 'There is a newer invitation',
    replaced: ({ name }: Name) =>
      `${name} has sent you another invitation since, and only the latest one works. Use the link in that mail; look into the folder for unwanted mail too.`,
    withdrawnTitle: 'Your invitation was withdrawn',
    withdrawn: ({ name }: Name) =>
      `${name} has taken this invitation back. If you think that this is a mistake, ask whoever invited you.`,
    enteredTitle: ({ name }: Name) => `You can enter ${name} already`,
    entered: ({ name }: Name) =>
      `There is nothing left to accept. Sign in as usual, and choose ${name} as a workspace.`,
    disabledTitle: 'Your account cannot sign in',
    disabled: ({ name }: Name) =>
      `The account with this address was disabled, so it cannot accept an invitation to ${name}. Ask an administrator there.`,
  },

  email: {
    none: ({ userName }: UserName) => `${userName} has no mail address.`,
    present: ({ userName, email }: UserName & Email) => `Mail to ${userName} goes to ${email}.`,
    noPassword: ({ userName }: UserName) =>
      `${userName} has no password here: your organization signs you in, and knows your mail address. Change it there.`,
    noWorkspace: ({ userName }: UserName) =>
      `${userName} can enter no workspace at present, so that no mail can be sent to confirm a change. Ask an administrator.`,
    newMissing: ({ email }: Email) =>
      `It is to become ${email} as soon as the new address has confirmed: by the link in the mail to ${email}. If you ask for another change, the links of this one end.`,
    oldMissing: ({ email }: Email) =>
      `It is to become ${email} as soon as the old address has confirmed too: by the link in the mail that went there. If you ask for another change, the links of this one end.`,
    bothMissing: ({ email }: Email) =>
      `It is to become ${email} as soon as both addresses have confirmed: by the links in the mails that went there. If you ask for another change, the links of this one end.`,
    confirmNew: ({ userName }: UserName) =>
      `The new address gets a link to confirm the change, valid for a day. You sign in as ${userName} as before.`,
    confirmBoth: ({ userName }: UserName) =>
      `Both addresses get a link to confirm a change, valid for a day. You sign in as ${userName} as before.`,
    newAddress: 'New mail address',
    button: 'Send the links',
    sentToNew: ({ email }: Email) =>
      `A mail with a link went to ${email}. The mail address changes as soon as you have confirmed it there, within a day.`,
    sentToBoth: ({ address, email }: Email & { readonly address: string }) =>
      `A mail with a link went to ${address}, and another one to ${email}. The mail address changes as soon as you have confirmed in both, within a day.`,
    wrongAddress: 'Enter a mail address such as nora@example.org, with plain letters (a to z) before the @.',
    sameAddress: 'This is your mail address already.',
  },

  passwordPage: {
    noPassword: ({ userName }: UserName) =>
      `${userName} has no password here: your organization signs you in. Change your password there.`,
    rule: ({ userName, least }: UserName & Least) =>
      `For ${userName}: at least ${least} characters, such as a few words that only you put together. You are signed out everywhere else.`,
    button: 'Change the password',
    changed: ({ userName }: UserName) =>
      `From now on ${userName} signs in with the new one. You were signed out everywhere else.`,
  },

  secondFactor: {
    passkeyAdded: ({ added }: { readonly added: string }) => `Passkey, added on ${added}`,
    passkeyUsed: ({ added, used }: { readonly added: string; readonly used: string }) =>
      `Passkey, added on ${added}, last used on ${used}`,
    removeNamed: ({ name }: Name) => `Remove ${name}`,
    passwordAlone: ({ userName }: UserName) =>
      `${userName} signs in with the password alone. With a second factor, nobody gets in who has only found out the password.`,
    signsInWith: ({ userName }: UserName) => `${userName} signs in with:`,
    setUpAuthenticator: 'Set up an authenticator',
    setUpPasskey: 'Set up a passkey',
    authenticator: 'Authenticator',
    oneTimeCodes: 'One-time codes',
    replaceAuthenticator: 'Replace the authenticator',
    removeAuthenticator: 'Remove the authenticator',
    addPasskey: 'Add a passkey',
    recoveryCodes: 'Recovery codes',
    left: ({ count }: Count) => (count === 1 ? 'One is left' : `${count} are left`),
    newCodes: 'Get new recovery codes',
    removeTitle: 'Remove it?',
    removeAuthenticatorToo: 'Do you want to remove the authenticator? Your other ways to sign in stay.',
    removePasskeyToo: ({ name }: Name) =>
      `Do you want to remove the passkey ${name}? Your other ways to sign in stay.`,
    removeLastAuthenticator:
      'Do you want to remove the authenticator? It is the only one: the password alone is then enough, and the recovery codes no longer work.',
    removeLastPasskey: ({ name }: Name) =>
      `Do you want to remove the passkey ${name}? It is the only one: the password alone is then enough, and the recovery codes no longer work.`,
    requiring: ({ names }: { readonly names: string }) =>
      `${names} lets you in only after you have set up another one.`,
    codeOrRecoveryCode: 'Code of your authenticator, or a recovery code',
    remove: 'Remove',
    keepIt: 'Keep it',
    newCodesTitle: 'Get new recovery codes?',
    earlierCodesEnd: 'The earlier ones no longer work then.',
    keepThem: 'Keep them',
    keepCodesTitle: 'Keep your recovery codes',
    renewedCodes:
      'Each lets you sign in once without your second factor. The earlier ones no longer work. They are shown only now.',
    firstCodes:
      'Each of these codes lets you sign in once without your second factor, when you have lost it. Print them, or keep them in your password manager. They are shown only now.',
    codesKept: 'I have kept them',
  },

  setUp: {
    byWorkspace: ({ name, userName }: Name & UserName) =>
      `${name} requires a second factor of ${userName}. You set it up once; from then on you need it to sign in.`,
    byUnknownWorkspace: ({ userName }: UserName) =>
      `The workspace requires a second factor of ${userName}. You set it up once; from then on you need it to sign in.`,
    byApplication: ({ name, userName }: Name & UserName) =>
      `${name} requires a second factor. You set it up once; from then on ${userName} needs it to sign in.`,
    byUnknownApplication: ({ userName }: UserName) =>
      `The application requires a second factor. You set it up once; from then on ${userName} needs it to sign in.`,
    passkey: ({ userName }: UserName) =>
      `With it you sign in as ${userName} without the password, or beside it.`,
    authenticator: ({ userName }: UserName) =>
      `From then on a code of it is needed to sign in as ${userName}.`,
    scan: 'Open an authenticator, such as the one of your password manager or an app on your phone, and scan this code:',
    qrCode: 'QR code with the key',
    cannotScan: 'You cannot scan it?',
    typeKey: 'Type this key into the authenticator:',
    enterDigits: 'Enter the six digits that it shows:',
    orPasskey: 'Or use a passkey',
    passkeyIntro:
      'Your device, or your password manager, keeps it and asks for your fingerprint, your face or your PIN.',
    passkeyName: 'Name of the passkey',
    passkeyExample: 'Such as: my phone',
    unnamedPasskey: 'Passkey',
    createPasskey: 'Create a passkey',
    needsScript: 'Passkeys need a browser with JavaScript. An authenticator works without it.',
    title: 'Set up a second factor',
    authenticatorTitle: 'Set up an authenticator',
    back: 'Back without a change',
    wrongCode: 'This code is wrong. Enter the one that the authenticator shows now; its clock must be right.',
  },

  passkeys: {
    refused: 'This passkey was not accepted. Try again, or choose another way.',
    limit: 'You have as many passkeys as an account may have: remove one first.',
    known: 'This device has a passkey of your account already.',
    unused: 'No passkey was used. Try again, or choose another way.',
  },

  signIn: {
    again: 'Sign in again',
    confirm: 'Confirm that it is you.',
    confirmFor: ({ name }: Name) => `Confirm that it is you to continue to ${name}.`,
    continueTo: ({ name }: Name) => `To continue to ${name}.`,
    remember: 'Stay signed in on this device',
    rememberHint: ({ days }: Days) => `For ${days} days; not on a device that others use.`,
    organization: 'Continue with your organization',
    mailCode: 'Mail me a code',
    passkey: 'Sign in with a passkey',
    cancel: 'Cancel',
    missing: 'Enter your user name and your password.',
    failed:
      'This user name and password do not belong together, or the account cannot sign in. If you were invited, choose a password with your invitation first; if it has expired, ask an administrator for a new one.',
  },

  mailedCode: {
    title: 'Enter the code from your mail',
    text: 'If there is such an account, a mail with six digits is on its way to its address. Enter them here within ten minutes; they work once, in this browser only.',
    usePassword: 'Use your password',
    missingName: 'Enter your user name, to which the code is to be mailed.',
    tooMany: ({ minutes }: Minutes) =>
      `Too many codes were requested. Wait ${minutes === 1 ? 'a minute' : `${minutes} minutes`}, or use your password.`,
    over: 'The code works no longer. Request another one.',
    wrong: 'This code is wrong. Enter the one in the latest mail.',
  },

  code: {
    title: 'Enter your code',
    titleWithPasskeys: 'Use your second factor',
    usePasskey: 'Use a passkey',
    authenticator:
      'Open your authenticator and enter the six digits that it shows. If you do not have it at hand, enter one of your recovery codes; each works once.',
    authenticatorToo:
      'Or open your authenticator and enter the six digits that it shows. If you do not have it at hand, enter one of your recovery codes; each works once.',
    recoveryOnly:
      'If you do not have your passkey at hand, enter one of your recovery codes; each works once.',
    lost: 'If you have lost all of them, ask an administrator to remove your second factor.',
    missing: 'Enter the code of your authenticator, or a recovery code.',
  },

  federation: {
    title: ({ name }: Name) => `Continue to ${name}`,
    text: ({ host }: { readonly host: string }) =>
      `Your organization signs you in at ${host}. You come back here afterwards.`,
    link: ({ host }: { readonly host: string }) => `Continue to ${host}`,
    changesAccount:
      'This page changes your account itself, for every organization: sign in with your password or a passkey of it.',
    unknownAddress:
      'Enter your mail address at your organization. If it is there already, your organization has no sign-in of its own here: use your password.',
    noAnswer: 'The sign-in of your organization does not answer. Try again later, or use your password.',
    /** Why the answer of the provider was not accepted. */
    faults: {
      'email-missing':
        'Your organization did not confirm a mail address of yours that belongs to it. Ask its administrators.',
      'email-unverified':
        'Your organization did not confirm a mail address of yours that belongs to it. Ask its administrators.',
      'foreign-domain':
        'Your organization did not confirm a mail address of yours that belongs to it. Ask its administrators.',
      disabled: 'Your account cannot sign in. Ask an administrator of your organization.',
      'platform-administrator': 'Administrators of the platform sign in with their password.',
      'another-person':
        'Your mail address belonged to somebody else before. Ask an administrator of your organization.',
      'not-signed-in': 'Your organization did not sign you in. Try again, or use your password.',
      'not-recent':
        'Your organization did not confirm that you have just signed in there. Try again, or use your password.',
      'google-not-signed-in': 'Google did not sign you in. Try again, or use your password.',
      'microsoft-not-signed-in': 'Microsoft did not sign you in. Try again, or use your password.',
      'account-disabled': 'Your account cannot sign in. Ask an administrator.',
    },
  },

  /** The sign-in with an account at a provider of the platform. */
  accountSignIn: {
    account: ({ name }: Name) => `${name} account`,
    accountOf: ({ name, email }: Name & Email) => `${name} account ${email}`,
    continueWith: ({ name }: Name) => `Continue with ${name}`,
    text: ({ name, host }: Name & { readonly host: string }) =>
      `${name} signs you in at ${host}. You come back here afterwards.`,
    newLink: ({ account }: Account) =>
      `Sign in once in one of the other ways: from then on the ${account} signs you in here.`,
    willLink: ({ account }: Account) => `From then on the ${account} signs you in here.`,
    notOffered: 'This way to sign in is not offered here. Use your password.',
    noAnswer: ({ name }: Name) => `${name} does not answer. Try again later, or use your password.`,
  },

  /** A device or a command that asks to be signed in. */
  device: {
    title: 'Sign in a device',
    enter: 'Enter the code that the device or the command shows.',
    compare:
      'Compare this code with the one that the device or the command shows. Continue only if it is the same, and you began this yourself.',
    malformed: 'A code has eight letters, such as WDJB-MJHT.',
    unknown:
      'This code is wrong, has expired, or was answered already. Compare it with the device, or begin again there.',
    tooMany: ({ minutes }: Minutes) =>
      `Too many wrong codes were entered. Wait ${minutes === 1 ? 'a minute' : `${minutes} minutes`}, then try again.`,
    unknownTitle: 'Allow the device?',
    asks: 'A device or a command that shows this code asks to be signed in:',
    acts: ({ userName, tenantName }: UserName & { readonly tenantName: string }) =>
      `It acts in your name, ${userName}, and for ${tenantName}.`,
    asksTo: ({ userName, tenantName }: UserName & { readonly tenantName: string }) =>
      `In your name, ${userName}, and for ${tenantName}, it asks to:`,
    warning:
      'Allow it only if you began this yourself and see the same code there. Do not allow it if another person sent you the code.',
    over: {
      title: 'This code works no longer',
      text: 'It has expired, or was answered already. Nothing was done; begin again on the device.',
    },
    allowed: {
      title: 'The device is signed in',
      text: 'It goes on by itself in a few seconds. You can close this page.',
    },
    refused: {
      title: 'Nothing was allowed',
      text: 'The device gets no access, and its code works no longer. You can close this page.',
    },
  },

  workspaces: {
    title: 'Choose a workspace',
    signedInAs: ({ userName }: UserName) => `You are signed in as ${userName}.`,
  },

  consent: {
    title: ({ name }: Name) => `Allow ${name}?`,
    unknownTitle: 'Allow the application?',
    text: ({ name, userName, tenantName }: Name & UserName & { readonly tenantName: string }) =>
      `It is not part of ${name}. In your name, ${userName}, and for ${tenantName}, it asks to:`,
    allow: 'Allow',
    refuse: 'Do not allow',
  },

  /** What each scope allows. */
  scopes: {
    openid: 'Know who you are',
    profile: 'See your name',
    email: 'See your e-mail address',
    offline_access: 'Keep its access while you are away',
    UsersAPI: 'See and change people, organizations and committees in your name, as far as you may',
    AccreditationAPI: 'See and change your training in your name, as far as you may',
    BilltrackingApi: 'See and change bill tracking in your name, as far as you may',
    ...widen(permissions),
  },

  noAccess: {
    title: 'You have no access here',
    text: ({ userName, name }: UserName & Name) =>
      `You are signed in as ${userName}, which has no access to ${name}, or no longer has. Ask an administrator there, or use another account.`,
  },

  lostInteraction: {
    title: 'Please start again',
    text: 'This sign-in has ended: it took too long, it is complete, or it began in another browser. Go back to the application and sign in from there. If that does not help, allow cookies for this site.',
  },

  unanswerable: {
    title: 'This sign-in does not work',
    text: 'The application that sent you here made a mistake in its request. Nothing was done.',
    hint: 'Tell the people who run the application.',
    reasons: {
      'client-missing': 'It does not say which application it comes from (client_id).',
      'client-unknown': 'The application is unknown, or was removed.',
      'request-expired':
        'The request has expired (request_uri). Go back to the application and sign in again.',
      'not-pushed': 'The application must push its requests before it sends people here (RFC 9126).',
      'address-missing': 'It names no address to return to (redirect_uri).',
      'address-unknown': 'The address to return to (redirect_uri) is not registered for the application.',
    },
  },

  answer: {
    signedIn: 'You are signed in',
    refused: 'Back to the application',
  },

  signOut: {
    question: 'Sign out?',
    done: 'You are signed out',
    close: 'You can close this page.',
    here: 'You are signed out here',
    stillAt: ({ host }: { readonly host: string }) =>
      `You signed in at ${host}, where you are still signed in.`,
    goOnAt: ({ host }: { readonly host: string }) => `Sign out at ${host}`,
  },

  mails: {
    unexpected:
      'If this was not you, somebody else may know your password: choose a new one, and tell your administrator.',
    resetPassword: {
      subject: 'Choose a new password',
      text: ({ userName }: UserName) =>
        `Somebody asked for a new password for ${userName}. Choose it here, within an hour; the link works once:`,
      end: 'If you did not ask for this, ignore this mail: your password stays as it is.',
    },
    signInCode: {
      subject: 'Your code to sign in',
      text: ({ userName }: UserName) =>
        `Sign in as ${userName} with this code, within ten minutes and in the browser where you requested it:`,
      end: 'If you did not request it, ignore this mail, and do not pass the code on: anyone who has it can sign in.',
    },
    passwordChanged: {
      subject: 'Your password was changed',
      text: ({ userName }: UserName) => `The password of ${userName} was changed.`,
      signedOut: ({ userName }: UserName) =>
        `The password of ${userName} was changed. You were signed out everywhere else.`,
    },
    confirmOldEmail: {
      subject: 'Confirm the change of your mail address',
      text: ({ userName, email }: UserName & Email) =>
        `The mail address of ${userName} is to become ${email}. Confirm that you want this, within a day:`,
      end: 'The address changes when both addresses have confirmed.',
    },
    confirmNewEmail: {
      subject: 'Confirm your new mail address',
      text: ({ userName }: UserName) =>
        `This is to become the mail address of ${userName}. Confirm that it is yours, within a day:`,
      end: 'If you do not know about this, ignore this mail: nothing changes.',
    },
    emailChanged: {
      subject: 'Your mail address was changed',
      text: ({ userName, email }: UserName & Email) => `The mail address of ${userName} is now ${email}.`,
    },
    invitation: {
      subject: ({ name }: Name) => `Your invitation to ${name}`,
      unexpected: 'If you did not expect this mail, you can ignore it.',
      /** To a tenant, by its own administrators. */
      tenant: ({ name }: Name) =>
        `You are invited to ${name}. Accept here, within seven days; the link works once:`,
      /** To an account that was made for the person. */
      user: ({ name, userName }: Name & UserName) =>
        `You are invited to ${name}. Your user name is ${userName}.`,
      choose: ({ days }: Days) => `Choose your password within ${days} days; the link works once`,
      button: 'Choose your password',
      code: ({ name }: Name) =>
        `If a screen of ${name} asks you for a code, enter this one; it works once, like the link:`,
    },
    linkedAccount: {
      subject: 'Another account signs you in',
      text: ({ userName, account }: UserName & Account) =>
        `From now on the ${account} signs you in as ${userName}. You can end that on the page of your access.`,
    },
    /** What changed in the second factor of an account. */
    secondFactor: {
      added: {
        subject: 'A second factor was added',
        text: ({ userName }: UserName) =>
          `From now on a second factor is needed to sign in as ${userName}: a code of the authenticator, a passkey or a recovery code. You were signed out everywhere else.`,
      },
      'passkey added': {
        subject: 'A passkey was added',
        text: ({ userName }: UserName) => `A passkey was added, with which one can sign in as ${userName}.`,
      },
      'passkey removed': {
        subject: 'A passkey was removed',
        text: ({ userName }: UserName) =>
          `A passkey was removed, with which one could sign in as ${userName}.`,
      },
      'authenticator added': {
        subject: 'An authenticator was added',
        text: ({ userName }: UserName) =>
          `An authenticator was added beside your passkeys, with which one can sign in as ${userName}.`,
      },
      'authenticator replaced': {
        subject: 'Your authenticator was replaced',
        text: ({ userName }: UserName) =>
          `Codes of another authenticator now work, and those of the earlier one no longer, to sign in as ${userName}.`,
      },
      'authenticator removed, passkeys stay': {
        subject: 'Your authenticator was removed',
        text: ({ userName }: UserName) =>
          `Codes of the authenticator no longer work; a passkey or a recovery code is needed to sign in as ${userName}.`,
      },
      'recovery codes renewed': {
        subject: 'You have new recovery codes',
        text: ({ userName }: UserName) =>
          `The recovery codes of ${userName} were replaced; the earlier ones no longer work.`,
      },
      removed: {
        subject: 'Your second factor was removed',
        text: ({ userName }: UserName) =>
          `The second factor was removed: the password alone is now enough to sign in as ${userName}, and the recovery codes no longer work.`,
      },
      'removed by an administrator': {
        subject: 'Your second factor was removed',
        text: ({ userName }: UserName) =>
          `An administrator removed the second factor and signed you out everywhere: the password alone is now enough to sign in as ${userName}, and the recovery codes no longer work.`,
      },
    },
    notRequested: 'If you did not ask for this, tell your administrator.',
  },
};

/** The texts with the type of any text, so that other languages can have theirs. */
function widen<K extends string>(texts: Readonly<Record<K, string>>): Readonly<Record<K, string>> {
  return texts;
}

/** The texts of a language. */
export type Texts = typeof en;
