export const connectors = {
  atPostgresql: 'PostgreSQL على {{address}}',
  atMysql: 'MySQL / MariaDB على {{address}}',
  atSqlServer: 'SQL Server على {{address}}',
  atOracle: 'Oracle على {{address}}',
  theUser: 'المستخدم «{{user}}»',
  theDatabase: 'قاعدة البيانات «{{database}}»',
  tablesThing: 'الجداول',
  viewsThing: 'طرق العرض',
  functionsThing: 'الدوال',
  proceduresThing: 'الإجراءات',
  relationsThing: 'الجداول وطرق العرض',
  routinesThing: 'الدوال والإجراءات',
  everything: 'قواعد البيانات والكائنات',
  closedByOther: 'أغلق {{server}} الاتصال على غير توقع. تحقق من أنه خادم {{engine}}.',
  closedBySuch: 'أغلق {{server}} الاتصال على غير توقع. تحقق من أنه خادم من هذا النوع.',
  forbiddenHere: 'لا يمكن الوصول إلى {{server}} من هنا: يمنع النظام الاتصال.',
  noOwnAddress: 'لا يمكن الوصول إلى {{server}} من هنا: ليس لهذا الجهاز عنوان شبكة مناسب.',
  wrongProtocolAn: 'يجيب {{where}}، لكنه ليس خادم {{engine}}. تحقق من المنفذ.',
  ownStore:
    '{{address}} مع قاعدة البيانات {{database}} هو مخزن هذه الأداة نفسها، ولا يمكن أن يكون مصدرًا أو هدفًا.',
  connectionClosed: 'الاتصال بـ {{server}} مغلق.',
  tooMuch: 'أجاب {{server}} عن {{asked}} بـ{{amount}}، لذلك أُغلق الاتصال. {{failure}}',
  askedSignIn: 'تسجيل الدخول',
  askedCatalogue: 'سؤال عن كائناته',
  askedRows: 'قراءة صفوف',
  askedCall: 'استدعاء',
  amountRow: 'صف أو رسالة أكبر من {{size}}',
  amountAnswer: 'أكثر من {{size}}',
  amountColumns: 'أعمدة أكثر مما في أي جدول',
  adviceServer: 'تحقق من أنه الخادم الصحيح.',
  adviceCall: 'اكتب الاستدعاء بحيث يعطي صفوفًا أقل أو أقصر، أو اطلب من المشغّل رفع {{setting}}.',
  adviceData: 'إن كانت بياناته كذلك فعلًا، فاطلب من المشغّل رفع {{setting}}.',
  noTlsAgreed: '{{server}}: تعذر الاتفاق على اتصال مشفّر. تحقق من أن الخادم يقدّم TLS أو عطّل TLS.',
  notYetValid: '{{server}}: شهادته غير صالحة بعد. تحقق من ساعتي الجهازين.',
  revoked: '{{server}}: أُبطلت شهادته. اطلب استبدالها في الخادم.',
  otherName: '{{server}}: شهادته ليست لـ {{host}}. أدخل الاسم المذكور في الشهادة.',
  notPem: '{{server}}: شهادة الجهة المصدِّقة المُدخلة ليست شهادة PEM.',
  fromThisMachine:
    '{{server}}: لا يُسمح لـ {{who}} بدخول قاعدة البيانات «{{database}}» من هذا الجهاز (pg_hba.conf).',
  fromThisMachinePlain:
    '{{server}}: لا يُسمح لـ {{who}} بدخول قاعدة البيانات «{{database}}» من هذا الجهاز دون تشفير (pg_hba.conf).',
  noAgreement:
    '{{server}}: تعذر الاتفاق مع {{who}} على طريقة لتسجيل الدخول. تحقق من المستخدم وكلمة المرور.',
  nobodyFromHere: 'لا يسمح {{server}} لأحد بالدخول من هذا الجهاز. أنشئ المستخدم لهذا المضيف.',
  blockedHere:
    'حظر {{server}} هذا الجهاز بعد عدد كبير من الاتصالات الفاشلة (يرفع FLUSH HOSTS الحظر).',
  userLocked: '{{server}}: {{who}} مقفل.',
  loginDisabled: '{{server}}: حساب دخول {{who}} معطّل.',
  loginLocked: '{{server}}: حساب دخول {{who}} مقفل. يمكن لمسؤول فتحه.',
  passwordExpired: '{{server}}: انتهت صلاحية كلمة مرور {{who}} ويجب تغييرها أولًا.',
  otherSignIn: '{{server}}: يُطلب من {{who}} الدخول بطريقة تحتاج إلى TLS أو غير مدعومة.',
  olderSignIn: '{{server}}: لا يمكن لـ {{who}} الدخول إلا بطريقة أقدم غير مدعومة.',
  passwordWanted: '{{server}}: يُطلب من {{who}} كلمة مرور. أدخلها.',
  passwordTooOld: '{{server}}: كلمة مرور {{who}} محفوظة بصيغة قديمة جدًا. اطلب تعيينها من جديد.',
  administratorLogin: '{{server}}: لا يدخل {{who}} إلا مسؤولًا. أدخل مستخدمًا آخر.',
  noCreateSession: '{{server}}: لا يجوز لـ {{who}} الدخول. تنقصه الصلاحية CREATE SESSION.',
  restrictedSession: 'لا يسمح {{server}} الآن إلا بدخول المسؤولين (جلسة مقيّدة).',
  noWindowsAccounts: 'رفض {{server}} {{who}}: لا تُقبل إلا حسابات SQL Server نفسه، لا حسابات Windows.',
  refusedInItsWords: '{{server}} لا يسمح بدخول {{who}} (الخطأ {{code}}). ويقول: {{words}}.',
  azureFirewall:
    'لا يسمح {{server}} لهذا الجهاز بالدخول. اسمح بعنوانه في جدار الحماية لخادم Azure SQL.',
  nodeChecking: 'لا يسمح {{server}} لهذا الجهاز بالدخول (فحص العناوين في المستمع).',
  noDatabaseOrEntry: 'ليس لدى {{server}} قاعدة بيانات «{{database}}»، أو لا يجوز لـ {{who}} دخولها.',
  noDatabaseSeen: 'ليس لدى {{server}} قاعدة بيانات «{{database}}» يراها هذا المستخدم.',
  noService: 'لا يعرف {{server}} خدمة «{{name}}». تحقق منها أو أدخل sid: ثم SID.',
  noSid: 'لا يعرف {{server}} ‏SID ‏«{{name}}». أدخل اسم خدمة أو تحقق من SID.',
  notServiceName:
    '«{{name}}» ليس اسم قاعدة بيانات: أدخل اسم الخدمة، مثل orclpdb1.example.com، أو sid: ثم SID، مثل sid:ORCL.',
  noOwnSchema: 'ليس لدى {{server}} مخطط «{{schema}}» لمستخدم خاص به.',
  noSqliteSchema: 'ليس لملف SQLite مخطط «{{schema}}»، بل «{{only}}» وحده.',
  noneStored: 'ليس في SQLite شيء مخزَّن من {{things}}.',
  defaultDatabase:
    '{{server}}: لا يمكن فتح قاعدة البيانات الافتراضية لـ {{who}}. عيّن لحساب الدخول قاعدة أخرى.',
  mayNotEnter: '{{server}}: لا يجوز لـ {{who}} دخول {{what}}.',
  noPrivilegeThere: '{{server}}: تنقص {{who}} صلاحية لذلك في {{what}}.',
  noPermissionThere: '{{server}}: ينقص {{who}} إذن لذلك في {{what}}.',
  noPrivilegeOrDatabase:
    '{{server}}: ليس لـ {{who}} صلاحية في قاعدة البيانات «{{database}}»، أو لا توجد قاعدة بهذا الاسم.',
  onlyReads: '{{server}}: هذا الاتصال للقراءة فقط.',
  onlyReadable: '{{server}}: لا يمكن إلا قراءة {{what}}.',
  noConnections: 'لا يقبل {{server}} اتصالات بقاعدة البيانات «{{database}}».',
  startingUp: '{{server}} قيد التشغيل أو الاستعادة. حاول مجددًا بعد قليل.',
  startingOrStopping: '{{server}} قيد التشغيل أو الإيقاف، أو أنهى الاتصال.',
  notAvailable: '{{server}}: {{what}} غير متاحة الآن. حاول مجددًا بعد قليل.',
  notOpened: '{{server}}: لا يمكن فتح {{what}} الآن: غير متصلة أو قيد الاستعادة أو نسخة ثانوية.',
  databaseNotOpen:
    '{{server}}: قاعدة البيانات قيد التشغيل أو الإيقاف أو غير مفتوحة. حاول مجددًا بعد قليل.',
  noneLeft: 'لم يبق لدى {{server}} اتصال متاح. حاول مجددًا لاحقًا.',
  noneLeftOracle:
    'لم يبق لدى {{server}} اتصال متاح. حاول مجددًا لاحقًا أو ارفع حدود الجلسات والعمليات.',
  deadlock: 'تخلى {{server}} عن القراءة لصالح عمل آخر (توقف متبادل). حاول مجددًا.',
  snapshotTooOld:
    'لم تعد البيانات لدى {{server}} كما كانت عند بدء القراءة. حاول مجددًا في وقت أهدأ.',
  statementCancelled: 'أُلغيت العبارة لدى {{server}}.',
  couldNotBeReadCode: 'تعذرت قراءة {{server}} ({{code}}).',
  tooOldServer: '{{server}} أقدم من {{version}}، وهو أقدم ما يمكن قراءته.',
  otherTdsVersion:
    '{{server}} قديم جدًا أو ليس SQL Server: لا توجد نسخة من البروتوكول يعرفها الطرفان.',
  garbled: 'أجاب {{server}} بما لا يُفهم. تحقق من أنه SQL Server ومما يقع بينهما.',
  noTcp: 'لا يستمع {{server}} عبر TCP. فعّل TCP له، أو أدخل منفذ النسخة بدل اسمها.',
  noBrowser:
    'تعذر العثور على {{server}}: لا يجيب SQL Server Browser (منفذ UDP رقم {{port}}) هناك. شغّل هذه الخدمة، أو أدخل منفذ النسخة بدل اسمها.',
  notAListener: 'يجيب {{server}}، لكن ليس كما يجيب مستمع Oracle. تحقق من المنفذ.',
  lostOracle:
    'أغلق {{server}} الاتصال على غير توقع. قد يكون السبب جدار حماية أو حدًّا لوقت الخمول أو إعادة تشغيل أو منفذًا للاتصالات المشفرة فقط.',
  nativeEncryption:
    'يشترط {{server}} تشفير الشبكة الخاص بـ Oracle، وهو غير مدعوم هنا. اجعل الخادم يقدّم TLS، أو اجعل ذلك التشفير اختياريًا.',
  nationalCharacters: 'يستخدم {{server}} مجموعة محارف وطنية غير مدعومة.',
  otherCharacters: 'يستخدم {{server}} مجموعة محارف غير مدعومة.',
  listenerRefused: 'رفض {{server}} الاتصال. تحقق من اسم الخدمة ومن أن المستمع يسمح لهذا الجهاز.',
  sentToUnknown:
    'يحيل {{server}} عملاءه إلى اسم مضيف غير معروف هنا. عرّف به، أو أدخل عنوان ذلك الجهاز.',
  sentInCircles: 'يحيل {{server}} عملاءه من مكان إلى آخر بلا نهاية.',
  sentNowhere: 'يحيل {{server}} عملاءه إلى لا مكان.',
  sentWithoutTls:
    'يحيل {{server}} عملاءه إلى {{place}} دون TLS، فلم يُرسل شيء إلى هناك. هيّئ المستمع لـ TLS على جميع أجهزته.',
  sentOn: 'يحيل {{server}} عملاءه إلى {{place}}. {{failure}}',
  otherTlsPort: 'لا يقبل {{server}} إلا الاتصالات المشفرة. فعّل TLS، أو أدخل منفذ الاتصالات غير المشفرة.',
  noTlsThere:
    'لا يقدّم {{server}} ‏TLS: قطع الاتصال حيث كان التشفير سيبدأ. أدخل منفذه لـ TLS (غالبًا 2484)، أو عطّل TLS.',
  fileDamaged: 'ملف SQLite ‏{{path}} تالف. يبيّن PRAGMA integrity_check الموضع.',
  fileMemory: 'يحتاج ملف SQLite‏ {{path}} لهذه الإجابة إلى ذاكرة أكثر مما يُعطى قارئه.',
  fileLocked: 'ملف SQLite ‏{{path}} مقفل من برنامج آخر. حاول مجددًا بعد أن ينتهي.',
  fileOnlyRead: 'ملف SQLite ‏{{path}} يُقرأ فقط عبر هذا الاتصال.',
  fileNotOpened:
    'لا يمكن فتح ملف SQLite ‏{{path}}. تحقق من أن حساب هذا الخادم يستطيع قراءته وقراءة مجلده.',
  fileReaderEnded: 'توقفت قراءة ملف SQLite ‏{{path}}: انتهت العملية التي تقرؤه. حاول مجددًا.',
  fileNotRead: 'تعذرت قراءة ملف SQLite ‏{{path}}.',
  fileNotReadCode: 'تعذرت قراءة ملف SQLite ‏{{path}} ({{code}}).',
  hiddenInSchema:
    'لا يجوز للمستخدم {{user}} رؤية كل {{things}} في {{schema}}. لرؤيتها كلها: GRANT {{grant}}.',
  hiddenInSqlServer:
    'لا يجوز للمستخدم {{user}} رؤية كل {{things}} في المخطط {{schema}}. لرؤيتها كلها: GRANT {{grant}}.',
  hiddenPackages:
    'لا يجوز للمستخدم {{user}} رؤية محتوى حزم {{schema}}، لذلك تنقص دوالها وإجراءاتها. لرؤيتها: GRANT {{grant}}.',
  hiddenAnywhere:
    'لا يرى المستخدم {{user}} من {{things}} إلا ما مُنح صلاحية له. لرؤيتها كلها: GRANT {{grant}}.',
  hiddenInDatabase:
    'لا يرى المستخدم {{user}} إلا الكائنات التي له إذن بها. لرؤيتها كلها: GRANT {{grant}}.',
  hiddenCatalogue:
    'لا يجوز للمستخدم {{user}} قراءة {{catalogues}}، لذلك لا تظهر إلا الكائنات التي له صلاحية عليها، دون طرق العرض المجسّدة والدوال التجميعية. لرؤيتها كلها: GRANT {{grant}}.',
  hiddenInOracle:
    'لا يرى المستخدم {{user}} إلا الكائنات التي يملكها أو له صلاحية عليها. لرؤيتها كلها: GRANT {{grant}}، أو GRANT {{other}}.',
  hiddenInOracleSchema:
    'لا يرى المستخدم {{user}} من كائنات {{schema}} إلا ما له صلاحية عليه. لرؤيتها كلها: GRANT {{grant}}، أو GRANT {{other}}.',
  packageNotCompiled: 'لا تُصرَّف الحزمة {{name}}، لذلك دوالها وإجراءاتها غير معروفة.',
  brokenMysqlView:
    'يقرأ جدولًا أو عمودًا أو دالة غير موجودة، أو لا يجوز لمعرِّفه أو لهذا الحساب استخدامها.',
  brokenSqliteView: 'يقرأ جدولًا أو عمودًا أو دالة ليست في قاعدة البيانات هذه.',
  brokenReference: 'يشير إلى {{name}}، وهو غير موجود.',
  notCompiled: 'لا يُصرَّف.',
  notCompiledWhy: 'لا يُصرَّف ({{why}}).',
  noDataYet: 'لا بيانات فيه بعد: يملؤه REFRESH MATERIALIZED VIEW.',
  wasAbout: '{{failure}} كان ذلك عن {{object}}. {{advice}}',
  checkGrant: 'تحقق من أنه لا يزال موجودًا ومن أن الحساب يستطيع قراءته.',
  checkColumns: 'تحقق من أنه لا يزال موجودًا هو وأعمدته.',
  checkCondition: 'تحقق من الشرط ومن أن الأعمدة لا تزال موجودة.',
  rowTooLong:
    'صف في {{object}} أطول مما يستطيع الخادم تركيبه. اترك أطول أعمدته، أو ارفع حد الخادم.',
  notWritable:
    'لا يمكن كتابة قيم النوع {{type}} نصًا، لذلك لا يمكن مقارنة العمود «{{column}}». اتركه في قواعد هذا الزوج.',
  oneExpression: 'يجب أن يكون الشرط تعبيرًا واحدًا: أغلق كل أقواسه وعلامات اقتباسه وتعليقاته.',
  oneCondition: 'الشرط أكثر من عبارة واحدة.',
  noSha: 'ليس لدى {{server}} ‏SHA-256 قبل الإصدار 11، لذلك يمكن عدّ صفوفه وقراءتها لا مقارنتها.',
  noUtf8: 'ليس لدى {{server}} ‏UTF-8 قبل الإصدار 2019، لذلك يمكن عدّ صفوفه وقراءتها لا مقارنتها.',
  noMark: 'تُكتب معاملات الاستدعاء بالشكل ‎:name‎ لا {{mark}}.',
  noValue: 'في الاستدعاء معامل ‎:{{name}}‎ بلا قيمة. أضف قيمة أو NULL.',
  noRunningComment: 'اكتب ما في تعليق ‎/*! … */‎ خارجه.',
  refusedWrite:
    'يكتب الاستدعاء، وقد نُفّذ في معاملة للقراءة فقط: لم يتغير شيء. علّمه على أنه يكتب لتنفيذه على قاعدة بيانات يمكن الاستغناء عنها.',
  refusedTemporary:
    'يكتب الاستدعاء أو يثبّت معاملة أو ينشئ جدولًا مؤقتًا، وقد نُفّذ في معاملة للقراءة فقط: لم يتغير شيء. علّمه على أنه يكتب لتنفيذه على قاعدة بيانات يمكن الاستغناء عنها.',
  onlyReadEngine:
    'قواعد بيانات {{engine}} تُقرأ فقط: يبدأ الاستدعاء فيها بإحدى هذه الكلمات: {{words}}.',
  beginsWith:
    'يبدأ الاستدعاء على {{engine}} بإحدى هذه الكلمات: {{words}}. قد يبقى أي شيء آخر بعد معاملته.',
  verbWrites:
    'الاستدعاء الذي يبدأ بـ {{verb}} يكتب. علّمه على أنه يكتب لتنفيذه على قاعدة بيانات يمكن الاستغناء عنها.',
  oneStatement: 'الاستدعاء عبارة واحدة. احذف ما يلي «;».',
  oneSelect: 'الاستدعاء عبارة واحدة. احذف SELECT الثانية.',
  noStatement: 'لا توجد عبارة لتنفيذها. اكتب الاستدعاء أولًا.',
  noFiles: 'لا تكتب الاستدعاءات ملفات في الخادم. احذف INTO OUTFILE أو INTO DUMPFILE.',
  couldOutlast:
    'تُلغى آثار الاستدعاءات على SQL Server، وقد يبقى {{word}} بعد ذلك. احذفها، أو اكتبها بين قوسين معقوفين حيث تكون اسمًا.',
  selectOnly:
    'ليس في SQL Server معاملة للقراءة فقط، لذلك يكون الاستدعاء فيه SELECT واحدة دون {{word}}. حيث تكون اسمًا اكتبها بين قوسين معقوفين؛ أو علّم الاستدعاء على أنه يكتب لتنفيذه على قاعدة بيانات يمكن الاستغناء عنها.',
  unknownOutput: 'نوع ‎@{{name}}‎ غير معروف: ليس معاملًا لإجراء في قاعدة البيانات هذه يراه الحساب.',
  sequencesStay: 'الأرقام المأخوذة من المتسلسلات لا تُعاد.',
  autoIncrementStays: 'الأرقام التي منحها AUTO_INCREMENT والمتسلسلات لا تُعاد.',
  identityStays: 'الأرقام التي منحها IDENTITY والمتسلسلات لا تُعاد.',
  dblinkStays: 'ما يُكتب في قاعدة بيانات أخرى عبر dblink يبقى هناك.',
  definitionsStay: 'يثبّت MySQL وMariaDB فورًا ما يبدأ بـ {{verb}}: لا يُلغى.',
  commitsStay: 'الإجراء الذي يثبّت، أو ينشئ كائنًا أو يغيّره أو يحذفه، يُبقي ما كتبه حتى ذلك الحين.',
  allCommitsStay: 'الإجراء الذي يثبّت حتى لا تبقى معاملة مفتوحة يُبقي ما كتبه حتى ذلك الحين.',
  outsideStays:
    'ما يفعله إجراء خارج قاعدة بياناته قد يبقى: ملفات وبرامج وبريد ومهام وخوادم مرتبطة.',
  otherServerStays: 'ما يُفعل في خادم آخر قد يبقى هناك.',
  enginesStay: 'الجداول في محركات بلا معاملات، مثل MyISAM وAria وMEMORY، تحتفظ بما يُكتب فيها.',
  nextvalTakes:
    'يأخذ NEXTVAL رقمًا من متسلسلة لا يعيده أي تراجع. علّم الاستدعاء على أنه يكتب لتنفيذه على قاعدة بيانات يمكن الاستغناء عنها.',
  noText: 'العمود {{column}} من النوع {{type}} الذي لا نص له. حوّله في الاستدعاء.',
  blockCommitsStay: 'ما تثبّته كتلة أو إجراء يبقى، وكذلك ما كُتب قبل إنشاء كائن أو تغييره أو حذفه.',
  blockOutsideStays:
    'ما تفعله كتلة أو إجراء خارج قاعدة البيانات قد يبقى: ملفات وبريد ومهام وقواعد بيانات أخرى.',
  autonomousStays: 'الإجراءات والمشغّلات ذات المعاملة المستقلة تُبقي ما كتبته.',
  processMemory:
    'استهلكت القراءة من {{server}} هنا أكثر من {{memory}} ميغابايت من الذاكرة، فأُوقفت. اطلب كمية أقل في المرة الواحدة، أو استبعد الأعمدة ذات القيم الكبيرة جدًا.',
  processSilent: 'لم تعد العملية التي تقرأ من {{server}} تستجيب، فأُنهيت. حاول مرة أخرى.',
  processEnded:
    'انتهت العملية التي تقرأ من {{server}} على نحو غير متوقع. حاول مرة أخرى؛ يذكر سجل هذا الخادم المزيد.',
  processNotStarted:
    'تعذّر على هذا الخادم بدء عملية لقراءة قواعد البيانات. حاول لاحقًا؛ وعلى مشغّله أن يراجع عدد العمليات والملفات المسموح له بفتحها.',
  triedTwice: 'جُرِّب مرتين، لذا نُحِّي جانبًا واستمر التشغيل.',
  endedTwice:
    'انتهى هذا البرنامج مرتين أثناء مقارنته، لذا نُحِّي جانبًا واستمر التشغيل. قارنه وحده، أو استبعد الأعمدة ذات القيم الكبيرة جدًا.',
  answerTooLarge:
    'أجابت قاعدة البيانات بأكثر من {{megabytes}} ميغابايت دفعة واحدة. اطلب أقل، أو استبعد الأعمدة ذات القيم الكبيرة جدًا.',
};
