/** The beginning of the Universal Declaration of Human Rights, with additions, and encodings of one byte per character that hold it. */
export const LANGUAGE_SAMPLES: readonly {
  readonly language: string;
  readonly encodings: readonly string[];
  readonly text: string;
}[] = [
  {
    language: 'ar',
    encodings: ['windows-1256', 'iso-8859-6'],
    text: 'يولد جميع الناس أحرارا متساوين في الكرامة والحقوق. وقد وهبوا عقلا وضميرا وعليهم أن يعامل بعضهم بعضا بروح الإخاء. لكل فرد الحق في الحياة والحرية وسلامة شخصه. لا يجوز استرقاق أو استعباد أي شخص، ويحظر الاسترقاق وتجارة الرقيق بكافة أوضاعهما. لا يعرض أي إنسان للتعذيب ولا للعقوبات أو المعاملات القاسية أو الوحشية.',
  },
  {
    language: 'be',
    encodings: ['windows-1251'],
    text: 'Усе людзі нараджаюцца свабоднымі і роўнымі ў сваёй годнасці і правах. Яны надзелены розумам і сумленнем і павінны ставіцца адзін да аднаго ў духу брацтва. Кожны чалавек мае права на жыццё, на свабоду і на асабістую недатыкальнасць. Ніхто не павінен знаходзіцца ў рабстве або ў падняволеным стане.',
  },
  {
    language: 'bg',
    encodings: ['windows-1251', 'iso-8859-5'],
    text: 'Всички хора се раждат свободни и равни по достойнство и права. Те са надарени с разум и съвест и следва да се отнасят помежду си в дух на братство. Всеки човек има право на всички права и свободи, провъзгласени в тази Декларация, без никакви различия, основани на раса, цвят на кожата, пол, език.',
  },
  {
    language: 'cs',
    encodings: ['windows-1250', 'iso-8859-2'],
    text: 'Všichni lidé rodí se svobodní a sobě rovní co do důstojnosti a práv. Jsou nadáni rozumem a svědomím a mají spolu jednat v duchu bratrství. Každý má všechna práva a všechny svobody, stanovené touto deklarací, bez jakéhokoli rozlišování, zejména podle rasy, barvy, pohlaví, jazyka, náboženství, politického nebo jiného smýšlení.',
  },
  {
    language: 'da',
    encodings: ['windows-1252', 'iso-8859-15', 'macintosh'],
    text: 'Alle mennesker er født frie og lige i værdighed og rettigheder. De er udstyret med fornuft og samvittighed, og de bør handle mod hverandre i en broderskabets ånd. Enhver har ret til liv, frihed og personlig sikkerhed. Ingen må holdes i slaveri eller trældom; slaveri og slavehandel under alle former skal være forbudt.',
  },
  {
    language: 'de',
    encodings: ['windows-1252', 'macintosh'],
    text: 'Alle Menschen sind frei und gleich an Würde und Rechten geboren. Sie sind mit Vernunft und Gewissen begabt und sollen einander im Geiste der Brüderlichkeit begegnen. Jeder hat das Recht auf Leben, Freiheit und Sicherheit der Person. Niemand darf der Folter oder grausamer Behandlung unterworfen werden; das heißt: für alle.',
  },
  {
    language: 'el',
    encodings: ['windows-1253', 'iso-8859-7'],
    text: 'Όλοι οι άνθρωποι γεννιούνται ελεύθεροι και ίσοι στην αξιοπρέπεια και τα δικαιώματα. Είναι προικισμένοι με λογική και συνείδηση, και οφείλουν να συμπεριφέρονται μεταξύ τους με πνεύμα αδελφοσύνης. Κάθε άνθρωπος δικαιούται να επικαλείται όλα τα δικαιώματα και όλες τις ελευθερίες που προκηρύσσει η παρούσα Διακήρυξη.',
  },
  {
    language: 'es',
    encodings: ['windows-1252', 'iso-8859-15'],
    text: 'Todos los seres humanos nacen libres e iguales en dignidad y derechos y, dotados como están de razón y conciencia, deben comportarse fraternalmente los unos con los otros. Toda persona tiene todos los derechos y libertades proclamados en esta Declaración, sin distinción alguna de raza, color, sexo, idioma, religión u opinión política.',
  },
  {
    language: 'et',
    encodings: ['windows-1257', 'windows-1252'],
    text: 'Kõik inimesed sünnivad vabadena ja võrdsetena oma väärikuselt ja õigustelt. Neile on antud mõistus ja südametunnistus ja nende suhtumist üksteisesse peab kandma vendluse vaim. Igaühel on õigus elule, vabadusele ja isikupuutumatusele. Kedagi ei või pidada orjuses või sunduses; kõik orjuse ja orjakaubanduse vormid on keelatud. Tänane ilm on väga külm, kuid päike paistab ja lumi sädeleb põldudel.',
  },
  {
    language: 'fi',
    encodings: ['windows-1252'],
    text: 'Kaikki ihmiset syntyvät vapaina ja tasavertaisina arvoltaan ja oikeuksiltaan. Heille on annettu järki ja omatunto, ja heidän on toimittava toisiaan kohtaan veljeyden hengessä. Kullakin yksilöllä on oikeus elämään, vapauteen ja henkilökohtaiseen turvallisuuteen. Ketään ei saa pitää orjana tai orjuutettuna; kaikki orjuuden ja orjakaupan muodot on kiellettävä.',
  },
  {
    language: 'fr',
    encodings: ['windows-1252', 'macintosh'],
    text: 'Tous les êtres humains naissent libres et égaux en dignité et en droits. Ils sont doués de raison et de conscience et doivent agir les uns envers les autres dans un esprit de fraternité. Chacun peut se prévaloir de tous les droits et de toutes les libertés proclamés dans la présente Déclaration, sans distinction aucune.',
  },
  {
    language: 'he',
    encodings: ['windows-1255', 'iso-8859-8'],
    text: 'כל בני האדם נולדו בני חורין ושווים בערכם ובזכויותיהם. כולם חוננו בתבונה ובמצפון, לפיכך חובה עליהם לנהוג איש ברעהו ברוח של אחווה. כל אדם זכאי לחיים, לחירות ולביטחון אישי. לא יהיה אדם עבד או משועבד; העבדות וסחר העבדים ייאסרו לכל צורותיהם. היום מזג האוויר נעים והילדים משחקים בגן ליד הבית הגדול.',
  },
  {
    language: 'hr',
    encodings: ['windows-1250', 'iso-8859-2'],
    text: 'Sva ljudska bića rađaju se slobodna i jednaka u dostojanstvu i pravima. Ona su obdarena razumom i sviješću i trebaju jedna prema drugima postupati u duhu bratstva. Svakome su dostupna sva prava i slobode navedene u ovoj Deklaraciji bez razlike bilo koje vrste, kao što su rasa, boja, spol, jezik, vjera, političko mišljenje.',
  },
  {
    language: 'hu',
    encodings: ['windows-1250', 'iso-8859-2'],
    text: 'Minden emberi lény szabadon születik és egyenlő méltósága és joga van. Az emberek, ésszel és lelkiismerettel bírván, egymással szemben testvéri szellemben kell hogy viseltessenek. Mindenki, bármely megkülönböztetésre, nevezetesen fajra, színre, nemre, nyelvre, vallásra, politikai vagy bármely más véleményre való tekintet nélkül hivatkozhat.',
  },
  {
    language: 'is',
    encodings: ['windows-1252'],
    text: 'Hver maður er borinn frjáls og jafn öðrum að virðingu og réttindum. Menn eru gæddir vitsmunum og samvizku, og ber þeim að breyta bróðurlega hverjum við annan. Allir eiga rétt til lífs, frelsis og mannhelgi. Engan mann skal hneppa í þrældóm né nauðungarvinnu. Þrælahald og þrælaverzlun, hverju nafni sem nefnist, skulu bönnuð.',
  },
  {
    language: 'it',
    encodings: ['windows-1252'],
    text: 'Tutti gli esseri umani nascono liberi ed eguali in dignità e diritti. Essi sono dotati di ragione e di coscienza e devono agire gli uni verso gli altri in spirito di fratellanza. Ad ogni individuo spettano tutti i diritti e tutte le libertà enunciate nella presente Dichiarazione, senza distinzione alcuna: perché è così, e sarà così.',
  },
  {
    language: 'lt',
    encodings: ['windows-1257', 'iso-8859-13'],
    text: 'Visi žmonės gimsta laisvi ir lygūs savo orumu ir teisėmis. Jiems suteiktas protas ir sąžinė ir jie turi elgtis vienas kito atžvilgiu kaip broliai. Kiekvienas žmogus turi teisę į gyvybę, laisvę ir asmens saugumą. Niekas negali būti laikomas vergijoje ar nelaisvas; visų formų vergija ir prekyba vergais turi būti uždrausta. Niekas neturi būti kankinamas arba žiauriai, nežmoniškai ar žeminančiai su juo elgiamasi, taip baudžiamas.',
  },
  {
    language: 'lv',
    encodings: ['windows-1257', 'iso-8859-13'],
    text: 'Visi cilvēki piedzimst brīvi un vienlīdzīgi savā pašcieņā un tiesībās. Viņi ir apveltīti ar saprātu un sirdsapziņu, un viņiem jāizturas citam pret citu brālības garā. Ikvienam cilvēkam ir jābūt visām šajā Deklarācijā pasludinātajām tiesībām un visām brīvībām bez jebkādas atšķirības, neatkarīgi no rases, ādas krāsas, dzimuma.',
  },
  {
    language: 'mk',
    encodings: ['windows-1251'],
    text: 'Сите човечки суштества се раѓаат слободни и еднакви по достоинство и права. Тие се обдарени со разум и совест и треба да се однесуваат еден кон друг во духот на општо човечката припадност. Секој човек има право на живот, слобода и безбедност на својата личност. Никој нема да биде држен во ропство или ропска положба.',
  },
  {
    language: 'nb',
    encodings: ['windows-1252'],
    text: 'Alle mennesker er født frie og med samme menneskeverd og menneskerettigheter. De er utstyrt med fornuft og samvittighet og bør handle mot hverandre i brorskapets ånd. Enhver har rett til liv, frihet og personlig sikkerhet. Ingen må holdes i slaveri eller trelldom. Slaveri og slavehandel i alle former er forbudt, også på sjøen.',
  },
  {
    language: 'nl',
    encodings: ['windows-1252'],
    text: 'Alle mensen worden vrij en gelijk in waardigheid en rechten geboren. Zij zijn begiftigd met verstand en geweten, en behoren zich jegens elkander in een geest van broederschap te gedragen. Eén ideeën, één financiële crisis en knieën: dat zijn woorden met een trema of een accent, zoals geïnteresseerd, coördinatie en reünie.',
  },
  {
    language: 'pl',
    encodings: ['windows-1250', 'iso-8859-2'],
    text: 'Wszyscy ludzie rodzą się wolni i równi pod względem swej godności i swych praw. Są oni obdarzeni rozumem i sumieniem i powinni postępować wobec innych w duchu braterstwa. Każdy człowiek posiada wszystkie prawa i wolności zawarte w niniejszej Deklaracji bez względu na jakiekolwiek różnice rasy, koloru, płci, języka.',
  },
  {
    language: 'pt',
    encodings: ['windows-1252', 'macintosh'],
    text: 'Todos os seres humanos nascem livres e iguais em dignidade e em direitos. Dotados de razão e de consciência, devem agir uns para com os outros em espírito de fraternidade. Todos os seres humanos podem invocar os direitos e as liberdades proclamados na presente Declaração, sem distinção alguma, nomeadamente de raça, de língua e de opinião.',
  },
  {
    language: 'ro',
    encodings: ['windows-1250', 'iso-8859-2'],
    text: 'Toate fiinţele umane se nasc libere şi egale în demnitate şi în drepturi. Ele sunt înzestrate cu raţiune şi conştiinţă şi trebuie să se comporte unele faţă de altele în spiritul fraternităţii. Orice fiinţă umană are dreptul la viaţă, la libertate şi la securitatea persoanei sale. Nimeni nu va fi ţinut în sclavie, nici în servitute; sclavajul şi comerţul cu sclavi sunt interzise sub toate formele lor.',
  },
  {
    language: 'ru',
    encodings: ['windows-1251', 'koi8-r', 'iso-8859-5', 'cp866'],
    text: 'Все люди рождаются свободными и равными в своем достоинстве и правах. Они наделены разумом и совестью и должны поступать в отношении друг друга в духе братства. Каждый человек должен обладать всеми правами и всеми свободами, провозглашенными настоящей Декларацией, без какого бы то ни было различия.',
  },
  {
    language: 'sk',
    encodings: ['windows-1250', 'iso-8859-2'],
    text: 'Všetci ľudia sa rodia slobodní a sebe rovní, čo sa týka ich dôstojnosti a práv. Sú obdarení rozumom a svedomím a majú navzájom konať v bratskom duchu. Každý má všetky práva a všetky slobody, ktoré sa vyhlasujú v tejto deklarácii, bez hocijakého rozlišovania najmä podľa rasy, farby, pohlavia, jazyka, náboženstva.',
  },
  {
    language: 'sl',
    encodings: ['windows-1250', 'iso-8859-2'],
    text: 'Vsi ljudje se rodijo svobodni in imajo enako dostojanstvo in enake pravice. Obdarjeni so z razumom in vestjo in bi morali ravnati drug z drugim kakor bratje. Vsakdo ima pravico do življenja, do prostosti in do osebne varnosti. Nihče ne sme biti držan ne v suženjstvu ne v tlačanskem razmerju; suženjstvo in trgovina s sužnji v kakršnikoli obliki sta prepovedana.',
  },
  {
    language: 'sq',
    encodings: ['windows-1252'],
    text: 'Të gjithë njerëzit lindin të lirë dhe të barabartë në dinjitet dhe në të drejta. Ata kanë arsye dhe ndërgjegje dhe duhet të sillen ndaj njëri tjetrit me frymë vëllazërimi. Gjithkush ka të drejtë të jetojë, të jetë i lirë dhe të ketë sigurimin e vetë personal. Askush nuk duhet të mbahet si skllav ose çifçi.',
  },
  {
    language: 'sr',
    encodings: ['windows-1251'],
    text: 'Сва људска бића рађају се слободна и једнака у достојанству и правима. Она су обдарена разумом и свешћу и треба једни према другима да поступају у духу братства. Сваком припадају сва права и слободе проглашене у овој Декларацији без икаквих разлика у погледу расе, боје, пола, језика, вероисповести.',
  },
  {
    language: 'sv',
    encodings: ['windows-1252', 'macintosh'],
    text: 'Alla människor är födda fria och lika i värde och rättigheter. De är utrustade med förnuft och samvete och bör handla gentemot varandra i en anda av broderskap. Envar har rätt till liv, frihet och personlig säkerhet. Ingen må hållas i slaveri eller träldom; slaveri och slavhandel i alla dess former är förbjudna.',
  },
  {
    language: 'th',
    encodings: ['windows-874'],
    text: 'มนุษย์ทั้งหลายเกิดมามีอิสระและเสมอภาคกันในเกียรติศักดิ์และสิทธิ ต่างมีเหตุผลและมโนธรรม และควรปฏิบัติต่อกันด้วยเจตนารมณ์แห่งภราดรภาพ คนทุกคนมีสิทธิในการดำรงชีวิต เสรีภาพ และความมั่นคงแห่งบุคคล บุคคลใดจะถูกยึดเป็นทาสหรือต้องภาระจำยอมไม่ได้ ทั้งนี้ห้ามความเป็นทาสและการค้าทาสทุกรูปแบบ',
  },
  {
    language: 'tr',
    encodings: ['windows-1254', 'iso-8859-9'],
    text: 'Bütün insanlar hür, haysiyet ve haklar bakımından eşit doğarlar. Akıl ve vicdana sahiptirler ve birbirlerine karşı kardeşlik zihniyeti ile hareket etmelidirler. Herkes, ırk, renk, cinsiyet, dil, din, siyasi veya diğer herhangi bir akide, milli veya içtimai menşe, servet, doğuş veya herhangi diğer bir fark gözetilmeksizin.',
  },
  {
    language: 'uk',
    encodings: ['windows-1251', 'koi8-u'],
    text: 'Всі люди народжуються вільними і рівними у своїй гідності та правах. Вони наділені розумом і совістю і повинні діяти у відношенні один до одного в дусі братерства. Кожна людина повинна мати всі права і всі свободи, проголошені цією Декларацією, незалежно від раси, кольору шкіри, статі, мови, релігії.',
  },
];
