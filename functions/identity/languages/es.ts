// The texts of the pages and mails of accounts in Spanish.
import type { Texts } from './en.ts';

const minutesToWait = (minutes: number): string => (minutes === 1 ? 'un minuto' : `${minutes} minutos`);

const notConfirmed =
  'Su organización no confirmó una dirección de correo suya que pertenezca a ella. Pregunte a sus administradores.';

export const es: Texts = {
  language: 'es',

  common: {
    accept: 'Aceptar',
    code: 'Código',
    continue: 'Continuar',
    currentPassword: 'Contraseña actual',
    forgotten: '¿Olvidó su contraseña?',
    newPassword: 'Contraseña nueva',
    password: 'Contraseña',
    signIn: 'Iniciar sesión',
    signOut: 'Cerrar sesión',
    useAnotherAccount: 'Usar otra cuenta',
    userName: 'Nombre de usuario',
    passwordChanged: 'Su contraseña ha cambiado',
    passwordRule: ({ userName, least }) =>
      `Para ${userName}: al menos ${least} caracteres, por ejemplo unas palabras que solo usted juntaría.`,
    lookIntoMail: 'Revise su correo',
  },

  accountPages: {
    '/Account/Access': 'Sus accesos',
    '/Account/Password': 'Su contraseña',
    '/Account/Email': 'Su dirección de correo',
    '/Account/SecondFactor': 'Su segundo factor',
  },

  foreignForm: {
    title: 'No se hizo nada',
    text: 'Lo que envió no procede de esta página en este navegador, o la página estuvo abierta demasiado tiempo. Ábrala de nuevo y permita las cookies de este sitio.',
  },

  failure: {
    temporary: {
      title: 'Esta página no está disponible ahora',
      text: 'Espere un momento y ábrala de nuevo.',
    },
    permanent: {
      title: 'Esta página no se puede mostrar',
      text: 'Su dirección está incompleta, o lo que se envió no es válido. Vuelva a donde estaba e inténtelo de nuevo desde allí.',
    },
  },

  refusals: {
    tooManyAttempts: ({ minutes }) =>
      `Hubo demasiados intentos fallidos. Espere ${minutesToWait(minutes)} e inténtelo de nuevo.`,
    tooOften: ({ minutes }) =>
      `Esto se intentó demasiadas veces. Espere ${minutesToWait(minutes)} e inténtelo de nuevo.`,
    notCurrentPassword: 'Esta no es su contraseña actual.',
    notPassword: 'Esta no es la contraseña de la cuenta.',
    wrongCode: 'Este código es incorrecto o ya se usó. Espere al siguiente.',
    password: {
      'too-short': ({ limit, length }) =>
        `La contraseña debe tener al menos ${limit} caracteres, pero tiene ${length}.`,
      'too-long': ({ limit, length }) =>
        `La contraseña debe tener como máximo ${limit} caracteres, pero tiene ${length}.`,
      'user-name': () => 'La contraseña no debe contener el nombre de usuario.',
      'user-name-part': () =>
        'La contraseña no debe contener la parte del nombre de usuario que está antes de la @.',
      common: () =>
        'La contraseña no debe ser una contraseña común, ni uno de los nombres de la plataforma, de la asociación o de la persona, ni una estación con un año; elija otra.',
    },
  },

  access: {
    signedInWith: ({ userName }) => `${userName} tiene la sesión iniciada en:`,
    applications: 'Aplicaciones',
    noApplications: 'Ninguna aplicación puede actuar en su nombre.',
    unknownProgram: 'Programa desconocido',
    browserOn: ({ browser, system }) => `${browser} en ${system}`,
    thisBrowser: ({ program }) => `${program}, que es este navegador`,
    since: ({ moment, address }) => `Desde ${moment}, desde la dirección ${address}`,
    inApplications: ({ since, count }) =>
      `${since}, en ${count === 1 ? 'una aplicación' : `${count} aplicaciones`}`,
    programSince: ({ program, moment }) => `${program}, desde ${moment}`,
    namedWithTenant: ({ name, tenantName }) => `${name}, para ${tenantName}`,
    token: ({ since, address, until }) =>
      `Sesión iniciada por otra pantalla o programa, desde ${since}, desde la dirección ${address}; termina por sí sola el ${until}`,
    lasting: 'Puede actuar en su nombre mientras usted no está',
    lastUsed: ({ moment }) =>
      `Puede actuar en su nombre mientras usted no está; lo hizo por última vez el ${moment}`,
    whileSignedIn: 'Puede actuar en su nombre mientras tiene la sesión iniciada',
    takeAccess: 'Quitarle el acceso',
    otherAccounts: 'Otras cuentas que inician su sesión',
    linkedSince: ({ moment }) => `Desde ${moment}`,
  },

  expiredLink: {
    title: 'Este enlace no funciona',
    text: 'Ya se usó, ha caducado o está incompleto. Use el enlace del último correo que recibió.',
    newLink: 'Pedir un enlace nuevo',
  },

  forgotPassword: {
    title: '¿Ha olvidado su contraseña?',
    text: 'Escriba su nombre de usuario. Le enviaremos un correo con un enlace para elegir una contraseña nueva.',
    button: 'Enviar el enlace',
    missing: 'Escriba su nombre de usuario.',
    sent: 'Si existe una cuenta con este nombre de usuario, un correo con un enlace va en camino a su dirección. El enlace es válido durante una hora.',
  },

  resetPassword: {
    title: 'Elija una contraseña nueva',
    everywhere: 'Cerrar mi sesión en todos los demás sitios',
    button: 'Guardar la contraseña',
    done: ({ userName }) => `${userName} ya puede iniciar sesión con ella.`,
  },

  confirmEmail: {
    changeTitle: '¿Cambiar su dirección de correo?',
    change: ({ userName, email }) =>
      `La dirección de correo de ${userName} va a ser ${email}. Si no lo desea, cierre esta página: nada cambia.`,
    ownTitle: '¿Es esta su dirección de correo?',
    own: ({ userName, email }) =>
      `${email} va a ser la dirección de correo de ${userName}. Si no es usted, cierre esta página: nada cambia.`,
    button: 'Confirmar',
    doneTitle: 'La dirección de correo ha cambiado',
    done: ({ userName, email }) => `El correo para ${userName} llega ahora a ${email}.`,
    confirmedTitle: 'Confirmado',
    newMissing:
      'La dirección de correo cambia en cuanto también confirme la dirección nueva: con el enlace del correo que recibió.',
    oldMissing:
      'La dirección de correo cambia en cuanto también confirme la dirección anterior: con el enlace del correo que recibió.',
  },

  invitation: {
    welcome: ({ name }) => `Le damos la bienvenida a ${name}`,
    choose: ({ userName, least }) =>
      `Elija una contraseña para ${userName}: al menos ${least} caracteres, por ejemplo unas palabras que solo usted juntaría.`,
    enterTitle: ({ name }) => `¿Entrar en ${name}?`,
    enter: ({ userName, name }) =>
      `${userName} tiene una invitación. Inicie sesión como siempre y elija ${name} como espacio de trabajo.`,
    enterPassword: ({ userName, name }) =>
      `Existe una cuenta con el nombre de usuario ${userName}, y sus correos llegan a otra dirección. Si es suya, escriba su contraseña. Si no, pida a ${name} que le invite en otra dirección.`,
    acceptedTitle: ({ name }) => `Ya puede entrar en ${name}`,
    accepted: ({ userName }) => `Inicie sesión como ${userName}.`,
    expiredTitle: 'Su invitación ha caducado',
    unknownTitle: 'Esta invitación no funciona',
  },

  closedUserInvitation: {
    expired:
      'Una invitación funciona durante siete días, y esta es más antigua. Pida a quien le invitó que la envíe de nuevo: recibirá un correo con un enlace nuevo.',
    disabledTitle: 'Su cuenta está desactivada',
    disabled: ({ name }) =>
      `Su cuenta se desactivó después de la invitación, así que esta ya no funciona. Si cree que es un error, pida a quien le invitó, o a un administrador de ${name}, que active su cuenta y le invite de nuevo.`,
    suspendedTitle: 'Su acceso está desactivado',
    suspended: ({ name }) =>
      `Su acceso a ${name} se desactivó después de la invitación, así que ahora no hay nada en lo que entrar. Si cree que es un error, pida a quien le invitó, o a un administrador de ${name}, que lo active. Este enlace funciona entonces hasta que tenga siete días.`,
    endedTitle: 'Su invitación terminó',
    ended: ({ name }) =>
      `Su cuenta estuvo desactivada un tiempo, y eso puso fin a esta invitación. Su cuenta vuelve a estar activa: pida una invitación nueva a quien le invitó o a un administrador de ${name}.`,
    unknown:
      'Ya se aceptó, hay una más reciente o el enlace está incompleto. Si la ha aceptado, inicie sesión como siempre. Si no, use el enlace del último correo que recibió, o pida otra a quien le invitó.',
  },

  closedTenantInvitation: {
    unknown:
      'Ya se aceptó o el enlace está incompleto. Si la ha aceptado, inicie sesión como siempre. Si no, use el enlace del último correo que recibió, o pida otra a quien le invitó.',
    expired: ({ name }) =>
      `Una invitación a ${name} funciona durante siete días, y esta es más antigua. Pida a quien le invitó, o a un administrador de ${name}, que la envíe de nuevo: recibirá un correo con un enlace nuevo.`,
    replacedTitle: 'Hay una invitación más reciente',
    replaced: ({ name }) =>
      `${name} le ha enviado después otra invitación, y solo funciona la última. Use el enlace de ese correo; mire también en la carpeta de correo no deseado.`,
    withdrawnTitle: 'Su invitación se retiró',
    withdrawn: ({ name }) =>
      `${name} ha retirado esta invitación. Si cree que es un error, pregunte a quien le invitó.`,
    enteredTitle: ({ name }) => `Usted ya puede entrar en ${name}`,
    entered: ({ name }) =>
      `No queda nada por aceptar. Inicie sesión como siempre y elija ${name} como espacio de trabajo.`,
    disabledTitle: 'Su cuenta no puede iniciar sesión',
    disabled: ({ name }) =>
      `La cuenta con esta dirección se desactivó, así que no puede aceptar una invitación a ${name}. Pregunte allí a un administrador.`,
  },

  email: {
    none: ({ userName }) => `${userName} no tiene dirección de correo.`,
    present: ({ userName, email }) => `El correo para ${userName} llega a ${email}.`,
    noPassword: ({ userName }) =>
      `${userName} no tiene contraseña aquí: su organización inicia la sesión y conoce su dirección de correo. Cámbiela allí.`,
    noWorkspace: ({ userName }) =>
      `${userName} no puede entrar por ahora en ningún espacio de trabajo, así que no se puede enviar un correo para confirmar un cambio. Pregunte a un administrador.`,
    newMissing: ({ email }) =>
      `Va a ser ${email} en cuanto confirme la dirección nueva: con el enlace del correo a ${email}. Si pide otro cambio, los enlaces de este dejan de funcionar.`,
    oldMissing: ({ email }) =>
      `Va a ser ${email} en cuanto también confirme la dirección anterior: con el enlace del correo que recibió. Si pide otro cambio, los enlaces de este dejan de funcionar.`,
    bothMissing: ({ email }) =>
      `Va a ser ${email} en cuanto confirmen ambas direcciones: con los enlaces de los correos que recibieron. Si pide otro cambio, los enlaces de este dejan de funcionar.`,
    confirmNew: ({ userName }) =>
      `La dirección nueva recibe un enlace para confirmar el cambio, válido durante un día. Usted inicia sesión como ${userName}, igual que antes.`,
    confirmBoth: ({ userName }) =>
      `Ambas direcciones reciben un enlace para confirmar un cambio, válido durante un día. Usted inicia sesión como ${userName}, igual que antes.`,
    newAddress: 'Dirección de correo nueva',
    button: 'Enviar los enlaces',
    sentToNew: ({ email }) =>
      `Un correo con un enlace salió hacia ${email}. La dirección de correo cambia en cuanto la confirme allí, en el plazo de un día.`,
    sentToBoth: ({ address, email }) =>
      `Un correo con un enlace salió hacia ${address}, y otro hacia ${email}. La dirección de correo cambia en cuanto la confirme en ambos, en el plazo de un día.`,
    wrongAddress:
      'Escriba una dirección de correo como nora@example.org, con letras sin acentos (de la a a la z) antes de la @.',
    sameAddress: 'Esta ya es su dirección de correo.',
  },

  passwordPage: {
    noPassword: ({ userName }) =>
      `${userName} no tiene contraseña aquí: su organización inicia la sesión. Cambie su contraseña allí.`,
    rule: ({ userName, least }) =>
      `Para ${userName}: al menos ${least} caracteres, por ejemplo unas palabras que solo usted juntaría. Su sesión se cierra en todos los demás sitios.`,
    button: 'Cambiar la contraseña',
    changed: ({ userName }) =>
      `Desde ahora ${userName} inicia sesión con la nueva. Su sesión se cerró en todos los demás sitios.`,
  },

  secondFactor: {
    passkeyAdded: ({ added }) => `Clave de acceso, añadida el ${added}`,
    passkeyUsed: ({ added, used }) => `Clave de acceso, añadida el ${added}, usada por última vez el ${used}`,
    removeNamed: ({ name }) => `Quitar ${name}`,
    passwordAlone: ({ userName }) =>
      `${userName} inicia sesión solo con la contraseña. Con un segundo factor no entra quien solo ha averiguado la contraseña.`,
    signsInWith: ({ userName }) => `${userName} inicia sesión con:`,
    setUpAuthenticator: 'Configurar un autenticador',
    setUpPasskey: 'Configurar una clave de acceso',
    authenticator: 'Autenticador',
    oneTimeCodes: 'Códigos de un solo uso',
    replaceAuthenticator: 'Cambiar el autenticador',
    removeAuthenticator: 'Quitar el autenticador',
    addPasskey: 'Añadir una clave de acceso',
    recoveryCodes: 'Códigos de recuperación',
    left: ({ count }) => (count === 1 ? 'Queda uno' : `Quedan ${count}`),
    newCodes: 'Obtener códigos de recuperación nuevos',
    removeTitle: '¿Quitarlo?',
    removeAuthenticatorToo:
      '¿Quiere quitar el autenticador? Sus otras formas de iniciar sesión se conservan.',
    removePasskeyToo: ({ name }) =>
      `¿Quiere quitar la clave de acceso ${name}? Sus otras formas de iniciar sesión se conservan.`,
    removeLastAuthenticator:
      '¿Quiere quitar el autenticador? Es el único: después basta la contraseña, y los códigos de recuperación dejan de funcionar.',
    removeLastPasskey: ({ name }) =>
      `¿Quiere quitar la clave de acceso ${name}? Es la única: después basta la contraseña, y los códigos de recuperación dejan de funcionar.`,
    requiring: ({ names }) => `${names} solo le deja entrar después de que configure otro.`,
    codeOrRecoveryCode: 'Código de su autenticador, o un código de recuperación',
    remove: 'Quitar',
    keepIt: 'Conservarlo',
    newCodesTitle: '¿Obtener códigos de recuperación nuevos?',
    earlierCodesEnd: 'Los anteriores dejan entonces de funcionar.',
    keepThem: 'Conservar los actuales',
    keepCodesTitle: 'Guarde sus códigos de recuperación',
    renewedCodes:
      'Cada uno le permite iniciar sesión una vez sin su segundo factor. Los anteriores ya no funcionan. Solo se muestran ahora.',
    firstCodes:
      'Cada uno de estos códigos le permite iniciar sesión una vez sin su segundo factor, cuando lo haya perdido. Imprímalos o guárdelos en su gestor de contraseñas. Solo se muestran ahora.',
    codesKept: 'Ya los he guardado',
  },

  setUp: {
    byWorkspace: ({ name, userName }) =>
      `${name} exige un segundo factor de ${userName}. Se configura una vez; desde entonces lo necesita para iniciar sesión.`,
    byUnknownWorkspace: ({ userName }) =>
      `El espacio de trabajo exige un segundo factor de ${userName}. Se configura una vez; desde entonces lo necesita para iniciar sesión.`,
    byApplication: ({ name, userName }) =>
      `${name} exige un segundo factor. Se configura una vez; desde entonces ${userName} lo necesita para iniciar sesión.`,
    byUnknownApplication: ({ userName }) =>
      `La aplicación exige un segundo factor. Se configura una vez; desde entonces ${userName} lo necesita para iniciar sesión.`,
    passkey: ({ userName }) => `Con ella inicia sesión como ${userName} sin la contraseña, o además de ella.`,
    authenticator: ({ userName }) =>
      `Desde ese momento hace falta un código del autenticador para iniciar sesión como ${userName}.`,
    scan: 'Abra un autenticador, como el de su gestor de contraseñas o una aplicación de su teléfono, y escanee este código:',
    qrCode: 'Código QR con la clave',
    cannotScan: '¿No puede escanearlo?',
    typeKey: 'Escriba esta clave en el autenticador:',
    enterDigits: 'Escriba los seis dígitos que muestra:',
    orPasskey: 'O use una clave de acceso',
    passkeyIntro:
      'Su dispositivo, o su gestor de contraseñas, la guarda y le pide su huella, su rostro o su PIN.',
    passkeyName: 'Nombre de la clave de acceso',
    passkeyExample: 'Por ejemplo: mi teléfono',
    unnamedPasskey: 'Clave de acceso',
    createPasskey: 'Crear una clave de acceso',
    needsScript:
      'Las claves de acceso necesitan un navegador con JavaScript. Un autenticador funciona sin él.',
    title: 'Configure un segundo factor',
    authenticatorTitle: 'Configure un autenticador',
    back: 'Volver sin cambios',
    wrongCode:
      'Este código es incorrecto. Escriba el que el autenticador muestra ahora; su reloj debe estar en hora.',
  },

  passkeys: {
    refused: 'No se aceptó esta clave de acceso. Inténtelo de nuevo o elija otra forma.',
    limit: 'Tiene tantas claves de acceso como puede tener una cuenta: quite antes una.',
    known: 'Este dispositivo ya tiene una clave de acceso de su cuenta.',
    unused: 'No se usó ninguna clave de acceso. Inténtelo de nuevo o elija otra forma.',
  },

  signIn: {
    again: 'Inicie sesión de nuevo',
    confirm: 'Confirme que es usted.',
    confirmFor: ({ name }) => `Confirme que es usted para continuar a ${name}.`,
    continueTo: ({ name }) => `Para continuar a ${name}.`,
    remember: 'Mantener la sesión iniciada en este dispositivo',
    rememberHint: ({ days }) => `Durante ${days} días; no en un dispositivo que usen otras personas.`,
    organization: 'Continuar con su organización',
    mailCode: 'Enviarme un código por correo',
    passkey: 'Iniciar sesión con una clave de acceso',
    cancel: 'Cancelar',
    missing: 'Escriba su nombre de usuario y su contraseña.',
    failed:
      'Este nombre de usuario y esta contraseña no corresponden, o la cuenta no puede iniciar sesión. Si tiene una invitación, elija antes una contraseña con ella; si ha caducado, pida otra a un administrador.',
  },

  mailedCode: {
    title: 'Escriba el código de su correo',
    text: 'Si existe esa cuenta, un correo con seis dígitos va en camino a su dirección. Escríbalos aquí en los próximos diez minutos; funcionan una vez, solo en este navegador.',
    usePassword: 'Usar su contraseña',
    missingName: 'Escriba su nombre de usuario, al que se enviará el código.',
    tooMany: ({ minutes }) =>
      `Se pidieron demasiados códigos. Espere ${minutesToWait(minutes)} o use su contraseña.`,
    over: 'El código ya no funciona. Pida otro.',
    wrong: 'Este código es incorrecto. Escriba el del último correo.',
  },

  code: {
    title: 'Escriba su código',
    titleWithPasskeys: 'Use su segundo factor',
    usePasskey: 'Usar una clave de acceso',
    authenticator:
      'Abra su autenticador y escriba los seis dígitos que muestra. Si no lo tiene a mano, escriba uno de sus códigos de recuperación; cada uno funciona una vez.',
    authenticatorToo:
      'O abra su autenticador y escriba los seis dígitos que muestra. Si no lo tiene a mano, escriba uno de sus códigos de recuperación; cada uno funciona una vez.',
    recoveryOnly:
      'Si no tiene a mano su clave de acceso, escriba uno de sus códigos de recuperación; cada uno funciona una vez.',
    lost: 'Si los ha perdido todos, pida a un administrador que quite su segundo factor.',
    missing: 'Escriba el código de su autenticador, o un código de recuperación.',
  },

  federation: {
    title: ({ name }) => `Continúe a ${name}`,
    text: ({ host }) => `Su organización inicia su sesión en ${host}. Después vuelve usted aquí.`,
    link: ({ host }) => `Continuar a ${host}`,
    changesAccount:
      'Esta página cambia su cuenta misma, para todas las organizaciones: inicie sesión con la contraseña o con una clave de acceso de la cuenta.',
    unknownAddress:
      'Escriba su dirección de correo en su organización. Si ya es esa, su organización no tiene aquí un inicio de sesión propio: use su contraseña.',
    noAnswer: 'El inicio de sesión de su organización no responde. Inténtelo más tarde o use su contraseña.',
    faults: {
      'email-missing': notConfirmed,
      'email-unverified': notConfirmed,
      'foreign-domain': notConfirmed,
      disabled: 'Su cuenta no puede iniciar sesión. Pregunte a un administrador de su organización.',
      'platform-administrator': 'Los administradores de la plataforma inician sesión con su contraseña.',
      'another-person':
        'Su dirección de correo perteneció antes a otra persona. Pregunte a un administrador de su organización.',
      'not-signed-in': 'Su organización no inició su sesión. Inténtelo de nuevo o use su contraseña.',
      'not-recent':
        'Su organización no confirmó que usted acaba de iniciar sesión allí. Inténtelo de nuevo o use su contraseña.',
      'google-not-signed-in': 'Google no inició su sesión. Inténtelo de nuevo o use su contraseña.',
      'microsoft-not-signed-in': 'Microsoft no inició su sesión. Inténtelo de nuevo o use su contraseña.',
      'account-disabled': 'Su cuenta no puede iniciar sesión. Pregunte a un administrador.',
    },
  },

  accountSignIn: {
    account: ({ name }) => `cuenta de ${name}`,
    accountOf: ({ name, email }) => `cuenta de ${name} ${email}`,
    continueWith: ({ name }) => `Continuar con ${name}`,
    text: ({ name, host }) => `${name} inicia su sesión en ${host}. Después vuelve usted aquí.`,
    newLink: ({ account }) =>
      `Inicie sesión una vez de otra de las maneras: a partir de entonces, la ${account} inicia su sesión aquí.`,
    willLink: ({ account }) => `A partir de entonces, la ${account} inicia su sesión aquí.`,
    notOffered: 'Esta manera de iniciar sesión no se ofrece aquí. Use su contraseña.',
    noAnswer: ({ name }) => `${name} no responde. Inténtelo más tarde o use su contraseña.`,
  },

  device: {
    title: 'Inicie la sesión de un dispositivo',
    enter: 'Escriba el código que muestra el dispositivo o el programa.',
    compare:
      'Compare este código con el que muestra el dispositivo o el programa. Continúe solo si es el mismo y si usted mismo ha empezado esto.',
    malformed: 'Un código tiene ocho letras, como WDJB-MJHT.',
    unknown:
      'Este código es incorrecto, ha caducado o ya se respondió. Compárelo con el dispositivo o empiece allí de nuevo.',
    tooMany: ({ minutes }) =>
      `Se escribieron demasiados códigos incorrectos. Espere ${minutes === 1 ? 'un minuto' : `${minutes} minutos`} e inténtelo de nuevo.`,
    unknownTitle: '¿Permitir el dispositivo?',
    asks: 'Un dispositivo o un programa que muestra este código pide iniciar sesión:',
    acts: ({ userName, tenantName }) => `Actúa en su nombre, ${userName}, y para ${tenantName}.`,
    asksTo: ({ userName, tenantName }) => `En su nombre, ${userName}, y para ${tenantName}, pide:`,
    warning:
      'Permítalo solo si usted mismo ha empezado esto y ve allí el mismo código. No lo permita si otra persona le envió el código.',
    over: {
      title: 'Este código ya no funciona',
      text: 'Ha caducado o ya se respondió. No se hizo nada; empiece de nuevo en el dispositivo.',
    },
    allowed: {
      title: 'El dispositivo tiene la sesión iniciada',
      text: 'Continúa por sí mismo en unos segundos. Puede cerrar esta página.',
    },
    refused: {
      title: 'No se permitió nada',
      text: 'El dispositivo no obtiene acceso y su código ya no funciona. Puede cerrar esta página.',
    },
  },

  workspaces: {
    title: 'Elija un espacio de trabajo',
    signedInAs: ({ userName }) => `Ha iniciado sesión como ${userName}.`,
  },

  consent: {
    title: ({ name }) => `¿Permitir ${name}?`,
    unknownTitle: '¿Permitir la aplicación?',
    text: ({ name, userName, tenantName }) =>
      `No forma parte de ${name}. En su nombre, ${userName}, y para ${tenantName}, pide:`,
    allow: 'Permitir',
    refuse: 'No permitir',
  },

  scopes: {
    openid: 'Saber quién es usted',
    profile: 'Ver su nombre',
    email: 'Ver su dirección de correo electrónico',
    offline_access: 'Conservar su acceso mientras usted no está',
    UsersAPI: 'Ver y cambiar personas, organizaciones y comités en su nombre, hasta donde usted puede',
    AccreditationAPI: 'Ver y cambiar su formación en su nombre, hasta donde usted puede',
    BilltrackingApi: 'Ver y cambiar el seguimiento de proyectos de ley en su nombre, hasta donde usted puede',
    'platform.admin': 'Administrar toda la plataforma: asociaciones, usuarios, clientes y claves de firma.',
    'identity.users.read': 'Leer los usuarios de su asociación, sus roles y quién está invitado.',
    'identity.users.write': 'Invitar a usuarios a su asociación, desactivarlos en él y asignar roles.',
    'identity.signins.read': 'Leer el registro de inicios de sesión de su asociación.',
    'identity.audit.read': 'Leer quién cambió qué en la administración de su asociación.',
    'identity.federation.write':
      'Configurar el proveedor de identidad con el que inician sesión las personas de su asociación.',
    'identity.clients.write': 'Registrar, cambiar y eliminar clientes de su asociación.',
    'identity.policy.write':
      'Decidir quién necesita un segundo factor en su asociación, y para qué, y los textos de sus correos sobre cuentas.',
    'identity.provisioning.write': 'Aprovisionar usuarios de su asociación y sus roles (SCIM).',
    'identity.permissions.read': 'Leer qué roles y permisos tiene otro usuario en su asociación.',
    'crm.people.read': 'Leer personas; las direcciones de correo de otros solo con crm.emails.read.',
    'crm.emails.read': 'Ver las direcciones de correo de otras personas, en todas las áreas.',
    'crm.people.write': 'Crear, cambiar y eliminar personas.',
    'crm.people.access-export': 'Exportar todo lo que se guarda sobre una persona, en todas las áreas.',
    'crm.people.erase': 'Borrar a una persona de todas las áreas.',
    'crm.organizations.read': 'Leer organizaciones.',
    'crm.organizations.write': 'Crear, cambiar y eliminar organizaciones.',
    'crm.committees.read': 'Leer comités, sus miembros y sus cargos.',
    'crm.committees.write': 'Crear, cambiar y eliminar comités, sus miembros y sus cargos.',
    'crm.groups.read': 'Leer grupos de personas que no están limitados a sus miembros.',
    'crm.groups.write':
      'Ver todos los grupos; crearlos, cambiarlos y eliminarlos, con sus propietarios y miembros.',
    'crm.advocacy.read': 'Leer quién conoce a qué cargo público.',
    'crm.advocacy.write': 'Registrar quién conoce a qué cargo público y definir tipos de relación.',
    'crm.imports.write': 'Importar personas y organizaciones desde archivos.',
    'crm.settings.write': 'Definir campos propios de personas y organizaciones.',
    'crm.views.share': 'Compartir vistas de listas con todos y elegir la predeterminada.',
    'crm.communication.read': 'Leer listas de correo, plantillas, envíos y quién no recibe correo.',
    'crm.communication.write': 'Cambiar listas de correo, plantillas y borradores de envíos.',
    'crm.communication.approve': 'Aprobar envíos que escribieron otras personas.',
    'crm.communication.send': 'Enviar a listas de correo y cambiar quién no recibe correo.',
    'crm.changes.read': 'Leer los cambios hechos en su asociación.',
    'crm.webhooks.read': 'Leer los webhooks del área B y lo que enviaron.',
    'crm.webhooks.write': 'Crear, cambiar, pausar, repetir y eliminar webhooks del área B.',
    'training.awards.read': 'Leer distinciones y certificaciones.',
    'training.awards.write': 'Crear, cambiar y eliminar distinciones.',
    'training.catalogue.read': 'Leer el catálogo de cursos y clases, y lo que pide una distinción.',
    'training.courses.write': 'Crear, cambiar y eliminar cursos y planes de estudio.',
    'training.classes.write': 'Crear, cambiar, cancelar y eliminar clases.',
    'training.registrations.read': 'Leer las inscripciones de cualquiera y las listas de las clases.',
    'training.registrations.write':
      'Cambiar la inscripción de cualquiera: cancelación, traslado, asistencia, pago.',
    'training.registrations.overbook': 'Dar plazas por encima de los límites de una clase, con un motivo.',
    'training.discounts.write': 'Leer, crear, cambiar y eliminar códigos de descuento.',
    'training.approvals.decide': 'Decidir cualquier paso de aprobación, sea de quien sea.',
    'training.credits.read': 'Leer los créditos, el expediente y el progreso de cualquiera.',
    'training.credits.write': 'Conceder y anular créditos y cursos completados.',
    'training.certifications.write':
      'Conceder, renovar y revocar certificaciones, y decidir las inscripciones a distinciones.',
    'training.people.read': 'Leer personas y organizaciones con su formación.',
    'training.people.write': 'Decidir quién es responsable de quién en la formación.',
    'training.reports.read': 'Pedir informes y descargarlos.',
    'training.settings.read': 'Leer los ajustes de la formación.',
    'training.settings.write': 'Cambiar los ajustes de la formación.',
    'billtracking.reference.read':
      'Leer estados, sesiones, comités, tipos de proyectos de ley y usuarios del seguimiento.',
    'billtracking.reference.write': 'Cambiar sesiones y días legislativos.',
    'billtracking.activity.read': 'Leer el registro de actividad de la asociación.',
    'billtracking.activity.write': 'Escribir líneas sobre uno mismo en el registro de actividad.',
    'billtracking.activity.write-for-others':
      'Escribir líneas del registro de actividad en nombre de cualquier usuario.',
    'billtracking.bills.read': 'Leer proyectos de ley con sus trámites, votaciones, posiciones y análisis.',
    'billtracking.bills.write':
      'Seguir proyectos de ley: estado, posición, prioridad, asignación, etiquetas, notas, análisis.',
    'billtracking.events.read': 'Leer eventos del calendario.',
    'billtracking.events.write': 'Crear, cambiar y cancelar eventos del calendario.',
    'billtracking.subscriptions.read': 'Leer suscripciones y sus entregas.',
    'billtracking.subscriptions.write': 'Crear, cambiar, pausar, repetir y eliminar suscripciones.',
    'billtracking.subscriptions.own': 'Suscribirse por correo o por calendario, y terminar la suscripción.',
    'billtracking.advocacy.read': 'Leer plantillas de campañas.',
    'billtracking.advocacy.write': 'Crear, cambiar y eliminar plantillas de campañas.',
    'billtracking.reports.read': 'Leer informes del capitolio.',
    'billtracking.reports.write': 'Hacer informes del capitolio.',
    'billtracking.feeds.write': 'Configurar fuentes de datos con sus claves, ejecutarlas y leer su registro.',
    RegisterMembersfromOwnOrganization: 'Inscribir en clases a miembros de la organización propia.',
    OverrideRegistration: 'Inscribir a alguien aunque una regla de la clase lo rechace.',
    EditSelfProfileDetails: 'Cambiar los datos del perfil propio.',
    EditPersonProfileDetails: 'Cambiar los datos del perfil de cualquiera.',
  },

  noAccess: {
    title: 'No tiene acceso aquí',
    text: ({ userName, name }) =>
      `Ha iniciado sesión como ${userName}, que no tiene acceso a ${name}, o ya no lo tiene. Pregunte allí a un administrador, o use otra cuenta.`,
  },

  lostInteraction: {
    title: 'Empiece de nuevo',
    text: 'Este inicio de sesión ha terminado: tardó demasiado, está completo o comenzó en otro navegador. Vuelva a la aplicación e inicie sesión desde allí. Si eso no ayuda, permita las cookies de este sitio.',
  },

  unanswerable: {
    title: 'Este inicio de sesión no funciona',
    text: 'La aplicación que le envió aquí cometió un error en su solicitud. No se hizo nada.',
    hint: 'Avise a quienes gestionan la aplicación.',
    reasons: {
      'client-missing': 'No dice de qué aplicación procede (client_id).',
      'client-unknown': 'La aplicación es desconocida o se eliminó.',
      'request-expired':
        'La solicitud ha caducado (request_uri). Vuelva a la aplicación e inicie sesión de nuevo.',
      'not-pushed':
        'La aplicación debe enviar sus solicitudes por adelantado antes de enviar personas aquí (RFC 9126).',
      'address-missing': 'No nombra ninguna dirección a la que volver (redirect_uri).',
      'address-unknown': 'La dirección a la que volver (redirect_uri) no está registrada para la aplicación.',
    },
  },

  answer: {
    signedIn: 'Ha iniciado sesión',
    refused: 'Vuelva a la aplicación',
  },

  signOut: {
    question: '¿Cerrar la sesión?',
    done: 'Ha cerrado la sesión',
    close: 'Puede cerrar esta página.',
    here: 'Aquí ha cerrado la sesión',
    stillAt: ({ host }) => `Inició sesión en ${host}, donde la sesión sigue iniciada.`,
    goOnAt: ({ host }) => `Cerrar la sesión en ${host}`,
  },

  mails: {
    unexpected:
      'Si no fue usted, es posible que otra persona conozca su contraseña: elija una nueva y avise a su administrador.',
    resetPassword: {
      subject: 'Elija una contraseña nueva',
      text: ({ userName }) =>
        `Alguien pidió una contraseña nueva para ${userName}. Elíjala aquí antes de una hora; el enlace funciona una vez:`,
      end: 'Si usted no la pidió, ignore este correo: su contraseña sigue igual.',
    },
    signInCode: {
      subject: 'Su código para iniciar sesión',
      text: ({ userName }) =>
        `Inicie sesión como ${userName} con este código, antes de diez minutos y en el navegador en el que lo pidió:`,
      end: 'Si usted no lo pidió, ignore este correo y no dé el código a nadie: quien lo tiene puede iniciar sesión.',
    },
    passwordChanged: {
      subject: 'Su contraseña se cambió',
      text: ({ userName }) => `La contraseña de ${userName} se cambió.`,
      signedOut: ({ userName }) =>
        `La contraseña de ${userName} se cambió. Su sesión se cerró en todos los demás sitios.`,
    },
    confirmOldEmail: {
      subject: 'Confirme el cambio de su dirección de correo',
      text: ({ userName, email }) =>
        `La dirección de correo de ${userName} va a ser ${email}. Confirme antes de un día que lo desea:`,
      end: 'La dirección cambia cuando ambas direcciones han confirmado.',
    },
    confirmNewEmail: {
      subject: 'Confirme su dirección de correo nueva',
      text: ({ userName }) =>
        `Esta va a ser la dirección de correo de ${userName}. Confirme antes de un día que es suya:`,
      end: 'Si no sabe de qué se trata, ignore este correo: nada cambia.',
    },
    linkedAccount: {
      subject: 'Otra cuenta inicia su sesión',
      text: ({ userName, account }) =>
        `A partir de ahora, la ${account} inicia su sesión como ${userName}. Puede terminarlo en la página de su acceso.`,
    },
    emailChanged: {
      subject: 'Su dirección de correo se cambió',
      text: ({ userName, email }) => `La dirección de correo de ${userName} es ahora ${email}.`,
    },
    invitation: {
      subject: ({ name }) => `Su invitación a ${name}`,
      unexpected: 'Si no esperaba este correo, puede ignorarlo.',
      tenant: ({ name }) =>
        `Tiene una invitación a ${name}. Acéptela aquí antes de siete días; el enlace funciona una vez:`,
      user: ({ name, userName }) => `Tiene una invitación a ${name}. Su nombre de usuario es ${userName}.`,
      choose: ({ days }) => `Elija su contraseña antes de ${days} días; el enlace funciona una vez`,
      button: 'Elegir la contraseña',
      code: ({ name }) =>
        `Si una pantalla de ${name} le pide un código, escriba este; funciona una vez, como el enlace:`,
    },
    secondFactor: {
      added: {
        subject: 'Se añadió un segundo factor',
        text: ({ userName }) =>
          `Desde ahora hace falta un segundo factor para iniciar sesión como ${userName}: un código del autenticador, una clave de acceso o un código de recuperación. Su sesión se cerró en todos los demás sitios.`,
      },
      'passkey added': {
        subject: 'Se añadió una clave de acceso',
        text: ({ userName }) =>
          `Se añadió una clave de acceso con la que se puede iniciar sesión como ${userName}.`,
      },
      'passkey removed': {
        subject: 'Se quitó una clave de acceso',
        text: ({ userName }) =>
          `Se quitó una clave de acceso con la que se podía iniciar sesión como ${userName}.`,
      },
      'authenticator added': {
        subject: 'Se añadió un autenticador',
        text: ({ userName }) =>
          `Además de sus claves de acceso se añadió un autenticador con el que se puede iniciar sesión como ${userName}.`,
      },
      'authenticator replaced': {
        subject: 'Se cambió su autenticador',
        text: ({ userName }) =>
          `Para iniciar sesión como ${userName} funcionan ahora los códigos de otro autenticador, y ya no los del anterior.`,
      },
      'authenticator removed, passkeys stay': {
        subject: 'Se quitó su autenticador',
        text: ({ userName }) =>
          `Los códigos del autenticador ya no funcionan; para iniciar sesión como ${userName} hace falta una clave de acceso o un código de recuperación.`,
      },
      'recovery codes renewed': {
        subject: 'Tiene códigos de recuperación nuevos',
        text: ({ userName }) =>
          `Los códigos de recuperación de ${userName} se cambiaron; los anteriores ya no funcionan.`,
      },
      removed: {
        subject: 'Se quitó su segundo factor',
        text: ({ userName }) =>
          `Se quitó el segundo factor: ahora basta la contraseña para iniciar sesión como ${userName}, y los códigos de recuperación ya no funcionan.`,
      },
      'removed by an administrator': {
        subject: 'Se quitó su segundo factor',
        text: ({ userName }) =>
          `Un administrador quitó el segundo factor y cerró su sesión en todos los sitios: ahora basta la contraseña para iniciar sesión como ${userName}, y los códigos de recuperación ya no funcionan.`,
      },
    },
    notRequested: 'Si usted no lo pidió, avise a su administrador.',
  },
};
