/**
 * Function words by language: articles, pronouns, prepositions, conjunctions, auxiliaries and their forms. Closed classes only: no
 * list of frequent verbs or nouns, so that nothing with a meaning of its own is lost.
 */
export const STOP_WORDS: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries({
    de: `aber alle allem allen aller alles als also am an ander andere anderem anderen anderer anderes auch auf aus bei beim bin
      bis bist da damit dann das dass daß dein deine deinem deinen deiner deines dem den denn der des dessen deren dich die dies
      diese diesem diesen dieser dieses dir doch dort du durch ein eine einem einen einer eines er es etwas euch euer eure eurem
      euren eurer für gegen habe haben hat hatte hatten hattest hier hin hinter ich ihm ihn ihnen ihr ihre ihrem ihren ihrer ihres
      im in indem ins ist jede jedem jeden jeder jedes jene jenem jenen jener jenes jetzt kann kannst kein keine keinem keinen
      keiner können könnte man manche manchem manchen mancher manches mein meine meinem meinen meiner meines mich mir mit muss muß
      musste nach nicht nichts noch nun nur ob oder ohne sehr sein seine seinem seinen seiner seines seit selbst sich sie sind so
      solche solchem solchen solcher solches soll sollte sollten sondern sonst über um und uns unser unsere unserem unseren unserer
      unter vom von vor während war waren warst was weg weil weiter welche welchem welchen welcher welches wenn wer werde werden
      wie wieder will wir wird wirst wo wollen wollte würde würden zu zum zur zwar zwischen`,
    en: `a about above after again against all am an and any are aren't as at be because been before being below between both but
      by can can't cannot could couldn't did didn't do does doesn't doing don't down during each few for from further had hadn't
      has hasn't have haven't having he he'd he'll he's her here here's hers herself him himself his how how's i i'd i'll i'm i've
      if in into is isn't it it'd it'll it's its itself let's may me might more most must mustn't my myself no nor not of off on
      once only or other ought our ours ourselves out over own same shall shan't she she'd she'll she's should shouldn't so some
      such than that that's the their theirs them themselves then there there's these they they'd they'll they're they've this
      those through to too under until up upon very was wasn't we we'd we'll we're we've were weren't what what's when when's
      where where's which while who who's whom whose why why's will with within without won't would wouldn't you you'd you'll
      you're you've your yours yourself yourselves`,
    es: `a al algo algunas algunos ante antes aquel aquella aquellas aquello aquellos aqui aquí así aun aún aunque cada como cómo con
      contra cual cuál cuales cuando cuándo cuanto cuya cuyas cuyo cuyos de del desde donde dónde dos durante e el él ella ellas
      ello ellos en entre era eran eras eres es esa esas ese eso esos esta está estaba estaban estado están estar estas este esto
      estos estoy fue fueron fui fuimos ha había habían haber han has hasta hay he hemos la las le les lo los más me mi mí mía
      mías mientras mío míos mis mucho muchos muy nada ni no nos nosotras nosotros nuestra nuestras nuestro nuestros o os otra
      otras otro otros para pero poco por porque pues que qué quien quién quienes se sea sean según ser será si sí sido sin sino
      sobre sois somos son soy su sus suya suyas suyo suyos también tampoco tan tanto te tenía tiene tienen todo todos tú tu tus
      tuya tuyas tuyo tuyos u un una unas uno unos usted ustedes vosotras vosotros vuestra vuestras vuestro vuestros y ya yo`,
    fr: `à ai aie aient ait alors après as au aucun aucune aura aurait aussi autre autres aux avaient avais avait avant avec avez
      avons ayant c ça car ce ceci cela celle celles celui ces cet cette ceux chaque chez ci comme comment d dans de depuis des
      donc dont du elle elles en encore entre es est et étaient étais était étant été êtes étions être eu eux furent fut il ils j
      je jusqu l la là laquelle le lequel les lesquelles lesquels leur leurs lorsque lui m ma mais me même mêmes mes moi mon n ne
      ni nos notre nous on ont ou où par parce pas pendant peu peut plus pour pourquoi puis qu quand que quel quelle quelles quels
      qui quoi s sa sans se sera serait ses si soi soient sois soit sommes son sont sous suis sur t ta tandis te tes toi ton tous
      tout toute toutes très trop tu un une vers voici voilà vos votre vous y`,
    it: `a abbia abbiamo abbiano ad agli ai al alla alle allo anche avere aveva avevano avete c che chi ci ciò coi col come con cosa
      così cui da dagli dai dal dall dalla dalle dallo degli dei del dell della delle dello dentro di dopo dove e è ed era erano
      essere fa fino fra fu furono gli ha hai hanno ho i il in io l la le lei li lo loro lui ma me mi mia mie miei mio ne né negli
      nei nel nell nella nelle nello noi non nostra nostre nostri nostro o ogni per perché però più po poi qual quale quali quando
      quanta quante quanti quanto quella quelle quelli quello quest questa queste questi questo qui se sei senza si sia siamo
      siano siete sono sta stata state stati stato su sua sue sugli sui sul sull sulla sulle sullo suo suoi te ti tra tu tua tue
      tuo tuoi tutte tutti tutto un una uno vi voi vostra vostre vostri vostro`,
    nl: `aan al alles als altijd andere ben bij daar dan dat de der deze die dit doch doen door dus een eens en er ge geen had hadden
      heb hebben heeft hem het hier hij hoe hun iemand iets ik in is ja je jij jou jouw jullie kan kon kunnen maar me meer men met
      mij mijn moet na naar niet niets nog nu of om omdat ons onze ook op over reeds te tegen toch toen tot u uit uw van veel voor
      waar waren was wat we werd wezen wie wij wil worden wordt ze zei zelf zich zij zijn zo zonder zou`,
    pt: `a à ao aos aquela aquelas aquele aqueles aquilo as às até com como da das de dela delas dele deles depois do dos e é ela
      elas ele eles em entre era eram essa essas esse esses esta está estão estar estas estava este estes eu foi for foram há isso
      isto já lhe lhes mais mas me mesmo meu meus minha minhas muito na não nas nem no nos nós nossa nossas nosso nossos num numa
      o os ou para pela pelas pelo pelos por porque qual quando que quem são se seja sem ser será seu seus só sua suas também te
      tem têm ter teu teus tu tua tuas um uma umas uns você vocês vos`,
    sv: `alla allt att av blev bli blir blivit de dem den denna deras dess dessa det detta dig din dina ditt du där då efter ej eller
      en er era ert ett från för ha hade han hans har henne hennes hon honom hur här i icke ingen inom inte jag ju kan kunde man
      med mellan men mig min mina mitt mot mycket ni nu när någon något några och om oss på samma sedan sig sin sina sitta själv
      skulle som så sådan till under upp ut utan vad var vara varför varit varje vars vart vem vi vid vilka vilken vilket vår
      våra vårt än är åt över`,
  }).map(([language, words]) => [language, new Set(words.trim().split(/\s+/))]),
);
