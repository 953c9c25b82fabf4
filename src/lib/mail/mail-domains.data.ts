/** Mail services that millions use: addresses of their users are personal, and typos are nearest to them. */
export const COMMON_MAIL_DOMAINS: readonly string[] =
  'gmail.com googlemail.com mail.com email.com yahoo.com yahoo.co.uk yahoo.fr yahoo.de yahoo.co.in yahoo.co.jp ymail.com hotmail.com hotmail.co.uk hotmail.fr hotmail.de hotmail.it outlook.com outlook.de outlook.fr live.com live.co.uk live.fr msn.com icloud.com me.com mac.com aol.com gmx.de gmx.net gmx.com gmx.at web.de t-online.de freenet.de mail.ru yandex.ru yandex.com bk.ru orange.fr wanadoo.fr free.fr laposte.net sfr.fr libero.it virgilio.it tiscali.it alice.it comcast.net verizon.net att.net sbcglobal.net bellsouth.net cox.net btinternet.com sky.com virginmedia.com proton.me protonmail.com pm.me tutanota.com fastmail.com zoho.com qq.com 163.com 126.com sina.com naver.com hanmail.net daum.net rediffmail.com uol.com.br bol.com.br terra.com.br seznam.cz wp.pl o2.pl onet.pl interia.pl ziggo.nl kpnmail.nl telenet.be skynet.be bluewin.ch'.split(
    ' ',
  );

/** Services whose mailboxes anybody reads, or that are gone after minutes. */
export const DISPOSABLE_MAIL_DOMAINS: ReadonlySet<string> = new Set(
  '0-mail.com 10minutemail.com 10minutemail.net 1secmail.com 1secmail.net 1secmail.org 20minutemail.com 33mail.com anonbox.net armyspy.com boun.cr bouncr.com burnermail.io cock.li crazymailing.com cuvox.de dayrep.com discard.email discardmail.com discardmail.de dispostable.com dropmail.me einrot.com emailfake.com emailondeck.com emailtemporanea.net fakeinbox.com fakemail.net fakemailgenerator.com fleckens.hu getairmail.com getnada.com grr.la guerrillamail.biz guerrillamail.com guerrillamail.de guerrillamail.info guerrillamail.net guerrillamail.org guerrillamailblock.com gustr.com harakirimail.com hidemail.de hmamail.com inboxbear.com inboxkitten.com incognitomail.org jetable.com jetable.fr.nf jetable.org jourrapide.com kurzepost.de mail-temp.com mail.tm mail7.io mailcatch.com maildrop.cc maildu.de mailexpire.com mailforspam.com mailinator.com mailinator.net mailinator2.com mailmetrash.com mailnesia.com mailnull.com mailpoof.com mailsac.com mailtemp.info meltmail.com mintemail.com moakt.com mohmal.com mt2015.com mvrht.net mytemp.email mytrashmail.com nada.email nospam4.us nowmymail.com objectmail.com oneoffemail.com pokemail.net rcpt.at rhyta.com safetymail.info sharklasers.com smailpro.com sneakemail.com spam4.me spamavert.com spambog.com spambox.us spamdecoy.net spamex.com spamfree24.org spamgourmet.com spamherelots.com spamhole.com spaml.de spammotel.com superrito.com tafmail.com teleworm.us temp-mail.io temp-mail.org tempail.com tempemail.net tempinbox.com tempmail.dev tempmail.plus tempmailaddress.com tempmailo.com tempr.email throwawaymail.com tmail.ws tmailinator.com tmpmail.net tmpmail.org trash-mail.com trash-mail.de trashmail.com trashmail.de trashmail.me trashmail.net trashymail.com trbvm.com wegwerfemail.de wegwerfmail.de wegwerfmail.net wegwerfmail.org yopmail.com yopmail.fr yopmail.net zetmail.com'.split(
    ' ',
  ),
);

/** Names of mailboxes that belong to a role: RFC 2142, and what companies have besides. */
export const ROLE_NAMES: ReadonlySet<string> = new Set(
  'abuse accounting accounts admin administrator all billing bookings careers compliance contact customerservice dev dpo enquiries feedback finance ftp hello help helpdesk hostmaster hr info inquiries investors it jobs legal list mail mailer-daemon marketing media news newsletter no-reply noc noreply office orders postmaster press privacy root sales security service shop spam staff subscribe support sysadmin team tech unsubscribe usenet uucp webmaster www'.split(
    ' ',
  ),
);
